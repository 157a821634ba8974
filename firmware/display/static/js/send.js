// What goes to the companion: touches, the button's edges, the simulated board.

import { byId, write } from "./dom.js";

const ANSWER_MS = 8000; // a phone out of reach would wait for minutes
const LATEST_MS = 2000; // the companion takes no edge that is older
const AGAIN_MS = 1000;
const UP_TRIES = 20;

let texts = {};
let toastTimer = 0;

export function speak(words) {
  texts = words;
}

export function toast(text) {
  const box = byId("toast");
  write(box, text ?? "");
  box.hidden = !text;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => (box.hidden = true), 3500);
}

// Answers with what came back; it says itself what went wrong.
async function answerTo(path, data, patienceMs = ANSWER_MS) {
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(data),
      keepalive: true,
      signal: AbortSignal.timeout?.(patienceMs),
    });
    if (answer.status === 401) setTimeout(() => location.reload(), 1500); // it only follows now, and is shown so
    if (!answer.ok) toast({ 401: texts["only-following"], 409: texts.changed }[answer.status] ?? texts.failed);
    return answer;
  } catch {
    toast(texts.failed);
    return null;
  }
}

export const post = async (path, data) => (await answerTo(path, data))?.ok ?? false;

// A screen mounted across: the page is turned a quarter more, and stays so.
export async function turnQuarter() {
  if (await post("/turn", {})) window.top.location.reload();
}

// What came back, as JSON; null where nothing did.
export async function answered(path, data, patienceMs) {
  const answer = await answerTo(path, data, patienceMs);
  return answer?.ok ? answer.json() : null;
}

// What was asked for, as JSON; null where it does not come.
export async function asked(path) {
  try {
    const answer = await fetch(path);
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

// `moment` says what the player was looking at; a touch aimed at something gone is refused, not misunderstood.
export function touch(kind, fields = {}, moment = undefined) {
  return post("/touch", { kind, ...fields, ...(moment === undefined ? {} : { moment }) });
}

// What a player decided.
export function decide(view, event) {
  return touch("decide", { event }, view.moment);
}

// Edges must arrive in order, so each waits for the one before.
let edges = Promise.resolve();

export function edge(isDown, agoMs = 0) {
  const at = performance.now() - agoMs;
  edges = edges.then(() => sendEdge(isDown, at));
  return edges;
}

// A press that comes late is meant by nobody any more; but a finger that was lifted must be known of, else the button
// would open the menu, and then be one that sticks.
async function sendEdge(isDown, at) {
  for (let tries = isDown ? 1 : UP_TRIES; tries > 0; tries--) {
    const agoMs = Math.round(performance.now() - at);
    if (isDown && agoMs > LATEST_MS) return;
    if (await post("/edge", { is_down: isDown, ago_ms: Math.min(agoMs, LATEST_MS) })) return;
    if (tries > 1) await new Promise((go) => setTimeout(go, AGAIN_MS));
  }
}

// Answers with the places of the dice that the next throw leaves lying, or with nothing.
export const tapBoard = (x, y) => answered("/simulated/tap", { x, y });

export const pressBoard = () => post("/simulated/press", {});
