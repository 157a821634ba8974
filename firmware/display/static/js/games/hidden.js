// Verdecktes Würfelpoker: who announced what, and below it what is to be done now.

import { boxOf, draw, make, mark, write } from "../dom.js";
import { playAgain } from "../front.js";
import { line, stroke } from "../ink.js";
import { toast, touch } from "../send.js";
import { piles } from "./chips.js";
import { buildClaims, showClaims } from "./hidden-claims.js";
import { buildCup, showCup } from "./hidden-cup.js";
import { liftedCup } from "./hidden-drawing.js";
import { buildRing, showRing } from "./hidden-ring.js";
import { miniDie } from "./mini.js";

const MOST_DRAWN = 12; // chips of a pile: more are not told apart anyway

let view = null;
let parts = null;
let refusedAt = null; // the moment that a refused doubt was aimed at

export function showHidden(newest, root) {
  view = newest;
  const { hidden } = view;
  if (parts?.element.parentElement !== root || parts.seats.length !== hidden.seats.length) build(root);
  hidden.seats.forEach((seat, at) => showSeat(parts.seats[at], seat));
  showHead(hidden);
  parts.element.dataset.stage = hidden.stage;
  showDoubt(hidden);
  showClaims(parts.claims, view);
  showRest(hidden);
  tellTooLate();
  fit();
}

// ---- built once

function build(root) {
  const seats = view.hidden.seats.map((_, seat) => buildSeat(seat));
  const head = buildHead();
  const list = make("ol", { class: "hidden-seats" }, ...seats.map(({ element }) => element));
  list.dataset.seats = seats.length > 6 ? "many" : seats.length > 2 ? "some" : "two";
  const claims = buildClaims();
  const doubt = buildDoubt();
  const rest = buildRest();
  const element = make("div", { class: "hidden" }, head.element, list, make("div", { class: "hidden-stage" }, claims.element, doubt.element, rest.element));
  parts = { element, head, seats, claims, doubt, rest };
  root.replaceChildren(element);
  new ResizeObserver(fit).observe(element);
}

function buildSeat(seat) {
  const made = {
    name: make("span", { class: "hidden-name", dir: "auto", "data-mark": seat }),
    stack: make("span", { class: "hidden-stack" }),
    claim: make("span", { class: "hidden-claim" }),
    note: make("span", { class: "hidden-note" }),
    dice: Array.from({ length: 5 }, () => make("span", { class: "mini" })),
    lines: make("div", { class: "seat-lines" }),
  };
  made.found = make("span", { class: "hidden-found" }, ...made.dice);
  made.words = make("div", { class: "hidden-words" }, made.claim, made.note, made.found);
  made.element = make("li", { class: "hidden-seat" }, made.lines, made.name, made.stack, made.words);
  return made;
}

function buildHead() {
  const made = {
    pile: make("span", { class: "hidden-pile" }),
    count: make("b", {}),
    label: make("span", {}),
    headline: make("h2", { class: "hidden-headline", dir: "auto" }),
    cup: buildCup(),
  };
  made.pot = make("div", { class: "hidden-pot" }, made.pile, made.count, made.label);
  made.element = make("header", { class: "hidden-head" }, made.pot, made.headline, made.cup.element);
  return made;
}

function buildDoubt() {
  const made = { ring: buildRing(), claim: make("p", { class: "doubted-claim" }), names: make("div", { class: "doubters" }) };
  made.ask = make("p", { class: "doubters-ask" });
  made.element = make("div", { class: "hidden-doubt" }, made.ring.element, make("div", { class: "doubt-side" }, made.claim, made.ask, made.names));
  return made;
}

function buildRest() {
  const made = {
    cup: make("div", { class: "cup-drawing" }),
    claim: make("p", { class: "rest-claim" }),
    detail: make("p", { class: "rest-detail" }),
    end: make("button", { type: "button", class: "choice main end-game", onclick: () => playAgain(view) }),
  };
  made.element = make("div", { class: "hidden-rest" }, made.cup, made.claim, made.detail, made.end);
  return made;
}

// ---- changed with every view

function showSeat(made, seat) {
  const classes = ["hidden-seat", `is-${seat.state}`, seat.is_to_move && "is-to-move", seat.is_winner && "is-winner", !seat.is_in && "is-off"];
  made.element.className = classes.filter(Boolean).join(" ");
  write(made.name, seat.name);
  write(made.stack, String(seat.stack));
  write(made.claim, seat.claim);
  made.claim.hidden = !seat.claim;
  write(made.note, seat.note);
  made.note.hidden = !seat.note;
  made.found.hidden = !seat.found.length;
  made.dice.forEach((die, at) => draw(die, seat.found[at] ? miniDie(seat.found[at], view.faces) : ""));
}

