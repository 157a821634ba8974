// Five alike in one throw: it says so for a second, over everything, and lets every touch through.

import { byId, draw, make } from "./dom.js";
import { dieFace } from "./faces.js";

const FEAST_MS = 1800;

let celebrated = null;

export function celebrate(view) {
  const faces = view.dice.map((die) => die.face);
  const isGrande = view.throw.is_served && faces.length === 5 && new Set(faces).size === 1;
  if (!isGrande || celebrated === view.turn_number) return;
  celebrated = view.turn_number;
  const dice = faces.map(() => make("span"));
  dice.forEach((die, index) => draw(die, dieFace(faces[index], view.faces)));
  const feast = make("div", { class: "feast", "aria-hidden": "true" }, make("div", { class: "feast-dice" }, ...dice), make("b", {}, `Grande ${view.texts.served}`));
  byId("table").append(feast);
  setTimeout(() => feast.remove(), FEAST_MS);
}
