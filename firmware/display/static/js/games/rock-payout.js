// The pay-out, chip by chip: what lost goes to the bank, then the bank pays. The numbers are right before it begins,
// so that it may be skipped by any touch, and is left out where somebody wants nothing to move.

import { boxOf, make } from "../dom.js";

const COLLECT_MS = 900;
const PAY_MS = 1500;
const FLIGHT_MS = 420;
const MOST_CHIPS = 40;

let running = [];

export function skipPayout() {
  for (const flight of running.splice(0)) flight.cancel();
}

// `flights` say `{ from, to, count, draw }`: elements on the page, so many chips, and what draws one of them.
export function payOut(layer, lost, won) {
  skipPayout();
  if (matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden) return;
  const places = boxOf(layer);
  const middle = (element) => {
    const box = boxOf(element);
    return [box.left + box.width / 2 - places.left, box.top + box.height / 2 - places.top];
  };
  fly(layer, lost, { middle, from: 0, during: COLLECT_MS });
  fly(layer, won, { middle, from: lost.length ? COLLECT_MS + FLIGHT_MS : FLIGHT_MS / 2, during: PAY_MS });
}

function fly(layer, flights, { middle, from, during }) {
  const chips = flights.flatMap((flight) => Array.from({ length: Math.min(flight.count, Math.ceil(MOST_CHIPS / flights.length)) }, () => flight));
  chips.forEach((flight, index) => {
    const [start, end] = [middle(flight.from), middle(flight.to)];
    launch(layer, flight, { start, end, delay: from + (index * (during - FLIGHT_MS)) / Math.max(1, chips.length - 1) });
  });
}

function launch(layer, flight, { start, end, delay }) {
  const coin = make("span", { class: "flying" });
  flight.draw(coin);
  layer.append(coin);
  const at = ([x, y], scale = 1) => `translate(${x}px, ${y}px) translate(-50%, -50%) scale(${scale})`;
  const middle = [(start[0] + end[0]) / 2, (start[1] + end[1]) / 2 - 14];
  const flown = coin.animate(
    [
      { transform: at(start), opacity: 1 },
      { transform: at(middle, 1.15), opacity: 1, offset: 0.5 },
      { transform: at(end), opacity: 1 },
    ],
    { duration: FLIGHT_MS, delay, easing: "ease-in-out" },
  );
  running.push(flown);
  flown.finished.catch(() => {}).finally(() => coin.remove());
}
