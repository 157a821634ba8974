// Elements made in one call; the page builds each once and then only changes what differs.

export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class") element.className = value;
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

// SVG comes as text of our own making, never from the companion's data.
export function draw(element, svg) {
  if (element.dataset.drawn !== svg) {
    element.dataset.drawn = svg;
    element.innerHTML = svg;
  }
}

// A seat has a sign of its own, which stands before the name.
export function mark(element, seat) {
  element.toggleAttribute("data-mark", seat !== null);
  if (seat !== null) element.dataset.mark = seat;
}

export const byId = (id) => document.getElementById(id);

// For the one opposite the page stands on its head.
export const isTurned = () => "turned" in document.documentElement.dataset;

// Where an element is on the page as somebody reads it who sits before it, whichever way it is turned.
export function boxOf(element) {
  const box = element.getBoundingClientRect();
  return isTurned() ? new DOMRect(innerWidth - box.right, innerHeight - box.bottom, box.width, box.height) : box;
}
