import { all, each, moved, turned, type Material, type Mesh } from '../mesh.ts';
import { ball, box, lathe, loft, pipe, prism, rod } from '../solid-shapes.ts';
import type { Vec } from '../vector.ts';
import { DARK, STEEL } from './vehicles.ts';
import { WHITE } from './finishes.ts';

const GOLD: Material = { colour: '#e0a93c', gloss: 0.85 };

const ring = (at: Vec, radius: number, thick: number, material: Material): Mesh =>
  lathe(
    at,
    [0, 0, 1],
    Array.from({ length: 17 }, (_, i) => {
      const a = (i / 16) * 2 * Math.PI;
      return [radius + Math.cos(a) * thick, Math.sin(a) * thick] as const;
    }),
    material,
    64,
  );

/** A necklace on a bust, a ring in its box, earrings on a stand. */
export function jewellery(): Mesh {
  const velvet: Material = { colour: '#23304a', gloss: 0.04 };
  const beads = (radius: number, drop: number, size: number): Mesh =>
    each(
      Array.from({ length: 27 }, (_, i) => -1.3 + (i / 26) * 2.6),
      (a) => ball([Math.sin(a) * radius, 1.42 - Math.cos(a) * drop, 0.36 + Math.cos(a) * 0.13], size, GOLD),
    );
  return all(
    lathe(
      [0, 0, 0],
      [0, 1, 0],
      [
        [0, 0],
        [0.62, 0],
        [0.6, 0.08],
        [0.3, 0.16],
        [0.32, 0.3],
        [0, 0.32],
      ],
      velvet,
    ),
    loft(
      [
        [0.3, 0.5, 0.26],
        [0.7, 0.62, 0.34],
        [1.15, 0.7, 0.36],
        [1.45, 0.55, 0.28],
        [1.6, 0.26, 0.2],
        [2.0, 0.2, 0.18],
      ].map(([y = 0, w = 0, d = 0]) =>
        Array.from({ length: 32 }, (_, i): Vec => [
          Math.cos((i / 32) * 2 * Math.PI) * w,
          y,
          Math.sin((i / 32) * 2 * Math.PI) * d,
        ]),
      ),
      velvet,
    ),
    beads(0.34, 0.3, 0.032),
    beads(0.42, 0.48, 0.036),
    beads(0.5, 0.68, 0.042),
    lathe(
      [0, 0.62, 0.5],
      [0, 0, 1],
      [
        [0, 0],
        [0.1, 0],
        [0.12, 0.03],
        [0.08, 0.06],
        [0, 0.07],
      ],
      GOLD,
    ),
    ball([0, 0.62, 0.56], 0.06, { colour: '#b3243f', gloss: 0.95 }),
    box([1.35, 0, 0.55], [0.7, 0.3, 0.6], { colour: '#6b1f2d', gloss: 0.2 }, 0.05),
    box([1.35, 0.3, 0.55], [0.58, 0.05, 0.48], { colour: '#f1ece2', gloss: 0.05 }, 0.02),
    moved(
      turned(box([0, 0, 0], [0.7, 0.12, 0.6], { colour: '#6b1f2d', gloss: 0.2 }, 0.05), 'x', -78),
      1.35,
      0.55,
      0.2,
    ),
    ring([1.35, 0.52, 0.55], 0.17, 0.03, GOLD),
    lathe(
      [1.35, 0.7, 0.55],
      [0, 1, 0],
      [
        [0, 0],
        [0.06, 0.05],
        [0.09, 0.1],
        [0.06, 0.13],
        [0, 0.135],
      ],
      { colour: '#e6dff5', gloss: 0.95 },
      8,
    ),
    box([-1.35, 0, 0.55], [0.6, 0.1, 0.45], velvet, 0.03),
    rod([-1.35, 0.1, 0.5], [-1.35, 0.85, 0.5], 0.03, velvet),
    rod([-1.65, 0.82, 0.5], [-1.05, 0.82, 0.5], 0.025, velvet),
    each([-1.55, -1.15], (x) =>
      all(
        ring([x, 0.64, 0.52], 0.13, 0.022, GOLD),
        ball([x, 0.47, 0.52], 0.05, { colour: '#b3243f', gloss: 0.95 }),
      ),
    ),
  );
}

