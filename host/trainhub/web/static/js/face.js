/** The hub from above: twelve tracks on a ring, two lights each, the engine in the middle. */

import { attr, h, s, swap, write } from "./dom.js";
import { tileName, tileShape, unknownDouble } from "./domino.js";
import { t, tn } from "./i18n.js";
import { onLight } from "./lights.js";
import { model, nameOf, watch } from "./store.js";

const MEXICAN = 12;
const INNER = 312;
const OUTER = 402;
const BAND = 496; // where the names run round the rim
const tracks = [];
let byPixel = new Map();

/** Builds the face once and keeps it up to date. */
export function face() {
  const middle = s("g", { class: "middle" });
  const svg = s("svg", { viewBox: "-552 -552 1104 1104", class: "face", role: "img", "aria-labelledby": "face-title" },
    s("title", { id: "face-title", text: t("The hub") }),
    defs(),
    s("circle", { r: 548, class: "hub-rim" }),
    s("circle", { r: 539, class: "hub-band" }),
    s("circle", { r: 452, class: "hub-body", fill: "url(#wood)" }),
    Array.from({ length: 12 }, (_, i) => notch(i + 1)),
    Array.from({ length: 12 }, (_, i) => track(i + 1)),
    s("circle", { r: 238, class: "hub-well" }),
    middle);
  onLight(paint);
  watch(["line"], () => wire());
  watch(["game", "line"], () => table(middle, svg));
  return svg;
}

function defs() {
  return s("defs", {},
    s("radialGradient", { id: "wood", cx: "38%", cy: "30%", r: "85%" },
      s("stop", { offset: "0", class: "wood-light" }), s("stop", { offset: "1", class: "wood-dark" })),
    Array.from({ length: 12 }, (_, i) => arc(i + 1)));
}

/** The line on which a name is written: clockwise above, the other way round below, so that it never stands on its head. */
function arc(number) {
  const upright = number > 3 && number < 9;
  const radius = upright ? BAND + 14 : BAND - 14;
  const [from, to] = [number * 30 - 20, number * 30 + 20].map((degrees) => {
    const angle = (degrees * Math.PI) / 180;
    return `${(Math.sin(angle) * radius).toFixed(1)} ${(-Math.cos(angle) * radius).toFixed(1)}`;
  });
  const d = upright ? `M${to}A${radius} ${radius} 0 0 0 ${from}` : `M${from}A${radius} ${radius} 0 0 1 ${to}`;
  return s("path", { id: `arc-${number}`, d });
}

function notch(number) {
  return s("path", { d: "M0 -456V-536", class: "notch", transform: `rotate(${number * 30 + 15})` });
}

/** One track: rails, sleepers, the two lights, a double that lies across, and who sits there. */
function track(number) {
  const angle = number * 30;
  const turn = light(0, -INNER, "turn");
  const marker = light(0, -OUTER, "marker");
  const double = s("g", { class: "double", transform: `translate(-40 ${-(INNER + OUTER) / 2 - 20}) scale(.4)` });
  const sleepers = Array.from({ length: 11 }, (_, i) => `M-23 ${-254 - i * 18.5}H23`).join("");
  const rails = s("g", { transform: `rotate(${angle})` },
    s("path", { d: sleepers, class: "sleepers" }),
    s("path", { d: "M-12 -246V-446M12 -246V-446", class: "rails" }),
    marker.group, turn.group, double);
  const name = s("textPath", { href: `#arc-${number}`, startOffset: "50%", "text-anchor": "middle" });
  const group = s("g", { class: "track" }, rails, s("text", { class: "name" }, name));
  tracks.push({ number, turn, marker, double, name, group });
  return group;
}

/** A lamp: halo, bezel, glass. The marker's is a diamond, so that the two differ by shape as well. */
function light(x, y, kind) {
  const halo = [66, 48, 34].map((r) => s("circle", { cx: x, cy: y, r, class: "halo" }));
  const shape = kind === "marker"
    ? s("rect", { x: x - 19, y: y - 19, width: 38, height: 38, rx: 7, transform: `rotate(45 ${x} ${y})`, class: "lamp" })
    : s("circle", { cx: x, cy: y, r: 22, class: "lamp" });
  return { group: s("g", { class: `light ${kind}` }, halo, shape), halo, shape };
}

function wire() {
  byPixel = new Map();
  const map = model.line.hub && model.line.hub.lights;
  if (!map) return;
  tracks.forEach((one, i) => {
    byPixel.set(map.turn[i], one.turn);
    if (map.per_track > 1) byPixel.set(map.marker[i], one.marker);
    attr(one.marker.group, "hidden", map.per_track > 1 ? null : "");
  });
}

function paint(pixel, { colour, level }) {
  const lamp = byPixel.get(pixel);
  if (!lamp) return;
  lamp.shape.style.fill = colour;
  lamp.group.style.setProperty("--level", level.toFixed(3));
  for (const ring of lamp.halo) ring.style.fill = colour || "none";
}

