/** A table to play on: one person against bots, on the simulated hub whose lights follow. */

import { dialog } from "./dialog.js";
import { attr, h, swap } from "./dom.js";
import { tile, tileName } from "./domino.js";
import { p, t, tn } from "./i18n.js";
import { listen, request } from "./net.js";
import { ruleChoice, ruleSets } from "./newgame.js";
import { prefs, remember } from "./prefs.js";
import { model, update, watch } from "./store.js";
import { complain, toast } from "./toast.js";

const FIRST_LAY = 32;
const LATE_CALL = 3;
let chosen = null; // the tile in the fingers, as "12-5"

/** The play area; hidden while there is no match. */
export function playView() {
  const view = h("section", { class: "play", id: "play", "aria-label": t("Game against bots") });
  listen("match", ({ match }) => {
    if (!match || match.phase !== "mine") chosen = null;
    update({ match });
  });
  watch(["match", "you", "online"], () => draw(view));
  return view;
}

function draw(view) {
  const match = model.match;
  view.hidden = !match;
  if (!match) return;
  const held = document.activeElement?.dataset?.tile;
  const scrolls = new Map([...view.querySelectorAll(".train-tiles")].map((one) => [one.dataset.line, one.scrollLeft]));
  swap(view, head(match), trains(match), hand(match), actions(match),
    h("ol", { class: "play-lines" }, (match.said || []).slice(-3).map((said) => h("li", { text: p(said) }))));
  for (const one of view.querySelectorAll(".train-tiles")) one.scrollLeft = Math.max(one.scrollWidth, scrolls.get(one.dataset.line) || 0);
  if (held) view.querySelector(`.hand [data-tile="${held}"]`)?.focus({ preventScroll: true });
}

function head(match) {
  const mine = match.phase === "mine";
  const name = (track) => match.names[track];
  const text = {
    deal: t("The tiles are dealt."), mine: t("Your turn"), bots: match.turn ? t("{who} plays", { who: name(match.turn) }) : "",
    "round-over": match.winner ? t("{who} is out. The round is over.", { who: name(match.winner) }) : t("Nobody can go on. The round is over."),
    over: t("The game is over."), broken: p(match.trouble),
  }[match.phase];
  return h("div", { class: "play-head", "data-mine": mine || null },
    h("h2", { "aria-live": "polite", text }),
    match.round ? h("p", {}, t("round {n} of {all}", { n: match.round, all: match.rounds }), " · ", t("boneyard {n}", { n: match.left })) : null);
}

function trains(match) {
  if (!match.lines) return null;
  const order = [...match.lines].sort((a, b) => (a.mexican === b.mexican ? a.line - b.line : a.mexican ? -1 : 1));
  return h("div", { class: "trains" }, order.map((line) => train(line, match)));
}

function train(line, match) {
  const lay = chosen ? match.legal.find((one) => one.line === line.line && key(one.tile) === chosen) : null;
  const mine = line.track === match.me && !line.mexican;
  const who = line.mexican ? t("Mexican Train") : match.names[line.track] + (line.branch ? ` (${t("branch")})` : "");
  const notes = [line.double ? t("open double") : "", !line.mexican && line.open ? t("open") : "", !line.mexican && !line.branch ? tn("{n} tile", "{n} tiles", match.counts[line.track]) : ""].filter(Boolean);
  const body = [
    h("span", { class: "train-name" }, h("b", { text: mine ? t("Your train") : who }), h("small", { text: notes.join(" · ") })),
    h("span", { class: "train-tiles", "data-line": line.line }, line.tiles.length ? line.tiles.map((one) => tile(one, one[0] === one[1])) : h("span", { class: "train-start" }, tile([match.engine, match.engine])),
      h("span", { class: "train-end", "aria-hidden": "true", text: "›" })),
  ];
  const kinds = ["train", mine ? "mine" : "", line.open ? "open" : "", lay ? "legal" : "", match.turn === line.track ? "in-turn" : ""].join(" ");
  if (!lay && !chosen) return h("div", { class: kinds }, body);
  return h("button", { type: "button", class: kinds, "data-lay": line.line, "aria-label": t("Lay {tile} on {who}", { tile: chosen, who }), onclick: () => putOn(line, match) }, body);
}

