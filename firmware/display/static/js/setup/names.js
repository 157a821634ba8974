// Names: remembered in this browser for each number of players, and looked at before they are sent.

const KEPT = "serviert.names";

function all() {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT)) ?? {};
  } catch {
    return {};
  }
}

export function keep(names) {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({ ...all(), [names.length]: names }));
  } catch {
    // a browser that keeps nothing still plays
  }
}

// So many names: those that played so last, else those at hand, then all that are known, then strangers.
export function namesFor(count, atHand, strangers, { isTyped = false } = {}) {
  const kept = all();
  if (!isTyped && atHand.length !== count && kept[count]) return [...kept[count]];
  const names = atHand.slice(0, count);
  const isNew = (name) => !names.some((other) => isSame(other, name));
  for (const name of Object.values(kept).reverse().flat()) if (names.length < count && isNew(name)) names.push(name);
  while (names.length < count) names.push([...strangers.slice(names.length), ...strangers].find(isNew));
  return names;
}

export const tidy = (name) => name.replace(/\s+/g, " ").trim();

export const isSame = (one, other) => tidy(one).toLocaleLowerCase() === tidy(other).toLocaleLowerCase();

// What is wrong with a name, as the key of a sentence; undefined where nothing is.
export function problemOf(names, seat, longest) {
  const name = tidy(names[seat]);
  if (!/[^\p{Cf}\p{M}\s]/u.test(name)) return "name-missing";
  if ([...name].length > longest) return "name-long";
  return names.some((other, at) => at < seat && isSame(other, name)) ? "name-twice" : undefined;
}
