import { all, each, type Material, type Mesh } from '../mesh.ts';
import { ball, box, lathe, pipe, prism, rod } from '../solid-shapes.ts';
import { plinth, tree } from './building-parts.ts';
import { DARK, STEEL } from './vehicles.ts';

const GRASS: Material = { colour: '#94b277', gloss: 0.02 };
const ROAD: Material = { colour: '#6c747d', gloss: 0.05 };
const WOOD: Material = { colour: '#9a7145', gloss: 0.1 };
const soil = (a: string, b: string): Material => ({
  colour: a,
  gloss: 0.01,
  pattern: ([x, , z]) =>
    Math.sin(x * 23 + Math.sin(z * 17) * 2) + Math.sin(z * 29 + x * 3) > 1.3 ? b : null,
});
const post = (x: number, z: number, high = 0.5): Mesh =>
  all(
    rod([x, 0, z], [x, high, z], 0.045, WOOD),
    box([x, high - 0.12, z], [0.1, 0.1, 0.1], { colour: '#c2332a', gloss: 0.1 }, 0.01),
  );
const ribbon = (a: readonly [number, number], b: readonly [number, number]): Mesh =>
  rod([a[0], 0.42, a[1]], [b[0], 0.42, b[1]], 0.014, { colour: '#d9453b', gloss: 0.1 });
const stripes = (z: number): Mesh =>
  each([-2.4, -1.2, 0, 1.2, 2.4], (x) => box([x, 0.09, z], [0.6, 0.012, 0.05], { colour: '#f2f3f4' }));

/** A building plot marked with posts and ribbon, beside a street with power. */
export function housePlot(): Mesh {
  const corners = [
    [-1.7, -1.2],
    [1.7, -1.2],
    [1.7, 0.9],
    [-1.7, 0.9],
  ] as const;
  return all(
    plinth(6, 4.2, GRASS),
    box([0, -0.02, 1.65], [5.98, 0.115, 0.8], ROAD),
    stripes(1.65),
    box([0, 0.03, -0.15], [3.4, 0.06, 2.1], soil('#c9ab7c', '#b89765'), 0.01),
    each(corners, ([x, z]) => post(x, z, 0.55)),
    each(corners, (corner, i) => ribbon(corner, corners[(i + 1) % 4] as readonly [number, number])),
    // A power line on the street.
    each([-2.6, 0.4], (x) =>
      all(rod([x, 0, 1.1], [x, 2.1, 1.1], 0.05, WOOD), box([x, 1.95, 1.1], [0.08, 0.05, 0.6], WOOD)),
    ),
    each([0.85, 1.35], (z) => rod([-2.6, 2.0, z], [0.4, 2.0, z], 0.008, DARK)),
    tree(-2.4, -1.3, 1.1),
    tree(2.45, -0.4, 1.4),
    rod([1.1, 0.06, 0.4], [1.1, 0.62, 0.4], 0.03, WOOD),
    box(
      [1.1, 0.5, 0.42],
      [0.6, 0.36, 0.04],
      {
        colour: '#f5f6f7',
        gloss: 0.2,
        pattern: ([x, y]) =>
          y > 0.76 ? '#2f6fb5' : Math.abs(y - 0.66) < 0.02 && Math.abs(x - 1.1) < 0.2 ? '#9aa3ad' : null,
      },
      0.01,
    ),
  );
}

/** A larger plot by a wide road, levelled, with a sign and a transformer. */
export function businessPlot(): Mesh {
  return all(
    plinth(7, 4.6, { colour: '#aeb38d', gloss: 0.02 }),
    box([0, -0.02, 1.75], [6.98, 0.115, 1.0], ROAD),
    each([1.58, 1.92], stripes),
    box([0, 0, 1.16], [6.98, 0.13, 0.16], { colour: '#c9cdd2' }, 0.01),
    box([-0.2, 0.03, -0.5], [5.2, 0.05, 2.8], soil('#bfae8e', '#ac9a78'), 0.01),
    each(
      Array.from({ length: 12 }, (_, i) => -2.8 + i * 0.47),
      (x) => all(rod([x, 0.05, -1.9], [x, 0.6, -1.9], 0.02, STEEL)),
    ),
    each([0.3, 0.55], (y) => rod([-2.8, y, -1.9], [2.4, y, -1.9], 0.012, STEEL)),
    box([2.75, 0.04, -1.2], [0.6, 0.62, 0.5], { colour: '#dfe3e7', gloss: 0.3 }, 0.02),
    box([2.75, 0.3, -0.94], [0.2, 0.22, 0.012], { colour: '#f2c230', gloss: 0.2 }),
    each([-0.55, 0.55], (d) => rod([-1.6 + d, 0, 0.7], [-1.6 + d, 1.2, 0.7], 0.04, STEEL)),
    box(
      [-1.6, 0.75, 0.72],
      [1.6, 0.75, 0.05],
      {
        colour: '#27456e',
        gloss: 0.3,
        pattern: ([x, y]) =>
          Math.abs(y - 1.28) < 0.06 && Math.abs(x + 1.6) < 0.6
            ? '#ffffff'
            : Math.abs(y - 1.02) < 0.03 && Math.abs(x + 1.6) < 0.45
              ? '#9fc0e8'
              : null,
      },
      0.01,
    ),
    each(
      [
        [-2.6, 0.7],
        [2.3, 0.7],
        [2.3, -1.7],
        [-2.7, -1.7],
      ] as const,
      ([x, z]) => post(x, z, 0.6),
    ),
    // Levelled ground: a heap and a roller of stakes.
    lathe(
      [1.2, 0.05, -0.7],
      [0, 1, 0],
      [
        [0.7, 0],
        [0.45, 0.2],
        [0.2, 0.36],
        [0, 0.4],
      ],
      soil('#b39a72', '#a0875f'),
      24,
    ),
    tree(-3.1, -0.8, 1.0),
  );
}

