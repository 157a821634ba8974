// Buttons of which one is pressed, and numbers that are counted up and down.

import { make } from "../dom.js";

export function segments(options, current, onchoose, kind = "") {
  const group = make("div", { class: "segments" });
  for (const { value, label } of options) {
    const button = make("button", { type: "button", class: `segment ${kind}`, "aria-pressed": String(value === current) }, label);
    button.addEventListener("click", () => {
      for (const other of group.children) other.setAttribute("aria-pressed", String(other === button));
      onchoose(value);
    });
    group.append(button);
  }
  return group;
}

// Steps as they are counted out: by ones, by tens from twenty, by hundreds from five hundred.
const stepAt = (value) => (value < 20 ? 1 : value < 500 ? 10 : 100);

export function counter(label, { least, most }, current, texts, onchange) {
  const input = make("input", { type: "text", inputmode: "numeric", value: current, "aria-label": label, maxlength: 6, autocomplete: "off" });
  const read = () => (/^\d+$/.test(input.value.trim()) ? Number(input.value) : NaN);
  const tell = () => {
    const isFine = read() >= least && read() <= most;
    input.toggleAttribute("aria-invalid", !isFine);
    onchange(isFine ? read() : null);
  };
  const turn = (direction) => () => {
    const value = Number.isNaN(read()) ? current : read();
    const step = stepAt(direction < 0 ? value - 1 : value);
    input.value = Math.min(most, Math.max(least, (Math.floor(value / step) + (direction < 0 && value % step ? 0 : direction)) * step));
    tell();
  };
  const button = (sign, direction, said) => make("button", { type: "button", class: "segment", "aria-label": `${label}: ${said}`, onclick: turn(direction) }, sign);
  input.addEventListener("input", tell);
  input.addEventListener("focus", () => input.select());
  return make("div", { class: "counter" }, button("−", -1, texts.fewer), input, button("+", 1, texts.more));
}
