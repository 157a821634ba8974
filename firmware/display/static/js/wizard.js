// Setting the device up: a step at a time, each with what the device sees of it, live.

import { byId, draw, make, write } from "./dom.js";
import { dieFace } from "./faces.js";
import { segments } from "./setup/choose.js";
import { pressButton } from "./press.js";
import { landBoard } from "./teach.js";
import { touch, turnQuarter } from "./send.js";
import { askForWifi, buildWifi, hasWifi, isOnline } from "./wifi.js";

const DICE = 5;

let view = null;
let built = "";
let press, parts;
let typed = null; // the address of a camera in the network, while its field is shown

export function buildWizard() {
  press = pressButton();
  parts = {
    title: make("h2", {}),
    turn: make("button", { type: "button", class: "turn", onclick: turnQuarter }),
    close: make("button", { type: "button", class: "close", onclick: () => touch("close-wizard") }),
    steps: make("ol", { class: "wizard-steps" }),
    notice: make("p", { class: "wizard-notice", role: "status" }),
    figure: make("figure", { class: "wizard-picture" }),
    said: make("p", { class: "wizard-said" }, make("i", { class: "lamp" }), make("span", { role: "status" })),
    lines: make("ul", { class: "wizard-lines" }),
    bar: make("div", { class: "wizard-bar" }),
    checks: make("div", { class: "wizard-checks" }),
    facts: make("ul", { class: "wizard-facts" }),
    dice: make("div", { class: "wizard-dice" }),
    wifi: make("div", { class: "wizard-wifi" }),
    address: make("form", { class: "wizard-address" }),
    languages: make("div", { class: "wizard-languages" }),
    foot: make("div", { class: "wizard-foot" }),
  };
  draw(parts.close, '<svg viewBox="0 0 44 44" aria-hidden="true"><path d="M13 12.500 31 31M31.500 12 12.500 31.500" fill="none" stroke="currentColor" stroke-width="2.800" stroke-linecap="round"/></svg>');
  // A window that is upright may be a screen mounted across: there it is asked in words.
  draw(parts.turn, '<span></span><svg viewBox="0 0 44 44" aria-hidden="true"><path d="M34 23a12 12 0 1 1-5-9.700M30 6l-.500 8-8-.500" fill="none" stroke="currentColor" stroke-width="2.800" stroke-linecap="round" stroke-linejoin="round"/></svg>');
  const { title, turn, close, steps, notice, figure, said, lines, bar, checks, facts, dice, wifi, address, languages, foot } = parts;
  const side = make("div", { class: "wizard-side" }, said, wifi, dice, lines, bar, checks, facts, make("div", { class: "wizard-row" }, languages, address));
  byId("wizard").append(make("header", { class: "wizard-head" }, title, turn, close), steps, notice, make("div", { class: "wizard-body" }, figure, side), foot);
}

export function showWizard(newest = view) {
  view = newest;
  const wizard = withWifi(view.wizard);
  const section = byId("wizard");
  if (section.hidden && wizard && byId("dialog").open) byId("dialog").close(); // the menu it was opened from
  if (section.hidden && wizard) askForWifi(view, true)?.then(() => showWizard(view));
  section.hidden = !wizard;
  isWifiOpen = wizard?.step === WIFI;
  if (!isWifiOpen) parts.wifi.replaceChildren();
  if (!wizard) {
    built = "";
    return;
  }
  Object.assign(section.dataset, { step: wizard.step, rating: wizard.rating });
  section.classList.toggle("is-busy", wizard.is_busy);
  parts.close.setAttribute("aria-label", view.texts.later);
  parts.turn.setAttribute("aria-label", view.texts["turn-quarter"]);
  write(parts.turn.firstChild, view.texts["turn-ask"]);
  parts.turn.hidden = view.access !== undefined;
  write(parts.title, wizard.title);
  write(parts.notice, wizard.notice ?? "");
  parts.notice.hidden = !wizard.notice;
  write(parts.said.lastChild, wizard.sentence);
  parts.said.hidden = !wizard.sentence;
  const { is_live: isLive, number, picture } = wizard;
  // What changes with every look is put where it stands; what a finger may be on its way to stays.
  again("steps", wizard.steps, showSteps);
  again("lines", wizard.lines, showLines);
  again("bar", wizard.bar, showBar);
  again("checks", [wizard.checks, wizard.asks], showChecks);
  again("facts", wizard.facts, (facts) => parts.facts.replaceChildren(...facts.map((fact) => make("li", {}, fact))));
  again("dice", wizard.dice, (dice) => draw(parts.dice, dice.map((face) => dieFace(face, view.faces)).join("")));
  again("wifi", wizard.step === WIFI && [true], () => parts.wifi.replaceChildren(buildWifi(view, () => showWizard(view))));
  again("address", wizard.takes_address && [wizard.has_address], showAddress);
  again("languages", wizard.has_languages && view.languages, showLanguages);
  again("foot", [wizard.actions, wizard.has_button], showFoot);
  again("picture", [picture, isLive, number, wizard.step], () => showPicture(wizard));
}

