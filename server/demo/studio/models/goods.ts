import { all, each, moved, turned, type Material, type Mesh } from '../mesh.ts';
import { ball, box, lathe, rod } from '../solid-shapes.ts';
import { DARK, STEEL } from './vehicles.ts';

const WOOD: Material = { colour: '#b98d5c', gloss: 0.15 };
const pallet = (x: number, z: number, wide: number, deep: number): Mesh =>
  all(
    each([-0.42, 0, 0.42], (k) => box([x, 0, z + k * deep], [wide, 0.1, 0.1], WOOD)),
    each([-0.45, -0.22, 0, 0.22, 0.45], (k) => box([x + k * wide, 0.1, z], [wide * 0.16, 0.04, deep], WOOD)),
  );

/** Bricks and bags of cement on pallets. */
export function bricks(): Mesh {
  const tones = ['#b4553a', '#a94c33', '#bd6245', '#a3452f'];
  const rows = Array.from({ length: 7 }, (_, i) => i);
  const stack = each(rows, (row) =>
    each([0, 1, 2, 3, 4], (i) =>
      each([0, 1, 2, 3], (j) =>
        box(
          [-2.02 + i * 0.36 + (row % 2) * 0.03, 0.15 + row * 0.17, -0.54 + j * 0.36],
          [0.34, 0.155, 0.34],
          { colour: tones[(row * 7 + i * 3 + j * 5) % 4] as string, gloss: 0.05 },
          0.012,
        ),
      ),
    ),
  );
  const bag = (x: number, y: number, z: number): Mesh =>
    all(
      box(
        [x, y, z],
        [0.95, 0.22, 0.6],
        {
          colour: '#cfc8ba',
          gloss: 0.08,
          pattern: ([px, , pz]) => (Math.abs(pz - z) < 0.11 && Math.abs(px - x) < 0.33 ? '#3b7a55' : null),
        },
        0.1,
      ),
    );
  return all(
    pallet(-1.3, 0, 2, 1.6),
    stack,
    pallet(1.25, 0, 2.1, 1.4),
    each([0, 1, 2, 3, 4], (row) =>
      all(
        bag(0.75, 0.15 + row * 0.2, -0.33),
        bag(1.75, 0.15 + row * 0.2, -0.33),
        bag(0.75, 0.15 + row * 0.2, 0.33),
        ...(row < 4 ? [bag(1.75, 0.15 + row * 0.2, 0.33)] : []),
      ),
    ),
    each(
      [
        [0, 0],
        [0.4, 0.22],
        [0.15, -0.3],
      ] as const,
      ([x, z], i) =>
        moved(
          turned(
            box([0, 0, 0], [0.5, 0.15, 0.26], { colour: tones[i] as string, gloss: 0.05 }, 0.012),
            'y',
            i * 40,
          ),
          -0.15 + x,
          0,
          1.15 + z,
        ),
    ),
  );
}

