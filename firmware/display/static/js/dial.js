// The dial: what the button beside the board turns and takes, to be seen and touched as well.

import { closeSign } from "./dialog.js";
import { byId, draw, make } from "./dom.js";
import { touch } from "./send.js";

let shown = "";

export function showDial(view) {
  const box = byId("dial");
  box.hidden = !view.dial;
  const key = view.dial && JSON.stringify([view.dial, view.language, view.moment]);
  if (key === shown) return;
  shown = key;
  if (!view.dial) return;
  const { kind, title, options, index, back, hint } = view.dial;
  const take = (at) => () => touch("take-option", { dial: kind, index: at }, view.moment);
  const list = make(
    "div",
    { class: "dial-options" },
    ...options.map((text, at) =>
      make("button", { type: "button", class: `choice ${at === index ? "is-chosen" : ""}`, "aria-pressed": String(at === index), onclick: take(at) }, text),
    ),
  );
  box.dataset.kind = kind;
  const close = make("button", { type: "button", class: "close", hidden: back === null, "aria-label": options[back] ?? "", onclick: take(back) });
  draw(close, closeSign);
  box.replaceChildren(make("header", {}, make("h2", {}, title), close), list, make("p", { class: "dial-hint" }, hint));
  list.children[index].scrollIntoView({ block: "nearest" });
}
