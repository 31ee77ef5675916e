/** Puts the page together. */

import { startAloud } from "./aloud.js";
import { startAwake } from "./awake.js";
import { bar } from "./bar.js";
import { buttonRow } from "./buttons.js";
import { chart } from "./chart.js";
import { h } from "./dom.js";
import { startEntry } from "./entry.js";
import { face, turnBanner } from "./face.js";
import { p, speakLanguage, t, wantedLanguage } from "./i18n.js";
import { joinAgain } from "./join.js";
import { dark, lit } from "./lights.js";
import { connect, listen } from "./net.js";
import { newGame } from "./newgame.js";
import { startParty } from "./party.js";
import { newMatch, playView } from "./play.js";
import { prefs } from "./prefs.js";
import { sheetView } from "./sheet.js";
import { startSound } from "./sound.js";
import { model, update, watch } from "./store.js";

async function start() {
  document.documentElement.dataset.theme = prefs.theme;
  await speakLanguage(wantedLanguage());
  document.querySelector(".skip").textContent = t("Skip to the score sheet");
  document.getElementById("hub").setAttribute("aria-label", t("The hub"));
  document.getElementById("sheet").setAttribute("aria-label", t("Score sheet"));
  listen("state", ({ line, game }) => {
    update({ line, game });
    if (line.state === "no hub") dark(); // a server that has begun anew does not know what was lit
  });
  listen("now", (now) => update({ now }));
  listen("you", ({ writes, local, invitation, joinable }) => update({ you: { writes, local, invitation, joinable } }));
  listen("lights", ({ pixels }) => lit(pixels));
  listen("online", () => update({ online: true }));
  listen("offline", () => update({ online: false }));
  bar(document.getElementById("bar"));
  document.getElementById("hub").append(turnBanner(), face(), welcome(), buttonRow());
  document.getElementById("sheet").append(playView(), sheetView(), chart(), log());
  startEntry();
  startSound();
  startAloud();
  startAwake();
  startParty();
  connect(joinAgain);
}

/** Two doors for whoever comes to an empty table. */
function welcome() {
  const box = h("div", { class: "welcome" },
    h("button", { type: "button", class: "main-action", id: "welcome-new", text: t("New game"), onclick: newGame }),
    h("button", { type: "button", id: "welcome-play", text: t("Play against bots"), onclick: newMatch }));
  watch(["game", "you", "now", "match", "online"], () => {
    const phase = model.game ? model.game.table.phase : "no game";
    box.hidden = !model.you.writes || Boolean(model.match) || !["no game", "finished", "ended early"].includes(phase);
    box.querySelector("#welcome-play").hidden = !model.now.bench;
  });
  return box;
}

/** What happened last at the table. */
function log() {
  const list = h("ol", {});
  const box = h("section", { class: "log" }, h("h2", { text: t("At the table") }), list);
  watch(["game", "match"], () => {
    const lines = model.game ? model.game.lines.slice(-6).reverse() : [];
    box.hidden = !lines.length || Boolean(model.match);
    list.replaceChildren(...lines.map((line) => h("li", { text: p(line) })));
  });
  return box;
}

start();
