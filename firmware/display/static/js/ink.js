// Lines as a pen and no ruler draw them. The wobble comes from a seed, so a line keeps its shape when drawn again.

export function wobble(seed) {
  let state = (seed * 2654435761) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4294967296 - 0.5;
  };
}

export function line(x1, y1, x2, y2, seed, shake = 1.1) {
  const next = wobble(seed);
  const length = Math.hypot(x2 - x1, y2 - y1);
  const pieces = Math.max(2, Math.round(length / 90));
  const [nx, ny] = length ? [(y2 - y1) / length, (x1 - x2) / length] : [0, 0];
  const at = (share, off) => `${(x1 + (x2 - x1) * share + nx * off).toFixed(1)} ${(y1 + (y2 - y1) * share + ny * off).toFixed(1)}`;
  let path = `M${at(0, next() * shake)}`;
  for (let i = 1; i <= pieces; i += 1) {
    path += `Q${at((i - 0.5) / pieces, next() * shake * 1.6)} ${at(i / pieces, next() * shake)}`;
  }
  return path;
}

// A ring in one stroke that overshoots its beginning, as around a number on paper.
export function ring(cx, cy, rx, ry, seed) {
  const next = wobble(seed);
  const points = [];
  for (let i = 0; i <= 9; i += 1) {
    const angle = -2.2 + (i / 8) * 2 * Math.PI;
    const stretch = 1 + next() * 0.12 + (i === 9 ? 0.09 : 0);
    points.push([cx + Math.cos(angle) * rx * stretch, cy + Math.sin(angle) * ry * stretch]);
  }
  let path = `M${points[0].map((n) => n.toFixed(1)).join(" ")}`;
  for (let i = 1; i < points.length - 1; i += 1) {
    const middle = [(points[i][0] + points[i + 1][0]) / 2, (points[i][1] + points[i + 1][1]) / 2];
    path += `Q${points[i].map((n) => n.toFixed(1)).join(" ")} ${middle.map((n) => n.toFixed(1)).join(" ")}`;
  }
  return path;
}

export function stroke(path, width, extra = "") {
  return `<path d="${path}" fill="none" stroke="currentColor" stroke-width="${width}" stroke-linecap="round" ${extra}/>`;
}

export const dotted = (x1, y1, x2, y2, seed) => stroke(line(x1, y1, x2, y2, seed, 0.7), 0.9, 'stroke-dasharray="1 5" opacity=".55"');

// Nobody writes two numbers at quite the same slant.
export function tilt(element, seed) {
  const next = wobble(seed + 3);
  element.style.setProperty("--tilt", `${(next() * 9).toFixed(1)}deg`);
  element.style.setProperty("--shift", `${(next() * 8).toFixed(1)}%`);
}
