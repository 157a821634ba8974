// Teaching own dice: what is kept, the board with its dice marked, one question at a time, a throw for a check.

import { confirm } from "./dialog.js";
import { openChoice } from "./dialogs.js";
import { byId, draw, make, write } from "./dom.js";
import { choiceFace, dieFace } from "./faces.js";
import { pressButton } from "./press.js";
import { touch } from "./send.js";

const DICE = 5;
const DICE_NAME_LETTERS = 40;

let view = null;
let built = "";
let typedName = null; // what the player wrote; it outlives a die that is put right
let title, notice, body, foot, press;

export function buildTeach() {
  title = make("h2", {});
  notice = make("p", { class: "teach-notice", role: "status" });
  body = make("div", { class: "teach-body" });
  foot = make("div", { class: "teach-foot" });
  press = pressButton();
  const close = make("button", { type: "button", class: "close", onclick: leave });
  draw(close, '<svg viewBox="0 0 44 44" aria-hidden="true"><path d="M13 12.500 31 31M31.500 12 12.500 31.500" fill="none" stroke="currentColor" stroke-width="2.800" stroke-linecap="round"/></svg>');
  byId("teach").append(make("header", { class: "teach-head" }, title, close), notice, body, foot);
}

export function showTeach(newest) {
  view = newest;
  const lesson = view.teaching;
  const section = byId("teach");
  if (section.hidden && lesson && byId("dialog").open) byId("dialog").close(); // the menu it was opened from
  section.hidden = !lesson;
  for (const id of ["table", "front"]) byId(id).inert = Boolean(lesson || view.wizard);
  if (!lesson) {
    built = "";
    if (!view.wizard) landBoard();
    return;
  }
  section.dataset.stage = lesson.stage;
  section.querySelector(".close").setAttribute("aria-label", view.texts.cancel);
  section.classList.toggle("is-busy", lesson.is_busy);
  write(title, lesson.sentence);
  write(notice, lesson.notice ?? "");
  notice.hidden = !lesson.notice;
  if (lesson.stage !== "judge") typedName = null;
  const { is_busy, sentence, notice: told, ...shown } = lesson;
  const key = JSON.stringify([shown, view.texts, view.run]);
  if (key === built) return;
  built = key;
  const parts = { sets: sets, show: showing, ask: asking, check: showing, judge: judging }[lesson.stage](lesson);
  landBoard();
  body.replaceChildren(...parts.body);
  foot.replaceChildren(...parts.foot.filter(Boolean));
  flyBoard();
}

const action = (label, onclick, extra = "") => make("button", { type: "button", class: `action ${extra}`, onclick }, label);

function leave() {
  const { stage, can } = view.teaching;
  if (stage === "sets") touch("close-dice");
  else if (can.lose) drop();
  else touch("drop-dice");
}

const drop = () => confirm(view, view.texts["drop-question"], view.texts.drop, () => touch("drop-dice"));

// ---- what is kept

function sets(lesson) {
  const rows = lesson.sets.map((known) =>
    make(
      "li",
      { class: "known-set" },
      make("span", { class: "set-name" }, known.name),
      make("span", { class: "set-about" }, known.about),
      known.recognised ? make("span", { class: "set-mark" }, known.recognised) : null,
      action(view.texts.forget, () => confirm(view, known.forget, view.texts.forget, () => touch("forget-dice", { name: known.name }))),
    ),
  );
  const kinds = lesson.kinds.map((kind, index) =>
    make(
      "button",
      { type: "button", class: `action kind ${index ? "" : "main"}`, onclick: () => touch("teach-dice", { kind_of_dice: kind.kind }) },
      make("span", {}, kind.label),
      make("small", {}, kind.faces),
    ),
  );
  const undo = lesson.undo && action(view.texts["undo-learning"], () => confirm(view, lesson.undo, view.texts["take-back"], () => touch("take-learning-back")), "undo");
  return { body: [make("ul", { class: "known-sets" }, ...rows)], foot: [undo, ...kinds] };
}

// ---- dice laid down

function showing(lesson) {
  const side = make("div", { class: "teach-side" }, progress(lesson));
  const extras = make(
    "div",
    { class: "teach-extras" },
    lesson.can.take_back ? action(view.texts.back, () => touch("take-back-face")) : null,
    lesson.can.fewer ? action(view.texts["use-fewer"], () => touch("use-fewer")) : null,
    lesson.can.enough ? action(view.texts.enough, () => touch("call-enough")) : null,
  );
  if (extras.children.length) side.append(extras);
  return { body: [look(lesson, true), side], foot: [press] };
}

function progress(lesson) {
  const { counts, each, text } = lesson.progress;
  const faces = lesson.faces.map((face, index) => {
    const dots = make("span", { class: "dots" }, ...Array.from({ length: each }, (_, number) => make("i", { class: number < counts[index] ? "is-seen" : "" })));
    return make("span", { class: `seen-face ${counts[index] >= each ? "is-full" : ""}` }, make("b", {}, face.text), dots);
  });
  return make("div", { class: "progress" }, make("span", { class: "progress-text" }, text), make("span", { class: "seen-faces" }, ...faces));
}

