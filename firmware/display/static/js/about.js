// What runs here, where the games lie, and how a newer version comes onto the device; nothing is asked of any network.

import { choice, open } from "./dialog.js";
import { make, write } from "./dom.js";
import { asked, post } from "./send.js";

const AGAIN_MS = 3000;

export async function openAbout(view) {
  const told = make("p", { class: "analysing", role: "status" }, view.texts["looking-through"]);
  const body = make("div", { class: "about" }, told);
  open(view, view.texts.about, [body], { lasts: true });
  show(view, body, told);
}

async function show(view, body, told) {
  const found = await asked("/about");
  if (!body.isConnected) return; // something else was opened meanwhile
  if (!found) return write(told, view.texts.failed);
  const said = found.said.map((text) => make("p", {}, text));
  const how = make("p", { role: "status" }, found.update);
  body.replaceChildren(...said, make("h3", {}, view.texts.update), how);
  if (found.command) body.append(make("code", { dir: "ltr" }, found.command));
  if (found.go) body.append(choice(found.go, false, async () => (await post("/update", {})) && again(view, body, how)));
  if (found.is_going) again(view, body, how);
}

const again = (view, body, told) => setTimeout(() => body.isConnected && show(view, body, told), AGAIN_MS);

// Whether something waits to be brought in: asked for once in a while, for whoever stands on the front page.
let asking = { at: -Infinity, waits: false };
export async function markUpdate(button) {
  if (performance.now() - asking.at > 60_000) asking = { at: performance.now(), waits: asked("/about").then((found) => Boolean(found?.go)) };
  button.classList.toggle("waits", await asking.waits);
  return button;
}
