/** Score entry for the end of a noisy round: choose who, then tap the tiles that are left, or type the number. */

import { dialog } from "./dialog.js";
import { attr, h, swap, write } from "./dom.js";
import { t } from "./i18n.js";
import { listen, request } from "./net.js";
import { picker } from "./picker.js";
import { model, nameOf, update, watch } from "./store.js";
import { complain, toast } from "./toast.js";

let open = null; // the entry that is on the screen

/** Opens the entry of a round; `track` null: whoever plays at this phone, else the first one missing. */
export function enterScores(round, track) {
  const row = rowOf(round);
  if (!row || open) return;
  const entry = { round, track: track ?? firstMissing(row), text: "", mode: "type", keys: new AbortController(), close: () => {}, draw: () => {} };
  open = entry;
  dialog(t("Round {n}: pips left", { n: round }), (close) => {
    entry.close = close;
    return content(entry);
  }, "entry").then(() => {
    open = null;
    entry.keys.abort();
  });
  entry.draw();
  document.querySelector(".person[aria-checked='true']")?.focus();
}

function rowOf(round) {
  return model.game && model.game.sheet.rounds.find((row) => row.round === round);
}

function firstMissing(row) {
  const missing = Object.keys(row.cells).map(Number).filter((track) => row.cells[track].state === "unset");
  const mine = model.you.local ? 0 : seatHere(); // a tablet on the table serves everybody
  if (missing.includes(mine)) return mine;
  return missing[0] ?? Number(Object.keys(row.cells)[0]);
}

/** The seat that was typed for last on this device: at home everybody types his own. */
function seatHere() {
  try {
    return Number(sessionStorage.getItem("seat"));
  } catch {
    return 0;
  }
}

function content(entry) {
  const people = h("div", { class: "people", role: "radiogroup", "aria-label": t("Player") });
  const value = h("output", { class: "entry-value", "aria-live": "polite" });
  const about = h("p", { class: "entry-about" });
  const tiles = picker(() => model.game.rules, (pips) => { entry.text = String(pips); drawValue(); });
  const pad = keypad(entry, () => drawValue());
  const modes = h("div", { class: "modes", role: "tablist" });
  const save = h("button", { type: "button", class: "main-action save", onclick: () => put(entry, Number(entry.text)) });
  const unset = h("button", { type: "button", class: "quiet", text: t("Leave unset"), onclick: () => put(entry, null) });
  const body = h("div", { class: "entry-body" });

  const drawValue = () => {
    write(value, entry.text === "" ? "–" : entry.text);
    write(save, entry.text === "" ? t("Type or tap") : t("Write {n} for {who}", { n: entry.text, who: nameOf(entry.track) }));
    save.disabled = entry.text === "" || !model.online;
  };
  const choose = (track) => {
    entry.track = track;
    entry.text = "";
    tiles.clear();
    entry.draw();
  };
  entry.draw = () => {
    const row = rowOf(entry.round);
    if (!row) return entry.close();
    swap(people, model.game.sheet.seats.filter((seat) => row.cells[seat.track].state !== "absent").map((seat) => person(row, seat, entry, choose)));
    const held = row.cells[entry.track];
    write(about, held.state === "number" ? t("{who} has {n} now.", { who: nameOf(entry.track), n: held.pips }) : t("{who} has no number yet.", { who: nameOf(entry.track) }));
    unset.hidden = held.state !== "number";
    swap(modes, ["type", "tap"].map((mode) => h("button", {
      type: "button", role: "tab", "aria-selected": String(entry.mode === mode), text: mode === "type" ? t("Type") : t("Tap the tiles"),
      onclick: () => { entry.mode = mode; entry.text = ""; tiles.clear(); entry.draw(); },
    })));
    attr(body, "data-mode", entry.mode);
    swap(body, entry.mode === "type" ? pad : tiles.element);
    drawValue();
    return null;
  };
  entry.next = () => {
    const row = rowOf(entry.round);
    const after = model.game.sheet.seats.map((seat) => seat.track).filter((track) => row.cells[track].state === "unset" && track !== entry.track);
    if (after.length) choose(after[0]);
    else entry.close();
  };
  return [people, h("div", { class: "entry-top" }, value, about), modes, body, h("div", { class: "row end" }, unset, save)];
}

