// What the companion advises: one line beside the sheet, and all alternatives with their chances when it is touched.

import { open } from "./dialog.js";
import { byId, draw, make, write } from "./dom.js";
import { dieFace } from "./faces.js";

let view = null;
const parts = {};

export function buildHint() {
  parts.chance = make("b", { class: "hint-chance" });
  parts.best = make("span", { class: "hint-best" });
  const hint = byId("hint");
  hint.append(parts.chance, parts.best);
  hint.addEventListener("click", () => view.hint && openHint(view));
}

export function showHint(newest) {
  view = newest;
  byId("hint").hidden = !view.hint;
  write(parts.chance, view.hint?.chance ?? "");
  write(parts.best, view.hint?.best ?? "");
}

function openHint(shown) {
  const groups = shown.hint.groups.map(({ title, options }) => make("section", { class: "hint-group" }, make("h3", {}, title), make("ol", {}, ...options.map((option) => line(shown, option)))));
  open(shown, shown.hint.title, [make("div", { class: "hint-groups" }, ...groups)]);
}

function line(shown, { text, faces, chance }) {
  return make("li", {}, faces.length ? dice(shown, faces, text) : make("span", {}, text), make("b", {}, chance));
}

function dice(shown, faces, text) {
  const row = make("span", { class: "hint-dice", role: "img", "aria-label": text });
  draw(row, faces.map((face) => dieFace(face, shown.faces)).join(""));
  return row;
}
