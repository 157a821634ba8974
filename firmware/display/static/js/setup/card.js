// A game's rules on one page: sentences at the left, dice and numbers at the right; and what one row of its sheet is.

import { open } from "../dialog.js";
import { draw, make } from "../dom.js";
import { dieFace } from "../faces.js";

export function openCard(view, card) {
  const told = make("ul", { class: "card-told" }, ...card.told.map((text) => make("li", {}, text)));
  const tables = make("div", { class: "card-tables" }, ...card.tables.map((each) => table(view, each)));
  open(view, card.title, [make("div", { class: "card" }, told, tables)], { lasts: true });
}

// A row in a sentence, and what the card has of it: its examples, or what a die of an upper row counts.
export function openRowCard(view, index) {
  const { texts, card, faces } = view;
  const { name, category, row } = view.rows[index];
  const straight = texts["about-straight"];
  const full = texts["about-full"];
  const served = texts["about-grande-served"];
  const told = { straight, quint: straight, full, "full-hand": full, poker: texts["about-poker"], grande: texts["about-grande"], "grande-served": served };
  const about = told[category ?? row];
  const { heads, rows } = card.tables.find((each) => each.rows.some(({ text }) => text === name)) ?? { heads: [], rows: [] };
  const examples = rows.filter(({ text }) => text === name).map((each) => ({ ...each, text: "" }));
  const counts = { faces: [faces[index]?.face], text: `= ${index + 1}`, values: [] };
  const shown = about ? table(view, { heads, rows: examples }) : table(view, { heads: [], rows: [counts] });
  open(view, name, [make("div", { class: "card is-row" }, make("p", {}, about ?? texts["about-upper"]), shown)]);
}

function table(view, { title, heads, rows, marked }) {
  const hasHeads = heads.length > 0;
  const mark = (at) => (marked === at ? "is-marked" : "");
  return make(
    "table",
    {},
    title ? make("caption", {}, title) : null,
    hasHeads ? make("tr", {}, make("td", { colspan: 2 }), ...heads.map((text, at) => make("th", { class: mark(at) }, text))) : null,
    ...rows.map((row) => (row.is_scale ? scale(view, row) : line(view, row, mark))),
  );
}

function line(view, { faces, text, values }, mark) {
  const shown = dice(view, faces);
  return make("tr", {}, make("td", { class: "card-dice" }, shown), make("td", { class: "card-text" }, text), ...values.map((value, at) => make("td", { class: `card-value ${mark(at)}` }, value)));
}

// Six dice with what each is worth below.
function scale(view, { faces, values }) {
  const pairs = faces.map((face, at) => make("span", { class: "card-worth" }, dice(view, [face]), values[at]));
  return make("tr", {}, make("td", { class: "card-scale", colspan: 4 }, make("div", {}, ...pairs)));
}

function dice(view, faces) {
  const box = make("span", { class: "card-faces", "aria-label": faces.map((face) => view.faces.find((each) => each.face === face).name).join(", "), role: "img" });
  draw(box, faces.map((face) => dieFace(face, view.faces)).join(""));
  return box;
}
