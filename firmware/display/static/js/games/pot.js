// Rounds for a pot: the table seen from above, the pot in the middle, the players clockwise around it.

import { boxOf, draw, make, write } from "../dom.js";
import { line, stroke, wobble } from "../ink.js";
import { decide } from "../send.js";
import { piles } from "./chips.js";
import { miniDie } from "./mini.js";
import { buildStakes, showStakes } from "./stakes.js";

const SMALLEST_PX = 11;
const MOST_DRAWN = 12; // chips of a pile: more are not told apart anyway
const PILE_OF_ALL = 8; // so many chips are drawn of the stack that everybody began with

let view = null;
let parts = null;

export function showPot(newest, root) {
  view = newest;
  if (parts?.element.parentElement !== root || parts.seats.length !== view.pot.seats.length) build(root);
  view.pot.seats.forEach((seat, at) => showSeat(parts.seats[at], seat));
  showMiddle(view.pot);
  showFoot();
  fit();
}

// What asks where things lie comes last: between changes each question would lay the page out anew.
function fit() {
  parts.seats.forEach(fitWords);
  drawInk();
}

// A long hand is written smaller rather than cut off.
function fitWords({ card, words }) {
  words.style.fontSize = "";
  if (card.scrollHeight <= card.clientHeight + 1) return;
  let size = parseFloat(getComputedStyle(words).fontSize);
  while (size > SMALLEST_PX && card.scrollHeight > card.clientHeight + 1) {
    size -= 1;
    words.style.fontSize = `${size}px`;
  }
}

// ---- built once

function build(root) {
  const seats = view.pot.seats.map((_, seat) => buildSeat(seat));
  // The first sits in front at the left, the dice go round clockwise: up the left side, down the right one.
  const half = Math.ceil(seats.length / 2);
  const middle = buildMiddle();
  const lines = make("div", { class: "pot-lines" });
  const table = make(
    "div",
    { class: "pot-table" },
    lines,
    make("ol", { class: "pot-side is-left" }, ...seats.slice(0, half).map(({ element }) => element)),
    middle.element,
    make("ol", { class: "pot-side is-right", start: half + 1 }, ...seats.slice(half).map(({ element }) => element)),
  );
  table.dataset.rows = half;
  const foot = buildFoot();
  const element = make("div", { class: "pot" }, table, foot.element);
  parts = { element, table, lines, seats, middle, foot };
  root.replaceChildren(element);
  new ResizeObserver(fit).observe(table);
  document.fonts.ready.then(fit);
}

function buildSeat(seat) {
  const made = {
    name: make("span", { class: "seat-name", dir: "auto", "data-mark": seat }),
    pile: make("span", { class: "seat-pile" }),
    stack: make("span", { class: "seat-stack" }),
    dice: Array.from({ length: 5 }, () => make("span", { class: "mini" })),
    hand: make("span", { class: "seat-hand" }),
    about: make("span", { class: "seat-about" }),
    stakedPile: make("span", { class: "staked-pile" }),
    staked: make("span", { class: "staked-count" }),
  };
  made.head = make("div", { class: "seat-head" }, made.name, made.pile, made.stack);
  made.row = make("div", { class: "seat-dice" }, ...made.dice);
  made.words = make("div", { class: "seat-words" }, made.hand, made.about);
  made.stake = make("div", { class: "staked" }, made.stakedPile, made.staked);
  made.card = make("div", { class: "seat-card" }, made.head, made.row, made.words);
  made.element = make("li", { class: "pot-seat" }, made.card, made.stake);
  return made;
}

function buildMiddle() {
  const made = {
    name: make("span", { class: "pot-name" }),
    round: make("span", { class: "pot-round" }),
    pile: make("span", { class: "pot-pile" }),
    count: make("b", { class: "pot-count" }),
    label: make("span", { class: "pot-label" }),
    cost: make("span", { class: "pot-cost" }),
    decider: make("span", { class: "stamp pot-decider" }),
    kindFirst: make("span", { class: "kind-first" }),
    worthName: make("span", { class: "worth-name" }),
    worths: Array.from({ length: 6 }, () => ({ die: make("span", { class: "mini" }), points: make("span", {}) })),
  };
  const values = made.worths.map(({ die, points }) => make("span", { class: "worth-value" }, die, points));
  made.worth = make("div", { class: "pot-worth" }, made.kindFirst, made.worthName, make("div", { class: "worth-values" }, ...values));
  const chips = make("div", { class: "pot-chips" }, made.pile, make("span", { class: "pot-sum" }, made.count, made.label));
  made.element = make("div", { class: "pot-middle" }, make("div", { class: "pot-head" }, made.name, made.round), chips, made.decider, made.cost, made.worth);
  return made;
}

function buildFoot() {
  const button = (key, look) => make("button", { type: "button", class: `${look} decision-${key}`, onclick: () => decideBy(key) });
  const buttons = { "keep-hand": button("keep-hand", "main"), "begin-round": button("begin-round", "main"), pass: button("pass", "choice"), "go-along": button("go-along", "main") };
  const stakes = buildStakes((stake) => decide(view, { type: "hand-kept", stake }));
  const element = make("div", { class: "pot-foot" }, ...Object.values(buttons), stakes.element);
  return { element, buttons, stakes };
}

const found = (key) => view.decisions.find((each) => each.key === key);
const decideBy = (key) => found(key) && decide(view, found(key).event);

// ---- shown anew with every view

