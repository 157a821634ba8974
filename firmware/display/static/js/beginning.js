// Who has thrown what for who begins, and who still throws: over the place of the sheet until the first turn.

import { byId, draw, make } from "./dom.js";
import { dieFace } from "./faces.js";

const FEW = 4; // so many have room for their dice

let shown = "";

export function showBeginning(view) {
  const box = byId("beginning");
  box.hidden = !view.beginning;
  document.body.classList.toggle("is-beginning", Boolean(view.beginning));
  const key = JSON.stringify([view.beginning, view.language]);
  if (key === shown || !view.beginning) return;
  shown = key;
  const hasRoom = view.beginning.length <= FEW;
  const lines = view.beginning.map(({ seat, name, dice, sums, state, said }) =>
    make(
      "li",
      { class: `is-${state}` },
      make("span", { class: "name", dir: "auto", "data-mark": seat }, name),
      make("span", { class: "sums" }, sums.join(", ")),
      make("small", {}, said),
      hasRoom ? thrown(dice, view) : null,
    ),
  );
  box.replaceChildren(make("h2", {}, view.texts["who-begins"]), worth(view), make("ol", { class: hasRoom ? "has-dice" : "" }, ...lines));
}

// What is added up: a nine counts one, an ace six.
function worth(view) {
  const faces = view.faces.map(({ face }, index) => {
    const die = make("span", {});
    draw(die, dieFace(face, view.faces));
    return make("span", {}, die, String(index + 1));
  });
  return make("div", { class: "worth" }, ...faces);
}

function thrown(dice, view) {
  const shown = Array.from({ length: view.dice_wanted }, (_, index) => make("span", { class: dice[index] ? "" : "is-empty" }));
  dice.forEach((face, index) => draw(shown[index], dieFace(face, view.faces)));
  return make("div", { class: "thrown" }, ...shown);
}
