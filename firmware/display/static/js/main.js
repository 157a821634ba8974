// The page: hears every view from the companion, shows it, and sends what is touched.

import { showBeginning } from "./beginning.js";
import { buildBoard, placeBoard, showBoard } from "./board.js";
import { showDial } from "./dial.js";
import { closeStale } from "./dialog.js";
import { byId, write } from "./dom.js";
import { showFront } from "./front.js";
import { showGame } from "./games/game.js";
import { watchAnswer } from "./painted.js";
import { celebrate } from "./feast.js";
import { hear } from "./sounds.js";
import { buildHint, showHint } from "./hint.js";
import { listenForFields, speakKeys } from "./keyboard.js";
import { calmFingers } from "./nervous.js";
import { buildPress, showPress } from "./press.js";
import { speak } from "./send.js";
import { bringKey } from "./share.js";
import { redrawSheet, showSheet } from "./sheet.js";
import { buildTable, fitNotice, showTable } from "./table.js";
import { buildTeach, showTeach } from "./teach.js";
import { askForWifi } from "./wifi.js";
import { buildWizard, showWizard } from "./wizard.js";

const BUILD = document.querySelector("meta[name=build]").content;
const SILENCE_MS = 25000; // the companion says something every ten seconds

let source = null;
let heardAt = 0; // not by the wall clock: it may jump by years
let lostTimer = 0;
let newest = null;
let isWhole = false; // the sheet has been written, too

function listen() {
  source?.close();
  source = new EventSource("/events");
  heardAt = performance.now();
  source.addEventListener("message", (event) => heard(JSON.parse(event.data)));
  source.addEventListener("full", (event) => {
    const { texts } = JSON.parse(event.data);
    write(byId("lost"), texts["seats-taken"] ?? byId("lost").textContent);
    byId("lost").hidden = false;
  });
  source.addEventListener("heartbeat", () => heard(null));
  source.addEventListener("error", miss);
}

// Every vain try misses it too; the first one counts.
function miss() {
  lostTimer ||= setTimeout(() => (byId("lost").hidden = false), 1500);
}

function heard(pushed) {
  heardAt = performance.now();
  clearTimeout(lostTimer);
  lostTimer = 0;
  byId("lost").hidden = true;
  if (pushed === null) return;
  if (pushed.build !== BUILD && reloadFor(pushed.build)) return;
  watchAnswer(pushed.view, heardAt); // first: what others do once all is painted is no part of it
  const isFirst = newest === null;
  newest = pushed;
  show({ ...pushed.view, run: pushed.run });
  if (isWhole) document.body.dataset.version = pushed.version;
  else if (isFirst) soon(() => (writeSheet(), soon(showWhole)));
}

// At first what is read at a glance, the sheet right after it: a slow phone shows something sooner, and hears touches.
const soon = (act) => requestAnimationFrame(() => setTimeout(act));

function writeSheet() {
  if (!byId("sheet").hidden) showSheet(newest.view);
}

function showWhole() {
  isWhole = true;
  writeSheet();
  redrawSheet();
  document.body.dataset.version = newest.version;
}

// Once for each build: a page that cannot be renewed is better than one that flickers.
function reloadFor(build) {
  try {
    if (sessionStorage.getItem("serviert.build") === build) return false;
    sessionStorage.setItem("serviert.build", build);
  } catch {
    return false;
  }
  location.reload();
  return true;
}

function show(view) {
  speak(view.texts);
  // Written again, even the same language has everything styled anew.
  if (document.documentElement.lang !== view.language) document.documentElement.lang = view.language;
  document.title = view.texts.title;
  // A phone is dark when its owner wants that; the device is as it was told in its menu.
  document.documentElement.toggleAttribute("data-night", view.is_night ?? matchMedia("(prefers-color-scheme: dark)").matches);
  write(byId("lost"), view.texts.lost);
  Object.assign(document.body.dataset, { phase: view.phase, mode: view.mode, simulated: view.is_simulated, columns: view.columns?.length ?? "", access: view.access ?? "device" });
  byId("table").hidden = view.phase === "setup";
  showBoard(view);
  showPress(view);
  showTable(view);
  showHint(view);
  celebrate(view);
  hear(view);
  showGame(view);
  if (isWhole) writeSheet();
  showBeginning(view);
  showFront(view);
  askForWifi(view)?.then(() => showWizard()); // of what is shown by then
  showWizard(view);
  showTeach(view);
  showDial(view);
  closeStale(view);
  speakKeys(view);
  // What asks where things lie comes last: between changes each question would lay the page out anew.
  placeBoard();
  fitNotice();
  if (isWhole) redrawSheet();
}

// A browser gives up for good on some failures; the page never does.
setInterval(() => {
  const isDeaf = source?.readyState === EventSource.CLOSED || performance.now() - heardAt > SILENCE_MS;
  if (!isDeaf) return;
  miss(); // out of the net a new try may wait for minutes before it fails
  listen();
}, 2000);

// In a task of its own: a slow phone has enough to do with reading all this.
setTimeout(() => {
  buildTable();
  buildHint();
  buildBoard();
  buildPress();
  buildWizard();
  buildTeach();
  listenForFields();
  calmFingers();
  bringKey();
  listen();
  for (const redraw of [redrawSheet, fitNotice]) {
    new ResizeObserver(redraw).observe(byId("sheet"));
    document.fonts.ready.then(redraw);
  }
});
