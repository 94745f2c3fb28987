import { all, both, each, type Material, type Mesh } from '../mesh.ts';
import { ball, box, lathe, loft, pipe, prism, rod } from '../shapes.ts';
import type { Vec } from '../vector.ts';
import { DARK, GLASS, LAMP, paint, REAR_LAMP, RUBBER, STEEL, wheel } from './vehicles.ts';

const WHITE: Material = { colour: '#eef0f2', gloss: 0.35 };
const lamp = (x: number, y: number, z: number): Mesh => ball([x, y, z], 0.13, LAMP, 0.8);

/** A cab over its engine, front to the right: side outline made thick. */
function cab(
  x: number,
  colour: string,
  { long, low, high, wide }: { long: number; low: number; high: number; wide: number },
): Mesh {
  const body = paint(colour);
  const front = x + long;
  const w = wide / 2;
  const shell = prism(
    [
      [x, low],
      [front - 0.02, low],
      [front, low + (high - low) * 0.42],
      [front - 0.16, high - 0.14],
      [front - 0.4, high],
      [x + 0.1, high],
      [x, high - 0.1],
    ],
    -w,
    w,
    body,
    0.06,
  );
  const mid = low + (high - low) * 0.5;
  const top = low + (high - low) * 0.88;
  const screen = loft(
    [
      [
        [front + 0.015, mid, w * 0.9],
        [front + 0.015, mid, -w * 0.9],
      ],
      [
        [front - 0.125, top, w * 0.86],
        [front - 0.125, top, -w * 0.86],
      ],
    ],
    GLASS,
    false,
  );
  const side = both(
    all(
      prism(
        [
          [front - long * 0.62, mid],
          [front - 0.14, mid],
          [front - 0.26, top],
          [front - long * 0.62, top],
        ],
        w - 0.01,
        w + 0.012,
        GLASS,
        0.004,
      ),
      box([front - long * 0.45, mid - 0.16, w + 0.01], [0.2, 0.04, 0.03], DARK, 0.01),
      box([front - long * 0.64, low + 0.12, w], [0.012, top - low - 0.1, 0.012], DARK),
      box([front + 0.1, mid + 0.2, w + 0.14], [0.08, 0.42, 0.18], DARK, 0.03),
      lamp(front - 0.06, low + 0.3, w * 0.72),
      box([front - long * 0.4, low - 0.24, w - 0.1], [long * 0.5, 0.16, 0.2], DARK, 0.03),
    ),
  );
  const face = all(
    box([front - 0.05, low - 0.16, 0], [0.22, 0.4, wide], body, 0.08),
    each([0.42, 0.56, 0.7], (y) => box([front + 0.005, low + y, 0], [0.03, 0.07, wide * 0.62], DARK, 0.02)),
    box([front + 0.06, low - 0.06, 0], [0.03, 0.12, 0.5], { colour: '#f3f5f7' }, 0.01),
  );
  return all(shell, screen, side, face);
}

const twin = (x: number, radius: number, z: number): Mesh =>
  both(all(wheel(x, radius, z, radius, 0.26, 6), wheel(x, radius, z - 0.32, radius, 0.26, 6)));
const single = (x: number, radius: number, z: number): Mesh => both(wheel(x, radius, z, radius, 0.28, 6));

