// What may be decided now, one button each.

import { make } from "../dom.js";
import { touch } from "../send.js";

export function decide(view, event) {
  return touch("decide", { event }, view.moment);
}

export function buttons(view, decisions, attributes = {}) {
  const isFollowing = view.access === "follow";
  const made = decisions.map(({ key, label, event }) =>
    make("button", { type: "button", class: `choice decision-${key}`, disabled: isFollowing, onclick: () => decide(view, event) }, label),
  );
  return make("div", { class: "decisions", ...attributes }, ...made);
}