function showHead(hidden) {
  const { pot, pile, count, label, headline, cup } = parts.head;
  draw(pile, piles(Math.min(hidden.pot, MOST_DRAWN)));
  pot.hidden = !hidden.pot;
  write(count, String(hidden.pot));
  write(label, view.texts["in-pot"]);
  const mover = hidden.seats.findIndex((seat) => seat.is_to_move);
  mark(headline, mover < 0 ? null : mover);
  write(headline, hidden.headline);
  showCup(cup, view);
}

function showDoubt(hidden) {
  const { element, ring, claim, ask, names } = parts.doubt;
  element.hidden = hidden.stage !== "doubting";
  showRing(ring, element.hidden ? null : view.seconds_left, hidden.seconds);
  if (element.hidden) return;
  const doubts = view.decisions.filter(({ key }) => key === "doubt");
  write(claim, hidden.claim);
  write(ask, doubts.length > 1 ? view.texts["who-doubts"] : "");
  ask.hidden = doubts.length < 2;
  names.dataset.count = doubts.length > 6 ? "many" : doubts.length > 1 ? "some" : "one";
  while (names.children.length < doubts.length) names.append(doubter(names.children.length));
  [...names.children].forEach((button, at) => {
    button.hidden = at >= doubts.length;
    if (button.hidden) return;
    button.disabled = view.access === "follow";
    button.value = doubts[at].event.player;
    mark(button.firstChild, doubts.length > 1 ? doubts[at].event.player : null);
    write(button.firstChild, doubts.length > 1 ? view.players[doubts[at].event.player].name : view.texts.bluff);
    button.setAttribute("aria-label", doubts[at].label);
  });
}

function doubter(at) {
  const name = make("span", { class: "doubter-name", dir: "auto" });
  return make("button", { type: "button", class: "choice main doubter", onclick: (event) => doubt(Number(event.currentTarget.value)), "data-at": at }, name);
}

// A touch that crosses the last second finds another table, which may be shown before it is refused, or after.
async function doubt(player) {
  const aimedAt = view.moment;
  const isTaken = await touch("decide", { event: { type: "doubted", player } }, aimedAt);
  refusedAt = isTaken ? null : aimedAt;
  tellTooLate();
}

function tellTooLate() {
  if (refusedAt === null || view.moment === refusedAt) return;
  if (view.hidden.stage !== "lifting") toast(view.texts["too-late"]);
  refusedAt = null;
}

function showRest(hidden) {
  const { element, cup, claim, detail, end } = parts.rest;
  element.hidden = ["hidden", "doubting"].includes(hidden.stage);
  write(claim, hidden.stage === "lifting" ? hidden.claim : "");
  claim.hidden = !claim.textContent;
  draw(cup, hidden.stage === "lifting" ? liftedCup() : "");
  cup.hidden = hidden.stage !== "lifting";
  write(detail, hidden.detail);
  detail.hidden = hidden.may_repeat; // the sentence beside it says all there is to do
  end.hidden = hidden.stage !== "over" || view.access === "follow";
  write(end, view.texts.revenge);
}

// ---- pen and ink: a name is written smaller rather than cut off, and what was a bluff is struck through by hand

const SMALLEST_PX = 13;

function fit() {
  if (!parts) return;
  const fitted = [parts.head.headline, parts.doubt.claim, parts.rest.claim];
  for (const { name, claim, note } of parts.seats) fitted.push(name, claim, note);
  for (const button of parts.doubt.names.children) fitted.push(button.firstChild);
  for (const text of fitted) text.style.fontSize = "";
  parts.head.headline.classList.remove("is-wrapped");
  const wide = fitted.filter((text) => text.scrollWidth > text.clientWidth && text.clientWidth);
  const sizes = wide.map((text) => Math.max(SMALLEST_PX, Math.floor((parseFloat(getComputedStyle(text).fontSize) * text.clientWidth) / text.scrollWidth)));
  wide.forEach((text, at) => (text.style.fontSize = `${sizes[at]}px`));
  // A name of twelve emoji is wider still: who it is may be cut off, what he does not.
  parts.head.headline.classList.toggle("is-wrapped", parts.head.headline.scrollWidth > parts.head.headline.clientWidth);
  parts.seats.forEach(strike);
}

function strike({ element, claim, lines }, seed) {
  if (!element.classList.contains("is-bluff")) return draw(lines, "");
  const [box, words] = [boxOf(element), boxOf(claim)];
  if (!box.width) return undefined;
  const [x, y] = [words.left - box.left, words.top - box.top + words.height * 0.55];
  const width = Math.min(words.width, claim.scrollWidth);
  return draw(lines, `<svg viewBox="0 0 ${box.width.toFixed(0)} ${box.height.toFixed(0)}" aria-hidden="true">${stroke(line(x - 3, y, x + width + 3, y - 2, seed + 5, 1.6), 2.2)}</svg>`);
}
