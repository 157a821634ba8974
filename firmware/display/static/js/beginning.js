// Who has thrown what for who begins, and who still throws: over the place of the sheet until the first turn.

import { byId, make } from "./dom.js";

let shown = "";

export function showBeginning(view) {
  const box = byId("beginning");
  box.hidden = !view.beginning;
  document.body.classList.toggle("is-beginning", Boolean(view.beginning));
  const key = JSON.stringify([view.beginning, view.language]);
  if (key === shown || !view.beginning) return;
  shown = key;
  const lines = view.beginning.map(({ name, sums, state, said }) =>
    make(
      "li",
      { class: `is-${state}` },
      make("span", { class: "name", dir: "auto" }, name),
      make("span", { class: "sums" }, sums.join(", ")),
      make("small", {}, said),
    ),
  );
  box.replaceChildren(make("h2", {}, view.texts["who-begins"]), make("ol", {}, ...lines));
}
