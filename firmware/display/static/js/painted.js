// Says when the answer to a press is to be seen: to the companion, and as marks in the browser's own timeline.

let answered = null;

// `heardMs` is when the view came, by performance.now().
export function watchAnswer(view, heardMs) {
  const reading = Number(view.moment.split(".")[1]);
  const isAnswer = answered !== null && reading > answered;
  answered = reading;
  if (!isAnswer || view.access || document.hidden) return; // a phone hears later, a hidden page paints nothing
  mark("heard", heardMs, reading);
  // The first frame is drawn after the first call; by the second it has been handed over.
  requestAnimationFrame(() => requestAnimationFrame(() => tell(reading, heardMs)));
}

function tell(number, heardMs) {
  const paintedMs = performance.now();
  mark("painted", paintedMs, number);
  const body = JSON.stringify({ number, paint_ms: paintedMs - heardMs });
  fetch("/painted", { method: "POST", headers: { "content-type": "application/json" }, body, keepalive: true }).catch(() => {}); // only its clock suffers
}

function mark(name, startTime, detail) {
  performance.clearMarks(name); // a page is open for days
  performance.mark(name, { startTime, detail });
}
