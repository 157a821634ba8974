// Who played here before, and a guest, whom nobody shall remember: a tap puts a name into the field that is typed into,
// else where a stranger sits, else into the next one.

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
  const chip = (name, kind) => make("button", { type: "button", class: `person ${kind}`, dir: "auto", onclick: () => take(name) }, name);
  const isHere = (button) => table.names.some((name) => isSame(name, button.textContent));
  const [people, guests] = [setup.people.map((name) => chip(name, "")), setup.guests.map((name) => chip(name, "is-guest"))];
  row.append(...people, ...guests);
  const show = () => {
    let left = MOST;
    for (const button of people) button.hidden = isHere(button) || left-- <= 0;
    left = 1; // of guests the first who is not here yet
    for (const button of guests) button.hidden = isHere(button) || left-- <= 0;
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
