/** All tiles of the set to tap: what is left in the hand, added up. The double blank counts what the rule set says. */

import { attr, h, swap, write } from "./dom.js";
import { tile, tileName } from "./domino.js";
import { t, tn } from "./i18n.js";

const pipText = (n) => tn("{n} pip", "{n} pips", n);

/** `rules()` gives {set, blank}; `changed(pips)` is called after each tap. */
export function picker(rules, changed) {
  const chosen = new Set();
  const sum = h("p", { class: "picker-sum", "aria-live": "polite" });
  const grid = h("div", { class: "picker" });
  const rows = h("div", { class: "picker-jump" });
  const element = h("div", { class: "picker-all" }, rows, grid, sum);
  const { set, blank } = rules();
  const worth = ([a, b]) => (a + b === 0 ? blank : a + b);

  const draw = () => {
    const hand = [...chosen].map((key) => key.split("-").map(Number));
    write(sum, hand.length ? `${tn("{n} tile", "{n} tiles", hand.length)}, ${pipText(hand.reduce((all, one) => all + worth(one), 0))}` : t("Tap every tile that is left."));
  };
  const tap = (key, button) => {
    if (!chosen.delete(key)) chosen.add(key);
    attr(button, "aria-pressed", String(chosen.has(key)));
    draw();
    changed([...chosen].reduce((all, one) => all + worth(one.split("-").map(Number)), 0));
  };
  const blocks = [];
  for (let high = set; high >= 0; high -= 1) {
    const tiles = [];
    for (let low = high; low >= 0; low -= 1) {
      const key = `${high}-${low}`;
      const button = h("button", { type: "button", class: "pick", "aria-pressed": "false", "data-tile": key, "aria-label": `${tileName([high, low])}, ${pipText(worth([high, low]))}` },
        tile([high, low], true));
      button.addEventListener("click", () => tap(key, button));
      tiles.push(button);
    }
    blocks.push(h("div", { class: "picker-row", id: `pick-${high}` }, tiles));
  }
  swap(grid, blocks);
  swap(rows, Array.from({ length: set + 1 }, (_, i) => set - i).map((high) =>
    h("button", { type: "button", text: high, "aria-label": t("Tiles with {n} as the higher half", { n: high }), onclick: () => grid.querySelector(`#pick-${high}`).scrollIntoView({ block: "start", behavior: "auto" }) })));
  draw();
  return {
    element,
    clear() {
      chosen.clear();
      for (const button of grid.querySelectorAll(".pick")) attr(button, "aria-pressed", "false");
      draw();
    },
  };
}
