// The menu: how the companion behaves, and the ways to all else.

import { openAbout } from "./about.js";
import { hasAnalysis, openAnalysis } from "./analysis.js";
import { choice, close, confirm, open } from "./dialog.js";
import { draw, isTurned, make } from "./dom.js";
import { leaving, openLeaving } from "./games/leaving.js";
import { openGames, titleOf } from "./kept.js";
import { touch, turnQuarter } from "./send.js";
import { openCard } from "./setup/card.js";
import { leave, openShare } from "./share.js";
import { hasSounds, wantSounds } from "./sounds.js";
import { askForWifi, hasWifi, openWifi } from "./wifi.js";

// Each group has a heading and a sign; what ends a game stands apart.
export function openMenu(view) {
  // Only where it would look otherwise: a button replaced under a finger loses its touch.
  const again = (newest) => shownInMenu(newest) !== shownInMenu(view) && openMenu(newest);
  askForWifi(view, true);
  const { texts } = view;
  const left = [group(texts["menu-game"], SIGNS.dice, [ofTheGame(view)]), ...entering(view), group(texts["menu-device"], SIGNS.more, [ofTheDevice(view)]), ending(view)];
  const right = [group(texts["menu-display"], SIGNS.screen, ofTheDisplay(view)), ...sound(view)];
  const groups = make("div", { class: "menu-groups" }, make("div", {}, ...left), make("div", {}, ...right));
  open(view, texts.menu, [groups], { lasts: true, again });
}

export function menuButton(attributes) {
  const button = make("button", { type: "button", class: "menu-button", ...attributes });
  draw(
    button,
    '<svg viewBox="0 0 44 44" aria-hidden="true"><path d="M11 14c7-1 14 .6 22-.2M10.500 22.300c8 .5 15-.8 23-.3M11.500 30.600c7-.7 14 .2 21-.5" fill="none" stroke="currentColor" stroke-width="2.600" stroke-linecap="round"/></svg>',
  );
  return button;
}

const row = (...choices) => make("div", { class: "pair-choice" }, ...choices);

// A phone that plays along does not decide how loud or how bright the device beside it is.
const isDevice = (view) => view.access === undefined;

function group(heading, sign, rows) {
  const drawn = make("span", { class: "sign", "aria-hidden": "true" });
  draw(drawn, `<svg viewBox="0 0 32 32" fill="none" stroke="currentColor" stroke-width="2.400" stroke-linecap="round" stroke-linejoin="round">${sign}</svg>`);
  return make("section", { class: "menu-group", hidden: !rows.some((each) => each.childElementCount) }, make("h3", {}, drawn, heading), ...rows);
}

function ofTheGame(view) {
  const { texts } = view;
  const ways = row();
  if (view.card) ways.append(choice(texts.rules, false, () => openCard(view, view.card)));
  if (hasAnalysis(view)) ways.append(choice(texts.analysis, false, () => openAnalysis(view)));
  if (view.can.by_hand) ways.append(choice(texts["by-hand"], false, () => (close(), touch("throw-by-hand", {}, view.moment))));
  if (leaving(view).length) ways.append(choice(texts["goes-home"], false, () => openLeaving(view)));
  return ways;
}

// Only the sheet of ten by ten has cells to choose.
function entering(view) {
  if (view.game !== "ten-by-ten" && view.game !== null) return [];
  const { texts } = view;
  const modes = row(...view.modes.map(({ value, label }) => choice(label, value === view.mode, () => touch("choose-mode", { mode: value }))));
  modes.classList.add("modes");
  const hints = row(
    choice(texts["hints-hidden"], !view.is_hinting, () => touch("show-hints", { is_on: false })),
    choice(texts["hints-shown"], view.is_hinting, () => touch("show-hints", { is_on: true })),
  );
  return [group(texts["menu-entering"], SIGNS.pen, [modes, hints])];
}

function ending(view) {
  if (!view.can.end) return row();
  const ends = row(choice(view.texts["end-game"], false, () => (view.phase === "game-over" ? endGame(view) : askEnd(view))));
  ends.classList.add("menu-end");
  return ends;
}

