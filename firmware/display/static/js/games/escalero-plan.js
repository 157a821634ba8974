// How the Escalero sheet is laid out in the room there is: pure, from numbers alone.

export const TOUCH_PX = 44;
const ROWS = 11;
const NAME_PX = 80; // a column that can hold a name
const BESIDE_PX = 520; // narrower, nothing fits beside anything: the page is scrolled there
const SHORT_PX = 58; // one beside which the rows' full names have room

const clamp = (least, wanted, most) => Math.max(least, Math.min(wanted, most));

// `room` is what the sheet has, in px; `mover` the seat that throws, null for none.
export function planned(room, players, { mover, canTouch }) {
  const whole = laidOut(room, players, { mover, label: clamp(62, room.width * 0.15, 168), isShort: false });
  // Without anybody to move only entries are put right, a column at a time.
  if (!canTouch || mover === null || whole.row >= TOUCH_PX || room.width < BESIDE_PX) return finished(whole, { isBeside: false, mover, players });
  const own = clamp(228, room.width * 0.42, 420);
  const rest = { width: room.width - own, height: room.height };
  const isShort = (rest.width - 92) / players < SHORT_PX;
  const small = laidOut(rest, players, { mover: null, label: isShort ? 34 : 92, isShort });
  return finished(small, { isBeside: true, mover, players, own });
}

function laidOut({ width, height }, players, { mover, label, isShort }) {
  const isCrowded = (width - label) / players < NAME_PX;
  const share = width < BESIDE_PX ? 0.04 : 0.055;
  const head = isCrowded ? clamp(70, height * (2 * share + 0.02), 150) : clamp(20, height * share, 52);
  const sum = clamp(22, height * share, 50);
  const row = (height - head - sum) / ROWS;
  // Where it is narrow, whoever throws has more than his share.
  const wide = isCrowded && mover !== null ? Math.max(TOUCH_PX + 12, ((width - label) * 1.7) / (players + 0.7)) : null;
  const column = wide === null ? (width - label) / players : (width - label - wide) / (players - 1);
  return { isCrowded, isShort, head, sum, row, label, wide, column };
}

function finished({ isCrowded, isShort, head, sum, row, label, wide, column }, { isBeside, mover, players, own = 0 }) {
  const columns = Array.from({ length: players }, (_, seat) => (seat === mover && wide ? `${wide}px` : "minmax(0, 1fr)"));
  const entry = clamp(15, Math.min(row * 0.62, column * 0.52), 46);
  return {
    isBeside,
    isCrowded,
    isShort,
    isActive: (seat) => !isBeside && row >= TOUCH_PX && (seat === mover || column >= TOUCH_PX),
    sizes: {
      head: `${head}px`,
      sum: `${sum}px`,
      label: `${label}px`,
      own: `${own}px`,
      columns: columns.join(" "),
      column: `${column}px`,
      wide: `${wide ?? column}px`,
      entry: `${entry}px`,
      "own-entry": `${clamp(15, Math.min(row * 0.62, (wide ?? column) * 0.52), 46)}px`,
      total: `${clamp(14, Math.min(sum * 0.72, column * 0.5), 36)}px`,
      names: `${isCrowded ? clamp(14, column * 0.5, head * 0.22) : clamp(15, head * 0.62, 30)}px`,
      "row-name": `${isShort ? 15 : clamp(13, Math.min(row * 0.43, label * 0.225), 30)}px`,
    },
  };
}
