// All games together: players, what the rows bring them, the dice.

import { open } from "./dialog.js";
import { byId, make, write } from "./dom.js";
import { asked } from "./send.js";

const AGAIN_MS = 700;

// `headed` adds what leads back to where one came from.
export async function openStudy(view, headed) {
  const told = make("p", { class: "analysing", role: "status" }, view.texts.analysing);
  open(view, view.texts.figures, [told], { lasts: true });
  headed();
  while (told.isConnected && byId("dialog").open) {
    const found = await asked("/study");
    if (!told.isConnected) return;
    if (found?.progress === "ready") return show(view, found, headed);
    if (found?.progress !== "working") return write(told, view.texts["no-study"]);
    write(told, `${view.texts.analysing} ${found.looked_at || ""}`);
    await new Promise((go) => setTimeout(go, AGAIN_MS));
  }
}

function show(view, found, headed) {
  const body = make(
    "div",
    { class: "study" },
    make("p", {}, found.games),
    wide(table(found.players)),
    make("p", {}, found.luck),
    make("p", { class: "analysis-told" }, found.told),
    picture(found),
    ...(found.months.length > 1 ? [make("h3", {}, found.months_title), wide(table(found.months), "study-months")] : []),
    make("h3", {}, found.rows_title),
    wide(table(found.rows)),
    make("h3", {}, found.dice_title),
    wide(table(found.dice)),
    make("p", { class: found.is_loaded ? "is-loud" : "" }, found.dice_told),
  );
  open(view, found.title, [body], { lasts: true });
  headed();
}

// It has names in it, so it is read as a document of its own, in which nothing runs; as a part of the page it is written
// in the page's hand.
function picture(found) {
  const drawn = document.importNode(new DOMParser().parseFromString(found.picture, "image/svg+xml").documentElement, true);
  drawn.querySelectorAll("script, foreignObject").forEach((one) => one.remove());
  return make("div", { class: "study-picture", role: "img", "aria-label": found.picture_title }, drawn);
}

const wide = (inner, name = "") => make("div", { class: `study-wide ${name}` }, inner);

function table([heads, ...rows]) {
  return make(
    "table",
    { class: "analysis-table" },
    make("tr", {}, ...heads.map((text) => make("th", { scope: "col", dir: "auto" }, text))),
    ...rows.map(([first, ...rest]) => make("tr", {}, make("th", { scope: "row", dir: "auto" }, first), ...rest.map((text) => make("td", {}, text)))),
  );
}
