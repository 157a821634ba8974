// What goes to the companion: touches, the button's edges, the simulated board.

import { byId, write } from "./dom.js";

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

export async function post(path, data) {
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(data),
      keepalive: true,
    });
    if (answer.status === 401) setTimeout(() => location.reload(), 1500); // it only follows now, and is shown so
    if (!answer.ok) toast({ 401: texts["only-following"], 409: texts.changed }[answer.status] ?? texts.failed);
    return answer.ok;
  } catch {
    toast(texts.failed);
    return false;
  }
}

// `moment` says what the player was looking at; a touch aimed at something gone is refused, not misunderstood.
export function touch(kind, fields = {}, moment = undefined) {
  return post("/touch", { kind, ...fields, ...(moment === undefined ? {} : { moment }) });
}

// Edges must arrive in order, so each waits for the one before.
let edges = Promise.resolve();

export function edge(isDown, agoMs = 0) {
  edges = edges.then(() => post("/edge", { is_down: isDown, ago_ms: Math.round(agoMs) }));
  return edges;
}

export const tapBoard = (x, y) => post("/simulated/tap", { x, y });
export const pressBoard = () => post("/simulated/press", {});
