// What tests ask of the page: each is a function of what comes back, named as `looks.script` is asked for it.
(() => {
  // A browser that draws nothing any more fails a test; it would wait for ever.
  const nextFrame = () => new Promise((drawn, failed) => {
    setTimeout(() => failed(Error("no frame was drawn for 20 s")), 20_000);
    requestAnimationFrame(drawn);
  });

  // Wait until the page shows a view.
  async function shown({ version, patience }) {
    const begun = performance.now();
    while (version !== null && Number(document.body.dataset.version) !== version) {
      if (performance.now() - begun > patience) throw Error(`still at ${document.body.dataset.version}, not ${version}`);
      await nextFrame();
    }
  }

  // Wait until what was touched is answered: the browser makes a click of it a moment later, the page asks then.
  async function answered(patience) {
    const begun = performance.now();
    while (window.isTouched || window.underway) {
      if (performance.now() - begun > patience) throw Error(`${window.underway} requests have no answer`);
      window.isTouched = false;
      await nextFrame();
      await nextFrame();
    }
  }

  // Wait until it shows one, and forget names and open dialogs.
  async function forget(how) {
    await shown(how);
    sessionStorage.clear();
    document.querySelector("#dialog").close();
    document.querySelector("#toast").hidden = true;
  }

  // What is too small for a finger, outside the screen, cut off, sticking out of what it stands in, over something else.
  // Left out is what is made so: entries are written aslant and narrower, stamps and dice that burn stand aslant, chips
  // fly, borders of buttons in a row are one line, wide tables scroll, and the list of the last throws shows what has room.
  function faultsNow({ scrolls, least }) {
    const [box, style] = [(one) => one.getBoundingClientRect(), getComputedStyle];
    const top = document.querySelector("dialog[open]") ?? document.body;
    const all = [...top.querySelectorAll("*")]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length)
      .filter((one) => !one.closest("[inert], .flights, .unseen, .study-wide table, svg"));
    const isPlaced = (one) => ["absolute", "fixed", "sticky"].includes(style(one).position);
    const isLine = (one) => style(one).display === "inline" || one.matches(".segment");
    const isAslant = (one) => one.matches(".entry, .stamp, .die .face");
    const writes = (one) => [...one.childNodes].some((each) => each.nodeType === Node.TEXT_NODE ? each.data.trim()
      : each.nodeType === Node.ELEMENT_NODE && style(each).display === "inline" && each.textContent.trim());

    const small = all.filter((one) => one.matches("button, select, input, summary, [role=button], canvas")
      && !one.disabled && style(one).pointerEvents !== "none" && Math.min(box(one).width, box(one).height) < least);

    const outside = all.filter((one) => {
      const { left, top, right, bottom } = box(one);
      const slack = isAslant(one) ? 5 : 1;
      const mayScroll = scrolls && !one.closest("#press") || one.parentElement.closest(".dial-options") !== null;
      const isBeside = !one.parentElement.matches(".people") && (left < -slack || right > innerWidth + slack);
      return isBeside || !mayScroll && (top < -slack || bottom > innerHeight + slack);
    });

    const isLoose = (one) => one.matches("select, canvas, input, .cell, .entry, .own-cell, .die, .throws, .tile-players");
    const cut = all.filter((one) => one.clientWidth && !isLoose(one)
      && ((one.matches("button") || writes(one)) && one.scrollWidth > one.clientWidth + 1
          && style(one).textOverflow !== "ellipsis"
        || (one.matches("button") || style(one).overflowY === "hidden") && one.scrollHeight > one.clientHeight + 4));

    // What sticks out of what it stands in lies over something else, or will.
    const beyond = all.filter((one) => {
      const [within, around] = [box(one), box(one.parentElement)];
      const isHeld = !["inline", "contents"].includes(style(one.parentElement).display)
        && style(one.parentElement).overflow === "visible";
      return isHeld && one.textContent.trim() && !isLine(one) && !isPlaced(one) && !isAslant(one)
        && (within.left < around.left - 1.5 || within.right > around.right + 1.5
          || within.top < around.top - 5 || within.bottom > around.bottom + 5);
    });

    const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 3 && b.top < a.bottom - 3;
    const over = [top, ...all].filter((one) => !one.matches(".own-cell, .grid, .row, #dice"))
      .flatMap((one) => {
        const parts = all.filter((part) => part.parentElement === one && part.textContent
          && !isLine(part) && !isPlaced(part) && !isAslant(part));
        return parts.filter((part, at) => parts.slice(0, at).some((other) => meet(box(part), box(other))));
      });

    const told = (one) => `${one.outerHTML.slice(0, 90)} (${one.scrollWidth} × ${one.scrollHeight} in `
      + `${one.clientWidth} × ${one.clientHeight})`;
    return Object.fromEntries(Object.entries({ small, outside, cut, beyond, over })
      .filter(([, found]) => found.length).map(([fault, found]) => [fault, found.map(told)]));
  }

  // What does not fit, once the page shows a view and has drawn its lines.
  async function faults(how) {
    await shown(how);
    await nextFrame();
    await nextFrame();
    return faultsNow(how);
  }

  // Which notices are cut off at the table; written as the page itself does: a view each would take minutes.
  async function cutOff(told) {
    const { fitNotice } = await import("/static/js/table.js");
    const [notice, talk] = [document.querySelector("#notice"), document.querySelector("#talk")];
    return told.filter(({ text, is_loud }) => {
      notice.textContent = text;
      notice.classList.toggle("is-loud", is_loud);
      fitNotice();
      return notice.getBoundingClientRect().bottom > talk.getBoundingClientRect().bottom + 0.5;
    });
  }

  // Which texts do not fit into a lesson.
  function unfitInLesson({ texts, least }) {
    const notice = document.querySelector(".teach-notice");
    notice.hidden = false;
    return texts.filter((text) => {
      notice.textContent = text;
      return Object.keys(faultsNow({ scrolls: false, least })).length;
    });
  }

  // Whether the button that turns a dial is there for a finger.
  function mayBePressed() {
    const { x, y, width, height } = document.querySelector("#button").getBoundingClientRect();
    const there = width && document.elementFromPoint(x + width / 2, y + height / 2); // nothing: a phone scrolls there
    return !there || there.closest("#button") !== null;
  }

  // The colours of all that is seen, but for the faces of dice.
  function colours() {
    const seen = [...document.querySelectorAll("body *")].filter((one) => one.checkVisibility() && !one.closest(".face"));
    return [...new Set(seen.map((one) => getComputedStyle(one).color))];
  }

  // Let so many requests find nobody.
  function away(times) {
    const there = window.fetch;
    window.fetch = (...asked) => (times-- > 0 ? Promise.reject(new TypeError("out of reach")) : there(...asked));
  }

  // Write a text in a hand, in a line of its own: the notice may be painted anew.
  async function write([hand, text]) {
    const line = document.body.appendChild(document.createElement("p"));
    Object.assign(line, { id: "letters", textContent: text }).style.fontFamily = `'${hand}'`;
    line.getBoundingClientRect();
    await document.fonts.ready;
  }

  // Note in `window.inVain` what is drawn, and that the language is written: all is styled anew then, though it stays.
  function noteInVain() {
    window.inVain = [];
    const { drawImage } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.drawImage = function (...drawn) {
      inVain.push(this.canvas.offsetParent ? "seen" : "unseen");
      drawImage.apply(this, drawn);
    };
    new MutationObserver(() => inVain.push("language")).observe(document.documentElement, { attributeFilter: ["lang"] });
  }

  // Count the chips that fly from now on, in `window.flown`.
  function countFlights() {
    window.flown = 0;
    const count = (all) => all.forEach((one) => (window.flown += one.addedNodes.length));
    new MutationObserver(count).observe(document.querySelector(".flights"), { childList: true });
  }

  // When the last chip will have landed, ms.
  function landed() {
    const flights = document.querySelector(".flights").getAnimations({ subtree: true });
    return Math.max(...flights.map((flight) => flight.effect.getComputedTiming().endTime));
  }

  // How the chips of all players look, without what is written on them.
  function chips() {
    return [...document.querySelectorAll(".holder .chip, .bettor:not([hidden]) .chip")]
      .map((chip) => chip.innerHTML.replace(/<text.*?<.text>/, ""));
  }

  return {
    answered, away, chips, colours, countFlights, cutOff, faults, forget, landed, mayBePressed, noteInVain, shown,
    unfitInLesson, write,
  };
})()