/** A box lorry of a dark blue cab and a white insulated box. */
export function boxLorry(): Mesh {
  const w = 1.05;
  const ribs = each(
    Array.from({ length: 9 }, (_, i) => -3.1 + i * 0.5),
    (x) => both(box([x, 1.05, w + 0.012], [0.03, 2.1, 0.02], STEEL)),
  );
  return all(
    cab(1.3, '#21508f', { long: 1.7, low: 0.62, high: 2.25, wide: 2 }),
    box([-1.05, 1, 0], [4.5, 2.25, 2.14], WHITE, 0.05),
    ribs,
    both(box([-1.05, 1.0, w + 0.02], [4.5, 0.1, 0.05], STEEL, 0.02)),
    each([0.3, -0.3], (z) =>
      box([-3.32, 1.1, z * 1.6], [0.04, 2.05, 0.9], { colour: '#dfe3e7', gloss: 0.4 }, 0.02),
    ),
    each([0.75, 0.1, -0.1, -0.75], (z) => rod([-3.36, 1.15, z], [-3.36, 3.1, z], 0.025, STEEL)),
    box([-0.6, 0.72, 0], [5.6, 0.2, 0.9], DARK, 0.03),
    both(box([-3.35, 0.75, 0.75], [0.08, 0.16, 0.3], REAR_LAMP, 0.03)),
    box([-0.2, 0.45, 0.8], [0.9, 0.42, 0.4], STEEL, 0.1),
    twin(-2, 0.42, 1.02),
    single(2.2, 0.42, 0.98),
  );
}

/** A red tractor unit with a sleeper cab and a fifth wheel. */
export function tractorUnit(): Mesh {
  const w = 1.22;
  return all(
    cab(0.7, '#a8242f', { long: 2.2, low: 0.85, high: 3.35, wide: 2.44 }),
    loft(
      [
        [
          [0.75, 3.3, w * 0.9],
          [0.75, 3.3, -w * 0.9],
        ],
        [
          [0.8, 3.85, w * 0.8],
          [0.8, 3.85, -w * 0.8],
        ],
        [
          [1.6, 3.8, w * 0.8],
          [1.6, 3.8, -w * 0.8],
        ],
        [
          [2.5, 3.32, w * 0.86],
          [2.5, 3.32, -w * 0.86],
        ],
      ],
      paint('#a8242f'),
      false,
    ),
    both(
      prism(
        [
          [0.75, 3.3],
          [2.5, 3.32],
          [1.6, 3.8],
          [0.8, 3.85],
        ],
        w * 0.8,
        w * 0.84,
        paint('#a8242f'),
      ),
    ),
    box([-0.9, 0.75, 0], [4.2, 0.3, 0.95], DARK, 0.03),
    box([-1.6, 1.08, 0], [1, 0.12, 1.0], STEEL, 0.05),
    lathe(
      [-1.6, 1.2, 0],
      [0.12, 1, 0],
      [
        [0, 0],
        [0.5, 0],
        [0.5, 0.06],
        [0.12, 0.06],
        [0.12, 0.03],
        [0, 0.03],
      ],
      { colour: '#4b525b', gloss: 0.5 },
    ),
    both(
      lathe(
        [-0.35, 0.72, 0.85],
        [1, 0, 0],
        [
          [0, 0],
          [0.3, 0],
          [0.32, 0.05],
          [0.32, 0.95],
          [0.3, 1],
          [0, 1],
        ],
        STEEL,
      ),
    ),
    both(
      prism(
        [
          [-2.25, 1.05],
          [-2.1, 1.2],
          [-1.15, 1.2],
          [-1.0, 1.05],
          [-1.0, 0.95],
          [-2.25, 0.95],
        ],
        0.7,
        1.22,
        DARK,
        0.02,
      ),
    ),
    rod([0.45, 1.2, 0.95], [0.45, 3.1, 0.95], 0.09, STEEL),
    both(box([-2.95, 0.8, 0.8], [0.08, 0.16, 0.36], REAR_LAMP, 0.03)),
    twin(-1.6, 0.5, 1.22),
    single(1.9, 0.5, 1.2),
  );
}

