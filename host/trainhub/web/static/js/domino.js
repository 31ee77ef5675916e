/** Dominoes with pips, never with numbers. Halves are 100 wide; a tile is 200 x 100 with its halves side by side. */

import { s } from "./dom.js";
import { t } from "./i18n.js";

const X = [20, 50, 80];
// Where the pips of 0 to 12 lie, on a grid of 3 x 3, or 4 x 3 and more above nine.
const GRID = {
  1: [[1, 1]],
  2: [[0, 0], [2, 2]],
  3: [[0, 0], [1, 1], [2, 2]],
  4: [[0, 0], [2, 0], [0, 2], [2, 2]],
  5: [[0, 0], [2, 0], [1, 1], [0, 2], [2, 2]],
  6: [[0, 0], [1, 0], [2, 0], [0, 2], [1, 2], [2, 2]],
  7: [[0, 0], [1, 0], [2, 0], [1, 1], [0, 2], [1, 2], [2, 2]],
  8: [[0, 0], [1, 0], [2, 0], [0, 1], [2, 1], [0, 2], [1, 2], [2, 2]],
  9: [[0, 0], [1, 0], [2, 0], [0, 1], [1, 1], [2, 1], [0, 2], [1, 2], [2, 2]],
};
/** The customary colours of pips by number, dark enough on ivory. */
export const COLOURS = [
  "#333", "#1c73c4", "#23803a", "#b8242c", "#7a4a1e", "#2b45b0", "#a06b00", "#b03a77", "#0d7a70", "#6a32a0", "#b84a00",
  "#55595c", "#3c4654", "#7a1f55", "#1d5c33", "#45208a", "#7d4a12", "#24626f", "#8f2390",
];

function places(n) {
  if (n <= 9) return { at: (GRID[n] || []).map(([x, y]) => [X[x], X[y]]), r: 9 };
  const rows = n <= 12 ? 3 : n <= 16 ? 4 : 5;
  const out = [];
  let left = n;
  for (let row = 0; row < rows; row += 1) {
    const count = Math.ceil(left / (rows - row));
    left -= count;
    for (let i = 0; i < count; i += 1) {
      out.push([50 + (i - (count - 1) / 2) * (count > 3 ? 22 : 28), 50 + (row - (rows - 1) / 2) * (rows > 3 ? 20 : 28)]);
    }
  }
  return { at: out, r: rows > 3 ? 7 : 8.5 };
}

/** The pips of one half, as a group. */
export function pips(n) {
  const { at, r } = places(n);
  return s("g", { fill: COLOURS[n] }, at.map(([x, y]) => s("circle", { cx: x, cy: y, r })));
}

/** How a tile is read aloud. */
export function tileName([a, b]) {
  return t("{a}-{b}", { a, b });
}

/** The drawing of a tile without a frame of its own: `upright` stands it on its second half. */
export function tileShape([a, b], upright = false) {
  const [wide, high] = upright ? [100, 200] : [200, 100];
  return s("g", { class: "tile" },
    s("rect", { x: 1.5, y: 1.5, width: wide - 3, height: high - 3, rx: 16, class: "tile-body" }),
    s("path", { d: upright ? "M14 100H86" : "M100 14V86", class: "tile-line" }),
    s("circle", { cx: wide / 2, cy: high / 2, r: 5, class: "tile-stud" }),
    pips(a), s("g", { transform: upright ? "translate(0 100)" : "translate(100 0)" }, pips(b)));
}

/** A double whose number nobody told the hub. */
export function unknownDouble() {
  const mark = (x) => s("text", { x, y: 74, "text-anchor": "middle", class: "tile-unknown", text: "?" });
  return s("g", { class: "tile" },
    s("rect", { x: 1.5, y: 1.5, width: 197, height: 97, rx: 16, class: "tile-body" }), s("path", { d: "M100 14V86", class: "tile-line" }), mark(50), mark(150));
}

/** A tile as a picture of its own. */
export function tile(halves, upright = false) {
  return s("svg", { viewBox: upright ? "0 0 100 200" : "0 0 200 100", class: "tile-svg", "aria-hidden": "true", focusable: "false" },
    tileShape(halves, upright));
}
