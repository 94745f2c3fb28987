import { all, both, each, type Mesh } from '../mesh.ts';
import { box, lathe, loft, prism, rod } from '../solid-shapes.ts';
import { DARK, GLASS, STEEL, REAR_LAMP, paint } from './vehicles.ts';
import { WHITE, lamp, twin, single } from './vehicle-parts.ts';

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
