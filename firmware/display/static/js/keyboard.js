// A keyboard on the device's own display, where none opens by itself: touch a field, and letters or digits come up.

import { make } from "./dom.js";

const ROWS = {
  de: ["qwertzuiopü", "asdfghjklöä", "yxcvbnmß-."],
  fr: ["azertyuiop", "qsdfghjklm", "wxcvbnéèàç-"],
  it: ["qwertyuiop", "asdfghjklà", "zxcvbnmèìòù"],
  en: ["qwertyuiop", "asdfghjkl'", "zxcvbnm-."],
};
const PAD = ["123", "456", "789", "0"];
const ADDRESS = [":/.@_-?=&%"]; // what no other field is typed in, above all else
const SIGNS = ["1234567890", "!\"#$%&'()*", "+,-./:;<=>", "?@[\\]^_`{|}~"]; // all that a password may have beside letters
const isOwnDisplay = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
const board = make("div", { id: "keyboard", "aria-hidden": "true" });
let field = null;
let isUpper = false;
let hasSigns = false;
let said = {};

// Said with every view: in which language people type, and what ends it is called. A game may have begun meanwhile.
export function speakKeys(view) {
  said = { language: view.language, done: view.texts.close };
  if (field && !field.checkVisibility()) close();
}

export function listenForFields() {
  if (!isOwnDisplay) return; // phones have their own
  // It comes and goes with a click: sooner, it would put something else under the finger.
  document.addEventListener("click", ({ target, pointerType }) => {
    if (pointerType === "touch" && target.matches("input[type=text]")) target === field || open(target);
    else if (field && (!field.isConnected || (target.isConnected && !board.contains(target)))) close();
  });
  // A key takes no focus from the field: its caret stays where it is.
  board.addEventListener("pointerdown", (event) => event.preventDefault());
}

// For a field that a touch on something else has brought.
export function typeInto(input, event) {
  if (isOwnDisplay && event?.pointerType === "touch") open(input);
}

const isPlain = () => field.getAttribute("autocapitalize") === "off"; // no name: it begins small

function open(input) {
  field = input;
  hasSigns = false;
  isUpper = field.selectionStart === 0 && !isPlain();
  // In a dialog everything else is out of reach.
  (field.closest("dialog") ?? document.body).append(board);
  show();
  document.body.classList.add("is-typing");
  field.scrollIntoView({ block: "center" });
}

function close() {
  field = null;
  board.remove();
  document.body.classList.remove("is-typing");
}

function show() {
  const isNumber = field.inputMode === "numeric";
  const isAddress = field.inputMode === "url";
  const rows = isNumber ? PAD : hasSigns ? SIGNS : [...(isAddress ? ADDRESS : []), "1234567890", ...(ROWS[said.language] ?? ROWS.en)];
  const keys = rows.map((row) => [...row].map((letter) => key(isUpper && letter !== "ß" ? letter.toLocaleUpperCase(said.language) : letter, type)));
  const [back, done] = [key("⌫", erase, "is-wide"), key(said.done, finish, "is-done")];
  if (isNumber) keys.at(-1).push(back, done);
  else keys.push([key("⇧", shift, `is-wide ${isUpper ? "is-down" : ""}`), ...signs(), key(" ", type, "is-space"), back, done]);
  board.replaceChildren(...keys.map((row) => make("div", {}, ...row)));
}

// Signs are a touch away where any may be wanted.
function signs() {
  return field.dataset.keys === "all" ? [key(hasSigns ? "abc" : "#!?", () => ((hasSigns = !hasSigns), show()), "is-wide")] : [];
}

function key(label, act, kind = "") {
  return make("button", { type: "button", class: `key ${kind}`, tabindex: "-1", onclick: () => act(label) }, label);
}

function type(letter) {
  const room = field.maxLength < 0 ? Infinity : field.maxLength - field.value.length + field.selectionEnd - field.selectionStart;
  if (room > 0) put(letter, field.selectionStart, field.selectionEnd);
  isUpper = !isPlain() && /[ -]$/.test(field.value);
  show();
}

function erase() {
  const { selectionStart: from, selectionEnd: to } = field;
  put("", from === to ? Math.max(0, from - 1) : from, to);
  isUpper = field.value === "" && !isPlain();
  show();
}

function put(text, from, to) {
  field.setRangeText(text, from, to, "end");
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

function shift() {
  isUpper = !isUpper;
  show();
}

function finish() {
  field.blur();
  close();
}