function showSeat(made, seat) {
  made.element.dataset.state = seat.state;
  made.element.classList.toggle("is-leading", seat.is_leading);
  write(made.name, seat.name);
  made.name.title = seat.name;
  made.card.style.setProperty("--letters", Math.max(6, [...seat.name].length + 2));
  write(made.stack, String(seat.stack));
  made.card.style.setProperty("--stack-digits", String(seat.stack).length);
  made.card.classList.toggle("is-rich", seat.stack >= 10000);
  draw(made.pile, piles(pileOf(seat.stack)));
  const isBare = !seat.faces.length;
  made.row.hidden = isBare;
  made.dice.forEach((die, at) => draw(die, isBare ? "" : miniDie(seat.faces[at], view.faces, seat.stands_for[at])));
  write(made.hand, seat.hand);
  write(made.about, seat.about);
  made.stake.hidden = !seat.staked;
  draw(made.stakedPile, piles(Math.min(seat.staked, 5)));
  write(made.staked, String(seat.staked));
  made.stake.style.setProperty("--digits", String(seat.staked).length);
  made.element.setAttribute("aria-label", [seat.name, seat.about, seat.hand].filter(Boolean).join(", "));
}

// A stack is drawn as high as it is against what everybody began with; one chip is left in view as long as there is one.
function pileOf(chips) {
  return Math.min(MOST_DRAWN, Math.ceil((chips / view.pot.stack) * Math.min(PILE_OF_ALL, view.pot.stack)));
}

function showMiddle(pot) {
  const { middle } = parts;
  write(middle.name, pot.name);
  write(middle.round, pot.round);
  draw(middle.pile, piles(Math.min(pot.chips, MOST_DRAWN)));
  write(middle.count, pot.chips ? String(pot.chips) : "");
  middle.count.style.setProperty("--digits", String(pot.chips).length);
  write(middle.label, pot.chips ? pot.label : "");
  write(middle.cost, pot.cost);
  write(middle.decider, pot.decider);
  middle.decider.hidden = !pot.decider;
  middle.worth.hidden = !pot.worth;
  if (!pot.worth) return;
  write(middle.kindFirst, view.texts["kind-before-sum"]);
  write(middle.worthName, pot.worth.name);
  pot.worth.values.forEach(({ face, points }, at) => {
    draw(middle.worths[at].die, miniDie(face, view.faces));
    write(middle.worths[at].points, String(points));
  });
}

function showFoot() {
  const isFollowing = view.access === "follow"; // it is offered no decision
  for (const [key, button] of Object.entries(parts.foot.buttons)) {
    const decision = found(key);
    // Where dice are seen, the first throw begins a round: two buttons that begin would be one too many.
    button.hidden = !decision || (key === "begin-round" && ["throw", "press"].includes(view.button.kind));
    write(button, decision?.label ?? "");
  }
  showStakes(parts.foot.stakes, isFollowing ? null : view.pot.raise, view.moment);
}

// ---- the table's edge and the line around each seat, drawn by hand

function drawInk() {
  const box = boxOf(parts.table);
  if (!box.width) return;
  const frames = parts.seats.map(({ card }, at) => frame(boxOf(card), box, at + 1));
  draw(parts.lines, `<svg viewBox="0 0 ${box.width} ${box.height}" aria-hidden="true">${edge(box)}${frames.join("")}</svg>`);
}

function edge(box) {
  const place = boxOf(parts.middle.element);
  const [cx, cy] = [place.left - box.left + place.width / 2, place.top - box.top + place.height / 2];
  // The stakes lie on the table, so its edge runs along the seats.
  const gutter = parseFloat(getComputedStyle(parts.table).columnGap) || 0;
  const [rx, ry] = [Math.min(place.width / 2 + gutter - 2, box.width / 2 - 4), place.height / 2 - 4];
  return stroke(rounded(cx, cy, rx, ry, 11), 2.2) + stroke(rounded(cx, cy, rx - 5, ry - 5, 12), 0.9, 'opacity=".5"');
}

// A long table with round ends, in one stroke.
function rounded(cx, cy, rx, ry, seed) {
  const next = wobble(seed);
  const bulge = (share) => Math.sign(share) * Math.abs(share) ** 0.55;
  const points = Array.from({ length: 50 }, (_, at) => {
    const angle = -2.2 + (at / 48) * 2 * Math.PI; // a little past its beginning
    return [cx + bulge(Math.cos(angle)) * (rx + next() * 2.2), cy + bulge(Math.sin(angle)) * (ry + next() * 2.2)];
  });
  let path = `M${points[0].map((n) => n.toFixed(1)).join(" ")}`;
  for (let i = 1; i < points.length - 1; i += 1) {
    const middle = [(points[i][0] + points[i + 1][0]) / 2, (points[i][1] + points[i + 1][1]) / 2];
    path += `Q${points[i].map((n) => n.toFixed(1)).join(" ")} ${middle.map((n) => n.toFixed(1)).join(" ")}`;
  }
  return path;
}

function frame(place, box, seed) {
  const [x1, y1, x2, y2] = [place.left - box.left, place.top - box.top, place.right - box.left, place.bottom - box.top];
  const sides = [line(x1, y1, x2, y1, seed), line(x2, y1, x2, y2, seed + 20), line(x2, y2, x1, y2, seed + 40), line(x1, y2, x1, y1, seed + 60)];
  return stroke(sides.join(""), 1.6);
}
