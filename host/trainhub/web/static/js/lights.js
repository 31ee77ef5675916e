/** The LEDs as they are really lit. The hub sends ten frames a second; between two of them colours glide. */

const GLIDE = 120;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

const shown = new Map(); // pixel -> {from, to, since, colour}
let frame = 0;
let paint = () => {};

/** Calls `draw(pixel, {colour, level})` whenever a light looks different. */
export function onLight(draw) {
  paint = draw;
  for (const [pixel, light] of shown) paint(pixel, look(light.to));
}

/** Takes [[pixel, red, green, blue], ...], linear duty as sent to the LEDs. */
export function lit(pixels) {
  const now = performance.now();
  for (const [pixel, ...rgb] of pixels) {
    const light = shown.get(pixel);
    const from = light ? at(light, now) : rgb;
    shown.set(pixel, { from, to: rgb, since: now });
  }
  if (!frame) frame = requestAnimationFrame(step);
}

/** The hub went away: nothing is lit. */
export function dark() {
  lit([...shown.keys()].map((pixel) => [pixel, 0, 0, 0]));
}

function at(light, now) {
  const part = calm.matches ? 1 : Math.min(1, (now - light.since) / GLIDE);
  return light.to.map((value, i) => light.from[i] + (value - light.from[i]) * part);
}

function step(now) {
  frame = 0;
  let moving = false;
  for (const [pixel, light] of shown) {
    if (light.done) continue;
    paint(pixel, look(at(light, now)));
    if (now - light.since < GLIDE && !calm.matches) moving = true;
    else light.done = true;
  }
  if (moving) frame = requestAnimationFrame(step);
}

/**
 * LED duty is linear and an LED shines; a screen does neither. Dim lights are lifted to what an eye sees in a room, and
 * colours keep their hue. Returns {colour, level}: a CSS colour and how strongly it shines, 0 to 1.
 */
export function look(rgb) {
  const strongest = Math.max(...rgb);
  if (strongest < 0.5) return { colour: "", level: 0 };
  const level = 0.25 + 0.75 * Math.min(1, Math.pow(strongest / 110, 0.5));
  const hue = rgb.map((value) => Math.round(255 * Math.pow(value / strongest, 0.55) * (0.5 + 0.5 * level)));
  return { colour: `rgb(${hue.join(" ")})`, level };
}
