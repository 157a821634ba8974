// Rock and Roll: the bank above, the cloth, and below it who bets. A touch on a field puts down a chip of the player
// who is chosen; what the latest throw paid lies on the cloth until chips are put down again.

import { confirm } from "../dialog.js";
import { boxOf, draw, make, write } from "../dom.js";
import { dieFace } from "../faces.js";
import { line, stroke } from "../ink.js";
import { decide } from "../send.js";
import { chip, marksOf, short } from "./rock-chips.js";
import { payOut, skipPayout } from "./rock-payout.js";

const SIZES = [1, 5, 10, Infinity];
const FEW = 3;
const CROWD = 6; // more bettors than this are shown without their names, and their chips smaller
const ANSWER_MS = 1000;

let view = null;
let marks = [];
let chosen = null; // the seat that bets now, on this page
let size = 1;
let table = null;

export function showRock(newest, root) {
  table ??= build();
  if (root.firstChild !== table.root) root.replaceChildren(table.root);
  const before = view;
  view = newest;
  marks = marksOf(view.players.map(({ name }) => name));
  if (!view.cloth.guests.includes(chosen)) chosen = view.cloth.guests[0] ?? null;
  const guests = view.cloth.guests.length;
  table.root.dataset.guests = guests > CROWD ? "many" : guests > FEW ? "some" : "few";
  showBank();
  view.cloth.fields.forEach(showField);
  showBettors();
  showHand();
  table.root.classList.toggle("is-closed", !view.cloth.is_open);
  pay(before);
  heard();
}

// ---- built once

function build() {
  const bank = buildBank();
  const fields = Array.from({ length: 9 }, (_, index) => buildField(index));
  const lines = make("div", { class: "cloth-lines" });
  const cloth = make("div", { class: "cloth" }, ...fields.map((field) => field.button), lines);
  const bettors = make("div", { class: "bettors", role: "group" });
  const hand = buildHand();
  const outcome = make("p", { class: "outcome", hidden: true });
  const flights = make("div", { class: "flights", "aria-hidden": "true" });
  const root = make("div", { class: "rock" }, bank.row, cloth, bettors, hand.row, outcome, flights);
  document.addEventListener("pointerdown", skipPayout, { capture: true });
  const ruler = new ResizeObserver(() => rule(cloth, lines, fields));
  for (const element of [cloth, ...cloth.querySelectorAll(".field")]) ruler.observe(element); // chips may make one higher
  return { root, bank, fields, bettors, seats: [], hand, outcome, flights };
}

function buildBank() {
  const parts = {
    chip: make("span", { class: "chip" }),
    name: make("bdi", { class: "name" }),
    stack: make("b", { class: "chip-stack" }),
    throws: make("ol", { class: "throws" }),
    left: make("span", { class: "left" }),
    notice: make("button", { type: "button", class: "choice bank-ends", onclick: askNotice }),
  };
  parts.title = make("small");
  parts.holder = make("span", { class: "holder" }, parts.chip, make("span", { class: "who" }, parts.title, parts.name), parts.stack);
  parts.row = make("div", { class: "bank" }, parts.holder, parts.throws, parts.left, parts.notice);
  return parts;
}

function buildField(index) {
  const parts = {
    faces: make("span", { class: "field-faces" }),
    name: make("span", { class: "field-name" }),
    pays: make("span", { class: "pays" }),
    most: make("span", { class: "most" }),
    chips: make("span", { class: "field-chips" }),
    pills: new Map(),
  };
  const about = make("span", { class: "about" }, parts.pays, parts.most);
  const head = make("span", { class: "field-head" }, parts.name, parts.faces, about);
  parts.button = make("button", { type: "button", class: "field", onclick: () => bet(index) }, head, parts.chips);
  return parts;
}

function buildHand() {
  const parts = {
    name: make("bdi", { class: "name" }),
    sizes: SIZES.map((each) => make("button", { type: "button", class: "segment", onclick: () => choose(each) })),
    back: make("button", { type: "button", class: "choice chips-back", onclick: takeBack }),
    home: make("button", { type: "button", class: "choice goes-home", onclick: askHome }),
  };
  const sizes = make("div", { class: "segments sizes", role: "group" }, ...parts.sizes);
  parts.row = make("div", { class: "hand" }, parts.name, sizes, parts.back, parts.home);
  return parts;
}

// ---- shown

