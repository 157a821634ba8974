// What is put right in a dialog: a die, an entry, a row's columns on a phone.

import { choice, close, confirm, open, pick } from "./dialog.js";
import { draw, make } from "./dom.js";
import { dieFace } from "./faces.js";
import { touch } from "./send.js";

// ---- a die: two taps, the die and its face

export function openDie(view, index) {
  const die = view.dice[index];
  if (!die) return;
  const faces = make("div", { class: "faces" }, ...view.faces.map(({ face }) => faceButton(view, face, face === die.face, () => nameDie(view, index, face))));
  const picture = make("figure", { class: "own-picture" });
  if (die.picture) {
    const image = make("img", { src: `${die.picture}?run=${view.run}`, alt: view.texts["camera-picture"] });
    image.addEventListener("error", () => picture.remove());
    picture.append(image);
  } else picture.hidden = true;
  const body = [make("div", { class: "die-choice" }, picture, faces)];
  if (die.doubt_text) body.unshift(make("p", { class: "doubt" }, die.doubt_text));
  if (view.can.correct_held) body.push(heldChoice(view, index, die));
  open(view, view.texts["which-face"], body);
}

function faceButton(view, face, isChosen, onclick) {
  const name = view.faces.find((each) => each.face === face).name;
  const button = make("button", { type: "button", class: `face-choice ${isChosen ? "is-chosen" : ""}`, "aria-label": name, "aria-pressed": String(isChosen), onclick });
  draw(button, dieFace(face, view.faces));
  return button;
}

async function nameDie(view, index, face) {
  close();
  const isTaken = await touch("correct-die", { index, face }, view.moment);
  // Typed by hand, one die follows the other.
  const next = view.dice.findIndex((die, i) => i > index && die.face === null);
  if (isTaken && next >= 0) openDie(view, next);
}

function heldChoice(view, index, die) {
  const say = (isHeld) => () => {
    close();
    touch("correct-held", { index, is_held: isHeld }, view.moment);
  };
  return make(
    "div",
    { class: "pair-choice" },
    choice(view.texts.thrown, !die.is_held, say(false)),
    choice(view.texts.held, die.is_held, say(true)),
  );
}

// A die to be named among some faces; `faces` takes what closes the dialog.
export function openChoice(view, picture, faces) {
  const figure = make("figure", { class: "own-picture" }, picture);
  open(view, view.texts["which-face"], [make("div", { class: "die-choice" }, figure, make("div", { class: "faces" }, ...faces(close)))]);
}

export const openRepeat = (view) =>
  confirm(view, view.texts["repeat-question"], view.texts.repeat, () => touch("repeat-throw", {}, view.moment));

// ---- an entry put right

export function openCell(view, row, column) {
  const entries = view.cells[row][column].map((entry, player) => entry && { ...entry, player }).filter(Boolean);
  if (!entries.length || !view.can.correct_entry) return;
  const mine = entries.find((entry) => entry.player === view.to_move) ?? entries[0];
  editEntry(view, entries, { ...mine, row, column });
}

function editEntry(view, entries, entry, chosenDie = null) {
  const again = (changes, die = chosenDie) => editEntry(view, entries, { ...entry, ...changes }, die);
  const owners = make("div", { class: "pair-choice" });
  if (entries.length > 1) {
    for (const other of entries) {
      const name = `${view.players[other.player].name}: ${other.points || "–"}`;
      owners.append(choice(name, other.player === entry.player, () => again(other, null), `hand-${other.player}`));
    }
  }
  const shown = [owners, ...whatLay(view, entry, again, chosenDie)];
  const save = choice(view.texts.save, false, () => saveEntry(view, entry), "main save");
  const title = `${view.players[entry.player].name}: ${view.rows[entry.row].name}, ${view.texts.column} ${view.columns[entry.column].column}`;
  open(view, title, [...shown, place(view, entry, again), save]);
}

// The dice of an entry, the faces that one of them may show, and whether they lay served.
export function whatLay(view, entry, again, chosenDie) {
  const dice = make("div", { class: "entry-dice" }, ...entry.faces.map((face, index) => faceButton(view, face, index === chosenDie, () => again({}, index))));
  const faces = make("div", { class: "faces in-line", hidden: chosenDie === null });
  if (chosenDie !== null) {
    for (const { face } of view.faces) {
      const changed = entry.faces.map((old, index) => (index === chosenDie ? face : old));
      faces.append(faceButton(view, face, face === entry.faces[chosenDie], () => again({ faces: changed }, null)));
    }
  }
  const served = make(
    "div",
    { class: "pair-choice" },
    choice(view.texts["not-served"], !entry.is_served, () => again({ is_served: false })),
    choice(view.texts.served, entry.is_served, () => again({ is_served: true })),
  );
  return [dice, faces, served];
}

function place(view, entry, again) {
  const rows = pick(view.texts["move-to"], view.rows.map((row) => row.name), entry.row, (row) => again({ row }));
  const names = view.columns.map((column) => `${view.texts.column} ${column.column}`);
  const columns = pick(view.texts.column, names, entry.column, (column) => again({ column }));
  return make("div", { class: "place" }, make("span", {}, view.texts["move-to"]), rows, columns);
}

async function saveEntry(view, entry) {
  const fields = {
    turn_number: entry.turn,
    category: view.rows[entry.row].category,
    column: view.columns[entry.column].column,
    faces: entry.faces,
    is_served: entry.is_served,
  };
  if (await touch("correct-entry", fields, view.moment)) close();
}

// ---- a row's columns, where the sheet's own cells are too small to touch

export function openRow(view, row, enter) {
  const { name, preview } = view.rows[row];
  const columns = view.columns.map((column, index) => {
    const entries = view.cells[row][index];
    const isOpen = view.can.enter && !entries[view.to_move];
    const both = entries.map((entry, player) => make("span", { class: `hand-${player}` }, entry ? String(entry.points || "–") : "·"));
    const state = make("small", {}, column.sums.map((sum) => sum || "0").join(" : "));
    const act = () => {
      if (isOpen) close();
      if (isOpen) enter(row, index);
      else openCell(view, row, index);
    };
    return make(
      "button",
      { type: "button", class: `column-choice ${isOpen ? "is-open" : ""}`, disabled: !isOpen && !entries.some(Boolean), onclick: act },
      make("b", {}, String(column.column)),
      make("span", { class: "both" }, ...both),
      state,
    );
  });
  const worth = preview === null ? "" : preview ? `: ${preview}` : `: ${view.texts.strike}`;
  open(view, `${name}${worth}`, [make("p", { class: "doubt" }, view.texts["which-column"]), make("div", { class: "columns" }, ...columns)]);
}
