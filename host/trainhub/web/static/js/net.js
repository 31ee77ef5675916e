/**
 * The line to the server: one WebSocket that heals itself. `request` asks something; everything else that arrives is
 * given to `listen`ers by its type. State "offline" shows at once, because the server says something every two seconds.
 */

import { say } from "./i18n.js";

const VERSION = 1;
const SILENCE = 5000;
const RETRY = [200, 500, 1000, 2000];
const ANSWER = 9000;

const listeners = new Map();
const asked = new Map();
let socket = null;
let number = 0;
let tries = 0;
let silence = 0;
let greeting = null;

/** Calls `take(message)` for each message of that type; type "online" and "offline" tell of the line itself. */
export function listen(type, take) {
  listeners.set(type, [...(listeners.get(type) || []), take]);
}

/** Connects, for as long as the page lives. `greet()` runs after each greeting. */
export function connect(greet) {
  greeting = greet;
  open();
  addEventListener("online", () => retryNow());
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && retryNow());
}

/** Asks the server for something. Resolves with its answer; rejects with {kind, text, ...}. */
export function request(what, fields = {}) {
  return new Promise((resolve, reject) => {
    if (!socket || socket.readyState !== WebSocket.OPEN) {
      reject({ kind: "offline", text: say("The connection is lost; it comes back by itself.") });
      return;
    }
    number += 1;
    const timer = setTimeout(() => {
      asked.delete(key);
      reject({ kind: "busy", text: say("No answer came.") });
    }, ANSWER);
    const key = number;
    asked.set(key, { resolve, reject, timer });
    socket.send(JSON.stringify({ do: what, id: key, ...fields }));
  });
}

function open() {
  socket = new WebSocket(`ws://${location.host}/live`);
  const mine = socket;
  number = 0;
  socket.addEventListener("open", async () => {
    watch();
    try {
      const answer = await request("hello", { version: VERSION });
      if (answer.version !== VERSION) location.reload();
      tries = 0;
      tell({ type: "online" });
      greeting();
    } catch {
      mine.close();
    }
  });
  socket.addEventListener("message", (event) => {
    watch();
    take(JSON.parse(event.data));
  });
  socket.addEventListener("close", () => mine === socket && lost());
}

function take(message) {
  const entry = message.id ? asked.get(message.id) : null;
  if (entry) {
    asked.delete(message.id);
    clearTimeout(entry.timer);
    if (message.type === "done") entry.resolve(message);
    else entry.reject(message);
    return;
  }
  tell(message);
}

function tell(message) {
  for (const listener of listeners.get(message.type) || []) listener(message);
}

function watch() {
  clearTimeout(silence);
  silence = setTimeout(() => {
    if (socket) socket.close();
    lost();
  }, SILENCE);
}

let retry = 0;

function lost() {
  socket = null;
  clearTimeout(silence);
  for (const { reject, timer } of asked.values()) {
    clearTimeout(timer);
    reject({ kind: "offline", text: say("The connection is lost; it comes back by itself.") });
  }
  asked.clear();
  tell({ type: "offline" });
  clearTimeout(retry);
  retry = setTimeout(open, RETRY[Math.min(tries, RETRY.length - 1)]);
  tries += 1;
}

function retryNow() {
  if (socket) return;
  clearTimeout(retry);
  open();
}