function showBank() {
  const { bank, throws, left, left_label: leftLabel, notice } = view.cloth;
  const parts = table.bank;
  const { name, points, is_winner: isWinner } = view.players[bank];
  chip(parts.chip, bank, marks[bank]);
  write(parts.title, view.texts.bank);
  write(parts.name, name);
  write(parts.stack, points);
  while (parts.throws.children.length < throws.length) parts.throws.append(make("li"));
  [...parts.throws.children].forEach((item, index) => {
    const face = throws[throws.length - 1 - index];
    item.hidden = !face;
    item.classList.toggle("is-newest", index === 0 && view.cloth.paid_for !== null);
    if (face) draw(item, dieFace(face, view.faces));
  });
  parts.holder.classList.toggle("is-winner", isWinner);
  parts.left.hidden = !left;
  if (left) showLeft(parts.left, left, leftLabel);
  parts.notice.hidden = notice === null || view.access === "follow";
  write(parts.notice, view.texts["bank-ends"]);
}

// The five throws, one struck off with each.
function showLeft(element, left, label) {
  const strokes = [0, 1, 2, 3, 4].map((throwOf) => {
    const x = 8 + throwOf * 13;
    const made = throwOf < 5 - left ? stroke(line(x - 7, 22, x + 7, 8, throwOf + 21), 2.2) : "";
    return stroke(line(x, 4, x, 26, throwOf + 3), 2.6, made ? 'opacity=".4"' : "") + made;
  });
  draw(element, `<svg viewBox="0 0 68 30" aria-hidden="true">${strokes.join("")}</svg><span></span>`);
  write(element.lastChild, label);
}

function showField(field, index) {
  const parts = table.fields[index];
  draw(parts.faces, field.faces.map((face) => dieFace(face, view.faces)).join(""));
  write(parts.name, field.faces.length > 1 ? field.name : "");
  write(parts.pays, field.pays);
  const most = chosen === null ? 0 : field.most[chosen];
  write(parts.most, view.cloth.is_open ? `${view.texts.most} ${short(most, 3)}` : "");
  parts.button.disabled = view.access === "follow" || chosen === null;
  parts.button.setAttribute("aria-label", field.said);
  parts.button.dataset.field = field.field;
  for (const name of ["red", "blue", "black"]) parts.button.classList.toggle(`ink-${name}`, field.faces.length > 1 && field.colour === name);
  parts.button.classList.toggle("is-wide", field.faces.length > 1);
  parts.button.classList.toggle("is-won", field.is_won);
  parts.button.classList.toggle("is-lost", view.cloth.paid_for !== null && !field.is_won);
  const bySeat = new Map(field.chips.map((each) => [each.seat, each]));
  for (const seat of bySeat.keys()) if (!parts.pills.has(seat)) parts.pills.set(seat, addPill(parts, seat));
  for (const [seat, pill] of parts.pills) showPill(pill, seat, bySeat.get(seat), field.chips.length);
}

function addPill(parts, seat) {
  const coin = make("span", { class: "chip" });
  const count = make("span", { class: "chip-count" });
  const pill = make("span", { class: "pill" }, coin, count);
  pill.style.order = seat;
  parts.chips.append(pill);
  return { pill, coin, count };
}

function showPill({ pill, coin, count }, seat, chips, beside) {
  pill.hidden = !chips;
  if (!chips) return;
  chip(coin, seat, marks[seat]);
  // Where many lie beside each other, the field's colour and the faded chips say enough.
  const isCrowded = beside > CROWD;
  const won = chips.back ? chips.back - chips.count : 0;
  const sign = isCrowded || chips.back === null ? "" : won ? "+" : "−"; // struck through it would read as another number
  const said = sign + short(won || chips.count, beside > FEW ? 3 : 5);
  write(count, said);
  pill.classList.toggle("is-long", isCrowded && said.length > 2);
  pill.classList.toggle("is-taken", chips.back === 0);
}

function showBettors() {
  while (table.seats.length < view.players.length) table.seats.push(addBettor(table.seats.length));
  table.seats.forEach((parts, seat) => {
    const player = view.players[seat];
    parts.button.hidden = !view.cloth.guests.includes(seat);
    if (parts.button.hidden) return;
    chip(parts.coin, seat, marks[seat]);
    write(parts.name, player.name);
    write(parts.stack, view.cloth.outcome ? player.gain : player.points);
    parts.button.disabled = view.access === "follow";
    parts.button.setAttribute("aria-pressed", String(seat === chosen && !view.cloth.outcome));
    parts.button.setAttribute("aria-label", `${player.name}: ${player.points}`);
    parts.button.classList.toggle("is-winner", player.is_winner);
  });
  table.bettors.setAttribute("aria-label", view.texts["who-bets"]);
}

