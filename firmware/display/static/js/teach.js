// Own dice: what is kept, the board with its dice marked, and the card on which their faces get their names.

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
  if (!lesson.card) typedName = null;
  const { is_busy, sentence, notice: told, ...shown } = lesson;
  const key = JSON.stringify([shown, view.texts, view.run]);
  if (key === built) return;
  built = key;
  const parts = { sets: sets, show: showing, names: naming }[lesson.stage](lesson);
  landBoard();
  body.replaceChildren(...parts.body);
  foot.replaceChildren(...parts.foot.filter(Boolean));
  flyBoard();
}

const action = (label, onclick, extra = "") => make("button", { type: "button", class: `action ${extra}`, onclick }, label);

const leave = () => touch(view.teaching.stage === "sets" ? "close-dice" : "drop-dice");

// ---- what is kept

function sets(lesson) {
  const rows = lesson.sets.map((known) =>
    make(
      "li",
      { class: "known-set" },
      make("span", { class: "set-name" }, known.name),
      known.pictures.length
        ? make(
            "button",
            { type: "button", class: "set-faces", "aria-label": known.name, onclick: () => touch("open-names", { name: known.name }) },
            ...known.pictures.map((url) => picture(url, "")),
          )
        : null,
      make("span", { class: "set-about" }, known.about),
      known.recognised ? make("span", { class: "set-mark" }, known.recognised) : null,
      action(view.texts.forget, () => confirm(view, known.forget, view.texts.forget, () => touch("forget-dice", { name: known.name }))),
    ),
  );
  const teach = lesson.can_teach && action(view.texts["show-dice"], () => touch("teach-dice"), "main");
  const undo = lesson.undo && action(view.texts["undo-learning"], () => confirm(view, lesson.undo, view.texts["take-back"], () => touch("take-learning-back")), "undo");
  return { body: [make("ul", { class: "known-sets" }, ...rows)], foot: [undo, teach] };
}

// ---- dice laid down

function showing(lesson) {
  const faces = lesson.faces.map((face, index) => make("i", { class: index < lesson.told ? "is-seen" : "" }));
  const dots = make("span", { class: "dots" }, ...faces);
  const side = make("div", { class: "teach-side" }, make("div", { class: "progress" }, make("span", { class: "progress-text" }, lesson.progress), dots));
  if (lesson.can_use_fewer) side.append(action(view.texts["use-fewer"], () => touch("use-fewer")));
  return { body: [look(lesson, true), side], foot: [press] };
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
    // Around the face, not on it: it must stay to be seen.
    const points = quad.map((point) => middle.map((centre, axis) => centre + (Number(point[axis]) - centre) * 1.350).join(",")).join(" ");
    return `<polygon class="${mark === "flat" ? "flat" : "left-out"}" points="${points}" stroke-width="${edge * 0.600}"/>`;
  });
  svg.innerHTML = `<svg viewBox="0 0 ${Number(size[0])} ${Number(size[1])}" aria-hidden="true">${drawn.join("")}</svg>`;
  return svg;
}

export function landBoard() {
  const board = byId("board");
  if (board.parentElement !== byId("table")) byId("table").insertBefore(board, byId("talk"));
}

function flyBoard() {
  body.querySelector(".look.is-live")?.append(byId("board"));
}

// ---- what the faces of a set are called

function naming({ card, faces }) {
  const tiles = card.faces.map((each) => {
    const read = make("span", { class: "read-face" });
    choiceFace(read, faces[each.label], view.faces);
    return make(
      "button",
      { type: "button", class: `named-face ${each.is_new ? "is-doubtful" : ""}`, "aria-label": faces[each.label].text, onclick: () => rename(each, faces) },
      picture(each.url, view.texts["camera-picture"]),
      read,
      each.is_new ? make("span", { class: "badge" }, "?") : null,
    );
  });
  const name = make("input", { type: "text", maxlength: DICE_NAME_LETTERS, value: typedName ?? card.name, autocomplete: "off", spellcheck: "false" });
  name.addEventListener("input", () => (typedName = name.value));
  name.addEventListener("focus", () => name.select());
  const agree = () => touch("keep-dice", { name: name.value.trim() || card.name });
  const leaves = card.is_doubted ? view.texts["only-once"] : view.texts["not-now"];
  return {
    body: [make("div", { class: "named-faces" }, ...tiles), make("label", { class: "dice-name" }, make("span", {}, view.texts["dice-name"]), name)],
    foot: [action(leaves, leave), card.is_new && action(view.texts["seen-twice"], () => touch("seen-twice")), action(view.texts.agree, agree, "main")],
  };
}

function rename(tile, faces) {
  const call = (label) => touch("name-face", { face: tile.face, label });
  openChoice(view, picture(tile.url, view.texts["camera-picture"]), (close) =>
    faces.map((face) => {
      const button = make("button", { type: "button", class: `face-choice ${face.label === tile.label ? "is-chosen" : ""}`, "aria-label": face.text, onclick: () => (close(), call(face.label)) });
      choiceFace(button, face, view.faces);
      return button;
    }),
  );
}
