// Beside the sheet: players, dice, the sentence, what may be done.

import { hasBoard, isBoardOpen, openBoard } from "./board.js";
import { openDie, openRepeat } from "./dialogs.js";
import { boxOf, byId, draw, make, mark, write } from "./dom.js";
import { dieFace, flames } from "./faces.js";
import { hold, isHoldable, isKept, showKept, whenKept } from "./holding.js";
import { playAgain } from "./front.js";
import { openGames } from "./kept.js";
import { menuButton, openMenu } from "./menu.js";
import { touch } from "./send.js";
import { openControl } from "./share.js";

const LONG_MS = 600;
const CLICK_MS = 150; // it comes sooner, if at all

let view = null;
const players = [];
const dice = [];
const actions = {};
let label, status, stamp, warnings;

export function buildTable() {
  buildPlayers();
  whenKept(() => showDice());
  label = make("span", { class: "throw-label" });
  status = make("span", { class: "throw-status" });
  stamp = make("span", { class: "stamp", hidden: true });
  byId("dice").append(make("div", { class: "throw" }, label, status, stamp));
  for (const [name, action] of [
    ["see-board", () => openBoard(!isBoardOpen())],
    ["accept", () => touch("accept-reading", {}, view.moment)],
    ["take-back", () => touch("take-back", {}, view.moment)],
    ["by-hand", () => touch("throw-by-hand", {}, view.moment)],
    ["repeat", () => (isTyped() ? touch("repeat-throw", {}, view.moment) : openRepeat(view))],
    ["new-game", () => touch("end-game", {}, view.moment)],
    ["revenge", () => playAgain(view)],
    ["games-tonight", () => openGames(view)],
    ["play-along", () => openControl(view)],
  ]) {
    actions[name] = make("button", { type: "button", class: `action ${name}`, onclick: action });
    byId("actions").append(actions[name]);
  }
}

function buildPlayers() {
  for (const index of [0, 1]) {
    const parts = {
      name: make("span", { class: `name hand-${index}` }),
      points: make("span", { class: "points" }),
      stake: make("small", { class: "stake" }),
    };
    parts.row = make("div", { class: "player" }, parts.name, parts.points, parts.stake);
    players.push(parts);
  }
  warnings = make("span", { class: "warnings" });
  const menu = menuButton({ id: "menu", onclick: () => openMenu(view) });
  byId("players").append(make("div", { class: "names" }, ...players.map((parts) => parts.row)), warnings, menu);
}

export function showTable(newest) {
  view = newest;
  showPlayers();
  showDice();
  showKept(view);
  write(label, view.throw.label);
  write(status, view.throw.status);
  write(stamp, view.texts.served);
  stamp.hidden = !view.throw.is_served;
  write(byId("notice"), view.notice.text);
  byId("notice").classList.toggle("is-loud", view.notice.is_loud);
  showActions();
}

// A long sentence is written smaller rather than cut off.
const SMALLEST_PX = 15;

export function fitNotice() {
  const [notice, talk] = [byId("notice"), byId("talk")];
  notice.style.fontSize = "";
  let size = parseFloat(getComputedStyle(notice).fontSize);
  while (size > SMALLEST_PX && boxOf(notice).bottom > boxOf(talk).bottom - 8) {
    size -= 1;
    notice.style.fontSize = `${size}px`;
  }
  fitRemarks();
}

// Remarks are shown whole or not at all, the weightiest first.
function fitRemarks() {
  const remarks = byId("remarks");
  const said = view && isHoldable(view) ? [view.texts["tap-to-hold"], view.texts["hold-to-correct"], ...view.remarks] : (view?.remarks ?? []);
  for (let count = said.length; count >= 0; count -= 1) {
    write(remarks, said.slice(0, count).join(" "));
    if (remarks.scrollHeight <= remarks.clientHeight + 1) return;
  }
}

function showPlayers() {
  // Of more than two only whose turn it is has room here; the game's own part of the page shows all of them.
  const seats = view.players.map((player, seat) => ({ ...player, seat }));
  const shown = seats.length > players.length ? seats.filter(({ seat }) => seat === view.to_move) : seats;
  players.forEach(({ row, name, points, stake }, index) => {
    const player = shown[index];
    row.hidden = !player;
    if (!player) return;
    row.classList.toggle("is-to-move", view.to_move === player.seat);
    mark(name, view.game === "rock-and-roll" ? null : player.seat); // there everybody has chips of his own
    write(name, player.name);
    write(points, player.points);
    write(stake, view.points_to_win ? `/${view.points_to_win}` : ""); // so many win
  });
  byId("menu").setAttribute("aria-label", view.texts.menu);
  byId("menu").hidden = view.access === "follow";
  write(warnings, view.warnings.join(", "));
  warnings.hidden = !view.warnings.length;
}

