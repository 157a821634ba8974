// The second screen: who plays, who begins, what is agreed on.

import { segments } from "./choose.js";
import { question } from "./games.js";
import { draw, make, write } from "../dom.js";
import { namesFor, problemOf } from "./names.js";
import { buildPeople } from "./people.js";
import { houseRules } from "./rules.js";
import { touch } from "../send.js";

const FEW = 4; // so many have room for words beside their names
const BACK = '<svg viewBox="0 0 44 44" aria-hidden="true"><path d="M27 11.500 15.500 22 27.500 33" fill="none" stroke="currentColor" stroke-width="2.800" stroke-linecap="round" stroke-linejoin="round"/></svg>';
const CROSS = '<svg viewBox="0 0 44 44" aria-hidden="true"><path d="M15 15.500 29 29M29.500 15 14.500 29" fill="none" stroke="currentColor" stroke-width="2.400" stroke-linecap="round"/></svg>';

// `table` is what was chosen so far: {names, isTyped, form, first, rules, fold}.
export function buildPlayers(view, front, game, table, { back, begin, again }) {
  const { texts } = view;
  const form = game.forms[table.form];
  const said = view.notice.key === "welcome" ? "" : view.notice.text;
  front.className = "setup players";
  front.replaceChildren(
    bar(view, game, table, back, again),
    make(
      "div",
      { class: "front-body" },
      make("p", { class: "front-notice is-loud", role: "status", hidden: !said }, said),
      game.most > game.fewest ? counts(view, game, table, again) : null,
      ...seats(view, game, form, table, again),
      game.opponents.length ? labelled(texts.opponent, opponents(view, game, table, again)) : null,
      form.first.field === "beginner" ? labelled(texts["who-begins"], thrownFor(texts, table)) : null,
      game.has_modes ? labelled(texts.entering, segments(view.modes, view.mode, (mode) => touch("choose-mode", { mode }))) : null,
      houseRules(view, form, table.rules[table.form], table.fold),
    ),
    make("div", { class: "front-foot" }, make("button", { type: "button", class: "main begin", onclick: () => isFine(view, table, front) && begin() }, texts.begin)),
  );
}

function bar(view, game, table, back, again) {
  const button = make("button", { type: "button", class: "back", "aria-label": view.texts.back, onclick: back });
  draw(button, BACK);
  const options = game.forms.map(({ label }, value) => ({ value, label }));
  const forms = options.length > 1 ? segments(options, table.form, (value) => again(() => (table.form = value))) : null;
  return make("div", { class: "front-bar" }, button, make("h2", {}, game.name), forms, question(view, game, table.form));
}

function labelled(label, control) {
  control.setAttribute("role", "group");
  control.setAttribute("aria-label", label);
  return make("div", { class: "labelled" }, make("span", { "aria-hidden": "true" }, label), control);
}

// ---- how many

function counts(view, game, table, again) {
  const options = [];
  for (let value = game.fewest; value <= game.most; value += 1) options.push({ value, label: String(value) });
  const choose = (count) =>
    again(() => {
      table.names = namesFor(count, table.names, view.setup.strangers, table);
      if (table.first >= count) table.first = table.hasBank ? 0 : null;
    });
  const buttons = segments(options, table.names.length, choose, "is-narrow");
  buttons.setAttribute("aria-label", view.texts.players);
  return make("div", { class: "count" }, make("span", {}, view.texts.players), buttons);
}

// ---- who

function seats(view, game, form, table, again) {
  const put = (seat, name) => {
    const input = fields[seat].querySelector("input");
    input.value = name;
    input.dispatchEvent(new Event("input"));
  };
  const people = buildPeople(view, table, put);
  const fields = table.names.map((_, seat) => seatField(view, game, form, table, seat, again, people.show));
  const count = table.names.length;
  return [make("div", { class: `name-fields ${count > FEW ? "is-many" : ""}`, "data-count": String(count) }, ...fields), people.row];
}

