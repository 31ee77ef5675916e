/** The hub's buttons, on a simulated hub only: press, hold and chords by mouse, touch and keyboard. */

import { attr, h, swap, write } from "./dom.js";
import { p, t } from "./i18n.js";
import { request } from "./net.js";
import { model, watch } from "./store.js";
import { complain } from "./toast.js";

const NAMES = ["TURN", "MARK", "ROUND", "DRAW"];
const KEYS = { t: "TURN", m: "MARK", r: "ROUND", d: "DRAW" };
const CHORDS = [["TURN", "ROUND"], ["MARK", "ROUND"]];
const SHORTEST = 80; // a press this long is felt by the hub's debouncing, however quick the finger was
const fingers = new Map(); // button -> set of what holds it down
const since = new Map(); // button -> when it went down

/** The row of buttons. */
export function buttonRow() {
  const keys = NAMES.map(button);
  const chords = CHORDS.map(chord);
  const row = h("div", { class: "buttons", role: "group", "aria-label": t("Buttons of the simulated hub") },
    h("div", { class: "buttons-row" }, keys.map((one) => one.element)),
    h("div", { class: "buttons-chords" }, chords.map((one) => one.element)));
  watch(["now", "you", "match", "online"], () => {
    const usable = model.now.bench && model.you.writes && !model.match;
    attr(row, "hidden", model.now.bench ? null : "");
    attr(row, "data-auto", model.match ? "" : null);
    for (const one of [...keys, ...chords]) one.draw(usable);
  });
  addEventListener("keydown", (event) => key(event, true));
  addEventListener("keyup", (event) => key(event, false));
  addEventListener("blur", letGo);
  document.addEventListener("visibilitychange", () => document.hidden && letGo());
  return row;
}

function button(name) {
  const press = h("span", { class: "press" });
  const hold = h("span", { class: "hold" });
  const element = h("button", { type: "button", class: "key", "data-button": name },
    h("span", { class: "key-name", text: name }), press, hold);
  fingersOn(element, [name]);
  return {
    element,
    draw(usable) {
      const means = (model.now.buttons || {})[name];
      attr(element, "hidden", (model.now.fitted || NAMES).includes(name) ? null : "");
      attr(element, "data-down", model.now.down.includes(name) ? "" : null);
      element.disabled = !usable;
      write(press, means && means.press ? p(means.press) : t("no meaning now"));
      attr(press, "data-none", means && means.press ? null : "");
      swap(hold, means && means.hold ? [h("b", { text: t("hold") }), " ", p(means.hold)] : []);
    },
  };
}

function chord(names) {
  const text = h("span", { class: "press" });
  const element = h("button", { type: "button", class: "chord", "data-chord": names.join("+") },
    h("span", { class: "key-name", text: names.join(" + ") }), text);
  fingersOn(element, names);
  return {
    element,
    draw(usable) {
      const means = (model.now.buttons || {})[names.join("+")];
      element.disabled = !usable || !means || !means.press;
      write(text, means && means.press ? p(means.press) : t("nothing to take back"));
    },
  };
}

function fingersOn(element, names) {
  element.addEventListener("pointerdown", (event) => {
    if (event.button || element.disabled) return;
    element.setPointerCapture(event.pointerId);
    for (const name of names) put(name, `pointer${event.pointerId}`);
  });
  const off = (event) => names.forEach((name) => take(name, `pointer${event.pointerId}`));
  element.addEventListener("pointerup", off);
  element.addEventListener("pointercancel", off);
  element.addEventListener("lostpointercapture", off);
  element.addEventListener("contextmenu", (event) => event.preventDefault());
  element.addEventListener("keydown", (event) => {
    if ((event.key === " " || event.key === "Enter") && !event.repeat) names.forEach((name) => put(name, "focus"));
    if (event.key === " " || event.key === "Enter") event.preventDefault(); // no click besides
  });
  const up = () => names.forEach((name) => take(name, "focus"));
  element.addEventListener("keyup", (event) => {
    if (event.key !== " " && event.key !== "Enter") return;
    event.preventDefault();
    up();
  });
  element.addEventListener("blur", up);
  // A screen reader only clicks.
  element.addEventListener("click", (event) => {
    if (event.detail || event.pointerType || !event.isTrusted) return;
    names.forEach((name) => put(name, "click"));
    names.forEach((name) => take(name, "click"));
  });
}

function key(event, down) {
  const name = KEYS[event.key.toLowerCase()];
  if (!name || event.ctrlKey || event.metaKey || event.altKey) return;
  if (down && (event.repeat || !model.now.bench || model.match || !model.you.writes)) return;
  if (down && (document.querySelector("dialog[open]") || /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName))) return;
  if (down) put(name, "key");
  else take(name, "key");
}

function put(name, finger) {
  const on = fingers.get(name) || new Set();
  fingers.set(name, on);
  on.add(finger);
  if (on.size !== 1) return;
  since.set(name, performance.now());
  send(name, true);
}

function take(name, finger) {
  const on = fingers.get(name);
  if (!on || !on.has(finger)) return;
  const left = since.get(name) + SHORTEST - performance.now();
  if (left > 0 && on.size === 1) {
    setTimeout(() => take(name, finger), left + 1);
    return;
  }
  on.delete(finger);
  if (!on.size) send(name, false);
}

function letGo() {
  for (const [name, on] of fingers) {
    if (on.size) {
      on.clear();
      send(name, false);
    }
  }
}

function send(name, down) {
  request("button", { name, down }).catch((error) => down && complain(error));
}
