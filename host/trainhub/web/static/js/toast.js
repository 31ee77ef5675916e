/** Short messages at the edge of the page: refusals, what was written, with something to do about it. */

import { h } from "./dom.js";
import { p, t } from "./i18n.js";

const LASTS = 7000;

/** Shows `text`; `action` is [label, function]. Returns a function that takes it away. */
export function toast(text, kind = "note", action = null) {
  const box = document.getElementById("toasts");
  const close = () => element.remove();
  const element = h("div", { class: `toast ${kind}` }, h("span", { text }),
    action && h("button", { type: "button", text: action[0], onclick: () => { close(); action[1](); } }),
    h("button", { type: "button", class: "toast-close", "aria-label": t("Close"), text: "×", onclick: close }));
  // Whatever lies under an open dialog cannot be clicked, so messages move into it.
  const above = [...document.querySelectorAll("dialog[open]")].at(-1) || document.body;
  if (box.parentNode !== above) above.append(box);
  box.append(element);
  while (box.children.length > 3) box.firstChild.remove();
  setTimeout(close, kind === "error" ? LASTS * 1.5 : LASTS);
  return close;
}

/** A refusal of the server. */
export function complain(error) {
  if (!error || !error.text) throw error;
  const about = error.clause ? ` (${t("rule: {clause}", { clause: p(error.clause) })})` : "";
  toast(p(error.text) + about, "error");
}
