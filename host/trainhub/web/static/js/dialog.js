/** Dialogs on the browser's own <dialog>: focus stays inside, Escape closes, focus goes back where it was. */

import { h } from "./dom.js";
import { t } from "./i18n.js";

/** Opens a dialog with a title. `build(close)` returns its content. Resolves when it was closed. */
export function dialog(title, build, kind = "") {
  return new Promise((resolve) => {
    const element = h("dialog", { class: kind, "aria-labelledby": "dialog-title" });
    const close = () => element.close();
    element.append(
      h("header", {}, h("h2", { id: "dialog-title", text: title }),
        h("button", { type: "button", class: "dialog-close", "aria-label": t("Close"), text: "×", onclick: close })),
      ...[build(close, element)].flat());
    element.addEventListener("click", (event) => event.target === element && close());
    element.addEventListener("close", () => {
      document.body.append(document.getElementById("toasts"));
      element.remove();
      resolve();
    });
    document.body.append(element);
    element.showModal();
  });
}

/** Asks yes or no. */
export function sure(question, yes) {
  let answer = false;
  return dialog(question, (close) => h("div", { class: "row end" },
    h("button", { type: "button", text: t("Cancel"), onclick: close }),
    h("button", { type: "button", class: "main-action", text: yes, onclick: () => { answer = true; close(); } })), "small").then(() => answer);
}