// The newest look, its dice marked; on the simulated board the board itself, where the dice are still to be thrown.
function look(lesson, isLive = false) {
  const box = make("figure", { class: "look" });
  if (isLive && view.is_simulated) box.classList.add("is-live");
  else if (lesson.picture) box.append(picture(lesson.picture.url, view.texts["dice-picture"]), marks(lesson.picture));
  else {
    box.classList.add("is-empty");
    draw(box, dieFace(null, view.faces).repeat(DICE));
  }
  return box;
}

function picture(url, alt) {
  const image = make("img", { src: `${url}?run=${view.run}`, alt });
  image.addEventListener("error", () => image.remove());
  return image;
}

function marks({ size, dice }) {
  const svg = make("span", { class: "marks" });
  const edge = size[0] / 100;
  const drawn = dice.map(({ quad, mark }) => {
    const middle = [0, 1].map((axis) => quad.reduce((sum, point) => sum + Number(point[axis]), 0) / 4);
    // Around the face, not on it: what is asked about must stay to be seen.
    const [wider, kind, width] = mark === "asked" ? [1.700, "asked", 1.600] : [1.350, mark === "flat" ? "flat" : "left-out", 0.600];
    const points = quad.map((point) => middle.map((centre, axis) => centre + (Number(point[axis]) - centre) * wider).join(",")).join(" ");
    const path = `<polygon class="${kind}" points="${points}" stroke-width="${edge * width}"/>`;
    return `${path}<text x="${middle[0]}" y="${middle[1]}" font-size="${edge * 6.500}" stroke-width="${edge * 1.600}" dy=".34em" text-anchor="middle"></text>`;
  });
  svg.innerHTML = `<svg viewBox="0 0 ${Number(size[0])} ${Number(size[1])}" aria-hidden="true">${drawn.join("")}</svg>`;
  // Names come from the companion: as text, never as markup.
  svg.querySelectorAll("text").forEach((text, index) => (text.textContent = dice[index].text));
  return svg;
}

export function landBoard() {
  const board = byId("board");
  if (board.parentElement !== byId("table")) byId("table").insertBefore(board, byId("talk"));
}

function flyBoard() {
  body.querySelector(".look.is-live")?.append(byId("board"));
}

// ---- one question

function asking(lesson) {
  const large = make("figure", { class: "asked-die" }, picture(lesson.question.url, view.texts["camera-picture"]));
  const answer = (label) => touch("name-face", { die: lesson.question.die, label });
  const faces = make("div", { class: "faces asked-faces" }, ...lesson.faces.map((face) => faceButton(face, () => answer(face.label))));
  return {
    body: [make("div", { class: "asked-pictures" }, large, look(lesson)), make("div", { class: "teach-side" }, faces, progress(lesson))],
    foot: [lesson.can.take_back ? action(view.texts.back, () => touch("take-back-face")) : null, action(view.texts["dont-know"], () => answer(null))],
  };
}

function faceButton(face, onclick, isChosen = false) {
  const button = make("button", { type: "button", class: `face-choice ${isChosen ? "is-chosen" : ""}`, "aria-label": face.text, onclick });
  choiceFace(button, face, view.faces);
  return button;
}

// ---- the check throw

function judging(lesson) {
  const dice = lesson.tried.map((die) => {
    const read = make("span", { class: "read-face" });
    choiceFace(read, lesson.faces[die.label], view.faces);
    return make(
      "button",
      { type: "button", class: `tried-die ${die.is_sure ? "" : "is-doubtful"}`, "aria-label": lesson.faces[die.label].text, onclick: () => putRight(lesson, die) },
      picture(die.url, view.texts["camera-picture"]),
      read,
      die.is_sure ? null : make("span", { class: "badge" }, "?"),
    );
  });
  const name = make("input", { type: "text", maxlength: DICE_NAME_LETTERS, value: typedName ?? lesson.name, autocomplete: "off", spellcheck: "false" });
  name.addEventListener("input", () => (typedName = name.value));
  name.addEventListener("focus", () => name.select());
  const keep = () => touch("keep-dice", { name: name.value.trim() || lesson.name });
  return {
    body: [make("div", { class: "tried-dice" }, ...dice), make("label", { class: "dice-name" }, make("span", {}, view.texts["dice-name"]), name)],
    foot: [action(view.texts.drop, drop), action(view.texts["once-more"], () => touch("check-again")), action(view.texts.keep, keep, "main")],
  };
}

function putRight(lesson, die) {
  const correct = (label) => touch("correct-tried", { die: die.die, label });
  openChoice(view, picture(die.url, view.texts["camera-picture"]), (close) =>
    lesson.faces.map((face) => faceButton(face, () => (close(), correct(face.label)), face.label === die.label)),
  );
}
