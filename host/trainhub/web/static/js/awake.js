/** Keeps the screen on while a game runs, where the browser allows it (on https or on this very computer). */

import { prefs } from "./prefs.js";
import { model, watch } from "./store.js";

let lock = null;

/** Can this browser keep the screen on here? */
export const canStayAwake = "wakeLock" in navigator;

/** Follows the game. */
export function startAwake() {
  watch(["game"], () => hold());
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && hold());
}

/** Takes or gives back the lock, as game and preference want it. */
export async function hold() {
  if (!canStayAwake) return;
  const phase = model.game ? model.game.table.phase : "";
  const wanted = prefs.awake && (phase === "round running" || phase === "between rounds") && document.visibilityState === "visible";
  if (wanted && !lock) {
    try {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => { lock = null; });
    } catch {
      lock = null; // battery saver
    }
  } else if (!wanted && lock) {
    await lock.release();
  }
}
