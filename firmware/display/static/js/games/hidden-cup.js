// The cup of the simulated board: thrown under, and looked under by whose cup it is, for as long as a finger lies there.

import { openBoard } from "../board.js";
import { draw, make, write } from "../dom.js";
import { dieFace } from "../faces.js";
import { pressInstead } from "../press.js";
import { post, toast } from "../send.js";

let view = null;
let asked = ""; // the moment in which it was last asked whether dice lie under the cup
let isBare = false; // whether none do, as far as that is known: then there is nothing but the one button to throw
let isThrown = false; // whether some do: there is one throw, and it is made
let cup = null;
let coveredAt = -Infinity;
let holding = 0; // counts holds: an answer that comes after the finger has gone is not shown

const COVERING_MS = 3000;

// The dice are seen going under the cup, where the board is not seen anyway.
async function cover() {
  if (!(await post("/simulated/cover", {}))) return;
  coveredAt = performance.now();
  isBare = false;
  isThrown = true;
  showActions();
  toast();
  pressInstead(view, null);
  openBoard(true);
  setTimeout(() => openBoard(false), COVERING_MS);
}

// A hand that was not thrown is not announced: it could not be looked at. A phone cannot know; the device asks.
export async function mayAnnounce() {
  const may = view.access !== undefined || (await areUnder());
  if (!may) toast(view.texts["cup-empty"]);
  return may;
}

const areUnder = async () => performance.now() < coveredAt + COVERING_MS || (await peek()).length > 0;

// Until dice lie under the cup a press throws them there.
async function askForThrow(at) {
  const isNew = asked !== at.moment;
  asked = at.moment;
  if (isNew) isBare = isThrown = false;
  const lie = isNew && (await areUnder());
  if (isNew && asked === at.moment) [isBare, isThrown] = [!lie, lie];
  showActions();
  if (isBare && view.button.kind === "used-up") pressInstead(view, cover, view.texts["cup-under"]);
}

function showActions() {
  cup.element.hidden = isBare;
  cup.throwIt.hidden = isThrown;
  cup.thrown.hidden = !isThrown;
}

export function buildCup() {
  const made = {
    throwIt: make("button", { type: "button", class: "choice cup-under", onclick: cover }),
    thrown: make("p", { class: "cup-thrown", role: "status" }),
    look: make("button", { type: "button", class: "choice cup-peek" }),
    dice: Array.from({ length: 5 }, () => make("span", { class: "peeked" })),
    empty: make("p", {}),
  };
  made.shown = make("div", { class: "cup-shown", hidden: true }, ...made.dice, made.empty);
  made.look.addEventListener("pointerdown", (event) => {
    made.look.setPointerCapture(event.pointerId);
    look(made);
  });
  for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) made.look.addEventListener(name, () => hide(made));
  made.look.addEventListener("contextmenu", (event) => event.preventDefault());
  for (const name of ["blur", "pagehide"]) window.addEventListener(name, () => hide(made));
  made.element = make("div", { class: "cup-actions" }, made.throwIt, made.thrown, made.look, made.shown);
  return (cup = made);
}

export function showCup(made, newest) {
  view = newest;
  const isDue = view.is_simulated && view.hidden.stage === "hidden";
  made.element.hidden = !isDue;
  if (!isDue) {
    hide(made);
    coveredAt = -Infinity;
    isThrown = false;
  } else if (view.access === undefined) askForThrow(view);
  if (isDue) showActions();
  write(made.throwIt, view.texts["cup-under"]);
  write(made.thrown, view.texts["cup-thrown"]);
  write(made.look, view.texts["cup-peek"]);
  write(made.empty, view.texts["cup-empty"]);
}

async function look(made) {
  const mine = ++holding;
  const faces = await peek();
  if (holding !== mine) return;
  made.empty.hidden = faces.length > 0;
  made.dice.forEach((die, at) => {
    die.hidden = !faces[at];
    draw(die, faces[at] ? dieFace(faces[at], view.faces) : "");
  });
  made.shown.hidden = false;
}

function hide(made) {
  holding += 1;
  made.shown.hidden = true;
  for (const die of made.dice) draw(die, "");
}

async function peek() {
  try {
    const answer = await fetch("/simulated/peek", { method: "POST", headers: { "content-type": "application/json" }, body: "{}" });
    return answer.ok ? (await answer.json()).faces : [];
  } catch {
    return [];
  }
}
