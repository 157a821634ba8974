// The six faces, drawn: a letter to read from afar and a figure to know it by.

import { draw, make, write } from "./dom.js";

const FIGURES = {
  // Clubs for the nine, a diamond for the ten, a spade for the ace, as on the suit dice; caps and crowns for the court.
  nine:
    '<path d="M70 56c-6 0-10 4.500-10 9.500 0 1.600.4 3 1.100 4.200C60 69.200 58.600 69 57.200 69 51.500 69 47 73.300 47 78.600S51.500 88 57 88c4.700 0 8.500-2.700 10-6.700-.3 4.700-1.500 8.200-4.500 11.200h15c-3-3-4.200-6.500-4.500-11.200 1.500 4 5.300 6.700 10 6.700 5.500 0 10-4 10-9.400S88.500 69 82.800 69c-1.400 0-2.800.2-3.900.7.700-1.200 1.100-2.600 1.100-4.200 0-5-4-9.500-10-9.500Z" fill="currentColor"/>',
  ten: '<path d="M70 52C75 61 82 68 90 74 82 80 75 87 70 96 65 87 58 80 50 74 58 68 65 61 70 52Z" fill="currentColor"/>',
  jack:
    '<path d="M46 80c6-18 20-23 36-15 5 3 9 8 10 14-14 4-32 5-46 1Z" fill="currentColor"/><path d="M44 87c15 5 34 4 49-1" fill="none" stroke="currentColor" stroke-width="5" stroke-linecap="round"/><path d="M74 63c2-10 10-16 21-15-2 8-9 15-19 17M77 62c4-5 8-8 13-10" fill="none" stroke="currentColor" stroke-width="4" stroke-linecap="round"/>',
  queen:
    '<path d="M48 90 44 64c6 8 11 9 15 8 1-7 5-12 10-18 5 6 9 11 10 18 4 1 9 0 15-8l-4 26c-14 3-28 3-42 0Z" fill="currentColor"/><g fill="currentColor"><circle cx="44" cy="59" r="4.500"/><circle cx="69" cy="49" r="5"/><circle cx="94" cy="59" r="4.500"/></g>',
  king:
    '<path d="M47 92V70c-5-9 4-16 12-10 4 3 7 6 10 10 3-4 6-7 10-10 8-6 17 1 12 10v22c-14 3-30 3-44 0Z" fill="currentColor"/><path d="M69 66V46M61.500 52.500h15" fill="none" stroke="currentColor" stroke-width="5" stroke-linecap="round"/>',
  ace: '<path d="M70 50C63 61 48 68 48 80c0 6 4.500 10 10 10 4.500 0 8-2.300 9.500-6-.3 5-1.800 8.500-5 12h15c-3.200-3.500-4.700-7-5-12 1.500 3.700 5 6 9.500 6 5.500 0 10-4 10-10 0-12-15-19-22-30Z" fill="currentColor"/>',
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
  draw(element, `<svg viewBox="0 0 100 100" aria-hidden="true"><path class="body" d="${OUTLINE}" fill="var(--die)" stroke="var(--ink)" stroke-width="3.500"/><text x="50" y="${50 + size * 0.35}" font-size="${size}" text-anchor="middle" fill="var(--ink)"></text></svg>`);
  write(element.querySelector("text"), text);
}

export function dieFace(face, faces) {
  const known = faces.find((each) => each.face === face);
  const body = `<path class="body" d="${OUTLINE}" fill="var(--die)" stroke="var(--ink)" stroke-width="3.500"/>`;
  if (!known) {
    return `<svg viewBox="0 0 100 100" aria-hidden="true">${body}<text x="50" y="73" font-size="66" text-anchor="middle" fill="var(--ink)">?</text></svg>`;
  }
  const letter = `<text x="${known.letter.length > 1 ? 36 : 33}" y="60" font-size="${known.letter.length > 1 ? 66 : 76}" text-anchor="middle" fill="currentColor">${known.letter}</text>`;
  return `<svg viewBox="0 0 100 100" aria-hidden="true" class="ink-${known.colour}">${body}${letter}<g transform="translate(15.500 18) scale(.78)">${FIGURES[face]}</g></svg>`;
}

export function frontDice(view) {
  const dice = make("div", { class: "front-dice", "aria-hidden": "true" });
  draw(dice, view.faces.slice(1).map(({ face }) => dieFace(face, view.faces)).join(""));
  return dice;
}