function addBettor(seat) {
  const coin = make("span", { class: "chip" });
  const name = make("bdi", { class: "name" });
  const stack = make("span", { class: "chip-stack" });
  const button = make("button", { type: "button", class: "bettor", onclick: () => bets(seat) }, coin, name, stack);
  table.bettors.append(button);
  return { button, coin, name, stack };
}

function showHand() {
  const { hand, outcome } = table;
  outcome.hidden = !view.cloth.outcome;
  write(outcome, view.cloth.outcome);
  hand.row.hidden = Boolean(view.cloth.outcome) || view.access === "follow" || chosen === null;
  if (hand.row.hidden) return;
  write(hand.name, view.players[chosen].name);
  hand.sizes.forEach((button, index) => {
    write(button, SIZES[index] === Infinity ? view.texts["all-chips"] : String(SIZES[index]));
    button.setAttribute("aria-pressed", String(SIZES[index] === size));
  });
  write(hand.back, view.texts["chips-back"]);
  hand.back.disabled = !view.players[chosen].staked;
  write(hand.home, view.texts.leaves);
}

function rule(cloth, lines, fields) {
  const box = boxOf(cloth);
  if (!box.width) return;
  const drawn = fields.map(({ button }, index) => {
    const { left, top, width, height } = boxOf(button);
    const [x1, y1, x2, y2] = [left - box.left, top - box.top, left - box.left + width, top - box.top + height];
    const corners = [[x1, y1, x2, y1], [x2, y1, x2, y2], [x2, y2, x1, y2], [x1, y2, x1, y1]];
    return corners.map((corner, side) => stroke(line(...corner, index * 4 + side + 1), 1.6)).join("");
  });
  draw(lines, `<svg viewBox="0 0 ${box.width} ${box.height}" aria-hidden="true">${drawn.join("")}</svg>`);
}

// ---- touched

function bets(seat) {
  chosen = seat;
  showAgain();
}

function choose(each) {
  size = each;
  showAgain();
}

function showAgain() {
  view.cloth.fields.forEach(showField);
  showBettors();
  showHand();
}

// Chips are put down faster than the companion answers: each waits for the one before, and is dropped once the dice
// have been thrown meanwhile.
let placing = Promise.resolve();
let heard = () => {};

function bet(index) {
  const [seat, chips] = [chosen, size];
  place(({ fields }) => {
    const { field, most } = fields[index];
    // With nothing left to put down one chip is tried: the companion says why not.
    return { type: "bet-placed", player: seat, field, chips: chips === Infinity ? Math.max(1, most[seat]) : chips };
  });
}

function takeBack() {
  const seat = chosen;
  place(() => ({ type: "bets-taken-back", player: seat }));
}

function place(event) {
  const round = view.cloth.round;
  placing = placing.then(async () => {
    if (view.cloth?.round !== round) return;
    const answer = new Promise((resolve) => {
      heard = resolve;
      setTimeout(resolve, ANSWER_MS);
    });
    if (await decide(view, event(view.cloth))) await answer;
  });
}

const askNotice = () =>
  confirm(view, view.texts["bank-ends-question"], view.texts["bank-ends"], () => decide(view, view.cloth.notice));

function askHome() {
  const seat = chosen;
  const home = () => decide(view, { type: "player-left", player: seat });
  confirm(view, `${view.players[seat].name}: ${view.texts["goes-home-question"]}`, view.texts.leaves, home);
}

// ---- paid

function pay(before) {
  const round = before?.cloth?.round;
  if (round === view.cloth.round) return;
  skipPayout();
  if (view.cloth.paid_for === null || before?.run !== view.run || round + 1 !== view.cloth.round) return;
  const chips = view.cloth.fields.flatMap((field, index) => field.chips.map((each) => ({ ...each, pill: table.fields[index].pills.get(each.seat).pill })));
  const { chip: bank } = table.bank;
  const lost = chips.filter(({ back }) => !back).map(({ seat, count, pill }) => flight(pill, bank, count, seat));
  const won = chips.filter(({ back }) => back).flatMap(({ seat, count, back, pill }) => [
    flight(bank, table.seats[seat].button, back - count, view.cloth.bank),
    flight(pill, table.seats[seat].button, count, seat),
  ]);
  payOut(table.flights, lost, won);
}

const flight = (from, to, count, seat) => ({ from, to, count, draw: (coin) => chip(coin, seat, marks[seat]) });
