// What covers the table: the choice of a game and its players before, the result after.

import { byId, make, write } from "./dom.js";
import { frontDice } from "./faces.js";
import { openGames } from "./kept.js";
import { openMenu } from "./menu.js";
import { touch } from "./send.js";
import { buildGames } from "./setup/games.js";
import { keep, namesFor, tidy } from "./setup/names.js";
import { buildPlayers } from "./setup/players.js";
import { buildResult } from "./setup/result.js";
import { agreedOf } from "./setup/rules.js";
import { openControl } from "./share.js";

let newest = null;
let shown = "";
let dismissed = ""; // the moment whose result was put aside to look at the table
// The game whose players are chosen, null shows all games; and what was chosen for each, kept while nobody plays, also
// where the page is loaded anew meanwhile.
const KEPT = `serviert.tables.${document.querySelector("meta[name=build]").content}`;
let chosenGame = null;
let tables = {};
try {
  ({ chosenGame = null, tables = {} } = JSON.parse(sessionStorage.getItem(KEPT)) ?? {});
  addEventListener("pagehide", () => sessionStorage.setItem(KEPT, JSON.stringify({ chosenGame, tables })));
} catch {
  // a browser that keeps nothing still plays
}

export function showFront(view) {
  const front = byId("front");
  const kind = view.phase === "setup" ? "setup" : view.result && dismissed !== view.moment ? "result" : "";
  front.hidden = !kind;
  newest = view;
  if (view.phase !== "setup") forget(view);
  const key = kind && keyOf(view, kind);
  if (key === shown) {
    showNotice(view, front);
    return;
  }
  shown = key;
  if (kind === "setup" && view.access === "follow") buildWaiting(view, front);
  else if (kind === "setup") buildSetup(view, front);
  else if (kind === "result") buildResult(view, front, { putAside: () => putAside(view), again: () => playAgain(view) });
}

// Built anew only when something else is to be shown: a finger may be on its way to a button.
function keyOf(view, kind) {
  const ready = view.setup?.games.find((game) => game.id === view.setup.ready);
  const what = kind === "result" ? view.moment : [chosenGame, chosenGame ? view.mode : [ready, view.setup?.players]];
  return JSON.stringify([kind, what, view.language, view.access, Boolean(view.share), view.offers_wizard]);
}

function showNotice(view, front) {
  const notice = front.querySelector(".front-notice");
  if (!notice) return;
  const text = chosenGame && view.notice.key === "welcome" ? "" : view.notice.text;
  write(notice, text);
  notice.hidden = !text;
}

// A game that was played becomes the one that stands ready, with the names and rules it was played with.
function forget(view) {
  if (view.players.length) keep(view.players.map((player) => player.name));
  chosenGame = null;
  tables = {};
}

// ---- before the game

// A phone that follows waits until a game is begun at the device.
function buildWaiting(view, front) {
  front.className = "setup";
  front.replaceChildren(
    make("div", { class: "front-head" }, make("h1", {}, view.texts.title), frontDice(view)),
    make("p", { class: "front-soon" }, view.texts.soon),
    make("button", { type: "button", class: "action", onclick: () => openGames(newest) }, view.texts["games-tonight"]),
    make("button", { type: "button", class: "action", onclick: () => openControl(newest) }, view.texts["play-along"]),
  );
}

function buildSetup(view, front) {
  if (playsAgain) return beginAgain(view);
  const game = view.setup.games.find(({ id }) => id === chosenGame);
  if (!game) return buildGames(view, front, { openPlayers: (id) => turnTo(id), begin: (ready) => begin(ready, tableOf(view, ready)), menu: () => openMenu(newest) });
  const table = tableOf(view, game);
  const again = (change) => {
    change();
    buildPlayers(newest, front, game, table, doing);
  };
  const doing = { back: () => turnTo(null), begin: () => begin(game, table), again };
  return buildPlayers(view, front, game, table, doing);
}

function turnTo(id) {
  chosenGame = id;
  showFront(newest);
}

function tableOf(view, game) {
  const { games, players, strangers } = view.setup;
  // What the companion was called is nobody's name where it does not play.
  const companions = game.level ? [] : games.flatMap(({ opponents }) => opponents.map(({ name }) => name));
  const people = players.map((name, seat) => (companions.includes(name) ? strangers[seat] : name));
  tables[game.id] ??= {
    names: namesFor(Math.min(Math.max(people.length, game.fewest), game.most), people, strangers),
    isTyped: false,
    form: game.form,
    level: game.level,
    first: game.forms[game.form].first.default,
    hasBank: game.forms[game.form].first.field === "bank",
    rules: game.forms.map((form) => Object.fromEntries(form.rules.map((rule) => [rule.path, rule.default]))),
    fold: { isOpen: false },
  };
  return tables[game.id];
}

function begin(game, table) {
  const form = game.forms[table.form];
  const players = table.names.map(tidy);
  if (!table.level) keep(players);
  touch("new-game", { game: form.game, players, agreed: agreedOf(form, table) });
}

// ---- after the game

// The same people, the same rules, at once: what was played last stands ready before a game.
let playsAgain = false;

export async function playAgain(view) {
  playsAgain = true;
  if (!(await touch("end-game", {}, view.moment))) playsAgain = false;
}

function beginAgain(view) {
  playsAgain = false;
  shown = "";
  const ready = view.setup.games.find(({ id }) => id === view.setup.ready);
  begin(ready, tableOf(view, ready));
}

function putAside(view) {
  dismissed = view.moment;
  shown = "";
  byId("front").hidden = true;
}
