/** What this browser remembers: volume, theme, language, who plays here. Only convenience; a browser may refuse. */

const KEY = "trainhub";
const DEFAULTS = { volume: 0.6, theme: "auto", language: "", me: "", totals: false, code: "", awake: true };

export const prefs = { ...DEFAULTS, ...read() };

/** Remembers a value. */
export function remember(name, value) {
  prefs[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(prefs));
  } catch {
    // private mode: it lasts as long as the page
  }
}

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) || "{}");
  } catch {
    return {};
  }
}
