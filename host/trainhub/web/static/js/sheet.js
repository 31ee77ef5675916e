/** The score sheet, drawn like the paper pad: a row a round, a column a player. Cells of finished rounds can be typed. */

import { h, swap } from "./dom.js";
import { tile } from "./domino.js";
import { enterScores } from "./entry.js";
import { number, t, tn } from "./i18n.js";
import { model, nameOf, unsetCells, watch } from "./store.js";

/** The sheet with its title and the reminder of what is missing. */
export function sheetView() {
  const head = h("div", { class: "sheet-head" });
  const scroll = h("div", { class: "sheet-scroll", tabindex: "0", role: "region", "aria-label": t("Score sheet") });
  const foot = h("div", { class: "sheet-foot" });
  const view = h("section", { class: "paper" }, head, scroll, foot);
  watch(["game", "you", "online"], () => {
    const game = model.game;
    if (!game) {
      swap(head, h("h2", { text: t("Score sheet") }));
      swap(scroll, h("p", { class: "empty", text: t("No game has begun. Seat the players at the hub, or begin a new game here.") }));
      swap(foot);
      return;
    }
    const held = document.activeElement && document.activeElement.dataset ? document.activeElement.dataset.cell : null;
    const left = scroll.scrollLeft;
    swap(head, title(game));
    swap(scroll, table(game));
    scroll.scrollLeft = left;
    if (held) scroll.querySelector(`[data-cell="${held}"]`)?.focus({ preventScroll: true });
    swap(foot, notes(game));
  });
  return view;
}

function title(game) {
  const { sheet } = game;
  const played = sheet.rounds.filter((row) => row.state === "over").length;
  const date = sheet.dated ? new Date(sheet.dated * 1000).toLocaleDateString(document.documentElement.lang, { day: "numeric", month: "long", year: "numeric" }) : "";
  return [
    h("h2", { text: t("Score sheet") }),
    h("p", { class: "sheet-about" }, [date, sheet.rule_set + (sheet.changed_rules ? " *" : ""), t("double-{n}", { n: sheet.set }),
      t("{played} of {rounds} rounds", { played, rounds: sheet.rounds_total })].filter(Boolean).join(" · ")),
  ];
}

function table(game) {
  const { seats, rounds } = game.sheet;
  const shown = rounds.filter((row) => row.state !== "open" || Object.values(row.cells).some((cell) => cell.state === "number"));
  const rest = rounds.length - shown.length;
  const over = rounds.some((row) => row.state === "over");
  return h("table", { class: "scores", "data-seats": seats.length },
    h("caption", { class: "unseen", text: t("Pips of each player in each round") }),
    h("thead", {}, h("tr", {}, h("th", { scope: "col", class: "round", text: t("Round") }), seats.map((seat) => column(seat, game)))),
    h("tbody", {}, seats.some((seat) => seat.start) ? starts(seats) : null, shown.map((row) => line(row, game)),
      rest ? h("tr", { class: "to-come" }, h("th", { scope: "row", text: "…" }),
        h("td", { colspan: seats.length, text: tn("{n} more round", "{n} more rounds", rest) })) : null,
      // Only on paper: room to go on by hand.
      rounds.filter((row) => !shown.includes(row)).map((row) => h("tr", { class: "future", "aria-hidden": "true" }, h("th", {}, h("span", { class: "round-no", text: row.round }), tile([row.engine, row.engine])), seats.map(() => h("td", {}))))),
    h("tfoot", {}, h("tr", { class: "total" }, h("th", { scope: "row", text: t("Total") }), seats.map((seat) =>
      h("td", { class: seat.place === 1 && over ? "best" : "" }, number(seat.total), seat.unset ? h("span", { class: "q", title: t("a number is missing"), text: "?" }) : null))),
    h("tr", { class: "place" }, h("th", { scope: "row", text: t("Place") }), seats.map((seat) =>
      h("td", { text: over ? (seat.place ? `${seat.place}.` : t("left")) : "" })))));
}

function column(seat, game) {
  const turn = game.table.turn === seat.track;
  return h("th", { scope: "col", class: turn ? "seat in-turn" : "seat", "data-track": seat.track }, h("span", { class: "seat-name", title: seat.name, text: seat.name }),
    h("span", { class: "seat-track" }, turn ? t("plays") : t("track {n}", { n: seat.track })));
}

function starts(seats) {
  return h("tr", { class: "starts" }, h("th", { scope: "row", text: t("start") }), seats.map((seat) => h("td", { text: seat.start || "" })));
}

function line(row, game) {
  const engine = [row.engine, row.engine];
  return h("tr", { class: row.state, "data-round": row.round },
    h("th", { scope: "row" }, h("span", { class: "round-no", text: row.round }), tile(engine), h("span", { class: "unseen", text: t("engine {n}", { n: row.engine }) }),
      row.blocked ? h("span", { class: "blocked", title: t("blocked"), text: "⊘" }) : null),
    game.sheet.seats.map((seat) => cell(row, seat, game)));
}

function cell(row, seat, game) {
  const value = row.cells[seat.track];
  const waits = game.pending.find((one) => one.round === row.round && one.track === seat.track);
  const won = row.winner === seat.track;
  const text = waits ? String(waits.pips ?? "?") : { number: String(value.pips), unset: "?", absent: "–", open: "" }[value.state];
  const kinds = ["cell", value.state, won ? "won" : "", value.before ? "corrected" : "", value.provisional ? "provisional" : "", waits ? "pending" : ""];
  const name = t("Round {n}, {who}: {what}", { n: row.round, who: seat.name, what: spoken(value, waits) });
  if (!model.you.writes || row.state !== "over" || value.state === "absent") {
    return h("td", { class: kinds.join(" "), title: hint(value, waits) }, h("span", { "aria-label": name, role: "img", text }));
  }
  return h("td", { class: kinds.join(" ") }, h("button", {
    type: "button", "aria-label": name, title: hint(value, waits), text, "data-cell": `${row.round}-${seat.track}`, disabled: !model.online,
    onclick: () => enterScores(row.round, seat.track),
  }));
}

function spoken(value, waits) {
  if (waits) return t("waits for the hub");
  return { number: String(value.pips), unset: t("unset"), absent: t("not at the table"), open: t("not over yet") }[value.state];
}

function hint(value, waits) {
  if (waits) return t("waits for the hub");
  if (value.before) return t("corrected; it was {was}", { was: value.before.map((one) => one ?? t("unset")).join(", ") });
  return value.provisional ? t("the end of that round was taken back; the number waits for it") : null;
}

function notes(game) {
  const missing = unsetCells();
  const winners = game.sheet.winners.map(nameOf).join(", ");
  const out = [];
  if (winners) {
    out.push(h("p", { class: "winner" }, game.sheet.complete
      ? tn("Winner: {names}", "Winners (tied): {names}", game.sheet.winners.length, { names: winners })
      : tn("Ahead so far: {names}", "Ahead so far (tied): {names}", game.sheet.winners.length, { names: winners })));
  }
  if (missing.length) {
    out.push(h("p", { class: "missing" }, tn("{n} score is missing; totals do not count it.", "{n} scores are missing; totals do not count them.", missing.length)));
    if (model.you.writes) {
      out.push(h("button", { type: "button", class: "main-action", id: "enter-scores", text: t("Enter scores"), onclick: () => enterScores(missing[0].round, null) }));
    }
  }
  if (game.pending_count && model.line.state === "no hub") out.push(h("p", { class: "missing", text: t("Changes wait until the hub is back.") }));
  return out;
}
