/** Phones in the house: the picture to scan, and the code to type. */

import { dialog } from "./dialog.js";
import { h, s, write } from "./dom.js";
import { p, t } from "./i18n.js";
import { request } from "./net.js";
import { prefs, remember } from "./prefs.js";
import { model } from "./store.js";

/** Shows addresses, code and QR picture. */
export function inviteDialog() {
  const { urls, code, qr } = model.you.invitation;
  dialog(t("Invite phones"), () => h("div", { class: "invite" },
    qr.length ? s("svg", { viewBox: `-4 -4 ${qr.length + 8} ${qr.length + 8}`, class: "qr", role: "img", "aria-label": t("QR picture of the address") },
      s("rect", { x: -4, y: -4, width: qr.length + 8, height: qr.length + 8, fill: "#fff" }),
      s("path", { d: qr.map((row, y) => [...row].map((dot, x) => (dot === "1" ? `M${x} ${y}h1v1h-1z` : "")).join("")).join(""), fill: "#000" })) : null,
    h("p", { text: t("Scan the picture, or open this address and type the code:") }),
    h("ul", {}, urls.map((url) => h("li", {}, h("code", { text: url })))),
    h("p", { class: "code", text: code })));
}

/** Asks for the join code. */
export function joinDialog() {
  const input = h("input", { type: "text", id: "code", autocomplete: "off", autocapitalize: "characters", maxlength: 12, "aria-label": t("Join code") });
  const problem = h("p", { class: "problem", role: "alert" });
  dialog(t("Join the table"), (close) => h("form", {
    onsubmit: async (event) => {
      event.preventDefault();
      const why = await join(input.value);
      if (why) write(problem, why);
      else close();
    },
  }, h("p", { text: t("The code is on the table's screen.") }), input, problem, h("div", { class: "row end" }, h("button", { type: "submit", class: "main-action", text: t("Join") }))), "small");
}

/** Uses the code of the address (behind the #) or the one remembered, after each greeting. */
export async function joinAgain() {
  const match = /^#join=([A-Za-z0-9-]+)$/.exec(location.hash);
  if (match) {
    remember("code", match[1]);
    history.replaceState(null, "", "/");
  }
  if (prefs.code && !model.you.writes) {
    if (await join(prefs.code)) remember("code", "");
  }
}

/** Resolves with why not, or "". */
async function join(code) {
  try {
    await request("join", { code });
    remember("code", code);
    return "";
  } catch (error) {
    return error.text ? p(error.text) : t("No answer came.");
  }
}
