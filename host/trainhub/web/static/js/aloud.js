/** Turn changes for screen readers, and totals spoken aloud for whoever wants them. */

import { t } from "./i18n.js";
import { prefs } from "./prefs.js";
import { model, nameOf, watch } from "./store.js";
import { write } from "./dom.js";

let before = null;

/** Follows the game and says what changed. */
export function startAloud() {
  const region = document.getElementById("spoken");
  watch(["game"], () => {
    const game = model.game;
    const now = game ? { turn: game.table.turn_name, phase: game.table.phase, round: game.table.round, complete: complete(game), game: game.game } : null;
    const last = before;
    before = now;
    if (!now || !last || last.game !== now.game) return;
    if (now.turn && now.turn !== last.turn) write(region, t("{who} plays", { who: now.turn }));
    else if (now.phase !== last.phase && now.phase === "finished") write(region, t("The game is over."));
    if (now.complete > last.complete) {
      const text = totalsText(game);
      write(region, text);
      if (prefs.totals) speak(text);
    }
  });
}

/** How many rounds are over and completely typed. */
function complete(game) {
  return game.sheet.rounds.filter((row) => row.state === "over" && !Object.values(row.cells).some((cell) => cell.state === "unset")).length;
}

function totalsText(game) {
  const seats = [...game.sheet.seats].filter((seat) => seat.place).sort((a, b) => a.place - b.place);
  return `${t("After round {n}", { n: complete(game) })}: ${seats.map((seat) => `${nameOf(seat.track)} ${seat.total}`).join(", ")}.`;
}

/** Says something aloud in the page's language. */
export function speak(text) {
  if (!("speechSynthesis" in window)) return;
  speechSynthesis.cancel();
  const words = new SpeechSynthesisUtterance(text);
  words.lang = document.documentElement.lang;
  speechSynthesis.speak(words);
}
