import { all, both, each, grown, moved, turned, type Material, type Mesh } from '../mesh.ts';
import { ball, box, lathe, pipe, prism, rod } from '../shapes.ts';
import { DARK, GLASS, LAMP, paint, RUBBER, STEEL } from './vehicles.ts';

/** A big lugged wheel of a tractor. */
function fieldWheel(x: number, radius: number, z: number, wide: number, rim: string): Mesh {
  const lugs = each(
    Array.from({ length: 22 }, (_, i) => (i / 22) * 2 * Math.PI),
    (a) =>
      moved(
        turned(
          box([0, radius * 0.93, -wide / 2], [radius * 0.1, radius * 0.1, wide * 0.94], RUBBER),
          'z',
          (a * 180) / Math.PI,
        ),
        x,
        radius,
        z,
      ),
  );
  return all(
    lathe(
      [x, radius, z - wide],
      [0, 0, 1],
      [
        [radius * 0.55, 0],
        [radius * 0.92, 0],
        [radius * 0.96, wide * 0.15],
        [radius * 0.96, wide * 0.85],
        [radius * 0.92, wide],
        [radius * 0.55, wide],
      ],
      RUBBER,
      48,
    ),
    lathe(
      [x, radius, z - wide * 0.45],
      [0, 0, 1],
      [
        [0, 0],
        [radius * 0.5, 0],
        [radius * 0.57, wide * 0.42],
        [radius * 0.54, wide * 0.42],
        [radius * 0.48, wide * 0.12],
        [0, wide * 0.12],
      ],
      paint(rim),
      40,
    ),
    rod([x, radius, z - wide * 0.4], [x, radius, z - wide * 0.1], radius * 0.16, STEEL),
    lugs,
  );
}

/** A wheeled field tractor, front to the right. */
export function fieldTractor(colour: string, rim = '#d9dde1'): Mesh {
  const body = paint(colour);
  return all(
    both(all(fieldWheel(-0.9, 0.82, 1.0, 0.42, rim), fieldWheel(1.15, 0.52, 0.92, 0.3, rim))),
    prism(
      [
        [0.15, 0.85],
        [1.62, 0.85],
        [1.7, 1.0],
        [1.68, 1.42],
        [1.4, 1.52],
        [0.15, 1.6],
      ],
      -0.36,
      0.36,
      body,
      0.08,
    ),
    each([0.5, 0.72, 0.94], (x) => both(box([x, 1.05, 0.352], [0.14, 0.26, 0.02], DARK, 0.005))),
    box([1.69, 1.0, 0], [0.05, 0.36, 0.5], DARK, 0.02),
    both(ball([1.64, 1.3, 0.26], 0.09, LAMP)),
    box([0.4, 0.55, 0], [2.6, 0.34, 0.44], DARK, 0.06),
    rod([-1, 0.82, -0.9], [-1, 0.82, 0.9], 0.14, DARK),
    rod([1.15, 0.52, -0.8], [1.15, 0.52, 0.8], 0.1, DARK),
    both(
      prism(
        [
          [-1.65, 1.3],
          [-1.5, 1.68],
          [-1.1, 1.82],
          [-0.6, 1.78],
          [-0.2, 1.5],
          [-0.1, 1.1],
          [-0.22, 1.1],
          [-0.35, 1.42],
          [-0.65, 1.68],
          [-1.1, 1.72],
          [-1.42, 1.58],
          [-1.55, 1.28],
        ],
        0.5,
        1.02,
        body,
        0.02,
      ),
    ),
    prism(
      [
        [-1.25, 1.5],
        [0.1, 1.5],
        [0.16, 1.6],
        [-0.05, 2.5],
        [-1.15, 2.5],
      ],
      -0.52,
      0.52,
      GLASS,
      0.03,
    ),
    both(
      all(
        pipe(
          [
            [0.14, 1.55, 0.53],
            [-0.06, 2.5, 0.53],
          ],
          0.035,
          DARK,
        ),
        pipe(
          [
            [-1.25, 1.5, 0.53],
            [-1.15, 2.5, 0.53],
          ],
          0.035,
          DARK,
        ),
        pipe(
          [
            [-0.55, 1.5, 0.54],
            [-0.58, 2.5, 0.54],
          ],
          0.025,
          DARK,
        ),
      ),
    ),
    box([-0.6, 2.48, 0], [1.3, 0.12, 1.2], body, 0.05),
    both(box([0.02, 2.42, 0.4], [0.1, 0.1, 0.16], LAMP, 0.03)),
    rod([0.75, 1.5, 0.25], [0.75, 2.3, 0.25], 0.05, DARK),
    box([1.85, 0.6, 0], [0.3, 0.34, 0.6], { colour: '#40474f', gloss: 0.3 }, 0.05),
    both(
      pipe(
        [
          [-1.4, 0.6, 0.3],
          [-1.9, 0.55, 0.36],
        ],
        0.04,
        DARK,
      ),
    ),
    both(box([-0.35, 0.62, 0.62], [0.36, 0.06, 0.26], DARK, 0.02)),
  );
}

/** A tractor with a seeder of eight rows behind it. */
export function tractorWithSeeder(): Mesh {
  const green = paint('#2c7a3f');
  const rows = Array.from({ length: 8 }, (_, i) => -1.75 + i * 0.5);
  return all(
    fieldTractor('#2f6fb5', '#e8e2cf'),
    box([-2.5, 0.75, 0], [0.16, 0.16, 4.2], { colour: '#b8872b', gloss: 0.4 }, 0.03),
    pipe(
      [
        [-1.8, 0.6, 0],
        [-2.5, 0.82, 0],
      ],
      0.06,
      DARK,
    ),
    each(rows, (z) =>
      all(
        prism(
          [
            [-2.7, 1.05],
            [-2.36, 1.05],
            [-2.28, 1.45],
            [-2.78, 1.45],
          ],
          z - 0.17,
          z + 0.17,
          green,
          0.03,
        ),
        lathe(
          [-2.53, 1.45, z],
          [0, 1, 0],
          [
            [0, 0],
            [0.2, 0],
            [0.17, 0.06],
            [0, 0.07],
          ],
          { colour: '#e6c44c', gloss: 0.3 },
        ),
        pipe(
          [
            [-2.53, 1.05, z],
            [-2.6, 0.5, z],
          ],
          0.035,
          DARK,
        ),
        rod([-2.75, 0.24, z - 0.05], [-2.75, 0.24, z + 0.05], 0.24, RUBBER),
        lathe(
          [-2.45, 0.2, z - 0.02],
          [0, 0, 1],
          [
            [0, 0],
            [0.2, 0],
            [0.2, 0.04],
            [0, 0.04],
          ],
          STEEL,
        ),
        pipe(
          [
            [-2.5, 0.8, z],
            [-2.75, 0.24, z],
          ],
          0.03,
          { colour: '#b8872b', gloss: 0.4 },
        ),
      ),
    ),
    both(fieldWheel(-2.4, 0.36, 2.3, 0.2, '#b8872b')),
    box([-2.62, 1.5, 0], [0.3, 0.34, 1.2], { colour: '#b8872b', gloss: 0.4 }, 0.05),
  );
}

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
