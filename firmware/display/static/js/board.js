// The board, close to the dice where they lie, and taps on them: live where it is simulated, else as it was read. Where
// the screen has no room for both it stands in the sheet's place while dice are thrown, asked about or burning, and when
// it is asked for; a real board, which everybody sees, only while they are asked about or burn.

import { openDie } from "./dialogs.js";
import { boxOf, byId, draw, isTurned, make, write } from "./dom.js";
import { flames } from "./faces.js";
import { Film } from "./film.js";
import { hold, isHoldable, isKept, whenKept } from "./holding.js";

const FRAME_MS = 80; // 12 pictures a second while something happens
const CALM_MS = 300; // and fewer once the board has been the same for a while
const DISPUTED = ["asking", "burning"];
const ON_STAGE = ["throwing", "still", ...DISPUTED];
const AT_REST = ["read", "entering", "corrected"];
const DIE = 0.05; // its size, of the picture's
const LEAST_PX = 36; // a die that is asked about is seen at least so large
const CLOSEST = 0.36; // so much of the picture is shown at least
const WHOLE = { x: 0, y: 0, size: 1 };
const GLIDE_MS = 350;
const LANDING_MS = 250; // so long dice that left the cup are not to be seen yet where they come to lie
const SHAKEN_MS = 2000; // so long the board may lie still while dice are shaken in the hand

let canvas, closer, again;
let view = null;
let isShown = false;
let isOpened = false; // by a touch
let staged = { moment: null, until: null };
let later = 0;
let thrownAt = null; // the moment at which what lies was thrown again: nothing is said of it any more
let tag = "";
let landing = "[]"; // where the dice that are thrown come to lie; nowhere yet while they are shaken
let same = 0;
let bitmap = null;
let isStale = false; // what is painted; it is made good once somebody sees it
let shown = { ...WHOLE };
let glide = { from: WHOLE, to: WHOLE, since: 0 };
let still = ""; // where the picture of a real board is
const film = new Film();
const marks = [];

export function buildBoard() {
  canvas = make("canvas", { width: 4, height: 3, tabindex: 0 });
  canvas.addEventListener("click", tapped); // not before the finger is gone: it would close again what it opened
  closer = make("button", { type: "button", class: "close-board", onclick: () => openBoard(false) });
  again = make("button", { type: "button", class: "slow-motion", onclick: () => film.play(paintFilm, () => bitmap && paint()) });
  byId("board").append(canvas, closer, again);
  new ResizeObserver(() => (isStale ? paint() : placeMarks())).observe(byId("board"));
  whenKept(showMarks);
}

export function showBoard(newest) {
  const hasMoved = view?.phase !== newest.phase;
  view = newest;
  byId("board").hidden = !hasBoard(view);
  write(closer, view.texts.close);
  write(again, view.texts["slow-motion"]);
  film.of(read(view) && `${read(view)}/film`, view.run);
  canvas.setAttribute("aria-label", view.texts.board);
  same = 0;
  if (hasMoved && !isHoldable(view)) isOpened = false;
  if (hasMoved) film.stop();
  if (!view.is_simulated && hasBoard(view)) fetchStill(`${read(view)}/board.jpg?run=${view.run}`);
  setStage();
  if (view.is_simulated && !isShown) play();
  isShown = view.is_simulated;
}

// Once all else is written.
export const placeBoard = closeIn;

// Where the pictures of the newest reading are; nowhere where none was, and on a phone.
const read = ({ dice, access }) => (access === undefined ? dice.find((die) => die.picture)?.picture.replace(/\/\d+\.jpg$/, "") : undefined);

export const hasBoard = (view) => view.is_simulated || Boolean(read(view) && [...DISPUTED, ...AT_REST].includes(view.phase) && view.dice.some(({ place }) => place));

export const isBoardOpen = () => document.body.dataset.stage === "board";

// What burns is thrown again: until it is read anew, nothing is said of where it lay.
export function throwFrom() {
  if (view.phase !== "burning") return;
  thrownAt = view.moment;
  closeIn();
}

