// The first screen: which game. The one that was played last stands ready, and begins with one touch.

import { markUpdate, openAbout } from "../about.js";
import { openCard } from "./card.js";
import { segments } from "./choose.js";
import { draw, make, write } from "../dom.js";
import { dieFace, frontDice } from "../faces.js";
import { hasGames, openGames } from "../kept.js";
import { menuButton } from "../menu.js";
import { touch } from "../send.js";
import { openShare } from "../share.js";

export function buildGames(view, front, { openPlayers, begin, menu }) {
  const { setup, texts } = view;
  const ready = setup.games.find((game) => game.id === setup.ready);
  const others = setup.games.filter((game) => game !== ready);
  front.className = "setup games";
  front.replaceChildren(
    make("div", { class: "front-head" }, make("h1", {}, texts.title), hasGames(view) && !view.offers_wizard ? aboutIt(view) : null, view.offers_wizard ? firstTime(view) : frontDice(view), view.access === undefined && !view.offers_wizard ? menuButton({ "aria-label": texts.menu, onclick: menu }) : null),
    make("p", { class: "front-notice", role: "status" }, view.notice.text),
    readyTile(view, ready, openPlayers, begin),
    make("div", { class: "tiles" }, ...others.map((game) => tile(view, game, openPlayers))),
    foot(view),
  );
}

// Marked where an update waits.
function aboutIt(view) {
  const button = make("button", { type: "button", class: "question about-it", "aria-label": view.texts.about, onclick: () => openAbout(view) }, "?");
  markUpdate(button);
  return button;
}

// At a device's very first start, once: it is not in the way of whoever wants to play.
function firstTime(view) {
  const { texts } = view;
  return make("p", { class: "first-time" }, make("span", {}, texts["first-time"]), make("button", { type: "button", class: "action", onclick: () => touch("open-wizard") }, texts["set-up"]));
}

function tile(view, game, openPlayers) {
  const choose = make(
    "button",
    { type: "button", class: "tile-choose", onclick: () => openPlayers(game.id) },
    make("span", { class: "tile-name" }, game.name),
    make("small", {}, game.line),
  );
  choose.prepend(motif(view, game));
  return make("div", { class: "tile", "data-game": game.id }, choose, question(view, game));
}

function readyTile(view, game, openPlayers, begin) {
  const form = game.forms[game.form];
  const { players } = view.setup;
  const choose = make(
    "button",
    { type: "button", class: "tile-choose", onclick: () => openPlayers(game.id) },
    make("span", { class: "tile-name" }, form.name),
    make("small", {}, game.line),
    make("span", { class: "tile-players" }, ...names(view, players)),
    make("small", { class: "tile-first" }, form.first.said || view.texts["throw-for-it"]),
  );
  const go = make("button", { type: "button", class: "main begin", onclick: () => begin(game) }, view.texts.begin);
  return make("div", { class: "tile is-ready", "data-game": game.id }, choose, question(view, game), go);
}

// Some dice to know a game by, where there is room for them.
function motif(view, game) {
  const dice = make("span", { class: "tile-dice", "aria-hidden": "true" });
  draw(dice, game.dice.map((face) => dieFace(face, view.faces)).join(""));
  return dice;
}

function names(view, players) {
  const between = players.length === 2 ? ` ${view.texts.against} ` : ", ";
  return players.flatMap((name, seat) => [...(seat ? [between] : []), make("bdi", {}, name)]);
}

export function question(view, game, form = game.form) {
  const button = make("button", { type: "button", class: "question", "aria-label": `${view.texts["rules-of"]} ${game.name}` });
  write(button, "?");
  button.addEventListener("click", () => openCard(view, game.forms[form].card));
  return button;
}

function foot(view) {
  const { texts } = view;
  return make(
    "div",
    { class: "front-foot" },
    segments(view.languages.map(({ value }) => ({ value, label: value.toUpperCase() })), view.language, (language) => touch("choose-language", { language }), "language"),
    view.access === "control" ? null : make("button", { type: "button", class: "action own-dice", onclick: () => touch("open-dice") }, texts["own-dice"]),
    view.access === "control" || view.offers_wizard ? null : make("button", { type: "button", class: "action set-up", onclick: () => touch("open-wizard") }, texts["set-up"]),
    hasGames(view) && !view.offers_wizard ? make("button", { type: "button", class: "action all-games", onclick: () => openGames(view) }, texts.study) : null,
    view.share ? make("button", { type: "button", class: "action phones", onclick: () => openShare(view) }, texts.phones) : null,
  );
}
