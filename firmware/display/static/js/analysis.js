// After the game: the curve, luck and decisions of both, and what was dear, each with the throw that lay; a touch shows it
// on its sheet, from where one goes through the game.

import { open } from "./dialog.js";
import { byId, draw, make, write } from "./dom.js";
import { action, hasGames, inHead } from "./kept.js";
import { openReplay } from "./replay.js";
import { asked } from "./send.js";

const AGAIN_MS = 400;
const LONGEST_MS = 60000;
const WEIGHED_MS = 2000;

export const hasAnalysis = (view) => view.phase === "game-over" && view.game === "ten-by-ten";

export async function openAnalysis(view) {
  const told = make("p", { class: "analysing", role: "status" }, view.texts.analysing);
  open(view, view.texts.analysis, [told]);
  const found = await analysis(told);
  if (!told.isConnected) return; // something else was opened meanwhile
  if (found?.progress === "ready") show(view, found);
  else write(told, view.texts["no-analysis"]);
}

// It is reckoned in the background, mostly before anybody asks.
async function analysis(told) {
  const since = performance.now();
  while (told.isConnected && byId("dialog").open && performance.now() - since < LONGEST_MS) {
    const found = await asked("/analysis");
    if (found?.progress !== "working") return found;
    await new Promise((go) => setTimeout(go, AGAIN_MS));
  }
  return null;
}

function show(view, found) {
  const figure = make("figure", { class: "chance-curve" });
  const picture = make("div", { role: "img", "aria-label": found.chance });
  draw(picture, found.curve);
  figure.append(make("figcaption", {}, found.chance), picture);
  const left = make("div", { class: "analysis-left" }, figure, table(found), make("p", { class: "analysis-told" }, found.told));
  const right = make("div", { class: "analysis-right" }, ...dear(view, found));
  open(view, found.title, [make("div", { class: "analysis" }, left, right)]);
  if (found.weighing) weigh(view, right, picture);
}

function dear(view, { costliest_title: title, costliest, weighing }) {
  const list = make("ol", {}, ...costliest.map((each, at) => costly(view, each, at)));
  return [make("h3", {}, title), list, ...(weighing ? [make("p", { class: "analysis-told", role: "status" }, weighing)] : [])];
}

// What was dear is played on in the background, a minute or so; then the dearest may be another.
async function weigh(view, right, picture) {
  for (;;) {
    await new Promise((go) => setTimeout(go, WEIGHED_MS));
    if (!right.isConnected) return;
    const found = await asked("/analysis");
    if (found?.progress !== "ready") return;
    if (found.weighing) continue;
    draw(picture, found.curve);
    return right.replaceChildren(...dear(view, found));
  }
}

function table({ heads, players }) {
  const head = make("tr", {}, make("td"), ...players.map(({ name }, seat) => make("th", { scope: "col", class: `hand-${seat}`, dir: "auto", "data-mark": seat }, name)));
  const rows = heads.map((text, at) => make("tr", {}, make("th", { scope: "row" }, text), ...players.map(({ values }) => make("td", {}, values[at]))));
  return make("table", { class: "analysis-table" }, head, ...rows);
}

function costly(view, { text, picture, turn }, at) {
  const drawn = make("div", { class: "throw-picture" });
  draw(drawn, picture);
  const parts = [make("b", {}, String(at + 1)), drawn, make("p", { dir: "auto" }, text)];
  if (!hasGames(view)) return make("li", { class: "costly" }, ...parts);
  return make("li", {}, make("button", { type: "button", class: "costly", onclick: () => openTurn(view, turn) }, ...parts));
}

// The game that just ended is the newest of all.
async function openTurn(view, turn) {
  const newest = (await asked("/games?most=1"))?.games[0];
  if (!newest) return;
  openReplay(view, newest, { at: turn - 1 });
  inHead(action("back-to-games", view.texts.analysis, () => openAnalysis(view)));
}
