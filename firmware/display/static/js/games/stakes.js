// To raise: a button each while the stakes are few, else one that is set higher and lower first.

import { make, write } from "../dom.js";

const FEW = 6;
const AGAIN_MS = 140; // a button held down counts on
const FASTER_AFTER = 8; // steps of ten then, and of a hundred after as many more

export function buildStakes(raise) {
  const label = make("span", { class: "stakes-label" });
  const few = Array.from({ length: FEW }, () => {
    const button = make("button", { type: "button", class: "choice stake-choice", onclick: () => raise(Number(button.value)) });
    return button;
  });
  const made = { label, few, raise, stake: 0, range: null, moment: "" };
  made.less = stepper(made, -1, "−");
  made.more = stepper(made, 1, "+");
  made.set = make("button", { type: "button", class: "choice stake-set", onclick: () => raise(made.stake) });
  made.row = make("div", { class: "stakes-few" }, label, ...few);
  made.many = make("div", { class: "stakes-many" }, made.less, made.set, made.more);
  made.element = make("div", { class: "stakes" }, made.row, made.many);
  return made;
}

function stepper(made, direction, sign) {
  let timer = 0;
  const stop = () => clearTimeout(timer);
  const step = (count) => {
    setTo(made, made.stake + direction * 10 ** Math.min(4, Math.floor(count / FASTER_AFTER)));
    timer = setTimeout(() => step(count + 1), count ? AGAIN_MS : 3 * AGAIN_MS);
  };
  const button = make("button", { type: "button", class: "choice stake-step" }, sign);
  button.addEventListener("pointerdown", (event) => {
    if (event.button > 0) return;
    button.setPointerCapture(event.pointerId);
    step(0);
  });
  for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) button.addEventListener(name, stop);
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  button.addEventListener("click", (event) => event.detail === 0 && setTo(made, made.stake + direction)); // by a key
  return button;
}

function setTo(made, stake) {
  if (!made.range) return;
  const { least, most, to } = made.range;
  made.stake = Math.max(least, Math.min(most, stake));
  write(made.set, to.replace("%", made.stake));
}

// `range` is null where nobody may raise now.
export function showStakes(made, range, moment) {
  made.element.hidden = !range;
  const isNew = made.moment !== moment;
  [made.range, made.moment] = [range, moment];
  if (!range) return;
  const count = range.most - range.least + 1;
  made.row.hidden = count > FEW;
  made.many.hidden = count <= FEW;
  write(made.label, range.label);
  made.few.forEach((button, at) => {
    button.hidden = at >= count;
    button.value = range.least + at;
    write(button, String(range.least + at));
    button.setAttribute("aria-label", range.to.replace("%", range.least + at));
  });
  made.less.setAttribute("aria-label", range.less);
  made.more.setAttribute("aria-label", range.more);
  setTo(made, isNew ? range.least : made.stake);
}
