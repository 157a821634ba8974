// Chips as they lie on a table: piles, the newest on top.

const TALLEST = 6;
const STEP = 4.2;

function chip(cx, cy) {
  return (
    `<path d="M${cx - 12} ${cy}v4c0 2.700 5.400 4.800 12 4.800s12-2.100 12-4.800v-4" fill="var(--die)" stroke="var(--ink)" stroke-width="1.300"/>` +
    `<ellipse cx="${cx}" cy="${cy}" rx="12" ry="4.800" fill="var(--die)" stroke="var(--ink)" stroke-width="1.300"/>` +
    `<path d="M${cx - 8} ${cy + 4.200}v3.600M${cx} ${cy + 5.400}v3.600M${cx + 8} ${cy + 4.200}v3.600" stroke="currentColor" stroke-width="2.200"/>`
  );
}

const top = (cx, cy) => `<ellipse cx="${cx}" cy="${cy}" rx="6.500" ry="2.500" fill="none" stroke="currentColor" stroke-width="1.200"/>`;

// As many chips as asked for, in piles side by side; nobody counts more than a few, so the caller caps them.
export function piles(count) {
  if (count < 1) return "";
  const sizes = [];
  for (let left = count; left > 0; left -= TALLEST) sizes.push(Math.min(TALLEST, left));
  const height = 14 + (Math.min(count, TALLEST) - 1) * STEP;
  const drawn = sizes.map((size, pile) => {
    const cx = 14 + pile * 26;
    const lying = Array.from({ length: size }, (_, at) => chip(cx + ((at * 7 + pile * 3) % 3) - 1, height - 10 - at * STEP));
    return lying.join("") + top(cx + (((size - 1) * 7 + pile * 3) % 3) - 1, height - 10 - (size - 1) * STEP);
  });
  return `<svg viewBox="0 0 ${sizes.length * 26 + 2} ${height.toFixed(1)}" aria-hidden="true">${drawn.join("")}</svg>`;
}