/** A city bus, front to the right: green and white, two doors. */
export function bus(): Mesh {
  const w = 1.12;
  const green = paint('#1f7d57');
  const shell = box([0, 0.42, 0], [7.2, 2.45, 2.24], WHITE, 0.22);
  const panes = Array.from({ length: 6 }, (_, i) => -2.85 + i * 1.0);
  const sides = both(
    all(
      box([0, 0.5, w + 0.002], [7.0, 0.62, 0.016], green, 0.006),
      each(panes, (x) => box([x, 1.42, w + 0.003], [0.92, 0.98, 0.02], GLASS, 0.008)),
      box([0, 2.5, w + 0.002], [6.9, 0.1, 0.014], green),
    ),
  );
  const doors = each([2.72, -0.15], (x) =>
    all(
      box([x, 0.46, w + 0.012], [0.95, 1.98, 0.02], DARK, 0.006),
      each([-0.23, 0.23], (d) => box([x + d, 0.56, w + 0.022], [0.4, 1.8, 0.014], GLASS, 0.006)),
    ),
  );
  const front = all(
    loft(
      [
        [
          [3.615, 1.2, w * 0.88],
          [3.615, 1.2, -w * 0.88],
        ],
        [
          [3.6, 2.42, w * 0.84],
          [3.6, 2.42, -w * 0.84],
        ],
      ],
      GLASS,
      false,
    ),
    box([3.56, 2.48, 0], [0.1, 0.22, 1.5], { colour: '#1b1d20', gloss: 0.5 }, 0.03),
    box([3.615, 2.53, 0], [0.02, 0.11, 0.9], { colour: '#ffb02e', gloss: 0.4 }),
    box([3.58, 0.42, 0], [0.16, 0.3, 2.16], DARK, 0.06),
    box([3.58, 0.76, 0], [0.1, 0.28, 2.1], green, 0.04),
    both(lamp(3.52, 0.92, 0.82)),
    both(box([3.7, 1.9, 1.18], [0.1, 0.4, 0.16], DARK, 0.04)),
  );
  const back = all(
    loft(
      [
        [
          [-3.61, 1.5, w * 0.7],
          [-3.61, 1.5, -w * 0.7],
        ],
        [
          [-3.61, 2.35, w * 0.66],
          [-3.61, 2.35, -w * 0.66],
        ],
      ],
      GLASS,
      false,
    ),
    both(box([-3.57, 0.9, 0.92], [0.1, 0.42, 0.2], REAR_LAMP, 0.04)),
  );
  const tanks = each([-1.6, -0.4, 0.8], (x) =>
    rod([x - 0.5, 2.98, 0], [x + 0.55, 2.98, 0], 0.2, { colour: '#d8dce0', gloss: 0.4 }),
  );
  return all(
    shell,
    sides,
    doors,
    front,
    back,
    tanks,
    box([-0.4, 2.84, 0], [3.4, 0.1, 0.8], STEEL, 0.03),
    single(2.0, 0.44, 1.14),
    twin(-2.1, 0.44, 1.14),
  );
}