// Builds a part of the page anew where what it shows has changed.
function again(name, shown, build) {
  const part = parts[name === "picture" ? "figure" : name];
  const key = JSON.stringify([shown, view.language, view.run]);
  if (part.dataset.shown === key && built) return;
  part.dataset.shown = key;
  part.hidden = !shown || (Array.isArray(shown) && !shown.length);
  if (!part.hidden) build(shown);
  if (name === "picture") built = "yes";
}

// ---- Wi-Fi comes first, where there is one to join and no other way out: the page's own step, for it is no part of any game.

const WIFI = "wifi";
const KEPT = "serviert.wifi";
let isWifiOpen = false; // then it stays until it was answered
let wifiOutcome = null; // "done" or "skipped", once it was answered; also where the page is loaded anew meanwhile
try {
  wifiOutcome = sessionStorage.getItem(KEPT);
} catch {
  // a browser that keeps nothing asks again
}

function answerWifi(outcome) {
  wifiOutcome = outcome;
  try {
    sessionStorage.setItem(KEPT, outcome);
  } catch {
    // the same
  }
  showWizard(view);
}

function withWifi(wizard) {
  if (!wizard || !hasWifi()) return wizard;
  const isFresh = wizard.step === "camera" && wizard.steps.every(({ outcome }) => outcome === "open");
  const isDue = !wifiOutcome && isFresh && (isWifiOpen || !isOnline());
  if (!isDue && !wifiOutcome) return wizard;
  const { texts } = view;
  const steps = [{ name: texts.wifi, outcome: wifiOutcome ?? "open", is_here: isDue }, ...wizard.steps.map((step) => ({ ...step, is_here: step.is_here && !isDue }))];
  if (!isDue) return { ...wizard, steps };
  const action = isOnline() ? { act: () => answerWifi("done"), label: texts["wifi-go-on"], is_main: true } : { act: () => answerWifi("skipped"), label: texts["wifi-without"] };
  const none = { notice: null, bar: null, picture: null, takes_address: false, has_button: false, is_measured: false };
  return { ...wizard, ...none, step: WIFI, steps, title: texts["wifi-title"], rating: isOnline() ? "good" : "unseen", sentence: "", facts: [], lines: [], checks: [], asks: [], dice: [], actions: [action] };
}

function showSteps(steps) {
  parts.steps.replaceChildren(
    ...steps.map((step, index) => make("li", { class: `${step.is_here ? "is-here" : ""} is-${step.outcome}`, "aria-current": step.is_here && "step" }, make("b", {}, String(index + 1)), make("span", {}, step.name))),
  );
}

function showLines(lines) {
  parts.lines.replaceChildren(
    ...lines.map((line) => make("li", { "data-rating": line.rating }, make("i", { class: "lamp" }), make("span", {}, line.name), make("small", {}, line.value), make("b", {}, line.text))),
  );
}

function showBar(bar) {
  const most = 2 * bar.enough;
  const share = (value) => `${(100 * Math.min(value, most)) / most}%`;
  const box = make("div", { class: "bar" }, make("i", { class: "bar-now" }), make("i", { class: "bar-best" }), make("i", { class: "bar-enough" }));
  const [now, best, enough] = box.children;
  now.style.width = share(bar.value);
  best.style.left = share(bar.best);
  enough.style.left = share(bar.enough);
  parts.bar.replaceChildren(box, make("span", {}, bar.text));
}

