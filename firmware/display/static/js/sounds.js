// Dice that rattle and a pen that writes, made of noise; off until somebody wants them.

const RATTLE = { count: 9, spread_s: 0.7, length_s: 0.045, hz: 2400, loud: 0.5 };
const PEN = { count: 4, spread_s: 0.28, length_s: 0.07, hz: 5200, loud: 0.12 };

let isOn = false; // until the page is loaded anew: a device keeps nothing in its browser, and the night is quiet
let context = null;
let before = null;

export const hasSounds = () => isOn;

export function wantSounds(wanted) {
  isOn = wanted;
  if (isOn) play(PEN);
}

// What is heard is what is seen: dice that begin to roll, an entry that was not there.
export function hear(view) {
  const [was, now] = [before, { phase: view.phase, turn: view.turn_number, records: view.moment.split(".")[0] }];
  before = now;
  if (!was || !isOn) return;
  if (now.phase !== was.phase && now.phase === (view.is_simulated ? "throwing" : "reading")) play(RATTLE);
  else if (now.turn !== was.turn && Number(now.records) > Number(was.records)) play(PEN);
}

function play({ count, spread_s: spread, length_s: length, hz, loud }) {
  context ??= new AudioContext();
  const noise = context.createBuffer(1, Math.ceil(length * context.sampleRate), context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let at = 0; at < samples.length; at += 1) samples[at] = (Math.random() * 2 - 1) * (1 - at / samples.length) ** 2;
  for (let knock = 0; knock < count; knock += 1) {
    const source = new AudioBufferSourceNode(context, { buffer: noise, playbackRate: 0.7 + 0.6 * Math.random() });
    const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: hz, Q: 1.5 });
    const volume = new GainNode(context, { gain: loud * (1 - knock / (count + 3)) });
    source.connect(filter).connect(volume).connect(context.destination);
    source.start(context.currentTime + spread * ((knock + Math.random() * 0.6) / count) ** 1.3);
  }
}