export function openBoard(isOpen) {
  isOpened = isOpen;
  if (!isOpen) staged = { moment: null, until: null };
  setStage();
}

function setStage() {
  // what lay still is read in a moment: nothing else is shown for that
  const isGoingOn = view.phase === "reading" && document.body.dataset.stage === "board";
  const isDue = hasBoard(view) && ((view.is_simulated ? ON_STAGE : DISPUTED).includes(view.phase) || (view.is_simulated && isGoingOn));
  if (isDue) staged = { moment: view.moment, until: null };
  else staged.until ??= performance.now() + SHAKEN_MS;
  const isShaken = !isDue && hasBoard(view) && view.moment === staged.moment && performance.now() < staged.until;
  clearTimeout(later);
  if (isShaken) later = setTimeout(setStage, staged.until - performance.now());
  document.body.dataset.stage = isDue || isShaken || (isOpened && hasBoard(view)) ? "board" : "sheet";
  closer.hidden = isDue || !isOpened;
  byId("actions").querySelector(".see-board").setAttribute("aria-pressed", String(isBoardOpen()));
  again.hidden = true;
  if (AT_REST.includes(view.phase)) painted().then(() => film.exists()).then((does) => (again.hidden = !does || !AT_REST.includes(view.phase)));
}

// Of a throw the faces are seen first: no picture is asked for before they are painted.
const painted = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));

async function fetchStill(url) {
  if (url === still) return;
  still = url;
  await painted();
  const answer = await fetch(url).catch(() => null);
  if (answer?.status === 200 && url === still) take(await createImageBitmap(await answer.blob()));
}

function take(newest) {
  bitmap?.close();
  bitmap = newest;
  if (canvas.width !== bitmap.width || canvas.height !== bitmap.height) {
    [canvas.width, canvas.height] = [bitmap.width, bitmap.height];
  }
  paint();
}

async function play() {
  // One picture at a time, the next asked for when the last is drawn: a slow machine shows fewer, never late ones.
  for (;;) {
    const began = performance.now();
    if (!document.hidden && (canvas.offsetParent || !bitmap)) await fetchPicture().catch(() => (same = 99));
    const pause = same > 12 ? CALM_MS : FRAME_MS;
    await new Promise((resolve) => setTimeout(resolve, Math.max(10, pause - (performance.now() - began))));
  }
}

async function fetchPicture() {
  const answer = await fetch("/board.jpg", { cache: "no-store", headers: tag ? { "if-none-match": tag } : {} });
  same += 1;
  const newest = answer.headers.get("places") ?? "[]";
  const hasLanded = newest !== landing;
  landing = newest;
  if (hasLanded) setTimeout(closeIn, LANDING_MS);
  if (answer.status !== 200) return;
  same = 0;
  tag = answer.headers.get("etag") ?? "";
  take(await createImageBitmap(await answer.blob()));
}

// The throw once more fills the same picture, without marks: the dice are not there yet.
function paintFilm(picture) {
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  for (const mark of marks) mark.hidden = true;
}

function paint() {
  if (film.isRunning) return;
  isStale = !canvas.offsetParent;
  if (isStale) return;
  const { width, height } = bitmap;
  canvas.getContext("2d").drawImage(bitmap, shown.x * width, shown.y * height, shown.size * width, shown.size * height, 0, 0, width, height);
  placeMarks();
}

// ---- closer to the dice, once all of them lie and are known

function closeIn() {
  const isUnderWay = thrownAt === view.moment || ["throwing", "reading", "still"].includes(view.phase);
  const places = JSON.parse(landing).map((place) => ({ place }));
  const to = !isUnderWay ? nearest() : places.length ? around(places) : WHOLE;
  if (!isSame(to, glide.to)) glide = { from: { ...shown }, to, since: performance.now() };
  if (!isSame(to, shown)) glideOn();
  showMarks();
}

const isSame = (one, other) => one.x === other.x && one.y === other.y && one.size === other.size;

