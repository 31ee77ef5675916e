/** The end of a game: pips rain for a few seconds; who prefers calm gets the words alone. */

import { h } from "./dom.js";
import { COLOURS } from "./domino.js";
import { t } from "./i18n.js";
import { model, nameOf, watch } from "./store.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
let last = "";

/** Celebrates once when a game that was watched comes to its end with every number written. */
export function startParty() {
  let seenRunning = "";
  watch(["game"], () => {
    const game = model.game;
    if (!game) return;
    const over = game.table.phase === "finished" && game.sheet.complete && game.sheet.winners.length > 0;
    if (!over) seenRunning = game.game;
    else if (seenRunning === game.game && last !== game.game) {
      last = game.game;
      celebrate(game.sheet.winners.map(nameOf));
    }
  });
}

function celebrate(names) {
  const banner = h("div", { class: "party", role: "status" },
    h("div", { class: "party-words" }, h("p", { class: "party-small", text: t("The last train has arrived") }),
      h("p", { class: "party-names", text: names.join(" & ") }),
      h("p", { class: "party-small", text: names.length > 1 ? t("win together") : t("wins the game") }),
      h("button", { type: "button", class: "main-action", text: t("See the sheet"), onclick: () => banner.remove() })));
  document.body.append(banner);
  banner.querySelector("button").focus();
  if (calm.matches) return;
  const canvas = h("canvas", { "aria-hidden": "true" });
  banner.prepend(canvas);
  rain(canvas, performance.now());
}

function rain(canvas, since) {
  const draw = canvas.getContext("2d");
  const drops = Array.from({ length: 120 }, (_, i) => ({ x: Math.random(), y: -Math.random() * 1.2, v: 0.16 + Math.random() * 0.2, r: 5 + Math.random() * 8, c: COLOURS[1 + (i % 12)] }));
  const step = (now) => {
    if (!canvas.isConnected || now - since > 9000) {
      canvas.remove();
      return;
    }
    canvas.width = innerWidth;
    canvas.height = innerHeight;
    const seconds = (now - since) / 1000;
    for (const one of drops) {
      draw.beginPath();
      draw.fillStyle = one.c;
      draw.arc((one.x + Math.sin(seconds + one.r) * 0.02) * innerWidth, (one.y + one.v * seconds) * innerHeight, one.r, 0, 7);
      draw.fill();
    }
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}
