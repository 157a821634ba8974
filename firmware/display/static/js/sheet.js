// The sheet: one 10×10 grid for both players, as the paper has it. Each cell is parted in two, left for the first
// player, right for the second, so that the two numbers that decide a column stand side by side, and a cell is 44 px
// and more even at 800×480: entering is one touch. Where cells are smaller (a phone), a touch opens the row.

import { openCell, openRow } from "./dialogs.js";
import { boxOf, byId, draw, make, write } from "./dom.js";
import { dotted, line, ring, stroke, tilt } from "./ink.js";
import { touch } from "./send.js";
import { openRowCard } from "./setup/card.js";

const SMALLEST_PX = 44;
const OFF_LINE_PX = 2.2;
const TWO_DIGITS = [1.3, 1.62]; // how wide, in digits' heights, in each hand

let view = null;
let built = "";
let narrowedFor = "";
let lines, grid;
let heads = [];
let rows = [];
let sums = [];
let sumLabel;
let sides = []; // twice: above the sheet, and below it where the halves lie above each other

export function showSheet(newest) {
  view = newest;
  const shape = `${view.cells.length}x${view.columns.length}`;
  const isNew = built !== shape;
  if (isNew) build(shape);
  view.rows.forEach((row, index) => showRow(rows[index], row, index));
  view.columns.forEach((column, index) => showColumn(column, index));
  write(sumLabel, view.texts.sum);
  for (const each of sides) [...each.children].forEach((side, player) => side.classList.toggle("is-to-move", view.to_move === player));
  if (isNew) fillRows();
}

export function redrawSheet() {
  if (view && !byId("table").hidden) drawInk();
}

function build(shape) {
  built = shape;
  const count = view.columns.length;
  const sheet = byId("sheet");
  sheet.replaceChildren();
  grid = make("div", { class: "grid", onclick: touched });
  grid.style.setProperty("--columns", count);
  lines = make("div", { class: "lines" });
  sides = [0, 1].map(() => make("span", { class: "sides", "aria-hidden": "true" }, ...[0, 1].map((seat) => make("i", { "data-mark": seat }))));
  heads = view.columns.map(() => make("span", { class: "head" }));
  grid.append(make("div", { class: "row heads" }, make("span", { class: "label" }, sides[0]), ...heads));
  rows = view.rows.map((_, index) => buildRow(index, count));
  grid.append(...rows.map((row) => row.element));
  sumLabel = make("span", {});
  sums = view.columns.map(() => [0, 1].map((hand) => make("span", { class: `sum hand-${hand}` }, make("b", {}))));
  grid.append(make("div", { class: "row sums" }, make("span", { class: "label" }, sumLabel, sides[1]), ...sums.map((pair) => make("span", { class: "pair" }, ...pair))));
  sheet.append(grid, lines);
}

// The first row tells how narrow all is to be written, before the others have their cells: each is styled once.
function fillRows() {
  const { width } = boxOf(rows[0].cells[0].button);
  if (width) fitCells(width);
  for (const { element, cells } of rows.slice(1)) element.append(...cells.map(({ button }) => button));
}

function buildRow(index, count) {
  const name = make("span", { class: "row-name" });
  const preview = make("span", { class: "preview" });
  const cells = Array.from({ length: count }, (_, column) => {
    const halves = [0, 1].map((player) => make("span", { class: `entry hand-${player}`, "aria-hidden": "true" }));
    const button = make("button", { type: "button", class: "cell", "data-row": index, "data-column": column }, ...halves);
    halves.forEach((half, player) => tilt(half, index * 23 + column * 7 + player));
    return { button, halves };
  });
  const label = make("span", { class: "label" }, name, preview);
  const element = make("div", { class: "row", "data-row": index }, label, ...(index ? [] : cells.map((cell) => cell.button)));
  return { element, name, preview, cells };
}

