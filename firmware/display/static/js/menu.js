// The menu: how the companion behaves, and the ways to all else.

import { hasAnalysis, openAnalysis } from "./analysis.js";
import { choice, close, confirm, open } from "./dialog.js";
import { make } from "./dom.js";
import { leaving, openLeaving } from "./games/leaving.js";
import { touch } from "./send.js";
import { openCard } from "./setup/card.js";
import { leave, openShare } from "./share.js";
import { hasStudy, openStudy } from "./study.js";

export function openMenu(view) {
  const modes = make("div", { class: "pair-choice modes", hidden: !view.modes.length }, ...view.modes.map((mode) => choice(mode.label, mode.value === view.mode, () => touch("choose-mode", { mode: mode.value }))));
  const hints = make("div", { class: "pair-choice" }, choice(view.texts["hints-hidden"], !view.is_hinting, () => touch("show-hints", { is_on: false })), choice(view.texts["hints-shown"], view.is_hinting, () => touch("show-hints", { is_on: true })));
  const languages = make("div", { class: "pair-choice languages" }, ...view.languages.map(({ value, name }) => choice(name, value === view.language, () => touch("choose-language", { language: value }))));
  // Only where it would look otherwise: a button replaced under a finger loses its touch.
  const again = (newest) => shownInMenu(newest) !== shownInMenu(view) && openMenu(newest);
  const rest = make("div", { class: "pair-choice" });
  if (view.can.by_hand) rest.append(choice(view.texts["by-hand"], false, () => (close(), touch("throw-by-hand", {}, view.moment))));
  const more = make("div", { class: "pair-choice menu-more" });
  if (view.access === "control") more.append(choice(view.texts["only-follow"], false, leave));
  else {
    more.append(choice(view.texts["own-dice"], false, () => touch("open-dice")));
    more.append(choice(view.texts["set-up"], false, () => touch("open-wizard")));
  }
  if (view.card) more.append(choice(view.texts.rules, false, () => openCard(view, view.card)));
  if (hasAnalysis(view)) more.append(choice(view.texts.analysis, false, () => openAnalysis(view)));
  if (hasStudy(view)) more.append(choice(view.texts.study, false, () => openStudy(view)));
  if (view.share) more.append(choice(view.texts.phones, false, () => openShare(view)));
  if (leaving(view).length) rest.append(choice(view.texts["goes-home"], false, () => openLeaving(view)));
  if (view.can.end) rest.append(choice(view.texts["end-game"], false, () => askEnd(view)));
  // A phone that plays along does not decide how loud the device beside it is.
  const sound = view.sound ? [volumeOf(view)] : [];
  const entering = view.game === "ten-by-ten" || view.game === null ? [modes, hints] : []; // only its sheet has cells to choose
  open(view, view.texts.menu, [...entering, languages, ...sound, more, rest], { lasts: true, again });
}

const shownInMenu = ({ moment, language, mode, is_hinting: isHinting, can, access, sound, share }) =>
  JSON.stringify([moment, language, mode, isHinting, can.by_hand, can.end, access, sound, share]);

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
  confirm(view, view.texts["end-question"], view.texts["end-game"], () => touch("end-game", {}, view.moment));
