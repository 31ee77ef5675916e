/** Who comes late, who leaves, and how a name is really written. */

import { dialog, sure } from "./dialog.js";
import { h, swap } from "./dom.js";
import { t } from "./i18n.js";
import { request } from "./net.js";
import { model, watch } from "./store.js";
import { complain } from "./toast.js";

/** Opens the dialog. */
export function peopleDialog() {
  const list = h("div", { class: "people-list" });
  let late = "";
  let track = 0;
  const draw = () => {
    if (!model.game || document.activeElement?.closest?.(".people-list input")) return;
    const { seats } = model.game.sheet;
    const free = Array.from({ length: 11 }, (_, i) => i + 1).filter((n) => !seats.some((seat) => seat.track === n));
    if (!free.includes(track)) track = free[0];
    swap(list, seats.map(row), h("h3", { text: t("Somebody comes late") }), h("p", { text: t("He or she plays from the next round on.") }),
      h("div", { class: "row" },
        h("input", { type: "text", id: "late-name", maxlength: 32, placeholder: t("Name"), "aria-label": t("Name"), value: late, oninput: (event) => { late = event.target.value; } }),
        h("label", {}, h("span", { text: t("Track") }), h("select", { id: "late-track", onchange: (event) => { track = Number(event.target.value); } }, free.map((n) => h("option", { value: n, text: n, selected: n === track })))),
        h("button", { type: "button", class: "main-action", id: "late-add", text: t("Joins"), onclick: () => add() })));
  };
  const add = async () => {
    document.activeElement?.blur();
    try {
      await request("come", { track, name: late });
      late = "";
    } catch (error) {
      complain(error);
    }
  };
  const end = watch(["game"], () => list.isConnected && draw());
  dialog(t("Players"), () => list).then(end);
  draw();
}

function row(seat) {
  const coming = model.game.table.coming.includes(seat.track);
  const input = h("input", { type: "text", maxlength: 32, value: seat.name, "aria-label": t("Name of the player on track {n}", { n: seat.track }) });
  const rename = () => input.value.trim() && input.value !== seat.name && request("rename", { track: seat.track, name: input.value }).catch(complain);
  input.addEventListener("change", rename);
  return h("div", { class: "row" }, h("span", { class: "track-badge", text: seat.track }), input,
    seat.left !== null ? h("span", { text: t("left") }) : h("button", { type: "button", class: "quiet", text: coming ? t("does not come") : t("Leaves"), onclick: async () => {
      if (await sure(t("{who} leaves the table?", { who: seat.name }), t("Leaves"))) await request("go", { track: seat.track }).catch(complain);
    } }));
}