function showChecks([checks, asks]) {
  const done = checks.map((check) => make("span", { class: `check ${check.is_done ? "is-done" : ""}` }, make("i", { class: "lamp" }), check.text));
  const asked = asks.map((ask) => {
    const answer = (isSo, label) => make("button", { type: "button", class: `choice ${ask.answer === isSo ? "is-chosen" : ""}`, "aria-pressed": String(ask.answer === isSo), onclick: () => touch("tell-signal", { what: ask.what, is_so: isSo }) }, label);
    return make("div", { class: "ask" }, make("span", {}, ask.text), answer(true, view.texts.yes), answer(false, view.texts.no));
  });
  parts.checks.hidden = !checks.length;
  parts.checks.replaceChildren(make("div", { class: "check-row" }, ...done), ...asked);
}

function showLanguages(languages) {
  parts.languages.replaceChildren(segments(languages.map(({ value }) => ({ value, label: value.toUpperCase() })), view.language, (language) => touch("choose-language", { language }), "language"));
}

// A camera in the network: its field comes with a touch, so that nobody who has a camera plugged in is asked for one.
function showAddress([isUsed]) {
  const { address: form } = parts;
  const { texts } = view;
  const button = (label, onclick) => make("button", { type: "button", class: "choice", onclick }, label);
  if (isUsed) {
    form.replaceChildren(button(texts["phone-no-more"], () => touch("use-camera", { source: "attached" })));
    return;
  }
  if (typed === null) {
    form.replaceChildren(button(texts["phone-as-camera"], () => showAddress([false], (typed = "http://"))));
    return;
  }
  const field = make("input", { type: "text", inputmode: "url", value: typed, maxlength: 200, autocomplete: "off", autocapitalize: "off", spellcheck: "false", "aria-label": texts["phone-as-camera"], placeholder: "http://192.168.1.23:8080/video" });
  field.addEventListener("input", () => (typed = field.value));
  form.onsubmit = (event) => (event.preventDefault(), touch("use-camera", { source: field.value }));
  form.replaceChildren(make("p", {}, texts["phone-hint"]), make("div", {}, field, make("button", { class: "choice" }, texts["phone-connect"])));
}

function showFoot([actions, hasButton]) {
  const buttons = actions.map((action) => make("button", { type: "button", class: `action ${action.is_main ? "main" : ""}`, onclick: action.act ?? (() => touch(action.touch)) }, action.label));
  if (hasButton) buttons.splice(buttons.length - 1, 0, press);
  parts.foot.replaceChildren(...buttons);
}

// The newest look with what was found drawn into it; on the simulated board the board itself where dice are to be thrown.
function showPicture({ picture, is_live: isLive, is_read: isRead, is_measured: isMeasured }) {
  const { figure } = parts;
  const board = byId("board");
  const isFlown = board.parentElement === figure;
  const isEmpty = !isLive && !picture && isRead;
  figure.hidden = !(isLive || picture || isRead || isMeasured);
  figure.classList.toggle("is-empty", isEmpty);
  if (isLive) {
    if (!isFlown) figure.replaceChildren(board);
    return;
  }
  if (isFlown) landBoard();
  if (!picture) {
    figure.innerHTML = isEmpty ? dieFace(null, view.faces).repeat(DICE) : "";
    return;
  }
  const image = make("img", { src: `${picture.url}?run=${view.run}`, alt: view.texts["board-picture"] });
  image.addEventListener("error", () => image.remove());
  const [old] = figure.querySelectorAll("img");
  const marks = drawn(picture);
  // The picture before stays until this one is there: nothing flickers.
  if (!old) figure.replaceChildren(image, marks);
  else image.addEventListener("load", () => image.isConnected || (figure.contains(old) && figure.replaceChildren(image, marks)));
}

function drawn({ size, outline, spot, is_doubtful: isDoubtful }) {
  const svg = make("span", { class: "marks" });
  const [width, height] = size.map(Number);
  const edge = width / 100;
  const points = outline.map((point) => point.map(Number).join(",")).join(" ");
  const polygon = points && `<polygon class="${isDoubtful ? "is-doubtful" : ""}" points="${points}" stroke-width="${edge}"/>`;
  const circle = spot ? `<circle cx="${Number(spot[0])}" cy="${Number(spot[1])}" r="${edge * 6}" stroke-width="${edge}"/>` : "";
  svg.innerHTML = `<svg viewBox="0 0 ${width} ${height}" aria-hidden="true">${polygon}${circle}</svg>`;
  return svg;
}