function showRow(parts, row, index) {
  const isOpen = row.preview !== null;
  parts.element.classList.toggle("is-open", isOpen);
  parts.element.classList.toggle("is-lower", row.is_lower);
  parts.element.classList.toggle("is-worth", Boolean(row.preview));
  write(parts.name, row.name);
  write(parts.preview, isOpen ? (row.preview ? String(row.preview) : "–") : "");
  parts.preview.classList.toggle("is-zero", row.preview === 0);
  parts.cells.forEach((cell, column) => showCell(cell, row, index, column));
}

function showCell({ button, halves }, row, index, column) {
  const number = view.columns[column].column;
  const suggested = view.suggestion?.category === row.category && view.suggestion?.column === number;
  let said = `${row.name}, ${view.texts.column} ${number}`;
  halves.forEach((half, player) => {
    const entry = view.cells[index][column][player];
    const isOpen = view.can.enter && view.to_move === player && !entry;
    half.classList.toggle("is-open", isOpen);
    half.classList.toggle("is-newest", Boolean(entry?.is_newest));
    half.classList.toggle("is-strike", entry?.points === 0);
    half.classList.toggle("is-suggested", suggested && view.to_move === player);
    write(half, entry ? (entry.points ? String(entry.points) : "–") : suggested && view.to_move === player ? String(row.preview ?? "") : "");
    if (entry) said += `; ${view.players[player].name}: ${entry.points}`;
  });
  button.setAttribute("aria-label", said);
}

function showColumn(column, index) {
  write(heads[index], String(column.column));
  heads[index].title = column.said ?? "";
  const lead = Math.sign(column.sums[0] - column.sums[1]);
  const state = column.player === null || column.state === "open" ? (lead ? "led" : "open") : column.state;
  const side = state === "led" ? (lead > 0 ? 0 : 1) : column.player;
  heads[index].className = `head is-${state} side-${side}`;
  sums[index].forEach((sum, player) => {
    write(sum.firstChild, column.sums[player]);
    sum.classList.toggle("is-won", column.state === "won" && column.player === player);
    sum.classList.toggle("is-lost", column.state === "won" && column.player !== player);
    sum.classList.toggle("is-secured", column.state === "secured" && column.player === player);
  });
}

function touched(event) {
  const target = event.target.closest("[data-row]");
  if (!target || !view) return;
  const row = Number(target.dataset.row);
  if (view.card && event.target.closest(".label")) {
    openRowCard(view, row);
    return;
  }
  if (isNarrow()) {
    openRow(view, row, enter);
    return;
  }
  if (target.dataset.column === undefined) return;
  const column = Number(target.dataset.column);
  const entries = view.cells[row][column];
  const isMine = view.to_move !== null && !entries[view.to_move];
  if (view.can.enter && isMine) enter(row, column);
  else if (entries.some(Boolean)) openCell(view, row, column);
  else enter(row, column); // the companion says why not
}

function enter(row, column) {
  return touch("touch-cell", { category: view.rows[row].category, column: view.columns[column].column }, view.moment);
}

function isNarrow() {
  return grid.classList.contains("is-narrow");
}

function drawInk() {
  const { width, height } = boxOf(grid);
  if (!width) return;
  const first = boxOf(rows[0].cells[0].button);
  fitCells(first.width);
  draw(lines, `<svg viewBox="0 0 ${width} ${height}" aria-hidden="true">${ruling(width, height)}${rings()}</svg>`);
}

function fitCells(cell) {
  writeNarrower(cell);
  const narrow = cell < SMALLEST_PX;
  grid.classList.toggle("is-narrow", narrow);
  for (const row of rows) {
    row.element.toggleAttribute("tabindex", narrow);
    row.element.setAttribute("role", narrow ? "button" : "group");
  }
}