/** A glazed vase and a landscape in its frame. */
export function vaseAndPainting(): Mesh {
  const glaze: Material = {
    colour: '#f0eee6',
    gloss: 0.85,
    pattern: ([x, y, z]) => {
      const a = Math.atan2(z, x - -0.95);
      if (Math.abs(y - 1.28) < 0.035 || Math.abs(y - 0.3) < 0.03 || Math.abs(y - 1.08) < 0.018)
        return '#1c4f9c';
      if (y > 0.36 && y < 1.02)
        return Math.sin(a * 8) * Math.sin((y - 0.36) * 14) > 0.35
          ? '#2468b4'
          : Math.abs(Math.sin(a * 8) * Math.cos((y - 0.36) * 14)) > 0.82
            ? '#27a3a0'
            : null;
      return null;
    },
  };
  const canvas: Material = {
    colour: '#bcd6e6',
    gloss: 0.1,
    pattern: ([x, y]) => {
      const hills = 1.0 + 0.22 * Math.sin(x * 2.4 + 0.6) + 0.08 * Math.sin(x * 7);
      const near = 0.72 + 0.1 * Math.sin(x * 3.1 + 2);
      if (Math.hypot(x - 0.55, y - 1.55) < 0.11) return '#f6d27a';
      if (y < near - 0.2) return Math.sin(x * 30 + y * 50) > 0.6 ? '#7c9a4c' : '#6a8b41';
      if (y < near) return '#8aa85a';
      if (y < hills) return '#6f87a3';
      return y > 1.5 + 0.06 * Math.sin(x * 5) ? '#a6c8de' : null;
    },
  };
  const frame: Material = { colour: '#9a6b32', gloss: 0.45 };
  const painting = all(
    box([0, 0.2, 0], [2.1, 1.6, 0.06], canvas),
    each([0.1, 1.76], (y) => box([0, y, 0.02], [2.36, 0.16, 0.14], frame, 0.04)),
    each([-1.12, 1.12], (x) => box([x, 0.1, 0.02], [0.16, 1.8, 0.14], frame, 0.04)),
  );
  return all(
    moved(turned(painting, 'x', -9), 0.6, 0, -0.45),
    lathe(
      [-0.95, 0, 0.35],
      [0, 1, 0],
      [
        [0, 0],
        [0.24, 0],
        [0.26, 0.04],
        [0.36, 0.25],
        [0.5, 0.55],
        [0.52, 0.75],
        [0.44, 1.0],
        [0.24, 1.2],
        [0.2, 1.32],
        [0.3, 1.44],
        [0.27, 1.45],
        [0.17, 1.32],
        [0, 1.2],
      ],
      glaze,
      64,
    ),
  );
}

