// Ten seconds that run: the companion tells each one, and between them the ring closes by itself.

import { draw, make, write } from "../dom.js";

const SECOND_MS = 1000;
const TURN = 100; // the ring's own length

export function buildRing() {
  const circle = make("div", { class: "ring-circle" });
  draw(
    circle,
    `<svg viewBox="0 0 100 100" aria-hidden="true"><circle class="ring-track" cx="50" cy="50" r="43"/><circle class="ring-left" cx="50" cy="50" r="43" pathLength="${TURN}" stroke-dasharray="${TURN} ${TURN}" transform="rotate(-90 50 50)"/></svg>`,
  );
  const count = make("b", { class: "ring-count" });
  const element = make("div", { class: "ring", role: "timer" }, circle, count);
  return { element, count, left: circle.querySelector(".ring-left"), shown: null, running: null };
}

// `seconds` are left of `of`; null where none are counted. Only what the companion says moves on to the next second.
export function showRing(ring, seconds, of) {
  if (ring.shown === seconds) return;
  ring.shown = seconds;
  ring.running?.cancel();
  ring.running = null;
  if (seconds === null) return;
  write(ring.count, String(seconds));
  ring.element.classList.toggle("is-hurried", seconds <= 3);
  const gone = (left) => ({ strokeDashoffset: String(TURN * (1 - left / of)) });
  const frames = [gone(seconds), gone(Math.max(0, seconds - 1))];
  ring.running = ring.left.animate(frames, { duration: SECOND_MS, easing: "linear", fill: "forwards" });
}
