/** Hub and PC hold different histories of a game: the choice, beside the sentence that says so. */

import { h, swap } from "./dom.js";
import { t } from "./i18n.js";
import { request } from "./net.js";
import { model, watch } from "./store.js";
import { complain } from "./toast.js";

/** The buttons; hidden while there is nothing to choose, or for a page that only looks on. */
export function choice() {
  const box = h("div", { class: "choice", role: "group", "aria-label": t("Which history counts?"), hidden: true });
  let shown = "";
  watch(["line", "online", "you"], () => {
    const open = model.online && model.you.writes ? model.line.choice : null;
    box.hidden = !open;
    const now = open ? JSON.stringify(open) : "";
    if (now === shown) return; // a finger may be on its way
    shown = now;
    if (open) swap(box, ways(open).map(([how, text, about]) => h("div", {},
      h("button", { type: "button", id: `choose-${how}`, text, onclick: (event) => choose(event.target, open.game, how) }), h("small", { text: about }))));
  });
  return box;
}

function ways({ behind, here, hub }) {
  const adopt = ["adopt", t("The hub's counts"), t("This computer's is set aside, not deleted.")];
  const keep = ["keep", t("Keep both"), t("The game goes on as the hub has it; this computer's stays in the list.")];
  const restore = ["restore", t("Give it back to the hub"), t("The hub gets the {n} events it lost.", { n: here - hub })];
  return behind ? [restore, adopt, keep] : [adopt, keep];
}

async function choose(button, game, how) {
  button.disabled = true;
  try {
    await request("choose", { game, how });
  } catch (error) {
    complain(error);
  }
  button.disabled = false;
}
