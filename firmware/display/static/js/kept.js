// All games, the newest first: when, who, how it ended or where it stands; the figures are one touch away.

import { close, open } from "./dialog.js";
import { byId, make, write } from "./dom.js";
import { touch } from "./send.js";
import { openStudy } from "./study.js";

const AT_ONCE = 8;

let newest = null; // the view, while the list lies over it

export const hasGames = (view) => (view.access ?? "device") === "device";

export async function openGames(view, most = AT_ONCE) {
  newest = view;
  const told = make("p", { class: "analysing", role: "status" }, view.texts["looking-through"]);
  const list = make("div", { class: "kept" }, told);
  open(view, view.texts.study, [list], { lasts: true, again: (later) => (newest = later) });
  byId("dialog").querySelector("header .close").before(make("button", { type: "button", class: "action figures", onclick: () => openStudy(view) }, view.texts.figures));
  await fill(view, list, most);
}

async function fill(view, list, most) {
  const found = await asked(`/games?most=${most}`);
  if (!list.isConnected) return; // something else was opened meanwhile
  if (!found) return write(list.firstChild, view.texts.failed);
  if (!found.games.length) return write(list.firstChild, view.texts["no-games"]);
  const more = make("button", { type: "button", class: "action earlier", onclick: () => fill(view, list, most + AT_ONCE) }, view.texts["earlier-games"]);
  list.replaceChildren(make("ol", {}, ...found.games.map((game) => entry(view, game))), ...(found.has_more ? [more] : []));
}

async function asked(path) {
  try {
    const answer = await fetch(path);
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

function entry(view, game) {
  return make(
    "li",
    { class: `kept-game is-${game.fate}`, "data-number": game.number },
    make("div", { class: "kept-told" }, make("span", { class: "kept-names" }, ...names(game)), make("small", {}, [game.when, game.game, game.said].filter(Boolean).join(" · "))),
    game.fate === "put-away" ? make("button", { type: "button", class: "action go-on", onclick: () => playOn(game) }, view.texts["play-on"]) : null,
  );
}

function playOn({ number }) {
  close();
  touch("play-on", { number }, newest.moment);
}

// Two stand against each other as a result is said; of more each has his points behind his name.
function names({ number, players }) {
  if (!players.length) return [`№ ${number}`];
  const name = (player) => make("bdi", { class: player.is_winner ? "is-winner" : "" }, player.name);
  const points = (player) => make("span", { class: "kept-points" }, player.points);
  if (players.length > 2) return players.flatMap((player, at) => [...(at ? [", "] : []), name(player), " ", points(player)]);
  const [one, other] = players;
  return [name(one), " ", make("span", { class: "kept-points" }, one.points && other.points ? `${one.points} : ${other.points}` : "–"), " ", name(other)];
}
