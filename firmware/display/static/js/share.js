// Phones nearby: the QR code and the digits at the device, the digits typed on a phone.

import { choice, close, open } from "./dialog.js";
import { make, write } from "./dom.js";
import { post } from "./send.js";

const DIGITS = 4;

// ---- at the device

export function openShare(view) {
  const { share, texts } = view;
  const body = share.qr ? [make("div", { class: "share" }, code(share.qr, share.urls[0].replace(/^http:..|.$/g, "")), told(share, texts))] : [make("p", {}, share.has_failed ? texts["share-failed"] : texts["no-network"])];
  open(view, texts.phones, [...body, ...players(share.controls, texts)], { lasts: true, again: (newest) => renew(newest, share) });
}

// Built anew only when something else is to be shown: a finger may be on its way to a button.
function renew(newest, before) {
  if (JSON.stringify(newest.share) !== JSON.stringify(before)) openShare(newest);
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

function told(share, texts) {
  const digits = make("p", { class: "digits", "aria-label": share.digits }, ...[...share.digits].map((digit) => make("span", {}, digit)));
  const count = share.phones ? `${share.phones} ${share.phones === 1 ? texts["phone-follows"] : texts["phones-follow"]}` : "";
  const other = choice(texts["other-digits"], false, () => post("/share/renew", {}));
  return make(
    "div",
    { class: "share-told" },
    make("p", {}, texts["scan-this"]),
    make("p", { class: "share-count" }, count),
    make("p", {}, share.is_locked ? texts["share-locked"] : texts["type-these"]),
    share.is_locked ? null : digits,
    other,
  );
}

function players(numbers, texts) {
  if (!numbers.length) return [];
  const phones = numbers.map((number) => choice(`${texts.phone} ${number}`, false, () => post("/share/end", { number })));
  return [make("p", { class: "phones-play" }, texts["phones-play"]), make("div", { class: "pair-choice" }, ...phones)];
}

// ---- on a phone

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
