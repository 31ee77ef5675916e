/** The hub's sounds, from the very files its speaker plays; tones where one is missing. Silent until a click. */

import { listen } from "./net.js";
import { prefs, remember } from "./prefs.js";

const buffers = new Map();
let audio = null;
let volume = null;
let on = false;
let playing = null;
let changed = () => {};

/** Is sound switched on in this page? (Browsers want a click first, so never before one.) */
export function soundOn() {
  return on;
}

/** Calls `tell()` after each change of volume or switch. */
export function onSound(tell) {
  changed = tell;
}

/** A click switched sound on or off. */
export async function switchSound(to) {
  on = to;
  if (on && !audio) {
    audio = new AudioContext();
    volume = audio.createGain();
    volume.connect(audio.destination);
  }
  if (on) {
    volume.gain.value = prefs.volume;
    await audio.resume();
    play("bell", 2);
  } else if (audio) {
    await audio.suspend();
  }
  changed();
}

/** 0 to 1, remembered. */
export function setVolume(value) {
  remember("volume", value);
  if (volume) volume.gain.value = value;
  changed();
}

/** Plays what the hub plays; `loud` is the hub's own volume, 1 to 3. The newest sound wins, as on the hub. */
export async function play(name, loud) {
  if (!on || !loud) return;
  const buffer = await load(name);
  if (playing) playing.stop();
  const gain = audio.createGain();
  gain.gain.value = [0, 0.35, 0.65, 1][loud] ?? 1;
  gain.connect(volume);
  playing = buffer ? audio.createBufferSource() : audio.createOscillator();
  if (buffer) playing.buffer = buffer;
  else playing.frequency.value = tone(name);
  playing.connect(gain);
  playing.start();
  if (!buffer) playing.stop(audio.currentTime + 0.18);
}

async function load(name) {
  if (!buffers.has(name)) {
    let buffer = null;
    try {
      const answer = await fetch(`/sounds/${name}.wav`);
      if (answer.ok) buffer = await audio.decodeAudioData(await answer.arrayBuffer());
    } catch {
      buffer = null;
    }
    buffers.set(name, buffer);
  }
  return buffers.get(name);
}

/** A pitch of its own for each name. */
function tone(name) {
  return 330 + ([...name].reduce((all, letter) => all * 31 + letter.charCodeAt(0), 7) % 24) * 25;
}

/** Follows the hub. */
export function startSound() {
  listen("sound", ({ name, volume: loud }) => play(name, loud));
}