/** A small one-box van with seven seats. */
export function microvan(): Mesh {
  const body = paint('#f0f1f2');
  const w = 0.7;
  const outline: (readonly [number, number])[] = [
    [-1.6, 0.28],
    [1.5, 0.28],
    [1.66, 0.42],
    [1.66, 0.78],
    [1.52, 0.95],
    [1.0, 1.68],
    [0.75, 1.78],
    [-1.45, 1.8],
    [-1.6, 1.62],
  ];
  return all(
    prism(outline, -w, w, body, 0.06),
    loft(
      [
        [
          [1.56, 0.96, w * 0.86],
          [1.56, 0.96, -w * 0.86],
        ],
        [
          [1.07, 1.64, w * 0.8],
          [1.07, 1.64, -w * 0.8],
        ],
      ],
      GLASS,
      false,
    ),
    loft(
      [
        [
          [-1.615, 1.05, w * 0.8],
          [-1.615, 1.05, -w * 0.8],
        ],
        [
          [-1.6, 1.6, w * 0.76],
          [-1.6, 1.6, -w * 0.76],
        ],
      ],
      GLASS,
      false,
    ),
    both(
      all(
        prism(
          [
            [0.55, 1.0],
            [1.3, 1.0],
            [0.93, 1.58],
            [0.55, 1.6],
          ],
          w - 0.01,
          w + 0.012,
          GLASS,
          0.004,
        ),
        prism(
          [
            [-0.55, 1.0],
            [0.45, 1.0],
            [0.45, 1.6],
            [-0.55, 1.6],
          ],
          w - 0.01,
          w + 0.012,
          GLASS,
          0.004,
        ),
        prism(
          [
            [-1.48, 1.0],
            [-0.65, 1.0],
            [-0.65, 1.6],
            [-1.48, 1.6],
          ],
          w - 0.01,
          w + 0.012,
          GLASS,
          0.004,
        ),
        each([0.5, -0.6], (x) => box([x, 0.4, w], [0.01, 1.2, 0.012], DARK)),
        box([0.62, 0.86, w + 0.01], [0.14, 0.03, 0.03], DARK, 0.01),
        box([-0.45, 0.86, w + 0.01], [0.14, 0.03, 0.03], DARK, 0.01),
        box([1.28, 1.02, w + 0.1], [0.08, 0.14, 0.14], DARK, 0.03),
        ball([1.56, 0.66, 0.5], 0.15, LAMP, 0.75),
        box([-1.56, 0.72, 0.6], [0.1, 0.3, 0.12], REAR_LAMP, 0.03),
        rod([-1.2, 1.84, 0.5], [0.6, 1.84, 0.5], 0.02, STEEL),
        rod([1.08, 0.28, w * 0.8], [1.08, 0.28, w + 0.005], 0.31, RUBBER),
        rod([-1.02, 0.28, w * 0.8], [-1.02, 0.28, w + 0.005], 0.31, RUBBER),
        wheel(1.08, 0.26, w + 0.03, 0.26, 0.16),
        wheel(-1.02, 0.26, w + 0.03, 0.26, 0.16),
      ),
    ),
    box([1.64, 0.28, 0], [0.1, 0.2, 1.36], DARK, 0.05),
    box([1.665, 0.62, 0], [0.03, 0.1, 0.6], DARK, 0.01),
    box([1.7, 0.34, 0], [0.02, 0.09, 0.36], { colour: '#f3f5f7' }, 0.005),
  );
}