function seatField(view, game, form, table, seat, again, changed) {
  const { texts, setup } = view;
  const name = () => table.names[seat];
  const mark = make("button", { type: "button", class: "beginner", "aria-pressed": String(table.first === seat) }, make("span", {}, form.first.label), make("b", { "aria-hidden": "true" }, String(seat + 1)));
  mark.addEventListener("click", () => chooseFirst(mark, form, table, seat));
  const input = make("input", { type: "text", value: name(), dir: "auto", "aria-label": `${texts.players} ${seat + 1}`, class: `hand-${game.has_modes ? seat : 0}`, autocomplete: "off", spellcheck: "false", enterkeyhint: "done" });
  const problem = make("p", { class: "field-problem", role: "status", hidden: true });
  const label = () => mark.setAttribute("aria-label", `${name()} ${form.first.label}`);
  label();
  input.addEventListener("input", () => {
    table.names[seat] = input.value;
    table.isTyped = true;
    label();
    showProblem(problem, input, problemOf(table.names, seat, setup.longest_name), texts);
    changed();
  });
  input.addEventListener("focus", () => {
    table.turn = seat;
    input.select();
  });
  const gone = table.names.length > game.fewest ? makeRemove(view, table, seat, again) : null;
  const hand = game.has_modes ? make("span", { class: "writes", "data-mark": seat }, make("span", { class: `half half-${seat}` }), texts["writes-here"]) : null;
  return make("div", { class: "name-field" }, hand, mark, input, gone, problem);
}

function makeRemove(view, table, seat, again) {
  const remove = make("button", { type: "button", class: "remove", "aria-label": `${table.names[seat]} ${view.texts["take-seat-away"]}` });
  draw(remove, CROSS);
  remove.addEventListener("click", () =>
    again(() => {
      table.names.splice(seat, 1);
      table.isTyped = true;
      if (table.first === seat) table.first = table.hasBank ? 0 : null;
      else if (table.first > seat) table.first -= 1;
    }),
  );
  return remove;
}

function showProblem(problem, input, key, texts) {
  const sentences = { "name-missing": texts["name-missing"], "name-twice": texts["name-twice"], "name-long": texts["name-long"] };
  write(problem, key ? sentences[key] : "");
  problem.hidden = !key;
  input.toggleAttribute("aria-invalid", Boolean(key));
}

function isFine(view, table, front) {
  let worst = null;
  front.querySelectorAll(".name-field").forEach((field, seat) => {
    const key = problemOf(table.names, seat, view.setup.longest_name);
    showProblem(field.querySelector(".field-problem"), field.querySelector("input"), key, view.texts);
    if (key) worst ??= field.querySelector("input");
  });
  worst ??= front.querySelector("details input[aria-invalid]");
  worst?.closest("details")?.setAttribute("open", "");
  worst?.focus();
  return worst === null;
}

// ---- a person, or the companion: it goes by the name of its level, until somebody gives it another

function opponents(view, game, table, again) {
  const known = game.opponents.map(({ name }) => name).filter(Boolean);
  const choose = (level) =>
    again(() => {
      const opponent = game.opponents.find(({ value }) => value === level);
      if (!known.includes(table.names[1])) table.person = table.names[1];
      table.names[1] = opponent.name || (table.person ?? view.setup.strangers[1]);
      table.level = level;
    });
  return segments(game.opponents, table.level, choose, "is-opponent");
}

// ---- who begins

function thrownFor(texts, table) {
  const pick = () => {
    table.first = null;
    showFirst(table);
  };
  return make("div", { class: "segments" }, make("button", { type: "button", class: "segment throw-for-it", "aria-pressed": String(table.first === null), onclick: pick }, texts["throw-for-it"]));
}

function chooseFirst(mark, form, table, seat) {
  const isTakenBack = table.first === seat && form.first.field === "beginner";
  table.first = isTakenBack ? null : seat;
  showFirst(table);
}

function showFirst(table) {
  document.querySelectorAll("#front .beginner").forEach((mark, seat) => mark.setAttribute("aria-pressed", String(table.first === seat)));
  document.querySelector("#front .throw-for-it")?.setAttribute("aria-pressed", String(table.first === null));
}
