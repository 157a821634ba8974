// Who played here before: a tap puts a name into the field that is typed into, else where a stranger sits, else into
// the next one.

import { make } from "../dom.js";
import { isSame } from "./names.js";

const MOST = 12;

// `put` takes a seat and a name. Where the companion plays, only the first seat is a person's.
export function buildPeople({ setup, texts }, table, put) {
  const row = make("div", { class: "people", role: "group", "aria-label": texts["played-here"] });
  // The field that is typed into stays so until a name is taken.
  row.addEventListener("pointerdown", (event) => event.preventDefault());
  const take = (name) => {
    const seat = seatFor(table, setup.strangers);
    put(seat, name);
    table.turn = seat + 1;
    document.activeElement?.blur();
  };
  const chips = setup.people.map((name) => make("button", { type: "button", class: "person", dir: "auto", onclick: () => take(name) }, name));
  row.append(...chips);
  const show = () => {
    let left = MOST;
    chips.forEach((chip, at) => (chip.hidden = table.names.some((other) => isSame(other, setup.people[at])) || left-- <= 0));
    row.hidden = chips.every((chip) => chip.hidden);
  };
  show();
  return { row, show };
}

function seatFor(table, strangers) {
  const seats = table.level ? 1 : table.names.length;
  const typed = [...document.querySelectorAll("#front .name-field input")].indexOf(document.activeElement);
  if (typed >= 0 && typed < seats) return typed;
  const free = table.names.slice(0, seats).findIndex((name) => !name.trim() || strangers.includes(name));
  return free >= 0 ? free : (table.turn ?? 0) % seats;
}
