/** Totals over the rounds: a small picture of lines, with a table's worth of text for those who do not see it. */

import { h, s, swap } from "./dom.js";
import { t } from "./i18n.js";
import { model, watch } from "./store.js";

const WIDE = 640;
const HIGH = 260;
const LEFT = 44;
const RIGHT = 120;
const TOP = 14;
const BOTTOM = 30;
const DASHES = ["", "9 5", "2 5", "14 4 3 4", "6 3", "1 4", "18 6", "4 8", "10 3 2 3", "3 3", "12 8"];

/** The chart; hidden until one round is over. */
export function chart() {
  const box = h("section", { class: "chart" });
  watch(["game"], () => {
    const game = model.game;
    const rounds = game ? Math.max(0, ...game.totals.map((line) => line.length)) : 0;
    box.hidden = rounds < 2;
    if (!box.hidden) swap(box, h("h2", { text: t("Totals") }), picture(game, rounds));
  });
  return box;
}

function picture(game, rounds) {
  const most = Math.max(10, ...game.totals.flat().map((value) => value ?? 0));
  const step = nice(most / 4);
  const top = Math.ceil(most / step) * step;
  const x = (round) => LEFT + ((round - 1) * (WIDE - LEFT - RIGHT)) / (rounds - 1);
  const y = (value) => HIGH - BOTTOM - (value * (HIGH - TOP - BOTTOM)) / top;
  const marks = Array.from({ length: top / step + 1 }, (_, i) => i * step);
  const lines = game.sheet.seats.map((seat, i) => ({ seat, i, values: game.totals[i], last: lastOf(game.totals[i]) }));
  const ends = spread(lines.filter((one) => one.last !== null).map((one) => ({ ...one, at: y(one.last) })));
  return s("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": aloud(lines) },
    marks.map((value) => [s("path", { d: `M${LEFT} ${y(value)}H${WIDE - RIGHT}`, class: "grid" }), s("text", { x: LEFT - 8, y: y(value) + 5, "text-anchor": "end", text: value })]),
    Array.from({ length: rounds }, (_, i) => s("text", { x: x(i + 1), y: HIGH - 8, "text-anchor": "middle", text: i + 1 })),
    lines.map(({ seat, i, values }) => s("path", { d: path(values, x, y), class: `line line-${i}${seat.place === 1 ? " best" : ""}`, "stroke-dasharray": DASHES[i] })),
    lines.map(({ i, values }) => values.map((value, round) => value === null ? null : s("circle", { cx: x(round + 1), cy: y(value), r: 3.5, class: `dot line-${i}` }))),
    ends.map(({ seat, i, at, last }) => s("text", { x: WIDE - RIGHT + 10, y: at + 5, class: `end line-${i}`, text: `${cut(seat.name)} ${last}` })));
}

function path(values, x, y) {
  let pen = "M";
  return values.map((value, i) => {
    if (value === null) return "";
    const out = `${pen}${x(i + 1).toFixed(1)} ${y(value).toFixed(1)}`;
    pen = "L";
    return out;
  }).join("");
}

/** Moves labels apart that would lie on each other. */
function spread(ends) {
  const sorted = ends.sort((a, b) => a.at - b.at);
  for (let i = 1; i < sorted.length; i += 1) sorted[i].at = Math.max(sorted[i].at, sorted[i - 1].at + 17);
  const over = sorted.length ? sorted.at(-1).at - (HIGH - BOTTOM + 4) : 0;
  if (over > 0) for (const one of sorted) one.at -= over;
  return sorted;
}

function nice(step) {
  const ten = 10 ** Math.floor(Math.log10(step));
  return [1, 2, 5, 10].map((n) => n * ten).find((n) => n >= step);
}

function lastOf(values) {
  const known = values.filter((value) => value !== null);
  return known.length ? known.at(-1) : null;
}

function cut(name) {
  return [...name].length > 9 ? `${[...name].slice(0, 8).join("")}…` : name;
}

function aloud(lines) {
  return `${t("Totals over the rounds")}: ${lines.filter((one) => one.last !== null).map(({ seat, values }) => `${seat.name} ${values.filter((v) => v !== null).join(", ")}`).join("; ")}`;
}
