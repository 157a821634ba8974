// What is agreed on before a game: folded away, for most tables agreed on it long ago.

import { make } from "../dom.js";
import { counter, segments } from "./choose.js";

export function houseRules(view, form, values, fold) {
  const details = make("details", { open: fold.isOpen }, make("summary", {}, view.texts["house-rules"]));
  details.addEventListener("toggle", () => {
    if (details.open && !fold.isOpen) details.scrollIntoView({ block: "nearest" });
    fold.isOpen = details.open;
  });
  for (const rule of form.rules) {
    const choose = (value) => (values[rule.path] = value);
    details.append(make("div", { class: "rule" }, make("span", {}, rule.label), control(rule, values[rule.path], view.texts, choose)));
  }
  return details;
}

function control(rule, current, texts, choose) {
  if (rule.options.length) return segments(rule.options, current, choose, rule.options.length > 3 ? "is-narrow" : "");
  const problem = make("p", { class: "field-problem", role: "status", hidden: current !== null }, rule.limits);
  const change = (value) => {
    choose(value);
    problem.hidden = value !== null;
  };
  return make("div", {}, counter(rule.label, rule, current ?? rule.default, texts, change), problem);
}

// The values as the companion takes them: paths with dots become objects in each other.
// What was chosen for a form of a game: {rules, form, first, level}.
export function agreedOf(form, table) {
  const values = table.rules[table.form];
  const agreed = table.level ? { level: table.level } : {};
  for (const { path, value } of form.agreed) put(agreed, path, value);
  for (const { path } of form.rules) put(agreed, path, values[path]);
  put(agreed, form.first.field, table.first);
  return agreed;
}

function put(target, path, value) {
  const names = path.split(".");
  const last = names.pop();
  for (const name of names) target = target[name] ??= {};
  target[last] = value;
}
