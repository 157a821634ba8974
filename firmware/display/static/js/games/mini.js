// Dice as small as a note beside a name: the letter alone, and of a joker what it stands for.

const BODY = "M17 4.500C38 2.500 66 3 84 5c8 1 11 4.500 11.500 12 1.200 22 .8 46-.5 66-.6 8-4 11.500-12 12-21 1.400-46 1.200-66 0-8-.5-11.700-4-12.300-12C3.400 62 3.600 38 4.800 17 5.300 8.500 9 5.200 17 4.500Z";

export function miniDie(face, faces, standsFor = null) {
  const known = faces.find((each) => each.face === face);
  const meant = faces.find((each) => each.face === standsFor);
  const flag = meant
    ? `<g class="ink-${meant.colour}"><circle cx="72" cy="74" r="27" fill="var(--mark)" stroke="var(--ink)" stroke-width="4"/>${letter(meant, 72, 88, 40)}</g>`
    : "";
  const at = meant ? letter(known, 38, 64, 72) : letter(known, 50, 79, 82);
  return `<svg viewBox="0 0 100 100" aria-hidden="true" class="ink-${known.colour}"><path d="${BODY}" fill="var(--die)" stroke="var(--ink)" stroke-width="5"/>${at}${flag}</svg>`;
}

function letter({ letter: text }, x, y, size) {
  return `<text x="${x}" y="${y}" font-size="${text.length > 1 ? size * 0.82 : size}" text-anchor="middle" fill="currentColor">${text}</text>`;
}
