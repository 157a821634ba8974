// What the bench of the page asks it.
(() => {
  // When the first paint was, ms after the address; undefined before.
  function firstPaint() {
    return performance.getEntriesByType("paint").find(({ name }) => name === "first-contentful-paint")?.startTime;
  }

  // How many bytes came, packed, without pictures of dice.
  function bytes() {
    return performance.getEntriesByType("resource").filter(({ name }) => !name.includes(".jpg"))
      .reduce((sum, { transferSize }) => sum + transferSize, 0);
  }

  // When frames came, for so long.
  function frames(ms) {
    return new Promise((done) => {
      const times = [];
      const began = performance.now();
      const next = (now) => { times.push(now); now - began < ms ? requestAnimationFrame(next) : done(times); };
      requestAnimationFrame(next);
    });
  }

  // Note from now on in `window.painted` how long each view took from when it was heard to its paint, ms.
  function notePaints() {
    window.painted = [];
    const parse = JSON.parse;
    JSON.parse = (...text) => {
      const [told, heard] = [parse(...text), performance.now()];
      if (told?.view) requestAnimationFrame(() => setTimeout(() => painted.push(performance.now() - heard)));
      return told;
    };
  }

  return { bytes, firstPaint, frames, notePaints };
})()
