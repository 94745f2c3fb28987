import { all, both, each, moved, turned, type Mesh } from '../mesh.ts';
import { ball, box, lathe, pipe, prism, rod } from '../solid-shapes.ts';
import { DARK, GLASS, LAMP, RUBBER, STEEL, paint } from './vehicles.ts';

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
