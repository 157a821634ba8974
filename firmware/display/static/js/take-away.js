// A game, or all of them, to take along: a code that a phone scans, and the USB stick.

import { choice, open } from "./dialog.js";
import { make, write } from "./dom.js";
import { answered } from "./send.js";
import { code } from "./share.js";

const STICK_MS = 600000; // a slow stick, years of games

// Without a number all games.
export async function openTakeAway(view, number, how) {
  const { texts } = view;
  const body = make("div", { class: "take-away" }, make("p", { role: "status" }, texts["looking-through"]));
  open(view, number === null ? texts["take-all"] : texts["take-away"], [body], { lasts: true, ...how });
  const found = await answered("/take-away", { number });
  if (!body.isConnected) return; // something else was opened meanwhile
  if (!found) return write(body.firstChild, texts.failed);
  const kinds = Object.keys(found.links).filter((kind) => found.links[kind]);
  const names = { sheet: texts["take-sheet"], file: texts["take-file"] };
  show(kinds[0]);

  function show(kind) {
    const told = make("p", {}, kind ? texts["take-scan"] : texts["take-no-phone"]);
    const chosen = kinds.length > 1 && make("div", { class: "pair-choice" }, ...kinds.map((each) => choice(names[each], each === kind, () => show(each))));
    const link = found.links[kind];
    const rest = make("div", { class: "share-told" }, ...[chosen, told, found.has_stick ? stick(texts, number) : make("p", {}, texts["take-no-stick"])].filter(Boolean));
    body.replaceChildren(...(link ? [code(link.qr, "")] : []), rest);
    body.classList.toggle("share", Boolean(link));
  }
}

function stick(texts, number) {
  const said = make("p", { role: "status" });
  const button = choice(texts["take-stick"], false, async () => {
    button.disabled = true;
    write(said, texts["looking-through"]);
    write(said, (await answered("/take-away", { number, to_stick: true }, STICK_MS))?.said ?? texts.failed);
    button.disabled = false;
  });
  return make("div", { class: "take-stick" }, button, said);
}
