// The part of the page that belongs to a game of the second sheet: each game draws its own table.

import { byId } from "../dom.js";
import { showEscalero } from "./escalero.js";
import { showHidden } from "./hidden.js";
import { showPot } from "./pot.js";
import { showRock } from "./rock.js";

const GAMES = {
  "open-poker": showPot,
  "al-capone": showPot,
  "hidden-poker": showHidden,
  "rock-and-roll": showRock,
  escalero: showEscalero,
};

export function showGame(view) {
  const hasSheet = view.game === null || view.game === "ten-by-ten";
  byId("sheet").hidden = !hasSheet;
  byId("game").hidden = hasSheet;
  document.body.dataset.game = view.game ?? "";
  if (hasSheet) return;
  GAMES[view.game](view, byId("game"));
}
