// What lies under the cup, truly or not, in three touches at most: the kind of hand, of what, and the announcement.

import { draw, make, write } from "../dom.js";
import { dieFace } from "../faces.js";
import { touch } from "../send.js";
import { mayAnnounce } from "./hidden-cup.js";
import { standingCup } from "./hidden-drawing.js";
import { miniDie } from "./mini.js";

const MOST_KINDS = 9;
const FACES = 6;
const SHOWN = { pair: [2], "two-pairs": [2, 2], three: [3], full: [3, 2], poker: [4], grande: [5] };

let view = null;
let chosen = { hand: null, face: null, at: null };

export function buildClaims() {
  const made = {
    cup: make("div", { class: "cup-drawing" }),
    ask: make("p", { class: "claims-ask" }),
    kinds: Array.from({ length: MOST_KINDS }, () => make("button", { type: "button", class: "choice kind-choice", onclick: (event) => choose({ hand: event.currentTarget.value }) })),
    faces: Array.from({ length: FACES }, () => make("button", { type: "button", class: "face-choice", onclick: (event) => choose({ face: event.currentTarget.value }) })),
    says: Array.from({ length: FACES }, () => sayButton()),
  };
  made.faceRow = make("div", { class: "claim-faces" }, ...made.faces);
  made.sayRow = make("div", { class: "claim-says" }, ...made.says.map(({ button }) => button));
  made.element = make("div", { class: "hidden-claims" }, made.cup, made.ask, make("div", { class: "claim-kinds" }, ...made.kinds), made.faceRow, made.sayRow);
  draw(made.cup, standingCup());
  redraw = () => showClaims(made, view);
  return made;
}

let redraw = () => undefined;

function sayButton() {
  const [dice, words] = [make("span", { class: "say-dice" }), make("span", { class: "say-words" })];
  const button = make("button", { type: "button", class: "choice main say", onclick: () => say(button.value) }, dice, words);
  return { button, dice, words };
}

function choose(part) {
  if (part.hand !== undefined) chosen = { ...chosen, hand: part.hand, face: null };
  else chosen = { ...chosen, face: part.face };
  redraw();
}

export function showClaims(made, newest) {
  view = newest;
  const { hidden } = view;
  made.element.hidden = hidden.stage !== "hidden" || view.access === "follow";
  if (chosen.at !== hidden.round || hidden.stage !== "hidden") chosen = { hand: null, face: null, at: hidden.round };
  if (made.element.hidden) return;
  const claims = view.decisions.filter(({ key }) => key === "announce").map(({ label, event }) => ({ label, hand: event.claim.hand, values: event.claim.values }));
  const ofKind = claims.filter(({ hand }) => hand === chosen.hand);
  showKinds(made, hidden.hands);
  showFaces(made, ofKind);
  const said = ofKind.filter(({ values }) => !values.length || fits(chosen, values));
  showSays(made, said);
  write(made.ask, said.length > 1 ? view.texts["which-other"] : chosen.hand ? view.texts["which-value"] : view.texts["which-hand"]);
  made.ask.classList.toggle("is-answered", said.length === 1);
  made.ask.classList.toggle("is-first", !chosen.hand);
}

// Of a full house the three are named first; of two pairs either.
const fits = ({ hand, face }, values) => (hand === "two-pairs" ? values.includes(face) : values[0] === face);

function showKinds(made, hands) {
  made.kinds.forEach((button, at) => {
    button.hidden = at >= hands.length;
    if (button.hidden) return;
    button.value = hands[at].hand;
    button.classList.toggle("is-chosen", chosen.hand === hands[at].hand);
    button.setAttribute("aria-pressed", String(chosen.hand === hands[at].hand));
    write(button, hands[at].name);
  });
}

function showFaces(made, ofKind) {
  made.faceRow.hidden = !ofKind.length || !ofKind[0].values.length;
  view.faces.forEach(({ face, name }, at) => {
    const button = made.faces[at];
    button.value = face;
    button.setAttribute("aria-label", name);
    button.setAttribute("aria-pressed", String(chosen.face === face));
    button.classList.toggle("is-chosen", chosen.face === face);
    draw(button, dieFace(face, view.faces));
  });
}

function showSays(made, said) {
  made.sayRow.hidden = !said.length;
  made.sayRow.dataset.count = said.length > 1 ? "many" : "one";
  made.says.forEach(({ button, dice, words }, at) => {
    button.hidden = at >= said.length;
    if (button.hidden) return;
    const { label, hand, values } = said[at];
    button.value = JSON.stringify({ hand, values });
    button.setAttribute("aria-label", `${view.texts.announce}: ${label}`);
    write(words, said.length > 1 ? label : `${view.texts.announce}: ${label}`);
    const drawn = values.flatMap((face, which) => Array(SHOWN[hand][which]).fill(face));
    draw(dice, drawn.map((face) => miniDie(face, view.faces)).join(""));
  });
}

async function say(claim) {
  const { moment } = view;
  if (view.is_simulated && !(await mayAnnounce())) return;
  touch("decide", { event: { type: "announced", claim: JSON.parse(claim) } }, moment);
}