function hand(match) {
  if (!match.hand) return null;
  const sorted = [...match.hand].sort((a, b) => b[0] + b[1] - a[0] - a[1]);
  const drawn = match.drawn ? key(match.drawn) : "";
  return h("div", { class: "hand", role: "group", "aria-label": t("Your tiles") }, sorted.map((one) => {
    const id = key(one);
    const legal = match.legal.some((lay) => key(lay.tile) === id);
    return h("button", {
      type: "button", class: ["hand-tile", legal ? "legal" : "", id === drawn ? "drawn" : ""].join(" "), "data-tile": id, "aria-pressed": String(id === chosen),
      "aria-label": legal ? t("{tile}, can be laid", { tile: tileName(one) }) : tileName(one), disabled: match.phase !== "mine" || !model.you.writes, onclick: () => pick(one, match),
    }, tile(one, true));
  }));
}

function actions(match) {
  const may = match.may || {};
  const act = (id, text, run, main = false) => h("button", { type: "button", id, class: main ? "main-action" : "", text, disabled: !model.online || !model.you.writes, onclick: run });
  return h("div", { class: "row play-actions" },
    may.draw ? act("play-draw", t("Draw a tile"), () => send(1), true) : null,
    may.call ? act("play-call", t("Last tile!"), () => send(2), true) : null,
    may.end ? act("play-end", t("End the turn"), () => send(0), !may.draw && !may.call && !match.legal?.length) : null,
    may.late ? act("play-late", t("Call my last tile"), () => send(LATE_CALL)) : null,
    match.phase === "round-over" ? act("play-next", t("Next round"), () => request("play-next").catch(complain), true) : null,
    act("play-stop", match.phase === "over" || match.phase === "broken" ? t("Close") : t("Stop playing"), () => request("play-stop").catch(complain)));
}

/** A tile of the hand was tapped: lay it where only one place is legal, else let the person choose. */
function pick(one, match) {
  const id = key(one);
  const places = match.legal.filter((lay) => key(lay.tile) === id);
  if (chosen === id) chosen = null;
  else if (places.length === 1) return send(places[0].move);
  else if (places.length === 0) return whyNot(one, match);
  else chosen = id;
  update({ match });
  return null;
}

function putOn(line, match) {
  const [a, b] = chosen.split("-").map(Number);
  if (a !== line.end && b !== line.end) {
    toast(t("{tile} does not fit there.", { tile: chosen }), "error");
    return;
  }
  send(FIRST_LAY + line.line * 32 + (a === line.end ? b : a));
  chosen = null;
  update({ match });
}

/** No place is legal for this tile: the rules say why, at the first place where it would fit. */
function whyNot([a, b], match) {
  const line = match.lines.find((one) => one.end === a || one.end === b);
  if (!line) toast(t("{tile} fits nowhere now.", { tile: tileName([a, b]) }), "warn");
  else send(FIRST_LAY + line.line * 32 + (line.end === a ? b : a));
}

async function send(move) {
  try {
    await request("play", { move });
  } catch (error) {
    complain(error);
  }
}

function key([a, b]) {
  return `${a}-${b}`;
}

/** Asks for name, number of bots and rules, then begins. */
export async function newMatch() {
  const rules = await ruleSets().catch(complain);
  if (!rules) return;
  let bots = 3;
  const choice = ruleChoice(rules, () => bots + 1);
  const name = h("input", { type: "text", id: "play-name", maxlength: 32, value: prefs.me || t("Guest"), "aria-label": t("Your name") });
  const problem = h("p", { class: "problem", role: "status" });
  const begin = h("button", { type: "button", class: "main-action", id: "play-begin", text: t("Deal") });
  const check = () => {
    problem.textContent = choice.refused(bots + 1);
    attr(begin, "disabled", problem.textContent ? "" : null);
  };
  choice.onChange(check);
  await dialog(t("Play against bots"), (close) => {
    begin.addEventListener("click", async () => {
      remember("me", name.value);
      begin.disabled = true;
      try {
        await request("play-begin", { name: name.value, bots, ...choice.value(), end: true });
        close();
      } catch (error) {
        complain(error);
        begin.disabled = false;
      }
    });
    check();
    return [
      h("p", { text: t("You play with tiles here; the simulated hub is pressed for you and its lights follow. A running game on it ends.") }),
      h("div", { class: "row" }, h("label", {}, h("span", { text: t("Your name") }), name),
        h("label", {}, h("span", { text: t("Bots") }), h("select", { id: "play-bots", onchange: (event) => { bots = Number(event.target.value); check(); } }, [1, 2, 3, 4, 5, 6, 7].map((n) => h("option", { value: n, text: n, selected: n === bots }))))),
      choice.element, problem, h("div", { class: "row end" }, h("button", { type: "button", text: t("Cancel"), onclick: close }), begin),
    ];
  }, "wide");
}
