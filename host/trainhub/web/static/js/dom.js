/** Elements without markup in strings, so that no name of a player is ever read as HTML. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element. `attrs`: attributes; `on*` listeners; `class`, `text`, `hidden` and other true/false ones.
 * Children: elements, strings, arrays; null and false are left out.
 */
export function h(name, attrs = {}, ...children) {
  return fill(document.createElement(name), attrs, children);
}

/** The same for SVG. */
export function s(name, attrs = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attrs, children);
}

function fill(element, attrs, children) {
  for (const [key, value] of Object.entries(attrs)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "text") element.textContent = value;
    else if (key === "props") Object.assign(element, value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat(9).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Puts `children` in place of what is in `element`. */
export function swap(element, ...children) {
  element.replaceChildren(...children.flat(9).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Sets an attribute only where it differs; `null` takes it away. */
export function attr(element, name, value) {
  if (value === null || value === false) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
}

/** Writes text only where it differs, so that screen readers and selections are left in peace. */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
