// What runs here, where the games lie, and how a newer version comes onto the device; nothing is asked of any network.

import { open } from "./dialog.js";
import { make, write } from "./dom.js";
import { asked } from "./send.js";

export async function openAbout(view) {
  const told = make("p", { class: "analysing", role: "status" }, view.texts["looking-through"]);
  const body = make("div", { class: "about" }, told);
  open(view, view.texts.about, [body], { lasts: true });
  const found = await asked("/about");
  if (!body.isConnected) return; // something else was opened meanwhile
  if (!found) return write(told, view.texts.failed);
  const said = found.said.map((text) => make("p", {}, text));
  body.replaceChildren(...said, make("h3", {}, view.texts.update), make("p", {}, found.update), make("code", { dir: "ltr" }, found.command));
}
