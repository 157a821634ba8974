// A game of before, step by step: who threw what, which dice were held, where it was entered. A touch on an entry of the
// sheet shows how it came about; one on a picture shows what lay as large as there is room.

import { open } from "./dialog.js";
import { draw, make, mark, write } from "./dom.js";
import { dieFace } from "./faces.js";
import { asked } from "./send.js";

const LEAPS = [-10, -1, 1, 10];

// At a step, where it is said; else at the last.
export async function openReplay(view, { number, players }, { at, ...how } = {}) {
  const told = make("p", { class: "analysing", role: "status" }, view.texts["looking-through"]);
  const title = players.map(({ name }) => name).join(players.length > 2 ? ", " : " – ");
  open(view, title, [make("div", { class: "replay" }, told)], { lasts: true, ...how });
  const found = await asked(`/games/${number}`);
  if (!told.isConnected) return; // something else was opened meanwhile
  if (!found?.steps.length) return write(told, found ? view.texts["no-steps"] : view.texts.failed);
  if (view.access) for (const step of found.steps) step.pictures.fill(null); // no picture leaves the device
  told.parentElement.replaceWith(build(view, found, `/games/${number}/throws`, at));
}

function build(view, { sheet, steps }, pictures, first = steps.length - 1) {
  const parts = { pictures, said: make("p", { class: "replay-said", role: "status", dir: "auto" }), throws: make("div", { class: "replay-throws" }), sheet: sheet && buildSheet(view, sheet, (at) => show(at)) };
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
  show(first);
  const nav = make("div", { class: "replay-nav" }, leaps[0], leaps[1], count, leaps[2], leaps[3], slider);
  const isSeen = steps.some((step) => step.pictures.some((at) => at !== null));
  return make("div", { class: `replay ${sheet ? "has-sheet" : ""} ${isSeen ? "has-pictures" : ""}` }, sheet ? parts.sheet.table : null, make("div", { class: "replay-step" }, nav, parts.said, parts.throws));
}

function showStep(view, { said, throws, pictures }, step) {
  write(said, step.said + (step.is_served ? ` ${view.texts.served}` : ""));
  mark(said, step.player ?? null); // of games without sheets a step says itself who it was
  const rows = step.pictures.map((at, index) => {
    const row = make("div", { class: "replay-throw" }, ...(step.throws[index] ?? []).map((die) => drawn(view, die)));
    if (at !== null) row.append(picture(view, row, `${pictures}/${at}.jpg`));
    return row;
  });
  throws.replaceChildren(...rows.filter((row) => row.firstChild));
}

// Large it lies over all, with the dice as they were read below it.
function picture(view, row, src) {
  const enlarge = () => button.setAttribute("aria-expanded", row.classList.toggle("is-large"));
  const image = make("img", { src, alt: view.texts["throw-picture"], onerror: () => button.remove() });
  const button = make("button", { type: "button", class: "replay-picture", "aria-expanded": "false", onclick: enlarge }, image);
  return button;
}

function drawn(view, die) {
  const name = view.faces.find(({ face }) => face === die.face).name;
  const box = make("span", { class: `replay-die ${die.is_held ? "is-held" : ""}`, role: "img", "aria-label": die.is_held ? `${name}, ${view.texts.held}` : name });
  draw(box, dieFace(die.face, view.faces));
  return box;
}

// ---- the sheet as it stood then

// In 10×10 two write into each cell; in Escalero each player has a column, and a sum below it.
function buildSheet(view, { columns, players, rows }, show) {
  const hands = players ? 1 : 2;
  const heads = players ?? Array.from({ length: columns }, (_, at) => String(at + 1));
  const hand = (column) => (at) => make("span", { class: `hand-${hands > 1 ? at : column % 2}` });
  const cells = rows.map(() => heads.map((_, column) => Array.from({ length: hands }, (_, at) => hand(column)(at))));
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
  const sides = make("span", { class: "sides", "aria-hidden": "true" }, ...[0, 1].map((seat) => make("i", { "data-mark": seat })));
  const head = make("tr", {}, make("td", {}, hands > 1 ? sides : null), ...heads.map((name, seat) => make("th", { scope: "col", dir: "auto", "data-mark": players && seat }, name)));
  const lines = rows.map((name, at) => make("tr", {}, make("th", { scope: "row" }, name), ...cells[at].map(cell)));
  const sums = hands > 1 ? [] : heads.map((_, column) => make("td", { class: `hand-${column % 2}` }));
  const last = sums.length ? [make("tr", { class: "replay-sums" }, make("th", { scope: "row", "aria-label": view.texts.sum }, "Σ"), ...sums)] : [];
  const kind = hands > 1 ? (heads.length < 6 ? "is-roomy" : "") : heads.length > 4 ? "is-escalero is-crowded" : "is-escalero";
  return { table: make("table", { class: `replay-sheet ${kind}` }, head, ...lines, ...last), cells, turns, sums };
}

function distance(element, { clientX, clientY }) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return Math.hypot(left + width / 2 - clientX, top + height / 2 - clientY);
}

// Entries that come later are faint: they can be touched as well. Sums are those of the moment.
function showSheet({ cells, turns, sums }, steps, shown) {
  steps.forEach((step, at) => {
    const halves = cells[step.row][step.column];
    const half = halves[step.player % halves.length];
    turns.set(half, at);
    write(half, step.points ? String(step.points) : "–");
    half.classList.toggle("is-later", at > shown);
    half.classList.toggle("is-shown", at === shown);
  });
  const made = steps.slice(0, shown + 1);
  sums.forEach((sum, column) => write(sum, String(made.reduce((all, step) => all + (step.column === column ? step.points : 0), 0))));
}
