import { all, both, each, grown, moved, turned, type Material, type Mesh } from '../mesh.ts';
import { ball, box, pipe, prism, rod } from '../solid-shapes.ts';
import { DARK, GLASS, STEEL, paint } from './vehicles.ts';

/** A rubber or steel track around its rollers. */
function track(long: number, high: number, z: number, wide: number): Mesh {
  const r = high / 2;
  const outline = Array.from({ length: 32 }, (_, i) => {
    const a = (i / 32) * 2 * Math.PI;
    return [
      Math.sign(Math.cos(a)) * (long / 2 - r) * (Math.abs(Math.cos(a)) > 0.01 ? 1 : 0) + Math.cos(a) * r,
      r + Math.sin(a) * r,
    ] as const;
  });
  const plates = Array.from(
    { length: Math.round(long / 0.16) },
    (_, i) => -long / 2 + r + (i * (long - 2 * r)) / Math.round(long / 0.16),
  );
  return all(
    prism(outline, z - wide, z, { colour: '#33373c', gloss: 0.15 }, 0.03),
    each(plates, (x) =>
      all(
        box([x, high - 0.01, z - wide / 2], [0.07, 0.04, wide * 1.02], DARK),
        box([x, 0, z - wide / 2], [0.07, 0.03, wide * 1.02], DARK),
      ),
    ),
    each([-1, -0.5, 0, 0.5, 1], (k) =>
      rod(
        [k * (long / 2 - r), r, z - 0.02],
        [k * (long / 2 - r), r, z + 0.03],
        r * (Math.abs(k) === 1 ? 0.72 : 0.4),
        { colour: '#596069', gloss: 0.3 },
      ),
    ),
  );
}

interface Digger {
  colour: string;
  blade?: boolean;
}

/** An excavator with its arm to the right. */
export function excavator({ colour, blade = false }: Digger): Mesh {
  const body = paint(colour);
  const arm = { colour, gloss: 0.45 };
  return all(
    both(track(3.4, 0.86, 1.3, 0.5)),
    box([0, 0.4, 0], [2, 0.4, 1.8], DARK, 0.08),
    rod([0, 0.75, 0], [0, 1.0, 0], 0.7, DARK),
    prism(
      [
        [-1.95, 1.0],
        [0.9, 1.0],
        [0.95, 1.25],
        [0.2, 1.35],
        [0.1, 1.95],
        [-1.7, 1.95],
        [-1.95, 1.75],
      ],
      -1.2,
      1.2,
      body,
      0.09,
    ),
    box([-1.6, 1.02, 0], [0.8, 0.8, 2.5], { colour: '#3c4249', gloss: 0.35 }, 0.14),
    each([-0.9, -0.6, -0.3], (x) => both(box([x, 1.5, 1.2], [0.16, 0.28, 0.02], DARK))),
    // Cab on the near side of the boom.
    prism(
      [
        [-0.35, 1.2],
        [1.0, 1.2],
        [1.1, 1.6],
        [0.92, 2.75],
        [0.75, 2.85],
        [-0.35, 2.85],
      ],
      0.32,
      1.2,
      GLASS,
      0.05,
    ),
    each([0.31, 1.21], (z) =>
      all(
        pipe(
          [
            [1.02, 1.2, z],
            [1.1, 1.6, z],
            [0.9, 2.8, z],
          ],
          0.045,
          body,
        ),
        pipe(
          [
            [-0.35, 1.2, z],
            [-0.35, 2.83, z],
            [0.8, 2.83, z],
          ],
          0.045,
          body,
        ),
        pipe(
          [
            [0.3, 1.2, z],
            [0.3, 2.83, z],
          ],
          0.03,
          body,
        ),
      ),
    ),
    box([0.25, 2.82, 0.76], [1.2, 0.1, 0.94], body, 0.04),
    prism(
      [
        [0.3, 1.3],
        [0.75, 1.15],
        [1.5, 2.6],
        [2.6, 3.55],
        [3.9, 3.35],
        [3.95, 3.6],
        [2.55, 3.95],
        [1.15, 2.95],
      ],
      -0.42,
      0.0,
      arm,
      0.04,
    ),
    prism(
      [
        [3.65, 3.2],
        [4.1, 3.85],
        [4.3, 3.75],
        [4.2, 3.2],
        [4.45, 1.55],
        [4.2, 1.5],
      ],
      -0.38,
      -0.04,
      arm,
      0.04,
    ),
    rod([1.1, 1.75, 0.06], [2.3, 3.2, 0.06], 0.075, STEEL),
    rod([1.0, 1.5, 0.06], [1.6, 2.35, 0.06], 0.11, DARK),
    rod([2.7, 3.95, -0.2], [4.1, 3.85, -0.2], 0.07, STEEL),
    rod([2.7, 3.95, -0.2], [3.4, 3.95, -0.2], 0.1, DARK),
    rod([4.35, 3.2, -0.2], [4.6, 1.9, -0.2], 0.06, STEEL),
    prism(
      [
        [4.2, 1.55],
        [4.65, 1.6],
        [4.75, 1.1],
        [4.3, 0.55],
        [3.65, 0.5],
        [3.55, 0.62],
        [4.05, 0.85],
        [4.2, 1.2],
      ],
      -0.75,
      0.33,
      { colour: '#4a5058', gloss: 0.35 },
      0.03,
    ),
    each([-0.7, -0.46, -0.22, 0.02, 0.26], (z) =>
      prism(
        [
          [3.6, 0.5],
          [3.75, 0.66],
          [3.42, 0.62],
        ],
        z - 0.05,
        z + 0.05,
        STEEL,
      ),
    ),
    ...(blade
      ? [
          prism(
            [
              [1.95, 0.1],
              [2.15, 0.0],
              [2.2, 0.55],
              [2.05, 0.7],
            ],
            -1.3,
            1.3,
            body,
            0.03,
          ),
          both(
            pipe(
              [
                [0.9, 0.5, 0.5],
                [2.0, 0.35, 0.5],
              ],
              0.07,
              DARK,
            ),
          ),
        ]
      : []),
  );
}

