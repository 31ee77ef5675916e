/** The bar at the top: what hub this is, and the few things that are always at hand. */

import { dialog, sure } from "./dialog.js";
import { attr, h, s, swap, write } from "./dom.js";
import { LANGUAGES, p, t, wantedLanguage } from "./i18n.js";
import { hold } from "./awake.js";
import { choice } from "./choice.js";
import { joinDialog, inviteDialog } from "./join.js";
import { newGame } from "./newgame.js";
import { request } from "./net.js";
import { peopleDialog } from "./people.js";
import { newMatch } from "./play.js";
import { prefs, remember } from "./prefs.js";
import { onSound, setVolume, soundOn, switchSound } from "./sound.js";
import { model, watch } from "./store.js";
import { complain } from "./toast.js";

/** Fills the bar. */
export function bar(element) {
  const badge = h("span", { class: "badge", id: "badge", role: "status" });
  const trouble = h("p", { class: "trouble", role: "alert" });
  const sound = h("button", { type: "button", class: "icon", id: "sound", onclick: () => switchSound(!soundOn()) });
  const undo = h("button", { type: "button", id: "undo", "aria-label": t("Undo"), onclick: () => step("undo") }, h("span", { "aria-hidden": "true", text: "↶ " }), h("span", { text: t("Undo") }));
  const redo = h("button", { type: "button", id: "redo", "aria-label": t("Redo"), onclick: () => step("redo") }, h("span", { "aria-hidden": "true", text: "↷ " }), h("span", { text: t("Redo") }));
  const menu = h("button", { type: "button", id: "menu", "aria-haspopup": "dialog", text: t("Menu"), onclick: openMenu });
  const join = h("button", { type: "button", id: "join", class: "main-action", text: t("Join"), onclick: joinDialog });
  swap(element, h("div", { class: "brand" }, h("img", { src: "/icon.svg", alt: "", width: 34, height: 34 }), h("h1", { text: "trainhub" })), badge,
    h("div", { class: "bar-actions" }, undo, redo, sound, join, menu), trouble, choice());
  const drawSound = () => {
    swap(sound, speaker(soundOn()));
    attr(sound, "aria-label", soundOn() ? t("Switch sound off") : t("Switch sound on"));
    attr(sound, "aria-pressed", String(soundOn()));
    attr(sound, "title", soundOn() ? t("Sound is on") : t("Sound is off"));
  };
  onSound(drawSound);
  watch(["line", "online", "you", "game", "match"], () => {
    drawBadge(badge);
    drawSound();
    write(trouble, model.online ? p(model.line.trouble) : t("Connection lost. What you see may be old; it comes back by itself."));
    attr(element, "data-offline", model.online ? null : "");
    const game = model.game;
    for (const [button, what] of [[undo, "undo"], [redo, "redo"]]) {
      const able = game && game[what];
      button.disabled = !able || !model.online || Boolean(model.match);
      attr(button, "hidden", !model.you.writes || (what === "redo" && !able) ? "" : null);
      attr(button, "title", able ? p(able.text) : null);
    }
    attr(join, "hidden", model.you.writes || !model.you.joinable ? "" : null);
    write(menu, t("Menu"));
    document.title = model.line.state === "DEMO" ? t("DEMO - no hub · trainhub") : "trainhub";
  });
}

/** A loudspeaker, crossed out while it is silent. */
function speaker(on) {
  return s("svg", { viewBox: "0 0 24 24", width: 24, height: 24, "aria-hidden": "true", fill: "none", stroke: "currentColor", "stroke-width": 2, "stroke-linecap": "round", "stroke-linejoin": "round" },
    s("path", { d: "M4 9.5v5h3.5l5 4v-13l-5 4z", fill: "currentColor" }),
    s("path", { d: on ? "M16 9a4 4 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11" : "M16.5 9.5l5 5M21.5 9.5l-5 5" }));
}

function drawBadge(badge) {
  const state = model.online ? model.line.state : "connecting";
  const text = { "no hub": t("no hub"), connecting: t("connecting"), hub: "HUB", DEMO: "DEMO" }[state];
  const about = { DEMO: t("a simulated hub"), hub: model.line.hub ? t("firmware {version}", { version: model.line.hub.firmware }) : "" }[state] || "";
  attr(badge, "data-state", state);
  if (badge.dataset.text === text + about) return;
  badge.dataset.text = text + about;
  swap(badge, h("b", { text }), about ? h("span", { text: ` ${about}` }) : null);
}

async function step(what) {
  try {
    await request(what, { target: model.game[what].target });
  } catch (error) {
    complain(error);
  }
}

function openMenu() {
  const game = model.game;
  const running = game && (game.table.phase === "round running" || game.table.phase === "between rounds");
  const writes = model.you.writes;
  dialog(t("Menu"), (close) => {
    const item = (id, text, act, when = true) => when && h("button", { type: "button", id, text, onclick: () => { close(); act(); } });
    return [
      h("div", { class: "menu" },
        item("menu-new", t("New game"), newGame, writes),
        item("menu-play", t("Play against bots"), newMatch, writes && model.now.bench),
        item("menu-people", t("Players: late, leaving, names"), peopleDialog, writes && running),
        item("menu-pause", game && game.table.paused ? t("Go on") : t("Pause"), () => pause(game), writes && running),
        item("menu-end", t("End the game"), () => end(game), writes && running),
        item("menu-invite", t("Invite phones"), inviteDialog, writes && Boolean(model.you.invitation)),
        item("menu-stats", t("Statistics"), () => window.open(`/stats?lang=${wantedLanguage()}`, "_blank", "noopener")),
        item("menu-print", t("Print the sheet"), () => setTimeout(() => print(), 50), Boolean(game))),
      settings(),
    ];
  }, "menu-dialog");
}

async function pause(game) {
  await request("pause", { paused: !game.table.paused }).catch(complain);
}

async function end(game) {
  if (await sure(t("End this game?"), t("End it"))) await request("end", { game: game.game }).catch(complain);
}

function settings() {
  const option = (value, text, chosen) => h("option", { value, text, selected: value === chosen });
  const check = (id, text, name, after = () => {}) => h("label", { class: "check" },
    h("input", { type: "checkbox", id, checked: prefs[name], onchange: (event) => { remember(name, event.target.checked); after(); } }), h("span", { text }));
  return h("div", { class: "settings" }, h("h3", { text: t("This screen") }),
    h("label", {}, h("span", { text: t("Volume") }), h("input", { type: "range", id: "volume", min: 0, max: 1, step: 0.05, value: prefs.volume, oninput: (event) => setVolume(Number(event.target.value)) })),
    h("label", {}, h("span", { text: t("Light") }), h("select", { id: "theme", onchange: (event) => setTheme(event.target.value) },
      option("auto", t("as the system"), prefs.theme), option("light", t("bright room"), prefs.theme), option("dark", t("dark room"), prefs.theme))),
    h("label", {}, h("span", { text: t("Language") }), h("select", { id: "language", onchange: (event) => setLanguage(event.target.value) },
      Object.entries(LANGUAGES).map(([value, text]) => option(value, text, wantedLanguage())))),
    check("totals", t("Say totals aloud after each round"), "totals"),
    check("awake", t("Keep the screen on during a game"), "awake", hold));
}

/** Chooses bright, dark, or what the system says. */
export function setTheme(theme) {
  remember("theme", theme);
  document.documentElement.dataset.theme = theme;
}

function setLanguage(language) {
  remember("language", language);
  location.reload(); // every word of the page is written anew
}