function showDice() {
  while (dice.length < view.dice.length) addDie(dice.length);
  const box = byId("dice");
  const count = Math.max(view.dice_wanted, view.dice.length);
  box.dataset.count = count;
  box.classList.toggle("is-moving", ["throwing", "reading"].includes(view.phase));
  for (let index = 0; index < Math.max(count, dice.length); index += 1) {
    if (index >= dice.length) addDie(index);
    showDie(dice[index], view.dice[index], index);
  }
}

function addDie(index) {
  const face = make("span", { class: "face" });
  const badge = make("span", { class: "badge" });
  const held = make("span", { class: "held-mark" });
  const button = make("button", { type: "button", class: "die" }, face, badge, held);
  listenTo(button, index);
  byId("dice").insertBefore(button, byId("dice").lastElementChild);
  dice.push({ button, face, badge, held });
}

// On the simulated board a touch leaves a die lying for the next throw, and a long one puts it right: once the finger is
// gone, else it would touch what opens under it. Some browsers send no click after a long touch.
function listenTo(button, index) {
  let downAt = 0;
  let later = 0;
  const isHolding = () => isHoldable(view) && view.dice[index]?.place;
  const isLong = () => performance.now() - downAt >= LONG_MS;
  const putRight = () => view.can.correct_die && view.dice[index] && openDie(view, index);
  button.addEventListener("pointerdown", () => (downAt = performance.now()));
  button.addEventListener("pointerup", () => {
    if (isHolding() && isLong()) later = setTimeout(putRight, CLICK_MS);
  });
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  button.addEventListener("click", ({ detail }) => {
    clearTimeout(later);
    const isByKey = detail === 0;
    if (isHolding() && (isByKey || !isLong())) hold(...view.dice[index].place);
    else putRight();
  });
}

function showDie({ button, face, badge, held }, die, index) {
  button.dataset.place = die?.place ?? "";
  button.hidden = !die && index >= view.dice_wanted;
  button.classList.toggle("is-empty", !die);
  const stays = Boolean(die) && isKept(view, index);
  const isHeld = isHoldable(view) ? stays : Boolean(die?.is_held);
  button.disabled = !die || !view.can.correct_die;
  button.classList.toggle("is-held", isHeld);
  button.classList.toggle("is-asked", Boolean(view.dial) && view.dial.die === index);
  button.classList.toggle("is-doubtful", Boolean(die?.doubts.length));
  button.classList.toggle("is-burning", Boolean(die?.doubts.includes("burning")));
  const burns = die?.doubts.includes("burning") ? flames() : "";
  draw(face, die ? `${burns}${dieFace(die.face, view.faces)}` : "");
  write(badge, die?.doubts.length ? (die.doubts.includes("burning") ? "!" : "?") : "");
  const isAdvised = Boolean(die && view.advised?.[index]);
  button.classList.toggle("is-advised", isAdvised);
  write(held, stays ? view.texts.stays : isHeld ? view.texts["held-mark"] : "");
  const name = view.faces.find((each) => each.face === die?.face)?.name ?? "?";
  button.setAttribute("aria-label", [name, stays ? view.texts.stays : isHeld && view.texts.held, isAdvised && view.texts["leave-lying"], die?.doubt_text].filter(Boolean).join(", "));
}

const isTyped = () => view.phase === "asking" && view.button.kind === "accept";

function showActions() {
  // The newest way out only: two friends with beer read two words, not five buttons.
  const isUnderCup = Boolean(view.hidden?.may_repeat);
  const shown = {
    "see-board": hasBoard(view) && ["read", "entering", "corrected"].includes(view.phase),
    accept: view.can.accept && !isTyped(),
    "take-back": view.can.take_back,
    "by-hand": view.can.by_hand && view.warnings.length > 0 && view.button.kind !== "type",
    repeat: view.can.repeat && (view.phase !== "burning" || isUnderCup),
    "new-game": view.phase === "game-over" && view.access !== "follow",
    revenge: view.phase === "game-over" && view.access !== "follow",
    "games-tonight": view.access === "follow",
    "play-along": view.access === "follow",
  };
  for (const [name, button] of Object.entries(actions)) {
    button.hidden = !shown[name];
    write(button, view.texts[name === "accept" && view.phase === "burning" ? "not-burning" : name]);
  }
  if (isTyped()) write(actions.repeat, view.texts.cancel);
  if (isUnderCup) write(actions.repeat, view.texts["repeat-cup"]);
  write(actions["take-back"], view.can.take_back ?? "");
}
