// After the game: who won, how everybody stands, and who pays the round.

import { hasAnalysis, openAnalysis } from "../analysis.js";
import { make } from "../dom.js";
import { touch } from "../send.js";
import { round } from "./evening.js";

const FEW = 3; // so many stand side by side, more below each other

export function buildResult(view, front, { putAside, again }) {
  const { result, texts } = view;
  front.className = `result ${view.players.length < FEW ? "is-pair" : "is-many"}`;
  front.replaceChildren(
    make("h1", {}, result.headline),
    view.players.length < FEW ? pair(view) : ranks(view),
    ...result.lines.map((line) => make("p", {}, line)),
    round(view),
    make(
      "div",
      { class: "front-foot" },
      hasAnalysis(view) ? make("button", { type: "button", class: "segment", onclick: () => openAnalysis(view) }, texts.analysis) : null,
      make("button", { type: "button", class: "segment", onclick: putAside }, hasSheet(view) ? texts["see-sheet"] : texts["see-table"]),
      view.access === "follow" ? null : make("button", { type: "button", class: "segment", onclick: () => touch("end-game", {}, view.moment) }, texts["new-game"]),
      view.access === "follow" ? null : make("button", { type: "button", class: "main begin", onclick: again }, texts.revenge),
    ),
  );
}

const hasSheet = (view) => view.game === "ten-by-ten" || view.game === "escalero";

function pair(view) {
  const { players, result, texts } = view;
  const scores = players.map((player, seat) =>
    make(
      "div",
      { class: `score ${player.is_winner ? "is-winner" : ""}` },
      make("span", { class: `name hand-${seat}`, dir: "auto", "data-mark": seat }, player.name),
      make("span", { class: `big hand-${seat}` }, player.points),
      result.details ? make("span", { class: "won-columns" }, result.details[seat]) : null,
    ),
  );
  const between = view.at_stake ? `${texts["of-points"]} ${view.at_stake}` : ":";
  return make("div", { class: "scores" }, scores[0], make("span", { class: "of" }, between), ...scores.slice(1));
}

function ranks(view) {
  const seats = view.players.map((player, seat) => ({ ...player, seat }));
  seats.sort((one, other) => Number(other.points) - Number(one.points) || one.seat - other.seat);
  return make(
    "ol",
    { class: "ranks" },
    ...seats.map((player) =>
      make(
        "li",
        { class: [player.is_winner && "is-winner", player.is_gone && "is-gone"].filter(Boolean).join(" ") },
        make("span", { class: "name", dir: "auto", "data-mark": player.seat }, player.name),
        make("span", { class: "points" }, player.points),
        view.result.details ? make("small", {}, view.result.details[player.seat]) : null,
      ),
    ),
  );
}
