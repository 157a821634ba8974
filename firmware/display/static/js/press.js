// The button on the screen and the space bar: down, up, and held.

import { throwFrom } from "./board.js";
import { byId, make, write } from "./dom.js";
import { edge, pressBoard } from "./send.js";

const LONG_MS = 1000;

let view = null;
let isDown = false;
let throwsNow = false;
let longTimer = 0;
let instead = null; // what a press does on this page before the companion is to hear of one
const buttons = []; // one at the table, one where dice are taught

// Another button that does the same; where it stands is the caller's.
export function pressButton(attributes = {}) {
  const label = make("span", { class: "label" });
  const hint = make("span", { class: "hint" });
  const button = make("button", { type: "button", class: "press-button", ...attributes }, label, hint);
  buttons.push({ button, label, hint });
  button.addEventListener("pointerdown", (event) => {
    if (event.button > 0) return;
    // Captured, so that the release is heard even where the finger slid off.
    button.setPointerCapture(event.pointerId);
    down();
  });
  for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) button.addEventListener(name, up);
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  return button;
}

export function buildPress() {
  byId("press").append(pressButton({ id: "button" }));
  document.addEventListener("keydown", (event) => {
    if (!isSpace(event)) return;
    event.preventDefault();
    if (!event.repeat) down();
  });
  document.addEventListener("keyup", (event) => {
    if (isSpace(event)) event.preventDefault();
    if (event.code === "Space") up();
  });
  window.addEventListener("blur", up);
  document.addEventListener("visibilitychange", up);
}

export function showPress(newest) {
  view = newest;
  byId("press").hidden = !view.button.is_shown;
  pressInstead(view, null);
}

// For as long as this view is the newest.
export function pressInstead(of, act, name = "") {
  if (of !== view) return;
  instead = act;
  for (const { button, label, hint } of buttons) {
    write(label, name || view.button.label);
    const long = act ? "" : view.button.long_label; // done at once, it is no long press
    write(hint, long);
    button.classList.toggle("is-quiet", !act && view.button.kind === "used-up");
    hint.hidden = !long;
  }
}

function isSpace(event) {
  const isTyping = event.target.closest?.("input, select, textarea");
  return event.code === "Space" && !isTyping && !byId("dialog").open && view?.button.is_shown;
}

function down() {
  if (isDown || !view?.button.is_shown) return;
  if (instead) {
    instead();
    return;
  }
  isDown = true;
  throwsNow = view.button.throws;
  for (const { button } of buttons) button.classList.add("is-down");
  if (!throwsNow) {
    edge(true);
    return;
  }
  // On the simulated board a short press throws; a long one enters the suggestion and must throw nothing.
  longTimer = setTimeout(() => {
    throwsNow = false;
    edge(true, LONG_MS);
  }, LONG_MS);
}

function up() {
  if (!isDown) return;
  isDown = false;
  clearTimeout(longTimer);
  for (const { button } of buttons) button.classList.remove("is-down");
  if (!throwsNow) {
    edge(false);
    return;
  }
  throwFrom();
  pressBoard();
}
