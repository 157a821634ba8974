// What is told to a page before it begins, that it keeps step with a script.
// A script touches sooner than anybody sees what he touches; what it touches is as far apart as a person's.
Object.defineProperty(Event.prototype, "timeStamp", {
  get: () => (window.isHasty ? performance.now() : (window.touchedAt = (window.touchedAt ?? 0) + 1000)),
});

// It goes on before the page has heard of a touch: what is not answered yet is noted, to be waited for.
window.underway = 0;
window.fetch = ((fetch) => (...asked) => (underway++, fetch(...asked).finally(() => underway--)))(window.fetch);
addEventListener("pointerup", () => (window.isTouched = true), true);
