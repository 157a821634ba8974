// The players' chips: nobody needs colours to tell them apart, each has a pattern of his own and his first letter.

import { draw } from "../dom.js";

const AROUND = 2 * Math.PI * 16;
const RINGS = [1, 2, 3, 4, 6, 8]; // so many pieces the ring is cut into; six seats on paper, six on ink

let letters = null; // made when first asked for: it takes longer than all else that the page makes at its start
const graphemes = (text) => [...(letters ??= new Intl.Segmenter()).segment(text)].map(({ segment }) => segment);

// What stands on each player's chips: the first letter, two where others begin with the same; of a name without any
// its number at the table.
export function marksOf(names) {
  const spelt = names.map((name, seat) => {
    const found = graphemes(name).filter((each) => /[\p{L}\p{N}]/u.test(each));
    return found.length ? [found[0].toLocaleUpperCase(), ...found.slice(1)] : [String(seat + 1)];
  });
  return spelt.map(([first, second], seat) => {
    const isShared = spelt.some(([other], index) => index !== seat && other === first);
    return isShared ? first + (second ?? "") : first;
  });
}

export function chip(element, seat, mark) {
  const isInk = seat >= RINGS.length;
  const pieces = RINGS[seat % RINGS.length];
  const [paper, ink] = isInk ? ["var(--ink)", "var(--die)"] : ["var(--die)", "var(--ink)"];
  const dashes = pieces > 1 ? `stroke-dasharray="${(AROUND / pieces) * 0.55} ${(AROUND / pieces) * 0.45}"` : "";
  const size = graphemes(mark).length > 1 ? 17 : 22;
  draw(
    element,
    `<svg viewBox="0 0 40 40" aria-hidden="true"><path d="${BODY}" fill="${paper}" stroke="var(--ink)" stroke-width="1.800"/>` +
      `<circle cx="20" cy="20" r="16" fill="none" stroke="${ink}" stroke-width="4.500" ${dashes}/>` +
      `<text x="20" y="${20 + size * 0.34}" font-size="${size}" text-anchor="middle" fill="${ink}"></text></svg>`,
  );
  const text = element.querySelector("text");
  if (text.textContent !== mark) text.textContent = mark;
}

// As round as a hand draws it.
const BODY = "M20 1.200C31 .8 38.900 9 39 19.800 39.100 31 31 39 20.200 39 9 39 1 31.200 1.100 20.200 1.200 9.200 9.200 1.400 20 1.200Z";

// A number that has no room is written in thousands.
export const short = (chips, longest) => (chips >= 1000 && String(chips).length > longest ? `${Math.floor(chips / 1000)}k` : String(chips));
