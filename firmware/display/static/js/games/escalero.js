// Escalero: eleven rows, a column a player, as the paper has it. The column of whoever throws is wide enough for a
// finger: one touch on a free row enters. Where eleven rows of 44 px do not fit below each other, the mover's own rows
// stand in two columns beside a smaller sheet of all.

import { boxOf, byId, draw, make, mark, write } from "../dom.js";
import { dotted, line, ring, stroke, tilt } from "../ink.js";
import { decide } from "../send.js";
import { openRowCard } from "../setup/card.js";
import { editEntry, openPlayer, openPlayers } from "./escalero-dialogs.js";
import { planned, TOUCH_PX } from "./escalero-plan.js";
import { showSlip, slip } from "./escalero-slip.js";

let view = null;
let built = "";
let isDue = false;
let plan = null;
let sheet, own, paper, grid, lines, ownLines;
let heads = [];
let rows = [];
let sums = [];
let sumLabel;

const places = {}; // of the mover's own rows, beside the sheet

export function showEscalero(newest, root) {
  view = newest;
  const shape = `${view.rows.length}x${view.players.length}`;
  if (built !== shape || sheet.parentElement !== root) build(shape, root);
  showHeads();
  view.rows.forEach((row, index) => showRow(rows[index], row));
  showOwn();
  showSlip(view);
  if (isDue) return;
  isDue = true; // lines are drawn once all else has been written, but before it is painted
  requestAnimationFrame(() => {
    isDue = false;
    fit();
  });
}

// ---- what is built once

function build(shape, root) {
  built = shape;
  grid = make("div", { class: "grid", onclick: touched });
  lines = make("div", { class: "lines" });
  heads = view.players.map((_, seat) => make("span", { class: `head hand-${seat % 2}`, dir: "auto", "data-seat": seat, "data-mark": seat }));
  rows = view.rows.map((_, index) => buildRow(index));
  sumLabel = make("span", { class: "label" });
  sums = view.players.map((_, seat) => make("span", { class: `sum hand-${seat % 2}`, "data-seat": seat }));
  grid.append(make("div", { class: "row heads" }, make("span", { class: "label" }), ...heads));
  grid.append(...rows.map((row) => row.element), make("div", { class: "row sums" }, sumLabel, ...sums));
  paper = make("div", { class: "paper" }, grid, lines);
  own = buildOwn();
  sheet = make("div", { class: "escalero" }, own, paper, slip());
  root.replaceChildren(sheet);
  new ResizeObserver(fit).observe(sheet);
  document.fonts.ready.then(fit);
}

function buildRow(index) {
  const label = make("span", { class: "label" });
  const cells = view.players.map((_, seat) => {
    const value = make("span", { class: `entry hand-${seat % 2}` });
    tilt(value, index * 23 + seat * 7);
    return { value, button: make("button", { type: "button", class: "cell", "data-row": index, "data-seat": seat }, value) };
  });
  return { label, cells, element: make("div", { class: "row", "data-row": index }, label, ...cells.map((cell) => cell.button)) };
}

function buildOwn() {
  places.name = make("span", { class: "name", dir: "auto" });
  places.sumLabel = make("span", { class: "row-name" });
  places.sum = make("span", { class: "entry" });
  places.rows = view.rows.map((_, index) => {
    const [name, value] = [make("span", { class: "row-name" }), make("span", { class: "entry" })];
    tilt(value, index * 23 + 5);
    const onclick = ({ target }) => (target === name ? openRowCard(view, index) : view.to_move !== null && touchedCell(index, view.to_move));
    return { name, value, button: make("button", { type: "button", class: "own-cell", "data-row": index, onclick }, name, value) };
  });
  ownLines = make("div", { class: "lines" });
  const total = make("span", { class: "own-sum" }, places.sumLabel, places.sum);
  const cells = make("div", { class: "own-cells" }, ...places.rows.map((row) => row.button), total);
  return make("section", { class: "own" }, make("h2", {}, places.name), cells, ownLines);
}

// ---- what differs from view to view

function showHeads() {
  view.players.forEach((player, seat) => {
    write(heads[seat], player.name);
    heads[seat].title = player.name;
    write(sums[seat], player.points);
    for (const element of [heads[seat], sums[seat]]) {
      element.classList.toggle("is-to-move", view.to_move === seat);
      element.classList.toggle("is-gone", player.is_gone);
      element.classList.toggle("is-winner", player.is_winner);
    }
  });
  write(sumLabel, plan?.isShort ? "Σ" : view.texts.sum);
}

function showRow(parts, row) {
  const index = rows.indexOf(parts);
  write(parts.label, plan?.isShort ? row.short : row.name);
  parts.element.classList.toggle("is-lower", row.is_lower);
  parts.cells.forEach(({ button, value }, seat) => {
    const entry = view.cells[index][seat];
    showValue(value, entry, row, seat);
    button.classList.toggle("is-to-move", view.to_move === seat);
    button.classList.toggle("is-gone", view.players[seat].is_gone);
    button.setAttribute("aria-label", `${view.players[seat].name}, ${row.name}: ${said(entry, row, seat)}`);
  });
}

// What stands in a cell; in the mover's free ones, what the throw would bring.
function showValue(value, entry, row, seat) {
  const isOpen = !entry && view.to_move === seat && row.preview !== null;
  value.classList.toggle("is-open", isOpen);
  value.classList.toggle("is-worth", isOpen && row.preview > 0);
  value.classList.toggle("is-in-view", isOpen && row.is_in_view);
  value.classList.toggle("is-newest", Boolean(entry?.is_newest));
  value.classList.toggle("is-strike", entry?.points === 0 || (isOpen && row.preview === 0));
  value.classList.toggle("is-served", Boolean(entry?.is_marked_served));
  write(value, entry ? String(entry.points || "–") : isOpen ? String(row.preview || "–") : "");
}

