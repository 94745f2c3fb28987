import type { Mesh } from './mesh.ts';

/** How dark the floor is at a place: 0 lit, 1 black. */
export type Shadow = (x: number, z: number) => number;

const CELLS = 220;
/** The map reaches beyond the object by this share of its size. */
const MARGIN = 0.6;

/** Three passes of a running mean come close to a Gaussian. */
function blurred(map: Float32Array, radius: number): Float32Array {
  let from = map;
  for (let pass = 0; pass < 3; pass += 1)
    for (const [step, line] of [
      [1, CELLS],
      [CELLS, 1],
    ] as const) {
      const to = new Float32Array(from.length);
      for (let row = 0; row < CELLS; row += 1) {
        let sum = 0;
        const value = (k: number): number =>
          k < 0 || k >= CELLS ? 0 : (from[row * line + k * step] as number);
        for (let k = -radius; k <= radius; k += 1) sum += value(k);
        for (let k = 0; k < CELLS; k += 1) {
          to[row * line + k * step] = sum / (2 * radius + 1);
          sum += value(k + radius + 1) - value(k - radius);
        }
      }
      from = to;
    }
  return from;
}

/** The shadow of an object on the floor under soft light: dark and sharp at contact, wide and pale elsewhere. */
export function contactShadow(mesh: Mesh, floor: number): Shadow {
  let [x0, x1, z0, z1] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { at } of mesh)
    for (const [x, , z] of at)
      [x0, x1, z0, z1] = [Math.min(x0, x), Math.max(x1, x), Math.min(z0, z), Math.max(z1, z)];
  const size = Math.max(x1 - x0, z1 - z0) * (1 + 2 * MARGIN);
  const left = (x0 + x1 - size) / 2;
  const back = (z0 + z1 - size) / 2;
  const cell = size / CELLS;
  const lowest = new Float32Array(CELLS * CELLS).fill(Infinity);
  for (const { at } of mesh) {
    const [a, b, c] = at.map(([x, y, z]) => [(x - left) / cell, (z - back) / cell, y - floor] as const);
    if (!a || !b || !c) continue;
    const area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    const i1 = Math.ceil(Math.max(a[0], b[0], c[0]));
    const j1 = Math.ceil(Math.max(a[1], b[1], c[1]));
    for (let j = Math.floor(Math.min(a[1], b[1], c[1])); j <= j1; j += 1)
      for (let i = Math.floor(Math.min(a[0], b[0], c[0])); i <= i1; i += 1) {
        if (i < 0 || j < 0 || i >= CELLS || j >= CELLS) continue;
        let height = Math.min(a[2], b[2], c[2]);
        if (Math.abs(area) > 1e-9) {
          const u = ((i - a[0]) * (c[1] - a[1]) - (j - a[1]) * (c[0] - a[0])) / area;
          const v = ((b[0] - a[0]) * (j - a[1]) - (b[1] - a[1]) * (i - a[0])) / area;
          if (u < -0.01 || v < -0.01 || u + v > 1.01) continue;
          height = a[2] + u * (b[2] - a[2]) + v * (c[2] - a[2]);
        }
        const k = j * CELLS + i;
        lowest[k] = Math.min(lowest[k] as number, Math.max(0, height));
      }
  }
  const near = lowest.map((h) => (h === Infinity ? 0 : Math.exp(-h / (size * 0.012))));
  const wide = lowest.map((h) => (h === Infinity ? 0 : Math.exp(-h / (size * 0.12))));
  const [tight, soft, pale] = [blurred(near, 2), blurred(wide, 7), blurred(wide, 18)];
  return (x, z) => {
    const [i, j] = [(x - left) / cell, (z - back) / cell];
    if (i < 0 || j < 0 || i >= CELLS - 1 || j >= CELLS - 1) return 0;
    const k = Math.floor(j) * CELLS + Math.floor(i);
    const [u, v] = [i - Math.floor(i), j - Math.floor(j)];
    const of = (map: Float32Array): number =>
      ((map[k] as number) * (1 - u) + (map[k + 1] as number) * u) * (1 - v) +
      ((map[k + CELLS] as number) * (1 - u) + (map[k + CELLS + 1] as number) * u) * v;
    return Math.min(0.72, 0.5 * of(tight) + 0.34 * of(soft) + 0.22 * of(pale));
  };
}
