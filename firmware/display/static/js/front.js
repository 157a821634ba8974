// What covers the table: the setup before a game, the result after it.

import { byId, draw, make, write } from "./dom.js";
import { dieFace } from "./faces.js";
import { touch } from "./send.js";
import { openControl, openShare } from "./share.js";

const NAMES = "serviert.names";

let newest = null;
let shown = "";
let dismissed = ""; // the moment whose result was put aside to look at the sheet

export function showFront(view) {
  const front = byId("front");
  const kind = view.phase === "setup" ? "setup" : view.result && dismissed !== view.moment ? "result" : "";
  front.hidden = !kind;
  if (view.players.length) keep(view.players.map((player) => player.name));
  const key = kind && `${kind} ${view.language} ${view.mode} ${kind === "result" ? view.moment : ""} ${view.access} ${Boolean(view.share)}`;
  newest = view;
  if (key === shown) {
    const notice = front.querySelector(".front-notice");
    if (notice) write(notice, view.notice.text);
    return;
  }
  shown = key;
  if (kind === "setup" && view.access === "follow") buildWaiting(view, front);
  else if (kind === "setup") buildSetup(view, front);
  else if (kind === "result") buildResult(view, front);
}

function keep(names) {
  try {
    sessionStorage.setItem(NAMES, JSON.stringify(names));
  } catch {
    // a browser that keeps nothing still plays
  }
}

function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(NAMES));
  } catch {
    return null;
  }
}

// ---- before the game

const chosen = { names: null, beginner: null, rules: {}, columns: null, isOpen: false };

// A phone that follows waits until a game is begun at the device.
function buildWaiting(view, front) {
  front.className = "setup";
  front.replaceChildren(
    make("div", { class: "front-head" }, make("h1", {}, view.texts.title), frontDice(view)),
    make("p", { class: "front-soon" }, view.texts.soon),
    make("button", { type: "button", class: "action", onclick: () => openControl(newest) }, view.texts["play-along"]),
  );
}

function frontDice(view) {
  const dice = make("div", { class: "front-dice", "aria-hidden": "true" });
  draw(dice, view.faces.slice(1).map(({ face }) => dieFace(face, view.faces)).join(""));
  return dice;
}

function buildSetup(view, front) {
  chosen.names ??= kept() ?? [...view.setup.players];
  chosen.columns ??= view.setup.columns;
  for (const rule of view.setup.house_rules) chosen.rules[rule.name] ??= rule.default;
  const { texts } = view;
  front.className = "setup";
  front.replaceChildren(
    make("div", { class: "front-head" }, make("h1", {}, texts.title), frontDice(view)),
    make("p", { class: "front-notice" }, view.notice.text),
    make("div", { class: "name-fields" }, nameField(texts, 0), make("span", { class: "against" }, texts.against), nameField(texts, 1)),
    beginnerChoice(texts),
    segments(view.modes, view.mode, (mode) => touch("choose-mode", { mode })),
    houseRules(view),
    make(
      "div",
      { class: "front-foot" },
      segments(view.languages.map(({ value }) => ({ value, label: value.toUpperCase() })), view.language, (language) => touch("choose-language", { language }), "language"),
      view.access === "control" ? null : make("button", { type: "button", class: "action own-dice", onclick: () => touch("open-dice") }, texts["own-dice"]),
      view.share ? make("button", { type: "button", class: "action phones", onclick: () => openShare(newest) }, texts.phones) : null,
      make("button", { type: "button", class: "main begin", onclick: begin }, texts.begin),
    ),
  );
}

function nameField(texts, index) {
  const label = texts["writes-here"];
  const input = make("input", { type: "text", maxlength: 24, value: chosen.names[index], "aria-label": label, class: `hand-${index}`, autocomplete: "off", spellcheck: "false" });
  input.addEventListener("input", () => {
    chosen.names[index] = input.value;
    byId("front").querySelectorAll(".beginner")[index + 1].textContent = beginnerLabel(texts, index);
  });
  input.addEventListener("focus", () => input.select());
  return make("label", { class: "name-field" }, make("span", {}, make("span", { class: `half half-${index}` }), label), input);
}

const beginnerLabel = (texts, index) => `${chosen.names[index]} ${texts.begins}`;

function beginnerChoice(texts) {
  const options = [
    { value: null, label: texts["throw-for-it"] },
    { value: 0, label: beginnerLabel(texts, 0) },
    { value: 1, label: beginnerLabel(texts, 1) },
  ];
  return segments(options, chosen.beginner, (value) => (chosen.beginner = value), "beginner");
}

function segments(options, current, onchoose, kind = "") {
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

function houseRules(view) {
  const details = make("details", { open: chosen.isOpen }, make("summary", {}, view.texts["house-rules"]));
  details.addEventListener("toggle", () => (chosen.isOpen = details.open));
  for (const rule of view.setup.house_rules) {
    const choose = (value) => (chosen.rules[rule.name] = value);
    details.append(make("div", { class: "rule" }, make("span", {}, rule.label), segments(rule.options, chosen.rules[rule.name], choose)));
  }
  const counts = [...new Set([10, 5, 3, 1, chosen.columns])].map((value) => ({ value, label: String(value) }));
  details.append(make("div", { class: "rule" }, make("span", {}, view.texts.columns), segments(counts, chosen.columns, (value) => (chosen.columns = value))));
  return details;
}

function begin() {
  const players = chosen.names.map((name, index) => name.trim() || String(index + 1));
  keep(players);
  touch("new-game", { players, beginner: chosen.beginner, ruleset: { ...chosen.rules, columns: chosen.columns } });
}

// ---- after the game

function buildResult(view, front) {
  const { result, texts, players } = view;
  chosen.names = players.map((player) => player.name);
  front.className = "result";
  const scores = players.map((player, index) =>
    make(
      "div",
      { class: `score ${player.is_winner ? "is-winner" : ""}` },
      make("span", { class: `name hand-${index}` }, player.name),
      make("span", { class: `big hand-${index}` }, result.points[index]),
      make("span", { class: "won-columns" }, result.columns[index].length ? `${texts.columns} ${result.columns[index].join(", ")}` : "–"),
    ),
  );
  front.replaceChildren(
    make("h1", {}, result.headline),
    make("div", { class: "scores" }, scores[0], make("span", { class: "of" }, `${texts["of-points"]} ${view.at_stake}`), scores[1]),
    make("p", {}, result.thrown),
    make(
      "div",
      { class: "front-foot" },
      make("button", { type: "button", class: "segment", onclick: () => putAside(view) }, texts["see-sheet"]),
      view.access === "follow" ? null : make("button", { type: "button", class: "main begin", onclick: () => touch("end-game", {}, view.moment) }, texts["new-game"]),
    ),
  );
}

function putAside(view) {
  dismissed = view.moment;
  shown = "";
  byId("front").hidden = true;
}
