// Phones nearby: the QR code and the digits at the device, the digits typed on a phone.

import { choice, close, open } from "./dialog.js";
import { make, write } from "./dom.js";
import { post } from "./send.js";

const DIGITS = 4;

// ---- at the device

// The ways: into the device's own Wi-Fi first, where it has one; to look on; to play along.
export function openShare(view, way = view.share?.wifi ? "join" : "look") {
  const { share, texts } = view;
  const again = (newest) => renew(newest, share, way);
  const lack = !share ? texts["share-off"] : share.has_failed ? texts["share-failed"] : texts["no-network"];
  if (!share?.qr) return open(view, texts.phones, [make("p", {}, lack)], { lasts: true, again });
  const told = { join: toJoin, look: toFollow, play: toPlay }[way];
  const names = { ...(share.wifi && { join: texts["join-wifi"] }), look: texts["look-on"], play: texts["play-along"] };
  const ways = Object.entries(names).map(([each, name]) => choice(name, each === way, () => openShare(view, each)));
  const shown = { join: () => code(share.wifi.qr, ""), look: () => code(share.qr, share.urls[0].replace(/^http:..|.$/g, "")), play: () => code(share.play_qr, "") }[way]();
  const side = make("div", { class: "share-told" }, make("div", { class: "pair-choice" }, ...ways), ...told(share, texts));
  open(view, texts.phones, [make("div", { class: "share" }, shown, side), ...players(share.controls, texts)], { lasts: true, again });
}

// Built anew only when something else is to be shown: a finger may be on its way to a button.
function renew(newest, before, way) {
  if (JSON.stringify(newest.share) !== JSON.stringify(before)) openShare(newest, way === "join" && !newest.share?.wifi ? "look" : way);
}

export function code(qr, caption) {
  const figure = make("figure", { class: "qr" });
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", `0 0 ${qr.size} ${qr.size}`);
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", qr.path);
  svg.append(path);
  figure.append(svg, make("figcaption", {}, caption));
  return figure;
}

function toJoin(share, texts) {
  return [make("p", {}, texts["scan-to-join"]), make("p", { class: "wifi-password" }, share.wifi.password)];
}

function toFollow(share, texts) {
  const count = share.phones ? `${share.phones} ${share.phones === 1 ? texts["phone-follows"] : texts["phones-follow"]}` : "";
  return [make("p", {}, texts["scan-this"]), make("p", { class: "share-count" }, count)];
}

function toPlay(share, texts) {
  const digits = make("p", { class: "digits", "aria-label": share.digits }, ...[...share.digits].map((digit) => make("span", {}, digit)));
  const typed = share.is_locked ? [make("p", {}, texts["share-locked"])] : [make("p", {}, texts["type-these"]), digits];
  return [make("p", {}, texts["scan-to-play"]), ...typed, choice(texts["other-digits"], false, () => post("/share/renew", {}))];
}

function players(numbers, texts) {
  if (!numbers.length) return [];
  const phones = numbers.map((number) => choice(`${texts.phone} ${number}`, false, () => post("/share/end", { number })));
  return [make("p", { class: "phones-play" }, texts["phones-play"]), make("div", { class: "pair-choice" }, ...phones)];
}

// ---- on a phone

// Whoever scanned the code to play along brings its key; nobody else sees it, and it is good once.
export async function bringKey() {
  const key = location.hash.slice(1);
  if (!key) return;
  history.replaceState(null, "", location.pathname);
  if (await post("/control", { digits: key })) location.reload();
}

export function openControl(view) {
  const { texts } = view;
  const answer = make("p", { class: "doubt", role: "status" });
  const input = make("input", { type: "text", class: "digits-field", inputmode: "numeric", maxlength: DIGITS, autocomplete: "off", "aria-label": texts["digits-of-device"] });
  input.addEventListener("input", () => input.value.length === DIGITS && typed(input, answer, texts));
  open(view, texts["digits-of-device"], [make("p", { class: "doubt" }, texts["where-digits"]), input, answer], { lasts: true });
  input.focus();
}

async function typed(input, answer, texts) {
  const digits = input.value;
  input.value = "";
  try {
    const sent = await fetch("/control", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ digits }) });
    const said = (await sent.json()).answer;
    if (said === "accepted") return startAnew();
    write(answer, { wrong: texts["digits-wrong"], full: texts["digits-full"] }[said] ?? texts["digits-wait"]);
  } catch {
    write(answer, texts.failed);
  }
}

export async function leave() {
  if (await post("/control/leave", {})) startAnew();
}

// Whoever may do more, or less, is shown another page of the same build.
function startAnew() {
  close();
  location.reload();
}