function ofTheDisplay(view) {
  const { texts } = view;
  const languages = row(...view.languages.map(({ value, name }) => choice(name, value === view.language, () => touch("choose-language", { language: value }))));
  languages.classList.add("languages");
  if (!isDevice(view)) return [languages];
  const light = row(
    choice(texts["by-day"], !view.is_night, () => touch("show-night", { is_night: false })),
    choice(texts["by-night"], view.is_night, () => touch("show-night", { is_night: true })),
    choice(texts["turn-round"], isTurned(), () => (turnRound(), close())),
    choice(texts["turn-quarter"], false, turnQuarter),
  );
  return [languages, light];
}

// For the one opposite: everything stands on its head until it is turned back, or the page is loaded anew.
const turnRound = () => document.documentElement.toggleAttribute("data-turned");

function sound(view) {
  if (!isDevice(view)) return [];
  const { texts } = view;
  const again = (isOn) => () => (wantSounds(isOn), openMenu(view));
  const dice = row(choice(texts["sounds-off"], !hasSounds(), again(false)), choice(texts["sounds-on"], hasSounds(), again(true)));
  return [group(texts["menu-sound"], SIGNS.sound, [...(view.sound ? [volumeOf(view)] : []), dice])];
}

function ofTheDevice(view) {
  const { texts } = view;
  const ways = row();
  ways.append(choice(titleOf(view), false, () => openGames(view)));
  if (isDevice(view)) ways.append(choice(texts.phones, false, () => openShare(view)));
  if (view.access === "control") ways.append(choice(texts["only-follow"], false, leave));
  if (isDevice(view) && hasWifi()) ways.append(choice(texts.wifi, false, () => openWifi(view)));
  if (isDevice(view)) {
    ways.append(choice(texts["own-dice"], false, () => touch("open-dice")));
    ways.append(choice(texts["set-up"], false, () => touch("open-wizard")));
    ways.append(choice(texts.about, false, () => openAbout(view)));
  }
  return ways;
}

const SIGNS = {
  dice: '<path d="M5 6.500c7-1 15-.8 22 0 .8 6.500.8 13 0 19.500-7 .8-15 .8-22 0-.8-7-.8-13 0-19.500Z"/><path d="M11 12h.1M21 12h.1M16 16h.1M11 20.500h.1M21 20.500h.1" stroke-width="4"/>',
  pen: '<path d="M6 26.500 8 20 22 5.500l5 5L12.500 25 6 26.500ZM19 9l4.500 4.500"/>',
  screen: '<path d="M4 7c8-.8 16-.8 24 0v15c-8 .8-16 .8-24 0V7ZM11 27.500c3-.5 7-.5 10 0M16 22.500v5"/>',
  sound: '<path d="M5 12.500v7h5l7 6V6.500l-7 6H5ZM21.500 12c2 2.500 2 5.500 0 8M25 8.500c4 4.500 4 10.500 0 15"/>',
  more: '<path d="M16 11a5 5 0 1 0 .1 10A5 5 0 0 0 16 11ZM16 4v4M16 24v4M4 16h4M24 16h4M7.500 7.500l3 3M21.500 21.500l3 3M7.500 24.500l3-3M21.500 10.500l3-3"/>',
};

const shownInMenu = ({ moment, language, mode, is_hinting: isHinting, is_night: isNight, can, access, sound, share }) =>
  JSON.stringify([moment, language, mode, isHinting, isNight, can.by_hand, can.end, access, sound, share]);

function volumeOf(view) {
  const { is_muted: isMuted, volume, volumes } = view.sound;
  return make(
    "div",
    { class: "pair-choice volumes", role: "group", "aria-label": view.texts.volume },
    choice(view.texts["sound-off"], isMuted, () => touch("mute", { is_muted: true })),
    ...volumes.map((each) => choice(`${each} %`, !isMuted && each === volume, () => touch("choose-volume", { volume: each }))),
  );
}

const askEnd = (view) =>
  confirm(view, view.texts["end-question"], view.texts["end-game"], () => endGame(view));

// One that is over has nothing more to lose.
function endGame(view) {
  close();
  touch("end-game", {}, view.moment);
}