// Two digits of each hand keep off the lines of half a cell, and the longest name leaves room for the points beside it.
function writeNarrower(cell) {
  const key = [built, cell, innerWidth, view.language, document.fonts.status].join();
  if (key === narrowedFor) return;
  narrowedFor = key;
  const [high, sum] = ["--high", "--sum"].map((name) => parseFloat(getComputedStyle(grid).getPropertyValue(name)));
  const half = isStacked() ? cell : cell / 2;
  const label = rows[0].name.parentElement.clientWidth - 11 - 1.05 * high;
  const longest = Math.max(...rows.map(({ name }) => name.scrollWidth));
  // All is asked for before anything is said: each has the whole sheet styled anew.
  const [two, three] = [(half - 2 * OFF_LINE_PX) / high, (half - 3) / (1.5 * sum)];
  TWO_DIGITS.forEach((wide, hand) => {
    grid.style.setProperty(`--narrow-${hand}`, Math.min(1, two / wide).toFixed(3));
    grid.style.setProperty(`--narrow-sum-${hand}`, Math.min(1, three / wide).toFixed(3));
  });
  grid.style.setProperty("--narrow-name", Math.min(1, label / longest).toFixed(3));
}

function ruling(width, height) {
  const box = boxOf(grid);
  const y = rows.map((row) => boxOf(row.element).top - box.top);
  const x = rows[0].cells.map((cell) => boxOf(cell.button).left - box.left);
  const bottom = y[0] + rows.reduce((sum, row) => sum + boxOf(row.element).height, 0);
  const half = (x[1] ?? width) - x[0];
  const drawn = [];
  y.forEach((top, i) => drawn.push(stroke(line(1, top, width - 1, top, i + 1), i === 0 || i === 6 ? 2.4 : 1.1)));
  drawn.push(stroke(line(1, bottom, width - 1, bottom, 77), 2.4));
  x.forEach((left, i) => {
    drawn.push(stroke(line(left, 2, left, height - 2, i + 31), i === 0 ? 2.4 : 1.4));
    const middle = left + half / 2;
    if (!isStacked()) drawn.push(dotted(middle, y[0] + 3, middle, height - 3, i + 61));
  });
  if (isStacked()) y.forEach((top, i) => drawn.push(dotted(x[0] + 3, top + (y[1] - y[0]) / 2, width - 3, top + (y[1] - y[0]) / 2, i + 61)));
  drawn.push(stroke(line(width - 1.2, 2, width - 1.2, height - 2, 91, 0.8), 2));
  return drawn.join("");
}

// On a phone the two players' halves lie above each other: the stylesheet decides.
const isStacked = () => getComputedStyle(rows[0].cells[0].button).gridTemplateColumns.split(" ").length === 1;

function rings() {
  const box = boxOf(grid);
  const suggested = grid.querySelector(".is-suggested")?.parentElement;
  return underlined(box) + (suggested ? suggestionRing(box, suggested) : "");
}

function suggestionRing(box, cell) {
  const half = cell.children[view.to_move];
  const [place, whole] = [boxOf(half), boxOf(cell)];
  const isBeside = !isStacked();
  const cx = isBeside ? whole.left + whole.width * (view.to_move ? 0.75 : 0.25) : whole.left + whole.width / 2;
  const rx = isBeside ? whole.width / 4 + 1 : whole.width / 2 - 2;
  const ry = Math.min(whole.height / (isBeside ? 2 : 4), rx * 1.35);
  return stroke(ring(cx - box.left, place.top + place.height / 2 - box.top, rx, ry, 5), 2.6);
}

// The sum of a column that can no longer be lost, twice.
function underlined(box) {
  return sums
    .flatMap((pair, column) =>
      pair.map((sum, player) => {
        const { state, player: owner } = view.columns[column];
        if (owner !== player || state !== "secured") return "";
        const place = boxOf(sum);
        const seed = column * 2 + player + 1;
        const [from, to, y] = [place.left - box.left + 3, place.right - box.left - 3, place.bottom - box.top - 3.5];
        return stroke(line(from, y, to, y, seed), 1.4) + stroke(line(from, y + 2.5, to, y + 2.5, seed + 9), 1.4);
      }),
    )
    .join("");
}
