// Which dice of the simulated board the next throw leaves lying: they are touched above, or in its picture.

import { asked, tapBoard } from "./send.js";

const NEAR = 0.03; // of the picture's width: what lies so near is the same die

let kept = []; // places
let moment = null; // they are known of
const listeners = [];

export const isHoldable = (view) => view.is_simulated && ["read", "corrected"].includes(view.phase) && view.button.throws && view.dice.some(({ place }) => place);

export const isKept = (view, index) => isHoldable(view) && kept.some(([x, y]) => lies(view.dice[index], x, y));

const lies = ({ place }, x, y) => Boolean(place) && Math.hypot(place[0] - x, place[1] - y) < NEAR;

export const whenKept = (listener) => listeners.push(listener);

// A throw leaves marked what was left lying for it.
export async function showKept(view) {
  if (!isHoldable(view) || moment === view.moment) return;
  moment = view.moment;
  kept = view.dice.filter((die) => die.is_held && die.place).map((die) => die.place);
  take(await asked("/simulated/held"));
}

export async function hold(x, y) {
  take(await tapBoard(x, y));
}

function take(answer) {
  if (!answer) return;
  kept = answer.held;
  for (const listener of listeners) listener();
}
