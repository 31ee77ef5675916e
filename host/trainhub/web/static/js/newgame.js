/** A new game: who sits where, by which rules, with which set. What the rule set changes is shown before it begins. */

import { dialog } from "./dialog.js";
import { h, swap, write } from "./dom.js";
import { p, say, t } from "./i18n.js";
import { request } from "./net.js";
import { model } from "./store.js";
import { complain, toast } from "./toast.js";

let known = null;

/** What rule sets there are. */
export async function ruleSets() {
  try {
    known ||= await (await fetch("/rules.json")).json();
  } catch {
    throw { kind: "offline", text: say("The connection is lost; it comes back by itself.") };
  }
  return known;
}

/** Opens the dialog. */
export async function newGame() {
  const rules = await ruleSets().catch(complain);
  if (!rules) return;
  const seats = model.game ? model.game.sheet.seats.filter((seat) => seat.left === null) : [];
  const people = new Map(seats.map((seat) => [seat.track, seat.name]));
  const chosen = ruleChoice(rules, () => count());
  const grid = h("div", { class: "seats" });
  const problem = h("p", { class: "problem", role: "status" });
  const begin = h("button", { type: "button", class: "main-action", id: "begin", text: t("Begin") });
  const running = model.game && ["round running", "between rounds"].includes(model.game.table.phase);

  const count = () => [...people.values()].filter((name) => name.trim()).length;
  const draw = () => {
    const why = chosen.refused(count());
    write(problem, why);
    begin.disabled = Boolean(why);
  };
  swap(grid, Array.from({ length: 11 }, (_, i) => i + 1).map((track) => h("label", { class: "seat-input" }, h("span", { text: track }),
    h("input", { type: "text", maxlength: 32, autocomplete: "off", value: people.get(track) || "", placeholder: t("free"), "aria-label": t("Name of the player on track {n}", { n: track }), "data-track": track,
      oninput: (event) => { people.set(track, event.target.value); draw(); } }))));
  chosen.onChange(draw);
  await dialog(t("New game"), (close) => {
    begin.addEventListener("click", async () => {
      begin.disabled = true;
      try {
        const seated = [...people].filter(([, name]) => name.trim()).sort((a, b) => a[0] - b[0]);
        const answer = await request("new", { people: seated, ...chosen.value(), end: Boolean(running) });
        close();
        if (answer.waiting) toast(t("The hub did not answer; the game waits for it."), "warn");
      } catch (error) {
        complain(error);
      }
      begin.disabled = false;
    });
    draw();
    return [
      h("h3", { text: t("Who sits where, clockwise from above") }), grid,
      chosen.element, problem,
      running ? h("p", { class: "warn", text: t("The running game ends; it stays in the list of games.") }) : null,
      h("div", { class: "row end" }, h("button", { type: "button", text: t("Cancel"), onclick: close }), begin),
    ].filter(Boolean);
  }, "wide");
}

/** Rule set, set of tiles and house rules. `seats()`: how many play. */
export function ruleChoice(rules, seats) {
  let name = model.game ? model.game.rules.name : rules.default;
  let set = model.game ? model.game.rules.set : 12;
  let overrides = new Map();
  let changed = () => {};
  const preset = () => rules.presets.find((one) => one.name === name) || rules.presets[0];
  const differs = h("div", { class: "differs" });
  const house = h("div", { class: "house" });

  const draw = () => {
    const list = preset().differs;
    swap(differs, list.length ? [h("p", { text: t("Other than {name}:", { name: rules.default }) }), h("ul", {}, list.map((one) => h("li", {}, h("b", { text: p(one.clause) }), `: ${p(one.text)}`)))]
      : h("p", { text: t("The usual rules of this program.") }));
    swap(house, rules.clauses.map((clause) => clauseRow(clause)));
    changed();
  };
  const clauseRow = ({ field, clause, values }) => {
    const base = preset().values[field];
    const now = overrides.get(field) ?? base;
    const set1 = (value) => {
      if (value === base) overrides.delete(field);
      else overrides.set(field, value);
      row.classList.toggle("changed", value !== base);
      changed();
    };
    const input = values.length
      ? h("select", { onchange: (event) => set1(Number(event.target.value)) }, values.map((text, i) => h("option", { value: i, text: p(text), selected: i === now })))
      : h("input", { type: "number", min: 0, max: 255, value: now, onchange: (event) => set1(Math.max(0, Math.min(255, Number(event.target.value)))) });
    const row = h("label", { class: now === base ? "clause" : "clause changed", "data-field": field }, h("span", { text: p(clause) }), input);
    return row;
  };
  const element = h("div", { class: "rules" }, h("h3", { text: t("Rules") }), h("div", { class: "row" },
    h("label", {}, h("span", { text: t("Rule set") }), h("select", { id: "rules", onchange: (event) => { name = event.target.value; overrides = new Map(); draw(); } },
      rules.presets.map((one) => h("option", { value: one.name, text: one.name, selected: one.name === name })))),
    h("label", {}, h("span", { text: t("Set") }), h("select", { id: "set", onchange: (event) => { set = Number(event.target.value); draw(); } },
      rules.sets.map((size) => h("option", { value: size, text: t("double-{n}", { n: size }), selected: size === set }))))),
    differs, h("details", {}, h("summary", { text: t("House rules") }), house));
  draw();
  return {
    element,
    onChange(tell) { changed = tell; },
    value: () => ({ rules: preset().name, set, overrides: [...overrides] }),
    /** Why so many cannot play by this choice, or "". */
    refused(n) {
      if (n < 2) return t("Two players at least.");
      const able = preset().seats[set];
      if (able.includes(n) || overrides.has(1) || overrides.has(2)) return "";
      return able.length ? t("By {name} on this set play {from} to {to}, not {n}.", { name: preset().name, from: able[0], to: able.at(-1), n }) : t("{name} cannot be played on this set.", { name: preset().name });
    },
  };
}
