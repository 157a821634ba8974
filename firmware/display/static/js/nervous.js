// Two touches at once on one place mean one thing, the first: what lies there by then nobody has seen yet.

const APART_MS = 350;
const NEAR_PX = 24;
const ONCE = ".cell, .column-choice"; // the same place twice is not twice as much

let last = { at: -Infinity, x: 0, y: 0, on: null };
let isSecond = false;

export function calmFingers() {
  document.addEventListener("pointerdown", judge, true);
  document.addEventListener("click", (event) => isSecond && event.detail > 0 && stop(event), true);
}

function judge(event) {
  const { timeStamp: at, clientX: x, clientY: y, target } = event;
  const on = target.closest("button, select, input, summary, canvas, [data-row], [role=button]");
  const isNear = at - last.at < APART_MS && Math.hypot(x - last.x, y - last.y) < NEAR_PX;
  isSecond = isNear && (on !== last.on || Boolean(on?.matches(ONCE)));
  if (!isSecond) last = { at, x, y, on };
  else stop(event);
}

function stop(event) {
  event.stopImmediatePropagation();
  event.preventDefault();
}
