// Who pays the round: after their second game of an evening it goes by all that these two played in it.

import { make, write } from "../dom.js";
import { asked } from "../send.js";

export function round(view) {
  const told = make("p", { class: "round" }, view.result.round);
  if (view.game === "ten-by-ten") asked("/evening").then((found) => found?.said && write(told, found.said));
  return told;
}
