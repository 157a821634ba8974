// What a touch on the Escalero sheet opens: a player's column, an entry to be put right.

import { choice, close, confirm, open, pick } from "../dialog.js";
import { whatLay } from "../dialogs.js";
import { make } from "../dom.js";
import { decide } from "../send.js";

export function openPlayers(view) {
  const names = view.players.map(({ name }, seat) => choice(name, seat === view.to_move, () => openPlayer(view, seat), `hand-${seat % 2}`));
  open(view, view.texts["whose-column"], [make("div", { class: "column-names" }, ...names)]);
}

// The whole column of a player: each entry opens, and who goes home says so here.
export function openPlayer(view, seat) {
  const player = view.players[seat];
  const entries = view.rows.map((row, index) => {
    const entry = view.cells[index][seat];
    const act = () => editEntry(view, { ...entry, row: index, seat });
    return make(
      "button",
      { type: "button", class: "column-entry", disabled: !entry || !view.can.correct_entry, onclick: act },
      make("span", {}, row.name),
      make("b", { class: `hand-${seat % 2}` }, entry ? String(entry.points || "–") : ""),
    );
  });
  const total = make("p", { class: "column-sum" }, `${view.texts.sum}: ${player.points}`);
  const leave = view.decisions.find(({ key, event }) => key === "leave" && event.player === seat);
  const home = make("div", { class: "pair-choice" });
  if (leave) home.append(choice(leave.label, false, () => confirm(view, `${leave.label}?`, leave.label, () => decide(view, leave.event))));
  open(view, player.name, [make("div", { class: "column-entries" }, ...entries), total, home]);
}

// ---- an entry put right

export function editEntry(view, entry, chosenDie = null) {
  const again = (changes, die = chosenDie) => editEntry(view, { ...entry, ...changes }, die);
  const save = choice(view.texts.save, false, () => saveEntry(view, entry), "main save");
  const title = `${view.players[entry.seat].name}: ${view.rows[entry.row].name}`;
  open(view, title, [...whatLay(view, entry, again, chosenDie), place(view, entry, again), save]);
}

// Its own row, or one that is free.
function place(view, entry, again) {
  const stands = (row) => view.cells[row][entry.seat]?.turn === entry.turn;
  const open = view.rows.map((_, row) => row).filter((row) => stands(row) || !view.cells[row][entry.seat]);
  const names = open.map((row) => view.rows[row].name);
  const rows = pick(view.texts["move-to"], names, open.indexOf(entry.row), (index) => again({ row: open[index] }));
  return make("div", { class: "place" }, make("span", {}, view.texts["move-to"]), rows);
}

async function saveEntry(view, { turn, row, faces, is_served: isServed }) {
  const event = { type: "row-corrected", turn_number: turn, row: view.rows[row].row, faces, is_served: isServed };
  if (await decide(view, event)) close();
}