/** Rolls of atlas silk and folded clothes. */
export function textiles(): Mesh {
  const ikat = (tones: readonly [string, string, string]): Material => ({
    colour: tones[0],
    gloss: 0.4,
    pattern: ([x, y, z]) => {
      const wave = Math.sin(x * 7) + 0.5 * Math.sin(x * 15 + 1) + Math.sin((y + z) * 5 + Math.sin(x * 7) * 2);
      return wave > 0.9 ? tones[1] : wave < -0.9 ? tones[2] : null;
    },
  });
  const silks = [
    ikat(['#b3243f', '#f1d36b', '#1f4f8f']),
    ikat(['#1f7a6c', '#f3ead0', '#6a2c78']),
    ikat(['#d88a1f', '#7a1f3d', '#f6efdc']),
    ikat(['#27408f', '#e8c64f', '#c83a5c']),
    ikat(['#7a2f86', '#f0d9a0', '#1f7a6c']),
  ];
  const roll = (x: number, y: number, z: number, i: number): Mesh =>
    all(
      rod([x - 1.3, y, z], [x + 1.3, y, z], 0.24, silks[i % 5] as Material),
      rod([x - 1.36, y, z], [x + 1.36, y, z], 0.06, WOOD),
    );
  return all(
    roll(-0.9, 0.24, 0.5, 0),
    roll(-0.9, 0.24, 0, 1),
    roll(-0.9, 0.24, -0.5, 2),
    roll(-0.9, 0.66, 0.25, 3),
    roll(-0.9, 0.66, -0.25, 4),
    each([0, 1, 2, 3, 4, 5], (i) =>
      box([1.25, i * 0.13, 0.2], [0.95, 0.125, 0.75], silks[(i * 2 + 1) % 5] as Material, 0.05),
    ),
    each([0, 1, 2, 3], (i) =>
      box(
        [2.3, i * 0.13, 0.1],
        [0.9, 0.125, 0.7],
        i % 2 ? { colour: '#f2ede2', gloss: 0.1 } : (silks[i] as Material),
        0.05,
      ),
    ),
    // A dress on a stand.
    rod([1.75, 0, -0.75], [1.75, 2.1, -0.75], 0.025, STEEL),
    lathe(
      [1.75, 0, -0.75],
      [0, 1, 0],
      [
        [0, 0],
        [0.3, 0],
        [0.28, 0.04],
        [0, 0.05],
      ],
      DARK,
    ),
    lathe(
      [1.75, 0.55, -0.75],
      [0, 1, 0],
      [
        [0.5, 0],
        [0.36, 0.5],
        [0.22, 0.85],
        [0.27, 1.2],
        [0.24, 1.4],
        [0.09, 1.5],
        [0.06, 1.56],
      ],
      silks[0] as Material,
    ),
  );
}

/** Open sacks of dried apricots and raisins. */
export function driedFruit(): Mesh {
  const cloth: Material = {
    colour: '#cdb58c',
    gloss: 0.03,
    pattern: ([x, y]) => (Math.sin(x * 70) * Math.sin(y * 70) > 0.8 ? '#bda277' : null),
  };
  const sack = (x: number, z: number, fruit: string, size: number): Mesh =>
    all(
      lathe(
        [x, 0, z],
        [0, 1, 0],
        [
          [0, 0],
          [0.42, 0.02],
          [0.5, 0.25],
          [0.48, 0.6],
          [0.4, 0.82],
          [0.47, 0.9],
          [0.48, 0.96],
          [0.42, 0.97],
          [0.38, 0.88],
        ],
        cloth,
      ),
      lathe(
        [x, 0.86, z],
        [0, 1, 0],
        [
          [0.4, 0],
          [0.25, 0.09],
          [0, 0.13],
        ],
        { colour: fruit, gloss: 0.25 },
      ),
      each(
        Array.from({ length: 46 }, (_, i) => i),
        (i) => {
          const a = i * 2.4;
          const r = 0.37 * Math.sqrt(i / 46);
          return ball(
            [x + Math.cos(a) * r, 0.99 - r * r * 0.75, z + Math.sin(a) * r],
            size,
            { colour: fruit, gloss: 0.35 },
            0.65,
          );
        },
      ),
    );
  const closed = (x: number, z: number): Mesh =>
    all(
      lathe(
        [x, 0, z],
        [0, 1, 0],
        [
          [0, 0],
          [0.42, 0.02],
          [0.5, 0.3],
          [0.45, 0.75],
          [0.14, 0.98],
          [0.1, 1.04],
          [0.2, 1.16],
          [0, 1.14],
        ],
        cloth,
      ),
      lathe(
        [x, 0.97, z],
        [0, 1, 0],
        [
          [0.12, 0],
          [0.135, 0.03],
          [0.12, 0.07],
        ],
        { colour: '#8a5a2f' },
      ),
    );
  return all(
    sack(-0.62, 0.35, '#e08a2a', 0.075),
    sack(0.62, 0.4, '#5b3322', 0.05),
    closed(-1.3, -0.55),
    closed(-0.1, -0.6),
    closed(1.2, -0.5),
    each(
      Array.from({ length: 9 }, (_, i) => i),
      (i) =>
        ball(
          [-0.2 + Math.sin(i * 1.9) * 0.5, 0.045, 1.15 + Math.cos(i * 2.3) * 0.16],
          0.07,
          { colour: i % 3 ? '#e08a2a' : '#5b3322', gloss: 0.35 },
          0.65,
        ),
    ),
  );
}