/** A touring motorcycle with cases, front to the right. */
export function motorcycle(): Mesh {
  const red = paint('#b3262c');
  const tyre = (x: number, r: number, wide: number): Mesh =>
    all(
      lathe(
        [x, r, -wide / 2],
        [0, 0, 1],
        [
          [r * 0.72, 0],
          [r * 0.94, 0],
          [r, wide * 0.3],
          [r, wide * 0.7],
          [r * 0.94, wide],
          [r * 0.72, wide],
          [r * 0.72, 0],
        ],
        RUBBER,
        48,
      ),
      lathe(
        [x, r, -0.03],
        [0, 0, 1],
        [
          [r * 0.66, 0],
          [r * 0.74, 0],
          [r * 0.74, 0.06],
          [r * 0.66, 0.06],
          [r * 0.66, 0],
        ],
        STEEL,
        48,
      ),
      each(
        Array.from({ length: 6 }, (_, i) => (i * Math.PI) / 3),
        (a) =>
          rod([x, r, 0], [x + Math.cos(a) * r * 0.7, r + Math.sin(a) * r * 0.7, 0], 0.018, STEEL, {
            segments: 10,
          }),
      ),
      both(
        lathe(
          [x, r, 0.05],
          [0, 0, 1],
          [
            [0.06, 0],
            [r * 0.42, 0],
            [r * 0.42, 0.01],
            [0.06, 0.01],
          ],
          STEEL,
        ),
      ),
      rod([x, r, -0.12], [x, r, 0.12], 0.05, DARK),
    );
  const points = (list: readonly (readonly [number, number, number])[]): Vec[] =>
    list.map(([x, y, z]) => [x, y, z]);
  return all(
    tyre(0.72, 0.32, 0.13),
    tyre(-0.74, 0.32, 0.17),
    both(
      all(
        pipe(
          points([
            [0.72, 0.32, 0.1],
            [0.5, 0.95, 0.1],
          ]),
          0.026,
          STEEL,
        ),
        pipe(
          points([
            [-0.74, 0.32, 0.12],
            [-0.2, 0.42, 0.12],
            [0.0, 0.5, 0.12],
          ]),
          0.032,
          DARK,
        ),
      ),
    ),
    pipe(
      points([
        [0.46, 0.92, 0.08],
        [0.1, 0.8, 0.12],
        [-0.2, 0.42, 0.12],
      ]),
      0.03,
      red,
    ),
    pipe(
      points([
        [0.46, 0.92, -0.08],
        [0.1, 0.8, -0.12],
        [-0.2, 0.42, -0.12],
      ]),
      0.03,
      red,
    ),
    box([0.08, 0.28, 0], [0.42, 0.36, 0.3], { colour: '#5b626b', gloss: 0.5 }, 0.07),
    each([0.34, 0.42, 0.5, 0.58], (y) => box([0.16, y, 0], [0.3, 0.025, 0.36], STEEL, 0.01)),
    prism(
      [
        [0.4, 0.86],
        [0.46, 0.98],
        [0.3, 1.08],
        [0.05, 1.06],
        [-0.12, 0.92],
        [0.0, 0.82],
      ],
      -0.15,
      0.15,
      red,
      0.07,
    ),
    prism(
      [
        [0.0, 0.9],
        [-0.15, 0.88],
        [-0.45, 0.92],
        [-0.72, 0.98],
        [-0.8, 0.92],
        [-0.4, 0.8],
        [-0.05, 0.8],
      ],
      -0.14,
      0.14,
      { colour: '#22252a', gloss: 0.2 },
      0.05,
    ),
    prism(
      [
        [0.5, 0.78],
        [0.78, 0.9],
        [0.72, 1.12],
        [0.55, 1.16],
        [0.42, 0.95],
      ],
      -0.17,
      0.17,
      red,
      0.06,
    ),
    loft(
      [
        [
          [0.7, 1.12, 0.16],
          [0.7, 1.12, -0.16],
        ],
        [
          [0.5, 1.46, 0.11],
          [0.5, 1.46, -0.11],
        ],
      ],
      { colour: '#7d93a3', gloss: 0.9 },
      false,
    ),
    ball([0.76, 0.97, 0], 0.1, LAMP, 0.9),
    pipe(
      points([
        [0.3, 1.08, 0.38],
        [0.45, 1.1, 0.22],
        [0.48, 1.06, 0],
      ]),
      0.016,
      DARK,
    ),
    pipe(
      points([
        [0.3, 1.08, -0.38],
        [0.45, 1.1, -0.22],
        [0.48, 1.06, 0],
      ]),
      0.016,
      DARK,
    ),
    both(
      all(
        rod([0.3, 1.08, 0.36], [0.24, 1.07, 0.46], 0.022, RUBBER),
        box([0.42, 1.2, 0.36], [0.03, 0.09, 0.14], DARK, 0.02),
        box([-0.68, 0.5, 0.27], [0.44, 0.36, 0.2], { colour: '#3a4048', gloss: 0.4 }, 0.05),
      ),
    ),
    box([-0.78, 0.95, 0], [0.36, 0.3, 0.42], { colour: '#3a4048', gloss: 0.4 }, 0.06),
    rod([0.05, 0.26, 0.2], [-0.85, 0.36, 0.24], 0.055, STEEL, { end: 0.065 }),
    prism(
      [
        [0.46, 0.62],
        [0.62, 0.68],
        [0.82, 0.68],
        [0.98, 0.56],
        [0.96, 0.54],
        [0.8, 0.64],
        [0.62, 0.64],
        [0.48, 0.58],
      ],
      -0.08,
      0.08,
      red,
      0.01,
    ),
    box([-1.03, 0.86, 0], [0.05, 0.08, 0.2], REAR_LAMP, 0.02),
  );
}
