/** Every sentence passes through `t`. Catalogues come from the server: {English: translation}. */

import { prefs } from "./prefs.js";

let catalogue = {};
export const LANGUAGES = { en: "English", cs: "Čeština", it: "Italiano" };

/** Loads the language of the page; English needs no file. */
export async function speakLanguage(language) {
  catalogue = {};
  if (language !== "en") {
    try {
      catalogue = await (await fetch(`/i18n/${language}.json`)).json();
    } catch {
      catalogue = {}; // offline: English
    }
  }
  document.documentElement.lang = Object.keys(catalogue).length ? language : "en";
}

/** The language to begin with: chosen here, else the browser's. */
export function wantedLanguage() {
  const wanted = prefs.language || navigator.language.slice(0, 2);
  return wanted in LANGUAGES ? wanted : "en";
}

/** `message` in the page's language, its {fields} filled in; a field may be a phrase {m, v} itself. */
export function t(message, values = {}) {
  const text = catalogue[message] || message;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? word(values[name]) : whole));
}

/** A phrase of the server: {m: message, v: fields}. */
export function p(phrase) {
  return phrase ? t(phrase.m, phrase.v || {}) : "";
}

function word(value) {
  return value && typeof value === "object" ? p(value) : String(value);
}
