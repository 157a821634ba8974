// The simulated board: its live picture, and taps on the dice in it.

import { byId, make, write } from "./dom.js";
import { tapBoard } from "./send.js";

const FRAME_MS = 80; // 12 pictures a second while something happens
const CALM_MS = 300; // and fewer once the board has been the same for a while
const TAPPABLE_PX = 420; // below this the dice are too small for a finger: the picture opens large first
const CLICKABLE_PX = 240; // a mouse hits smaller ones

let canvas, hint, closer;
let isShown = false;
let tag = "";
let same = 0;

export function buildBoard() {
  canvas = make("canvas", { width: 4, height: 3, tabindex: 0 });
  canvas.addEventListener("pointerdown", tapped);
  hint = make("span", { class: "board-hint" });
  closer = make("button", { type: "button", class: "close-board", onclick: () => enlarge(false) });
  byId("board").append(canvas, hint, closer);
}

export function showBoard(view) {
  byId("board").hidden = !view.is_simulated;
  write(hint, view.texts["tap-to-hold"]);
  write(closer, view.texts.close);
  canvas.setAttribute("aria-label", view.texts.board);
  same = 0;
  if (view.is_simulated && !isShown) play();
  isShown = view.is_simulated;
  if (!["read", "waiting", "throwing", "reading", "burning", "beginning", "still"].includes(view.phase)) enlarge(false);
}

function enlarge(isLarge) {
  byId("board").classList.toggle("is-large", isLarge);
}

async function play() {
  // One picture at a time, the next asked for when the last is drawn: a slow machine shows fewer, never late ones.
  for (;;) {
    const began = performance.now();
    if (!document.hidden && canvas.offsetParent) await fetchPicture().catch(() => (same = 99));
    const pause = same > 12 ? CALM_MS : FRAME_MS;
    await new Promise((resolve) => setTimeout(resolve, Math.max(10, pause - (performance.now() - began))));
  }
}

async function fetchPicture() {
  const answer = await fetch("/board.jpg", { cache: "no-store", headers: tag ? { "if-none-match": tag } : {} });
  same += 1;
  if (answer.status !== 200) return;
  same = 0;
  tag = answer.headers.get("etag") ?? "";
  const bitmap = await createImageBitmap(await answer.blob());
  if (canvas.width !== bitmap.width || canvas.height !== bitmap.height) {
    [canvas.width, canvas.height] = [bitmap.width, bitmap.height];
  }
  canvas.getContext("2d").drawImage(bitmap, 0, 0);
  bitmap.close();
}

function tapped(event) {
  const place = pictureBox();
  const isLarge = byId("board").classList.contains("is-large");
  if (!isLarge && place.width < (matchMedia("(pointer: fine)").matches ? CLICKABLE_PX : TAPPABLE_PX)) {
    enlarge(true);
    return;
  }
  const [x, y] = [(event.clientX - place.left) / place.width, (event.clientY - place.top) / place.height];
  if (x < 0 || x > 1 || y < 0 || y > 1) return;
  same = 0;
  tapBoard(x, y);
}

// The picture keeps its shape inside the canvas element, so there may be empty space beside it.
function pictureBox() {
  const box = canvas.getBoundingClientRect();
  const scale = Math.min(box.width / canvas.width, box.height / canvas.height);
  const [width, height] = [canvas.width * scale, canvas.height * scale];
  return { left: box.left + (box.width - width) / 2, top: box.top + (box.height - height) / 2, width, height };
}
