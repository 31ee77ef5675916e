/**
 * Every sentence passes through `t`, or `tn` where it counts something. Catalogues come from the server:
 * {English: translation}, or {English for one: {one, few, many, other}} with the plural forms by their CLDR names.
 */

import { prefs, remember } from "./prefs.js";

let catalogue = {};
let plurals = new Intl.PluralRules("en");
let numbers = new Intl.NumberFormat("en");
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
  const spoken = Object.keys(catalogue).length ? language : "en";
  document.documentElement.lang = spoken;
  plurals = new Intl.PluralRules(spoken);
  numbers = new Intl.NumberFormat(spoken);
}

/** The language to begin with: that of the address (?lang=cs), the one chosen here before, else as the server sent the page. */
export function wantedLanguage() {
  const asked = new URLSearchParams(location.search).get("lang");
  if (known(asked)) {
    remember("language", asked);
    history.replaceState(null, "", location.pathname + location.hash);
  }
  const wanted = prefs.language || document.documentElement.lang;
  return known(wanted) ? wanted : "en";
}

function known(language) {
  return Object.hasOwn(LANGUAGES, language);
}

/** `message` in the page's language, its {fields} filled in; a field may be a phrase {m, v} itself. */
export function t(message, values = {}) {
  return filled(catalogue[message] || message, values);
}

/** The same with the plural form for `n`, which is a field too. */
export function tn(one, many, n, values = {}) {
  const forms = catalogue[one];
  const text = forms ? forms[plurals.select(n)] || forms.other : n === 1 ? one : many;
  return filled(text, { n, ...values });
}

/** Marks a sentence for `p`. */
export function say(message, values = {}) {
  return { m: message, v: values };
}

/** A phrase of the server: {m: message, v: fields}, with p: the plural of m, if it has one. */
export function p(phrase) {
  if (!phrase || typeof phrase === "string") return phrase || "";
  const { m, v = {}, p: many } = phrase;
  return many ? tn(m, many, v.n, v) : t(m, v);
}

/** A number as the language writes it. */
export function number(n) {
  return numbers.format(n);
}

function filled(text, values) {
  const sentence = typeof text === "string" ? text : text.other;
  return sentence.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? word(values[name]) : whole));
}

function word(value) {
  if (typeof value === "number") return number(value);
  return value && typeof value === "object" ? p(value) : String(value);
}
