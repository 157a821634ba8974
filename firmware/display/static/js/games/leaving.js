// Somebody goes home in the middle of a game: who it is, and whether it is meant.

import { choice, close, confirm, open } from "../dialog.js";
import { make } from "../dom.js";
import { decide } from "../send.js";

export const leaving = (view) => view.decisions.filter(({ key }) => key === "leave");

export function openLeaving(view) {
  const ask = ({ label, event }) => confirm(view, `${label}?`, label, () => decide(view, event));
  const names = leaving(view).map((each) => choice(view.players[each.event.player].name, false, () => (close(), ask(each)), "leaves"));
  open(view, view.texts["who-goes-home"], [make("div", { class: "leaving" }, ...names)]);
}