/** A small factory on a certificate with a seal and a slice of the whole. */
export function shares(): Mesh {
  const paper: Material = {
    colour: '#f7f4ea',
    gloss: 0.1,
    pattern: ([x, , z]) => {
      if (Math.abs(Math.abs(x) - 1.72) < 0.02 || Math.abs(Math.abs(z) - 1.12) < 0.02) return '#b8872b';
      if (Math.abs(Math.abs(x) - 1.64) < 0.008 || Math.abs(Math.abs(z) - 1.04) < 0.008) return '#b8872b';
      if (z > 0.2 && z < 0.9 && x < 0.5 && x > -1.4 && Math.abs(((((z * 7) % 1) + 1) % 1) - 0.5) < 0.14)
        return '#9aa3ad';
      if (z < -0.62 && z > -0.8 && Math.abs(x) < 0.8) return '#27456e';
      return null;
    },
  };
  const wall: Material = {
    colour: '#d9dee4',
    gloss: 0.3,
    pattern: ([x, y], n) =>
      Math.abs(n[2]) > 0.8 && y > 0.28 && y < 0.42 && Math.abs(((((x * 5) % 1) + 1) % 1) - 0.5) < 0.34
        ? '#39597d'
        : null,
  };
  const slice = (from: number, to: number, lift: number, colour: string): Mesh => {
    const points = Array.from({ length: 20 }, (_, i) => from + ((to - from) * i) / 19).map(
      (a) => [Math.cos(a) * 0.55, Math.sin(a) * 0.55] as const,
    );
    return moved(
      turned(prism([[0, 0], ...points], 0, 0.26, { colour, gloss: 0.4 }, 0.015), 'x', -90),
      1.05 + Math.cos((from + to) / 2) * lift,
      0.05,
      -0.1 - Math.sin((from + to) / 2) * lift,
    );
  };
  return all(
    box([0, 0, 0], [3.6, 0.05, 2.4], paper),
    lathe(
      [1.15, 0.05, 0.82],
      [0, 1, 0],
      [
        [0, 0],
        [0.24, 0],
        [0.24, 0.03],
        [0.2, 0.05],
        [0, 0.05],
      ],
      { colour: '#a8242f', gloss: 0.5 },
    ),
    box([-0.75, 0.05, -0.15], [1.5, 0.55, 0.8], wall, 0.02),
    each([-1.25, -0.75, -0.25], (x) =>
      prism(
        [
          [x - 0.25, 0.6],
          [x + 0.25, 0.6],
          [x + 0.25, 0.88],
        ],
        -0.55,
        0.25,
        { colour: '#3f6f9c', gloss: 0.5 },
        0.01,
      ),
    ),
    rod([-1.3, 0.5, -0.4], [-1.3, 1.5, -0.4], 0.1, { colour: '#b4553a', gloss: 0.1 }, { end: 0.075 }),
    box([-0.1, 0.05, 0.22], [0.3, 0.32, 0.1], DARK, 0.01),
    slice(0.25, 0.25 + 1.5, 0.16, '#e0912f'),
    slice(1.75, 0.25 + 2 * Math.PI, 0, '#2f6fb5'),
  );
}

/** A lit billboard over a piece of street. */
export function billboard(): Mesh {
  const poster: Material = {
    colour: '#2f7bc4',
    gloss: 0.25,
    pattern: ([x, y]) => {
      if (Math.hypot(x + 1.5, y - 3.5) < 0.55) return '#ffd166';
      if (y < 2.75 + 0.2 * Math.sin(x * 1.6)) return '#1d5c99';
      if (x > -0.4 && x < 2.2 && Math.abs(y - 3.8) < 0.14) return '#ffffff';
      if (x > -0.4 && x < 1.5 && Math.abs(y - 3.4) < 0.08) return '#d6e8fa';
      return null;
    },
  };
  return all(
    box(
      [0, 0, 0],
      [6.4, 0.14, 2.6],
      { colour: '#b9bfc6', gloss: 0.05, pattern: ([, , z]) => (z > 0.55 ? '#5c646d' : null) },
      0.04,
    ),
    each([-2.2, -0.6, 1, 2.6], (x) => box([x, 0.135, 0.95], [0.8, 0.012, 0.08], WHITE)),
    rod([0, 0.1, -0.4], [0, 2.4, -0.4], 0.2, STEEL),
    box([0, 0.14, -0.4], [0.9, 0.2, 0.9], { colour: '#9aa2ab' }, 0.03),
    box([0, 2.2, -0.4], [5.3, 2.3, 0.3], { colour: '#454d56', gloss: 0.4 }, 0.05),
    box([0, 2.3, -0.25], [5.05, 2.1, 0.03], poster),
    each([-1.8, -0.6, 0.6, 1.8], (x) =>
      all(
        pipe(
          [
            [x, 4.5, -0.3],
            [x, 4.72, 0.15],
          ],
          0.025,
          DARK,
        ),
        box([x, 4.62, 0.2], [0.3, 0.1, 0.16], { colour: '#f4f0df', gloss: 0.6 }, 0.03),
      ),
    ),
    box([0, 2.02, -0.1], [5.3, 0.06, 0.5], STEEL, 0.01),
    // A tree and a bench give the measure.
    rod([-2.7, 0.14, -0.8], [-2.7, 0.9, -0.8], 0.08, { colour: '#7a5a3c' }),
    ball([-2.7, 1.35, -0.8], 0.55, { colour: '#5b9a58', gloss: 0.05 }),
    box([2.5, 0.14, -0.9], [1, 0.3, 0.3], { colour: '#8a6238', gloss: 0.2 }, 0.03),
    box([2.5, 0.2, -1.02], [1, 0.55, 0.06], { colour: '#8a6238', gloss: 0.2 }, 0.02),
  );
}
