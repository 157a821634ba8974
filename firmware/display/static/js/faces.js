// The six faces, drawn: a letter to read from afar, and for the court a figure to know it by.

import { draw, make, write } from "./dom.js";

// Of the court alone: dice differ in which suit is the nine, the ten or the ace, and no symbol here may contradict
// the dice that lie.
const FIGURES = {
  jack:
    '<path d="M46 80c6-18 20-23 36-15 5 3 9 8 10 14-14 4-32 5-46 1Z" fill="currentColor"/><path d="M44 87c15 5 34 4 49-1" fill="none" stroke="currentColor" stroke-width="5" stroke-linecap="round"/><path d="M74 63c2-10 10-16 21-15-2 8-9 15-19 17M77 62c4-5 8-8 13-10" fill="none" stroke="currentColor" stroke-width="4" stroke-linecap="round"/>',
  queen:
    '<path d="M48 90 44 64c6 8 11 9 15 8 1-7 5-12 10-18 5 6 9 11 10 18 4 1 9 0 15-8l-4 26c-14 3-28 3-42 0Z" fill="currentColor"/><g fill="currentColor"><circle cx="44" cy="59" r="4.500"/><circle cx="69" cy="49" r="5"/><circle cx="94" cy="59" r="4.500"/></g>',
  king:
    '<path d="M47 92V70c-5-9 4-16 12-10 4 3 7 6 10 10 3-4 6-7 10-10 8-6 17 1 12 10v22c-14 3-30 3-44 0Z" fill="currentColor"/><path d="M69 66V46M61.500 52.500h15" fill="none" stroke="currentColor" stroke-width="5" stroke-linecap="round"/>',
};

const OUTLINE =
  "M17 4.500C38 2.500 66 3 84 5c8 1 11 4.500 11.500 12 1.200 22 .8 46-.5 66-.6 8-4 11.500-12 12-21 1.400-46 1.200-66 0-8-.5-11.700-4-12.300-12C3.400 62 3.600 38 4.800 17 5.300 8.500 9 5.200 17 4.500Z";

// A face to choose: drawn where it is one of poker dice, else what people call it, written on a die.
export function choiceFace(element, { text, face }, faces) {
  if (face) {
    draw(element, dieFace(face, faces));
    return;
  }
  const size = text.length > 2 ? 26 : 66;
  draw(element, `<svg viewBox="0 0 100 100" aria-hidden="true"><path class="body" d="${OUTLINE}" fill="var(--die)" stroke="var(--ink)" stroke-width="3.500"/><text x="50" y="${50 + size * 0.35}" font-size="${size}" text-anchor="middle" fill="var(--die-ink)"></text></svg>`);
  write(element.querySelector("text"), text);
}

export function dieFace(face, faces) {
  const known = faces.find((each) => each.face === face);
  const body = `<path class="body" d="${OUTLINE}" fill="var(--die)" stroke="var(--ink)" stroke-width="3.500"/>`;
  if (!known) {
    return `<svg viewBox="0 0 100 100" aria-hidden="true">${body}<text x="50" y="73" font-size="66" text-anchor="middle" fill="var(--die-ink)">?</text></svg>`;
  }
  const figure = FIGURES[face] ? `<g transform="translate(15.500 18) scale(.78)">${FIGURES[face]}</g>` : "";
  const [x, y, size] = figure ? [33, 60, 76] : [50, known.letter.length > 1 ? 76 : 79, known.letter.length > 1 ? 78 : 88];
  const letter = `<text x="${x}" y="${y}" font-size="${size}" text-anchor="middle" fill="currentColor">${known.letter}</text>`;
  return `<svg viewBox="0 0 100 100" aria-hidden="true" class="ink-${known.colour}">${body}${letter}${figure}</svg>`;
}

// What burns, burns: two tongues, one behind the other; they flicker where the screen may move.
export const flames = () =>
  '<svg class="flames" viewBox="0 0 100 100" aria-hidden="true"><path d="M18 92C4 70 16 52 28 40c0 10 4 15 9 16C34 36 44 18 60 6c-3 18 4 27 14 38 9 10 18 24 8 48Z" fill="#e8590c"/><path d="M33 94c-8-14-1-25 8-33 1 7 4 10 8 10-1-12 4-21 12-28 0 11 5 17 9 24 5 8 7 17 1 27Z" fill="#ffc23d"/></svg>';

export function frontDice(view) {
  const dice = make("div", { class: "front-dice", "aria-hidden": "true" });
  draw(dice, view.faces.slice(1).map(({ face }) => dieFace(face, view.faces)).join(""));
  return dice;
}