const said = (entry, row, seat) => (entry ? String(entry.points) : view.to_move === seat && row.preview !== null ? `${row.preview}?` : "");

function showOwn() {
  const player = view.players[view.to_move];
  own.classList.toggle("is-nobody", !player);
  write(places.name, player?.name ?? "");
  mark(places.name, view.to_move);
  write(places.sumLabel, view.texts.sum);
  write(places.sum, player?.points ?? "");
  view.rows.forEach((row, index) => {
    const { name, value, button } = places.rows[index];
    const entry = player ? view.cells[index][view.to_move] : null;
    write(name, row.name);
    showValue(value, entry, row, view.to_move);
    button.disabled = !player;
    for (const hand of [0, 1]) value.classList.toggle(`hand-${hand}`, (view.to_move ?? 0) % 2 === hand);
    button.setAttribute("aria-label", `${row.name}: ${said(entry, row, view.to_move)}`);
  });
}

// ---- touches

function touched(event) {
  const named = rows.findIndex(({ label }) => label === event.target);
  if (named >= 0) openRowCard(view, named);
  if (named >= 0 || view.access === "follow") return;
  const cell = event.target.closest(".cell");
  if (cell) touchedCell(Number(cell.dataset.row), Number(cell.dataset.seat));
  else touchedColumn(event.clientX);
}

function touchedCell(row, seat) {
  if (view.access === "follow" || view.phase === "beginning") return;
  const entry = view.cells[row][seat];
  if (entry) view.can.correct_entry && editEntry(view, { ...entry, row, seat });
  else if (seat === view.to_move) decide(view, { type: "row-entered", row: view.rows[row].row }); // the companion says why not
  else openPlayer(view, seat);
}

// Columns that are too narrow for a finger are asked about by name.
function touchedColumn(x) {
  const seat = heads.findIndex((head) => x >= head.getBoundingClientRect().left && x < head.getBoundingClientRect().right);
  if (seat < 0) return;
  if (heads[seat].getBoundingClientRect().width < TOUCH_PX) openPlayers(view);
  else openPlayer(view, seat);
}

// ---- sizes and lines

function fit() {
  if (!view || byId("game").hidden || !sheet.isConnected) return;
  const { width, height } = sheet.getBoundingClientRect();
  if (!width) return;
  plan = planned({ width, height }, view.players.length, { mover: view.to_move, canTouch: view.access !== "follow" });
  sheet.classList.toggle("is-beside", plan.isBeside);
  sheet.classList.toggle("is-crowded", plan.isCrowded);
  for (const [name, value] of Object.entries(plan.sizes)) sheet.style.setProperty(`--sheet-${name}`, value);
  showHeads();
  view.rows.forEach((row, index) => showRow(rows[index], row));
  for (const { cells } of rows) cells.forEach(({ button }, seat) => button.classList.toggle("is-active", plan.isActive(seat)));
  drawPaper();
  if (plan.isBeside) drawOwn();
}

function drawPaper() {
  const box = boxOf(grid);
  const tops = [...rows.map((row) => row.element), sums[0].parentElement].map((element) => boxOf(element).top - box.top);
  const lefts = heads.map((head) => boxOf(head).left - box.left);
  const { width, height } = box;
  const drawn = tops.map((top, i) => stroke(line(1, top, width - 1, top, i + 1), i === 0 || i === 6 || i === 11 ? 2.4 : 1.1));
  lefts.forEach((left, seat) => {
    const isMover = view.to_move === seat || view.to_move === seat - 1;
    drawn.push(stroke(line(left, 2, left, height - 2, seat + 31), seat === 0 ? 2.4 : isMover ? 2 : 1.2));
  });
  drawn.push(stroke(line(width - 1.2, 2, width - 1.2, height - 2, 91, 0.8), 2));
  view.players.forEach((player, seat) => player.is_winner && drawn.push(ringed(sums[seat], box, seat + 1)));
  if (!plan.isBeside) drawn.push(...inView(rows.map(({ cells }) => cells[view.to_move]?.value), box));
  draw(lines, svg(box, drawn));
}

function drawOwn() {
  const box = boxOf(ownLines);
  const [first, second] = [boxOf(places.rows[0].button), boxOf(places.rows[6].button)];
  const bottom = box.height - 2;
  const drawn = [0, 1, 2, 3, 4, 5].map((row) => {
    const top = boxOf(places.rows[row].button).top - box.top;
    return stroke(line(2, top, box.width - 3, top, row + 11), row === 0 ? 2.4 : 1.1);
  });
  const middle = second.left - box.left;
  drawn.push(dotted(middle, first.top - box.top + 3, middle, bottom - 3, 61));
  drawn.push(stroke(line(2, bottom, box.width - 3, bottom, 77), 2.4), stroke(line(box.width - 3, 2, box.width - 3, bottom, 92), 2.4));
  drawn.push(...inView(places.rows.map(({ value }) => value), box));
  draw(ownLines, svg(box, drawn));
}

const inView = (values, box) => values.filter((value) => value?.classList.contains("is-in-view")).map((value) => ringed(value, box, 5));

function ringed(element, box, seed) {
  const place = boxOf(element);
  const [cx, cy] = [place.left - box.left + place.width / 2, place.top - box.top + place.height / 2];
  const ry = Math.max(9, place.height / 2 - 1.5);
  return stroke(ring(cx, cy, Math.min(place.width / 2 - 1, ry * 2.2), ry, seed), 2);
}

const svg = (box, drawn) => `<svg viewBox="0 0 ${box.width} ${box.height}" aria-hidden="true">${drawn.join("")}</svg>`;
