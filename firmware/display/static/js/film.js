// The newest throw as it fell, a picture after the other, slower than it was.

const SLOWLY_MS = 220; // a picture; it was seen twelve times a second

export class Film {
  #from = "";
  #first = null; // a promise of the first picture, null until somebody asks
  #run = "";
  #playing = null;

  // Where the pictures are; nothing is fetched before somebody asks.
  of(from, run) {
    if (from === this.#from && run === this.#run) return;
    [this.#from, this.#run, this.#first] = [from, run, null];
    this.stop();
  }

  get isRunning() {
    return this.#playing !== null;
  }

  async exists() {
    this.#first ??= this.#picture(0);
    return Boolean(await this.#first);
  }

  stop() {
    this.#playing = null;
  }

  async play(paint, end) {
    const playing = (this.#playing = {});
    let next = this.#first;
    for (let number = 1; this.#playing === playing; number += 1) {
      const picture = await next;
      if (!picture || this.#playing !== playing) break;
      paint(picture);
      next = this.#picture(number);
      await new Promise((resolve) => setTimeout(resolve, SLOWLY_MS));
    }
    if (this.#playing === playing) this.stop();
    if (!this.isRunning) end();
  }

  async #picture(number) {
    if (!this.#from) return null;
    const answer = await fetch(`${this.#from}/${number}.jpg?run=${this.#run}`).catch(() => null);
    return answer?.status === 200 ? createImageBitmap(await answer.blob()) : null;
  }
}
