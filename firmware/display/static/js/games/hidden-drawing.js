// The cup as a pen draws it: over dice that nobody knows, or lifted off them.

import { line, stroke } from "../ink.js";

const BODY = "M62 116C66 84 70 56 74 27 90 20.500 110 20 126 26.500 130 56 134 85 138.500 115.500 114 124.500 86 125 62 116Z";
const RIM = "M62 116C86 107.500 114 107 138.500 115.500";
const TOP = "M74 27C90 33 110 33.500 126 26.500";

function cup() {
  const bands = [stroke(line(70.500, 55, 130, 54, 3, 1.4), 1.6), stroke(line(69, 63, 131.500, 62, 4, 1.4), 1.6)];
  return `<path d="${BODY}" fill="var(--die)" stroke="currentColor" stroke-width="2.600" stroke-linejoin="round"/>${stroke(RIM, 1.6, 'stroke-dasharray="3 4"')}${stroke(TOP, 1.8)}${bands.join("")}`;
}

function die(x, y, tilt) {
  return `<g transform="translate(${x} ${y}) rotate(${tilt})"><path d="M-9-8.500C-3-9.800 4-9.600 9-8.800 9.800-3 9.600 4 8.800 9 3 9.800-4 9.600-9 8.800-9.800 3-9.600-4-9-8.500Z" fill="var(--die)" stroke="currentColor" stroke-width="1.700"/><text y="6" font-size="17" text-anchor="middle" fill="currentColor">?</text></g>`;
}

const DICE = die(63, 113, -8) + die(86, 119, 12) + die(108, 111, -3) + die(131, 118, 9) + die(153, 112, -14);

export const standingCup = () => `<svg viewBox="40 14 120 116" aria-hidden="true">${cup()}</svg>`;

export const liftedCup = () =>
  `<svg viewBox="20 -22 170 154" aria-hidden="true">${DICE}<g transform="translate(-14 -40) rotate(-19 100 70)">${cup()}</g>${stroke("M160 62C166 50 166 38 160 26M172 66C180 50 180 34 172 18", 2)}</svg>`;