// All dice; where they lie so far apart that they would be tiny, those that are asked about.
function nearest() {
  const known = view.dice.filter(({ place }) => place);
  if (!known.length || known.length !== view.dice_wanted) return WHOLE;
  const [all, asked] = [around(known), known.filter(isAsked)];
  const isTiny = asked.length && (pictureBox().width * DIE) / all.size < LEAST_PX; // where it lies is dear to ask
  return isTiny ? around(asked) : all;
}

const isAsked = (die) => die.doubts.length > 0 && DISPUTED.includes(view.phase);

function around(dice) {
  const places = dice.map(({ place }) => place);
  const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
  const span = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)) + 2.2 * DIE;
  const size = Math.min(1, Math.max(CLOSEST, span));
  const from = (values) => Math.min(1 - size, Math.max(0, (Math.min(...values) + Math.max(...values) - size) / 2));
  return { x: from(xs), y: from(ys), size };
}

function glideOn() {
  const isCalm = !canvas.offsetParent || matchMedia("(prefers-reduced-motion: reduce)").matches;
  const share = isCalm ? 1 : Math.min(1, (performance.now() - glide.since) / GLIDE_MS);
  const eased = share * (2 - share);
  for (const key of ["x", "y", "size"]) shown[key] = glide.from[key] + (glide.to[key] - glide.from[key]) * eased;
  if (bitmap) paint();
  if (share < 1) requestAnimationFrame(glideOn);
}

// ---- what is said of a die stands where it lies

function showMarks() {
  view.dice.forEach((die, index) => {
    marks[index] ??= byId("board").appendChild(make("span", { class: "board-mark", "aria-hidden": "true" }, make("i"), make("b")));
    const [ring, word] = marks[index].children;
    const isBurning = die.doubts.includes("burning");
    const isDoubted = isAsked(die);
    marks[index].hidden = thrownAt === view.moment || !die.place || !(isDoubted || isKept(view, index));
    marks[index].className = `board-mark ${isBurning ? "is-burning" : isDoubted ? "is-asked" : ""}`;
    const letter = view.faces.find(({ face }) => face === die.face)?.letter ?? "";
    write(word, isBurning ? "!" : isDoubted ? `${letter}?` : view.texts.stays);
    draw(ring, isBurning ? flames() : "");
  });
  for (const mark of marks.slice(view.dice.length)) mark.hidden = true;
  placeMarks();
}

function placeMarks() {
  if (!canvas.offsetParent || !view) return;
  const [place, board] = [pictureBox(), boxOf(byId("board"))];
  const size = (place.width * DIE * 1.9) / shown.size;
  view.dice.forEach((die, index) => {
    if (!die.place || !marks[index] || marks[index].hidden) return;
    const { style } = marks[index];
    style.left = `${place.left - board.left + ((die.place[0] - shown.x) / shown.size) * place.width}px`;
    style.top = `${place.top - board.top + ((die.place[1] - shown.y) / shown.size) * place.height}px`;
    style.setProperty("--ring", `${size}px`);
  });
}

function tapped(event) {
  const place = pictureBox();
  const [left, top] = isTurned() ? [innerWidth - event.clientX, innerHeight - event.clientY] : [event.clientX, event.clientY];
  const at = [(left - place.left) / place.width, (top - place.top) / place.height];
  if (Math.min(...at) < 0 || Math.max(...at) > 1) return;
  const [x, y] = [shown.x + at[0] * shown.size, shown.y + at[1] * shown.size];
  const index = dieAt(x, y);
  same = 0;
  if (index >= 0 && view.can.correct_die && !isHoldable(view)) openDie(view, index);
  else if (view.is_simulated) hold(x, y);
}

function dieAt(x, y) {
  const far = view.dice.map((die) => (die.place ? Math.hypot(die.place[0] - x, die.place[1] - y) : 1));
  const least = Math.min(1, ...far);
  return least < DIE ? far.indexOf(least) : -1;
}

// The picture keeps its shape inside the canvas element, so there may be empty space beside it.
function pictureBox() {
  const box = boxOf(canvas);
  const scale = Math.min(box.width / canvas.width, box.height / canvas.height);
  const [width, height] = [canvas.width * scale, canvas.height * scale];
  return { left: box.left + (box.width - width) / 2, top: box.top + (box.height - height) / 2, width, height };
}
