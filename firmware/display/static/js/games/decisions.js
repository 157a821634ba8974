// What a player decided, sent to the companion.

import { touch } from "../send.js";

export function decide(view, event) {
  return touch("decide", { event }, view.moment);
}
