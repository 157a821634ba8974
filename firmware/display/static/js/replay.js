// A game of before, step by step: who threw what, which dice were held, where it was entered. A touch on an entry of the
// sheet shows how it came about.

import { open } from "./dialog.js";
import { draw, make, write } from "./dom.js";
import { dieFace } from "./faces.js";
import { asked } from "./send.js";

const LEAPS = [-10, -1, 1, 10];

export async function openReplay(view, { number, players }, how) {
  const told = make("p", { class: "analysing", role: "status" }, view.texts["looking-through"]);
  const title = players.map(({ name }) => name).join(players.length > 2 ? ", " : " – ");
  open(view, title, [make("div", { class: "replay" }, told)], { lasts: true, ...how });
  const found = await asked(`/games/${number}`);
  if (!told.isConnected) return; // something else was opened meanwhile
  if (!found?.steps.length) return write(told, found ? view.texts["no-steps"] : view.texts.failed);
  told.parentElement.replaceWith(build(view, found));
}

function build(view, { sheet, steps }) {
  const parts = { said: make("p", { class: "replay-said", role: "status", dir: "auto" }), throws: make("div", { class: "replay-throws" }), sheet: sheet && buildSheet(sheet, (at) => show(at)) };
  const slider = make("input", { type: "range", min: 1, max: steps.length, "aria-label": view.texts.replay, oninput: () => show(Number(slider.value) - 1) });
  const count = make("span", { class: "replay-count" });
  const leaps = LEAPS.map((leap) => make("button", { type: "button", class: "action", "aria-label": `${leap}`, onclick: () => show(shown + leap) }, leap > 0 ? `+${leap}` : `−${-leap}`));
  let shown = 0;
  const show = (at) => {
    shown = Math.min(Math.max(at, 0), steps.length - 1);
    slider.value = shown + 1;
    write(count, `${shown + 1}/${steps.length}`);
    leaps.forEach((button, leap) => (button.disabled = LEAPS[leap] < 0 ? shown === 0 : shown === steps.length - 1));
    showStep(view, parts, steps[shown]);
    if (sheet) showSheet(parts.sheet, steps, shown);
  };
  show(steps.length - 1);
  const nav = make("div", { class: "replay-nav" }, leaps[0], leaps[1], count, leaps[2], leaps[3], slider);
  return make("div", { class: `replay ${sheet ? "has-sheet" : ""}` }, sheet ? parts.sheet.table : null, make("div", { class: "replay-step" }, nav, parts.said, parts.throws));
}

function showStep(view, { said, throws }, step) {
  write(said, step.said + (step.is_served ? ` ${view.texts.served}` : ""));
  throws.replaceChildren(...step.throws.map((dice) => make("div", { class: "replay-throw" }, ...dice.map((die) => drawn(view, die)))));
}

function drawn(view, die) {
  const name = view.faces.find(({ face }) => face === die.face).name;
  const box = make("span", { class: `replay-die ${die.is_held ? "is-held" : ""}`, role: "img", "aria-label": die.is_held ? `${name}, ${view.texts.held}` : name });
  draw(box, dieFace(die.face, view.faces));
  return box;
}

// ---- the sheet as it stood then

function buildSheet({ columns, rows }, show) {
  const cells = rows.map(() => Array.from({ length: columns }, () => [0, 1].map((player) => make("span", { class: `hand-${player}` }))));
  const turns = new Map();
  const cell = (halves) => {
    const button = make("td", {}, ...halves);
    button.addEventListener("click", (event) => {
      const [near, far] = [...halves].sort((one, other) => distance(one, event) - distance(other, event));
      const at = turns.get(near) ?? turns.get(far);
      if (at !== undefined) show(at);
    });
    return button;
  };
  const head = make("tr", {}, make("td"), ...Array.from({ length: columns }, (_, at) => make("th", { scope: "col" }, String(at + 1))));
  const lines = rows.map((name, at) => make("tr", {}, make("th", { scope: "row" }, name), ...cells[at].map(cell)));
  return { table: make("table", { class: "replay-sheet" }, head, ...lines), cells, turns };
}

function distance(element, { clientX, clientY }) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return Math.hypot(left + width / 2 - clientX, top + height / 2 - clientY);
}

// Entries that come later are faint: they can be touched as well.
function showSheet({ cells, turns }, steps, shown) {
  steps.forEach((step, at) => {
    const half = cells[step.row][step.column][step.player];
    turns.set(half, at);
    write(half, step.points ? String(step.points) : "–");
    half.classList.toggle("is-later", at > shown);
    half.classList.toggle("is-shown", at === shown);
  });
}
