// Joining a Wi-Fi: the networks that are heard, a touch for an open one, a password for the rest. On the device alone.

import { open } from "./dialog.js";
import { draw, make, write } from "./dom.js";
import { typeInto } from "./keyboard.js";
import { answered, asked } from "./send.js";

const JOIN_MS = 120000; // the device gives up sooner, and says why
const LONGEST = 128;

let heard = null; // what was heard last, without networks where nothing can be joined; null before it is known
let asking = null;
let joining = null; // the name of the network that is being joined

export const hasWifi = () => Boolean(heard?.networks);
export const isOnline = () => heard.is_online || heard.networks.some((each) => each.is_joined);

// What is deaf for a moment has not lost them all.
const keep = (found) => (found?.networks?.length || !heard?.networks ? (found ?? heard) : { ...heard, ...found, networks: heard.networks });

// One question at a time; what is asked meanwhile gets the same answer.
function look(isAnew) {
  asking ??= asked(`/wifi?anew=${isAnew ? "yes" : "no"}`).then((found) => ((heard = keep(found)), (asking = null)));
  return asking;
}

// Asked when the page is there, and as long as there is none also where it would be shown; never by a phone.
export const askForWifi = (view, isShown = false) => (asking || view.access !== undefined || (heard && !isShown) || hasWifi() ? null : look(false));

export function openWifi(view) {
  open(view, view.texts.wifi, [buildWifi(view)], { lasts: true });
}

// What is to be said, and under it the list, or the password while one is asked for.
export function buildWifi(view, onJoined = () => {}) {
  const { texts } = view;
  const said = make("p", { role: "status" });
  const again = make("button", { type: "button", class: "choice", onclick: seek }, texts["wifi-again"]);
  const body = make("div", { class: "wifi-body" });
  const panel = make("div", { class: "wifi" }, make("div", { class: "wifi-said" }, said, again), body);
  const tell = (text, isLoud = false) => (write(said, text), said.parentElement.classList.toggle("is-loud", isLoud));
  showList();
  seek();
  return panel;

  async function seek() {
    if (!joining) tell(texts["wifi-seeking"]);
    await look(true);
    if (!panel.isConnected || joining) return;
    const joined = heard.networks.find((each) => each.is_joined);
    if (said.textContent === texts["wifi-seeking"]) tell(joined ? `${texts["wifi-joined"]}: ${joined.name}` : heard.networks.length ? texts["wifi-choose"] : texts["wifi-none"]);
    if (!panel.querySelector("form")) showList();
  }

  function showList() {
    again.hidden = Boolean(joining);
    const { scrollTop = 0 } = body.querySelector("ul") ?? {};
    const list = make("ul", {}, ...heard.networks.map(row));
    body.replaceChildren(list);
    list.scrollTop = scrollTop;
  }

  function row(network) {
    const { name, is_joined: isJoined, is_legal: isLegal, is_locked: isLocked, strength } = network;
    const signs = make("span", { class: "wifi-signs" });
    draw(signs, `${isLocked ? LOCK : ""}${waves(strength)}`);
    const state = isJoined ? texts["wifi-joined"] : !isLegal ? texts["wifi-illegal"] : joining === name ? texts["wifi-joining"] : "";
    const label = [name, isLocked ? texts["wifi-locked"] : texts["wifi-open"], `${strength} %`, state].filter(Boolean).join(", ");
    const onclick = (event) => (isLocked ? askPassword(network, "", event) : join(network, undefined));
    const button = make("button", { type: "button", class: `wifi-row ${isJoined ? "is-joined" : ""}`, "aria-label": label, disabled: isJoined || !isLegal || Boolean(joining), onclick }, make("bdi", {}, name), make("small", {}, state), signs);
    return make("li", {}, button);
  }

  // What was typed stays to be put right; it is shown, as one sits at one's own table.
  function askPassword(network, typed, event) {
    const field = make("input", { type: "text", maxlength: LONGEST, autocomplete: "off", autocapitalize: "off", spellcheck: "false", "data-keys": "all", "aria-label": texts["wifi-password"] });
    field.value = typed;
    const back = make("button", { type: "button", class: "choice", onclick: () => (tell(texts["wifi-choose"]), showList()) }, texts.back);
    const form = make("form", { class: "wifi-ask" }, make("p", {}, `${texts["wifi-password"]} `, make("bdi", {}, network.name)), field, make("button", { class: "choice is-chosen" }, texts["phone-connect"]), back);
    again.hidden = true;
    form.addEventListener("submit", (sent) => {
      sent.preventDefault();
      if (field.value) join(network, field.value);
    });
    body.replaceChildren(form);
    field.focus();
    typeInto(field, event);
  }

  async function join(network, password) {
    joining = network.name;
    tell(texts["wifi-joining"]);
    showList();
    const answer = await answered("/wifi", { id: network.id, password }, JOIN_MS);
    joining = null;
    await look(false);
    if (!panel.isConnected) return;
    let trouble = answer ? answer.trouble : "silent";
    if (trouble === "silent" && password) trouble = "refused"; // some say no more where a password is wrong
    const troubles = { "wrong-password": texts["wifi-wrong-password"], gone: texts["wifi-gone"], silent: texts["wifi-silent"], refused: texts["wifi-refused"] };
    if (trouble) tell(troubles[trouble], true);
    else {
      for (const each of heard.networks) each.is_joined = each.name === network.name;
      tell(`${texts["wifi-joined"]}: ${network.name}`);
    }
    if (password && trouble) askPassword(network, password, null);
    else showList();
    if (!trouble) onJoined();
  }
}

const LOCK = '<svg viewBox="0 0 32 32" fill="none" stroke="currentColor" stroke-width="2.600" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M7.500 14.500c5.500-.6 11.500-.6 17 0 .5 4 .4 8 0 12-5.500.6-11.500.6-17 0-.5-4-.5-8 0-12ZM11 14V9.500c.5-6.500 9.500-6.500 10 0V14"/></svg>';

// Three waves and a dot; the weak ones stay pale.
const WAVES = ['<path d="M16 25.500h.1" stroke-width="5"/>', '<path d="M11.500 20c2.500-2.500 6.500-2.500 9 0"/>', '<path d="M7.500 15.500c5-4.700 12-4.700 17 0"/>', '<path d="M3.500 11c7-6.700 18-6.700 25 0"/>'];
const LOUD = [0, 30, 50, 70]; // per cent from which each is there

const waves = (strength) => `<svg viewBox="0 0 32 32" fill="none" stroke="currentColor" stroke-width="2.800" stroke-linecap="round" aria-hidden="true">${WAVES.map((wave, at) => (strength >= LOUD[at] ? wave : `<g opacity="0.25">${wave}</g>`)).join("")}</svg>`;
