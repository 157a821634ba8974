// The dialog over the table: opened with a title and a body, closed when the table moves on.

import { byId, draw, make } from "./dom.js";

export const closeSign = '<svg viewBox="0 0 44 44" aria-hidden="true"><path d="M13 12.500 31 31M31.500 12 12.500 31.500" fill="none" stroke="currentColor" stroke-width="2.800" stroke-linecap="round"/></svg>';

let openedAt = null; // the moment a dialog belongs to; it closes when the table moves on
let keepsOpen = false;
let redo = null;

export function open(view, title, body, { lasts = false, again = null } = {}) {
  const dialog = byId("dialog");
  openedAt = view.moment;
  keepsOpen = lasts;
  redo = again;
  const close = make("button", { type: "button", class: "close", "aria-label": view.texts.shut, onclick: () => dialog.close() });
  draw(close, closeSign);
  dialog.replaceChildren(make("header", {}, make("h2", {}, title), close), ...body);
  dialog.onclick = (event) => event.target === dialog && dialog.close();
  if (!dialog.open) dialog.showModal();
  dialog.focus();
}

export function closeStale(view) {
  const dialog = byId("dialog");
  if (!dialog.open) return;
  if (!keepsOpen && view.moment !== openedAt) dialog.close();
  else if (redo) redo(view);
}

export const close = () => byId("dialog").close();

export function choice(label, isChosen, onclick, extra = "") {
  return make("button", { type: "button", class: `choice ${extra} ${isChosen ? "is-chosen" : ""}`, "aria-pressed": String(isChosen), onclick }, label);
}

export function confirm(view, question, label, act) {
  const yes = choice(label, false, () => {
    close();
    act();
  });
  open(view, question, [make("div", { class: "pair-choice" }, choice(view.texts.cancel, false, close), yes)]);
}

export function pick(label, options, chosen, onchange) {
  const select = make("select", { "aria-label": label }, ...options.map((name, i) => make("option", { value: i, selected: i === chosen }, name)));
  select.addEventListener("change", () => onchange(Number(select.value)));
  return select;
}
