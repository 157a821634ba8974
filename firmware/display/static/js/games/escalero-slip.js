// The slip that lies over the Escalero sheet at the end: who won, who pays whom, who pays the round.

import { make, write } from "../dom.js";

let box, headline, list, round, aside;
let shown = "";
let dismissed = ""; // the moment whose slip was put aside to look at the sheet
let newest = null;

export function slip() {
  headline = make("h2", {});
  list = make("ol", { class: "slip-lines" });
  round = make("p", { class: "slip-round" });
  aside = make("button", { type: "button", class: "action", onclick: putAside });
  shown = "";
  box = make("section", { class: "slip", hidden: true }, headline, list, round, aside);
  return box;
}

export function showSlip(view) {
  newest = view;
  box.hidden = !view.ending || dismissed === view.moment;
  const key = JSON.stringify([view.ending, view.language]);
  if (!view.ending || key === shown) return;
  shown = key;
  write(headline, view.ending.headline);
  write(round, view.ending.round);
  write(aside, view.texts["see-sheet"]);
  list.classList.toggle("is-long", view.ending.lines.length > 6);
  list.replaceChildren(...view.ending.lines.map((line) => lineOf(view, line)));
}

const lineOf = (view, { points, said, chips, is_winner: isWinner }) =>
  make(
    "li",
    { class: isWinner ? "is-winner" : "" },
    make("span", { class: "points" }, String(points)),
    make("span", { class: "paid" }, said),
    make("span", { class: "chips" }, `${chips} ${view.texts.chips}`),
  );

function putAside() {
  dismissed = newest.moment;
  box.hidden = true;
}
