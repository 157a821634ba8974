// Who sits at the table, with the chips before them.

import { make } from "../dom.js";

export function seats(view) {
  return make("ol", { class: "seats" }, ...view.players.map((player, seat) => seatOf(view, player, seat)));
}

function seatOf(view, player, seat) {
  const state = [view.to_move === seat && "is-to-move", player.is_gone && "is-gone", player.is_winner && "is-winner"];
  return make(
    "li",
    { class: ["seat", ...state].filter(Boolean).join(" ") },
    make("span", { class: "name" }, player.name),
    make("span", { class: "points" }, player.points),
  );
}