/** An irrigated field: rows of young grain along concrete channels. */
export function grainField(): Mesh {
  const rows = Array.from({ length: 15 }, (_, i) => -1.75 + i * 0.25);
  return all(
    plinth(6.6, 4.6, soil('#a58458', '#947449')),
    each(rows, (z) =>
      all(
        box([0.3, 0.04, z], [5.6, 0.06, 0.13], soil('#8f6f45', '#7f6039'), 0.02),
        each(
          Array.from({ length: 38 }, (_, i) => -2.45 + i * 0.147),
          (x, i) =>
            lathe(
              [x, 0.08, z + Math.sin(i * 9) * 0.02],
              [Math.sin(i * 5) * 0.15, 1, Math.cos(i * 7) * 0.15],
              [
                [0.045, 0],
                [0.03, 0.12],
                [0, 0.26 + 0.06 * Math.sin(i * 3 + z * 5)],
              ],
              { colour: i % 3 === 0 ? '#6f9a3f' : '#7fab4a', gloss: 0.05 },
              6,
            ),
        ),
      ),
    ),
    box([-2.85, 0, 0], [0.5, 0.2, 4.5], { colour: '#c9cdd2', gloss: 0.1 }, 0.02),
    box([-2.85, 0.15, 0], [0.34, 0.06, 4.48], { colour: '#5fa3c4', gloss: 0.9 }),
    each([-1.2, 0.2, 1.5], (z) =>
      all(
        box([-2.55, 0.06, z], [0.16, 0.3, 0.3], { colour: '#9aa3ad', gloss: 0.3 }, 0.01),
        rod([-2.55, 0.3, z], [-2.55, 0.52, z], 0.02, DARK),
      ),
    ),
    box([0, -0.01, 2.05], [6.5, 0.105, 0.4], { colour: '#c4b089', gloss: 0.02 }),
    tree(2.95, -1.9, 1.0),
    tree(2.5, -2.05, 0.8),
  );
}

/** Land for an orchard: saplings in lines, a well house and a pond. */
export function orchard(): Mesh {
  const lines = [-1.5, -0.75, 0, 0.75];
  return all(
    plinth(6.6, 4.6, soil('#b08d5f', '#a07e50')),
    each(lines, (z) =>
      all(
        box([0.7, 0.03, z], [4.6, 0.05, 0.2], { colour: '#8a6b42', gloss: 0.02 }, 0.02),
        rod([-1.6, 0.1, z + 0.06], [3, 0.1, z + 0.06], 0.014, DARK),
        each([-1.3, -0.6, 0.1, 0.8, 1.5, 2.2, 2.8], (x, i) =>
          all(
            rod([x, 0.05, z], [x, 0.5, z], 0.016, WOOD),
            rod([x + 0.07, 0.05, z], [x + 0.07, 0.55, z], 0.012, { colour: '#d7c29a' }),
            ball(
              [x, 0.58, z],
              0.13 + (i % 3) * 0.015,
              { colour: i % 2 ? '#6fa35a' : '#619650', gloss: 0.03 },
              1.15,
            ),
          ),
        ),
      ),
    ),
    box([-2.5, 0.04, -1.3], [0.9, 0.75, 0.8], { colour: '#e6e1d6', gloss: 0.05 }, 0.02),
    prism(
      [
        [-3.05, 0.78],
        [-1.95, 0.78],
        [-1.95, 0.84],
        [-2.5, 1.15],
        [-3.05, 0.84],
      ],
      -1.8,
      -0.8,
      { colour: '#8a4a3a', gloss: 0.15 },
      0.01,
    ),
    box([-2.5, 0.05, -0.89], [0.3, 0.5, 0.03], { colour: '#5a4632' }),
    pipe(
      [
        [-2.2, 0.2, -0.85],
        [-1.9, 0.2, -0.4],
        [-1.7, 0.12, -0.4],
      ],
      0.04,
      { colour: '#2f6fb5', gloss: 0.3 },
    ),
    box([-2.5, 0.02, 0.4], [1.2, 0.12, 1.1], { colour: '#c9cdd2', gloss: 0.1 }, 0.04),
    box([-2.5, 0.1, 0.4], [1.0, 0.05, 0.9], { colour: '#5fa3c4', gloss: 0.9 }),
    box([0, -0.02, 1.75], [6.5, 0.115, 0.7], ROAD),
    stripes(1.75),
    each([-3.0, -0.9, 1.2, 3.0], (x) => all(rod([x, 0, 1.25], [x, 0.4, 1.25], 0.03, WOOD))),
    rod([-3, 0.36, 1.25], [3, 0.36, 1.25], 0.014, STEEL),
  );
}
