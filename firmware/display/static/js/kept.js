// All games, the newest first: when, who, how it ended or where it stands; the figures are one touch away.

import { close, open } from "./dialog.js";
import { byId, make, write } from "./dom.js";
import { openReplay } from "./replay.js";
import { asked, touch } from "./send.js";
import { openStudy } from "./study.js";
import { openTakeAway } from "./take-away.js";

const AT_ONCE = 8;

let newest = null; // the view, while the list lies over it

// All games are the device's own; a phone looks through those of this evening, and changes nothing.
export const hasGames = (view) => view.access === undefined;
export const titleOf = (view) => (hasGames(view) ? view.texts.study : view.texts["games-tonight"]);

export async function openGames(view, most = AT_ONCE) {
  newest = view;
  const told = make("p", { class: "analysing", role: "status" }, view.texts["looking-through"]);
  const list = make("div", { class: "kept" }, told);
  open(view, titleOf(view), [list], { lasts: true, again: (later) => (newest = later) });
  if (hasGames(view)) inHead(action("take-away", view.texts["take-all"], () => takeAway(view, null, most)), action("figures", view.texts.figures, () => openStudy(view, () => inHead(action("back-to-games", view.texts.study, () => openGames(view, most))))));
  await fill(view, list, most);
}

export function inHead(...buttons) {
  byId("dialog").querySelector("header .close").before(...buttons.filter(Boolean));
}

export const action = (name, text, onclick) => make("button", { type: "button", class: `action ${name}`, onclick }, text);

async function fill(view, list, most) {
  const found = await asked(`/games?most=${most}`);
  if (!list.isConnected) return; // something else was opened meanwhile
  if (!found) return write(list.firstChild, view.texts.failed);
  if (!found.games.length) return write(list.firstChild, view.texts["no-games"]);
  const more = action("earlier", view.texts["earlier-games"], () => fill(view, list, most + AT_ONCE));
  list.replaceChildren(make("ol", {}, ...found.games.map((game) => entry(view, game, most))), ...(found.has_more ? [more] : []));
}

function entry(view, game, most) {
  return make(
    "li",
    { class: `kept-game is-${game.fate}`, "data-number": game.number },
    told(view, game, most),
    goOn(view, game),
  );
}

function goOn(view, { number, fate }) {
  if (fate !== "put-away" || !hasGames(view)) return null;
  return action("go-on", view.texts["play-on"], () => {
    close();
    touch("play-on", { number }, newest.moment);
  });
}

// Back to the list from wherever one came.
function takeAway(view, number, most) {
  openTakeAway(view, number, { again: (later) => (newest = later) });
  inHead(action("back-to-games", view.texts.study, () => openGames(view, most)));
}

const isEnded = ({ fate }) => fate === "over" || fate === "put-away";

function openGame(view, game, most) {
  openReplay(view, game, { again: (later) => (newest = later) });
  inHead(hasGames(view) && isEnded(game) && action("take-away", view.texts["take-away"], () => takeAway(view, game.number, most)), goOn(view, game), action("back-to-games", titleOf(view), () => openGames(view, most)));
}

function told(view, game, most) {
  const told = [make("span", { class: "kept-names" }, ...names(game)), make("small", {}, [game.when, game.game, game.said].filter(Boolean).join(" · "))];
  if (game.fate === "damaged") return make("div", { class: "kept-told" }, ...told);
  return make("button", { type: "button", class: "kept-told", onclick: () => openGame(view, game, most) }, ...told);
}

// Two stand against each other as a result is said; of more each has his points behind his name.
function names({ number, players }) {
  if (!players.length) return [`№ ${number}`];
  const name = (player) => make("bdi", { class: player.is_winner ? "is-winner" : "" }, player.name);
  const points = (player) => make("span", { class: "kept-points" }, player.points);
  if (players.length > 2) return players.flatMap((player, at) => [...(at ? [", "] : []), name(player), " ", points(player)]);
  const [one, other] = players;
  return [name(one), "\u2002", make("span", { class: "kept-points" }, one.points && other.points ? `${one.points} : ${other.points}` : "–"), "\u2002", name(other)];
}