function table(middle, svg) {
  const game = model.game;
  const lying = game ? game.table : null;
  for (const one of tracks) {
    const mexican = one.number === MEXICAN;
    const seat = game && game.sheet.seats.find((known) => known.track === one.number && known.left === null);
    const written = one.name.textContent;
    write(one.name, mexican ? t("Mexican Train") : seat ? short(seat.name) : String(one.number));
    if (one.name.textContent !== written) one.group.style.setProperty("--size", Math.min(44, 400 / [...one.name.textContent].length).toFixed(1));
    one.group.setAttribute("class", ["track", seat || (mexican && game) ? "taken" : "", lying && lying.turn === one.number ? "in-turn" : "",
      lying && lying.markers.includes(one.number) ? "open" : ""].join(" "));
    const double = lying && lying.doubles.includes(one.number);
    swap(one.double, double ? s("g", { class: lying.due === one.number ? "due" : "" }, unknownDouble()) : []);
  }
  swap(middle, centre(game, lying));
  write(svg.querySelector("title"), aloud(game, lying));
}

function centre(game, lying) {
  if (!game || lying.phase === "no game") {
    return [line(-14, "middle-title", "trainhub"), line(36, "middle-note", t("no game yet"))];
  }
  const engine = lying.engine ?? lying.next_engine;
  const over = engine === null || engine === undefined;
  const out = [line(-118, "middle-note", over ? tn("{n} round played", "{n} rounds played", lying.round)
    : t("round {n} of {all}", { n: lying.engine === null ? lying.round + 1 : lying.round, all: lying.rounds }))];
  if (over) {
    out.push(line(0, "middle-title", lying.phase === "finished" ? t("The end") : t("ended")));
    return out;
  }
  out.push(s("g", { class: lying.engine === null ? "engine next" : "engine", transform: "translate(-160 -80) scale(1.6)" },
    tileShape([engine, engine])));
  if (lying.engine === null) out.push(line(128, "middle-note", t("looking for {engine}", { engine: tileName([engine, engine]) })));
  if (lying.boneyard) {
    const [low, high] = lying.boneyard;
    // After a hand went back uncounted the upper bound is true, and of no use to anybody.
    const n = low === high ? low : high - low > 12 ? `${low}+` : `${low}–${high}`;
    out.push(line(lying.engine === null ? 172 : 134, "middle-note", t("boneyard {n}", { n })));
  }
  if (lying.paused) out.push(line(-166, "middle-note paused", t("paused")));
  return out;
}

function line(y, kind, text) {
  return s("text", { y, class: kind, "text-anchor": "middle", text });
}

function short(name) {
  const letters = [...name];
  return letters.length > 11 ? letters.slice(0, 10).join("") + "…" : name;
}

function aloud(game, lying) {
  if (!game) return t("The hub; no game has begun.");
  const open = lying.markers.map((track) => (game.sheet.seats.find((one) => one.track === track) || {}).name).filter(Boolean);
  const parts = [t("The hub.")];
  if (lying.turn_name) parts.push(t("{who} is in turn.", { who: lying.turn_name }));
  if (open.length) parts.push(t("Open trains: {names}.", { names: open.join(", ") }));
  return parts.join(" ");
}

/** Words over the face: whose turn it is, what the hub asks, which trains are open. */
export function turnBanner() {
  const who = h("p", { class: "turn-who" });
  const what = h("p", { class: "turn-what" });
  const facts = h("ul", { class: "facts" });
  const banner = h("div", { class: "turn" }, who, what, facts);
  watch(["game", "now", "line", "online"], () => {
    const lying = model.game && model.game.table;
    const asked = model.now.question;
    write(who, headline(lying));
    write(what, asked ? t("The hub asks: {title} {at}", { title: asked.title, at: asked.at }) : "");
    attr(banner, "data-asks", asked ? "" : null);
    swap(facts, factsOf(lying).map(([kind, text]) => h("li", { class: kind, text })));
  });
  return banner;
}

/** What lies on the table, in words, so that nobody depends on colours. */
function factsOf(lying) {
  if (!lying || lying.phase !== "round running") return [];
  const out = [];
  const names = (list) => list.map((number) => (number === MEXICAN ? t("Mexican Train") : nameOf(number))).join(", ");
  if (lying.due) out.push(["due", t("to cover first: {where}", { where: names([lying.due]) })]);
  const others = lying.doubles.filter((number) => number !== lying.due);
  if (others.length) out.push(["double-fact", t("open double: {where}", { where: names(others) })]);
  if (lying.markers.length) out.push(["open-fact", t("open trains: {names}", { names: names(lying.markers) })]);
  if (lying.called.length) out.push(["called", t("last tile: {names}", { names: names(lying.called) })]);
  if (lying.coming.length) out.push(["coming", t("from the next round: {names}", { names: names(lying.coming) })]);
  if (lying.blocked_due) out.push(["due", t("Nobody can go on: the round is over.")]);
  return out;
}

function headline(lying) {
  if (!lying) return model.line.state === "no hub" ? t("No hub") : t("Who plays tonight?");
  if (lying.paused) return t("Paused");
  if (lying.turn_name) return t("{who} plays", { who: lying.turn_name });
  if (lying.phase === "between rounds") return t("Round {n} begins", { n: lying.round + 1 });
  return lying.phase === "finished" ? t("The game is over") : t("The game was ended");
}