function person(row, seat, entry, choose) {
  const cell = row.cells[seat.track];
  const chosen = seat.track === entry.track;
  const text = cell.state === "number" ? cell.pips : "?";
  return h("button", {
    type: "button", role: "radio", "aria-checked": String(chosen), class: `person ${cell.state}`, "data-track": seat.track, onclick: () => choose(seat.track),
  }, h("span", { class: "person-name", text: seat.name }), h("span", { class: "person-value", text, "aria-label": cell.state === "unset" ? t("unset") : null }));
}

function keypad(entry, changed) {
  const press = (digit) => {
    if (digit === "⌫") entry.text = entry.text.slice(0, -1);
    else if (digit === "C") entry.text = "";
    else if (entry.text.length < 4) entry.text = String(Number(entry.text + digit));
    changed();
  };
  const names = { "⌫": t("Delete the last digit"), C: t("Clear") };
  const keys = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "C", "0", "⌫"];
  const pad = h("div", { class: "keypad" }, keys.map((digit) =>
    h("button", { type: "button", text: digit, "aria-label": names[digit], "data-digit": digit, onclick: () => press(digit) })));
  addEventListener("keydown", (event) => {
    if (open !== entry || entry.mode !== "type" || event.ctrlKey || event.metaKey) return;
    if (/^\d$/.test(event.key)) press(event.key);
    else if (event.key === "Backspace") press("⌫");
    else if (event.key === "Enter" && entry.text && !document.activeElement.matches(".save, .quiet, .dialog-close, [role='tab'], .toast button")) put(entry, Number(entry.text));
    else return;
    event.preventDefault();
  }, { signal: entry.keys.signal });
  return pad;
}

/** Writes a number (null: unset) if the cell still holds what is on this screen. */
async function put(entry, pips) {
  const { round, track } = entry;
  const cell = rowOf(round).cells[track];
  try {
    sessionStorage.setItem("seat", String(track));
  } catch {
    // private mode
  }
  const done = await write1(round, track, pips, cell.state === "number" ? cell.pips : null);
  if (done && open === entry) entry.next();
}

/** One score, compared with what was seen; offers the way back. Resolves true when it was taken. */
async function write1(round, track, pips, seen) {
  const game = model.game.game;
  try {
    const answer = await request("score", { game, round, track, pips, seen });
    const text = pips === null ? t("{who}: unset", { who: nameOf(track) }) : t("{who}: {n}", { who: nameOf(track), n: pips });
    toast(answer.waiting ? `${text} – ${t("waits for the hub")}` : text, "note", [t("Undo"), () => write1(round, track, seen, pips)]);
    return true;
  } catch (error) {
    if (error.kind !== "changed" || !("now" in error)) {
      complain(error);
      return false;
    }
    // Everybody hears of it by the message "conflict"; here the own number can still be put in its place.
    const now = error.now ?? t("unset");
    toast(t("Somebody else wrote {now} for {who}; your {n} was not written.", { now, who: nameOf(track), n: pips ?? t("unset") }), "error",
      [t("Write mine"), () => write1(round, track, pips, error.now)]);
    return false;
  }
}

/** Keeps an open entry up to date, and tells both people when two wrote the same cell. */
export function startEntry() {
  watch(["game", "online"], () => open && open.draw());
  listen("conflict", ({ game, round, track, wanted, now }) => {
    if (!model.game || model.game.game !== game) return;
    update({ conflict: { round, track } });
    toast(t("Round {n}, {who}: {now} stands, somebody else typed {wanted}.", { n: round, who: nameOf(track), now: now ?? t("unset"), wanted: wanted ?? t("unset") }), "warn");
  });
}