/** A small digger: the same arm on a shorter body, with a blade. */
export const miniExcavator = (): Mesh => grown(excavator({ colour: '#e2701f', blade: true }), 0.55);

/** Solar panels on tilted rows, with an inverter cabinet. */
export function solar(): Mesh {
  const cell: Material = {
    colour: '#1d3a66',
    gloss: 0.8,
    pattern: ([x, , z]) => {
      const u = Math.abs(((((x * 6) % 1) + 1) % 1) - 0.5);
      const v = Math.abs(((((z * 6) % 1) + 1) % 1) - 0.5);
      return u > 0.47 || v > 0.47 ? '#7f9cc4' : null;
    },
  };
  const panel = (x: number, row: number): Mesh =>
    moved(
      turned(
        all(
          box([0, 0, 0], [1.0, 0.05, 1.66], { colour: '#c9ced4', gloss: 0.6 }, 0.01),
          box([0, 0.045, 0], [0.96, 0.012, 1.62], cell),
        ),
        'x',
        28,
      ),
      x,
      0.85,
      row,
    );
  const columns = Array.from({ length: 4 }, (_, i) => -1.65 + i * 1.06);
  return all(
    each([-1.1, 1.1], (row) =>
      all(
        each(columns, (x) => panel(x, row)),
        each([-1.6, 0, 1.6], (x) =>
          all(
            rod([x, 0, row + 0.5], [x, 0.62, row + 0.5], 0.035, STEEL),
            rod([x, 0, row - 0.55], [x, 1.12, row - 0.55], 0.035, STEEL),
          ),
        ),
        rod([-2.1, 1.1, row - 0.5], [2.1, 1.1, row - 0.5], 0.03, STEEL),
      ),
    ),
    box([3.0, 0.35, 0.4], [0.7, 1.0, 0.32], { colour: '#e8ebee', gloss: 0.5 }, 0.05),
    box([3.0, 0.9, 0.57], [0.34, 0.2, 0.02], { colour: '#22303c', gloss: 0.8 }),
    each([-0.18, 0, 0.18], (d) => ball([3 + d, 0.72, 0.57], 0.025, { colour: '#2fa866', gloss: 0.6 })),
    each([2.75, 3.25], (x) => rod([x, 0, 0.4], [x, 0.36, 0.4], 0.03, DARK)),
    pipe(
      [
        [2.7, 0.45, 0.4],
        [2.3, 0.1, 0.4],
        [1.7, 0.08, 0.9],
      ],
      0.025,
      DARK,
    ),
  );
}
