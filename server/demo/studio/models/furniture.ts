import { all, each, moved, turned, type Material, type Mesh } from '../mesh.ts';
import { ball, box, lathe, pipe, rod } from '../solid-shapes.ts';
import { DARK, STEEL } from './vehicles.ts';
import { BLACK } from './finishes.ts';

/** Two workplaces: desks, pedestals, mesh chairs. */
export function office(): Mesh {
  const wood: Material = {
    colour: '#c69a66',
    gloss: 0.3,
    pattern: ([x, y, z]) => (Math.sin(x * 26 + Math.sin(z * 9 + y * 7) * 1.4) > 0.93 ? '#b5885a' : null),
  };
  const mesh: Material = { colour: '#33475c', gloss: 0.15 };
  const desk = all(
    box([0, 0.98, 0], [1.9, 0.06, 0.95], wood, 0.015),
    each([-0.9, 0.9], (x) => box([x, 0, 0], [0.05, 0.98, 0.85], { colour: '#e7e9ec', gloss: 0.3 }, 0.01)),
    box([0, 0.5, -0.38], [1.8, 0.42, 0.03], wood),
    box([0.6, 0.08, 0.05], [0.5, 0.78, 0.7], { colour: '#e7e9ec', gloss: 0.3 }, 0.02),
    each([0.12, 0.37, 0.62], (y) => box([0.6, y, 0.405], [0.45, 0.21, 0.02], wood, 0.006)),
    each([0.24, 0.49, 0.74], (y) => box([0.6, y, 0.425], [0.18, 0.02, 0.02], STEEL)),
  );
  const chair = all(
    each(
      Array.from({ length: 5 }, (_, i) => (i / 5) * 2 * Math.PI),
      (a) =>
        all(
          rod([0, 0.12, 0], [Math.cos(a) * 0.4, 0.07, Math.sin(a) * 0.4], 0.035, DARK),
          ball([Math.cos(a) * 0.4, 0.05, Math.sin(a) * 0.4], 0.05, BLACK),
        ),
    ),
    rod([0, 0.1, 0], [0, 0.6, 0], 0.04, STEEL),
    box([0, 0.6, 0.02], [0.66, 0.12, 0.64], mesh, 0.05),
    moved(turned(box([0, 0, 0], [0.6, 0.85, 0.07], mesh, 0.03), 'x', 8), 0, 0.85, 0.34),
    each([-0.36, 0.36], (x) =>
      all(
        pipe(
          [
            [x, 0.66, 0.2],
            [x, 0.92, 0.15],
            [x, 0.92, -0.15],
          ],
          0.03,
          DARK,
        ),
      ),
    ),
    pipe(
      [
        [0, 0.62, 0.3],
        [0, 0.9, 0.4],
      ],
      0.04,
      DARK,
    ),
  );
  const place = all(
    desk,
    moved(turned(chair, 'y', -18), -0.25, 0, 0.95),
    box([-0.35, 1.04, -0.2], [0.4, 0.02, 0.26], DARK, 0.01),
    rod([-0.35, 1.05, -0.22], [-0.35, 1.3, -0.24], 0.025, DARK),
    box([-0.35, 1.22, -0.22], [0.95, 0.56, 0.04], BLACK, 0.015),
    box([-0.35, 1.25, -0.195], [0.88, 0.49, 0.01], { colour: '#2f6fb5', gloss: 0.8 }),
  );
  return all(moved(place, -1.15, 0, 0), moved(place, 1.15, 0, 0));
}

/** A two-seat sofa with cushions and a floor lamp. */
export function sofa(): Mesh {
  const cloth: Material = { colour: '#2f7f83', gloss: 0.08 };
  const cushion = (x: number, colour: string, turn: number): Mesh =>
    moved(
      turned(turned(box([0, 0, 0], [0.52, 0.5, 0.2], { colour, gloss: 0.1 }, 0.095), 'x', -16), 'y', turn),
      x,
      0.72,
      0.05,
    );
  return all(
    box([0, 0.2, 0], [2.5, 0.34, 1.15], cloth, 0.08),
    box([0, 0.45, -0.42], [2.5, 0.75, 0.32], cloth, 0.13),
    each([-1.28, 1.28], (x) => box([x, 0.2, 0.02], [0.34, 0.7, 1.15], cloth, 0.14)),
    each([-0.56, 0.56], (x) =>
      all(
        box([x, 0.5, 0.1], [1.1, 0.24, 0.88], cloth, 0.09),
        moved(turned(box([0, 0, 0], [1.08, 0.58, 0.24], cloth, 0.1), 'x', -9), x, 0.66, -0.18),
      ),
    ),
    each(
      [
        [-1.2, 0.45],
        [1.2, 0.45],
        [-1.2, -0.45],
        [1.2, -0.45],
      ] as const,
      ([x, z]) => rod([x, 0, z], [x, 0.22, z], 0.035, { colour: '#7c5533', gloss: 0.3 }, { end: 0.05 }),
    ),
    cushion(-0.85, '#e0b052', 14),
    cushion(0.85, '#e8e2d6', -12),
    lathe(
      [2.05, 0, -0.1],
      [0, 1, 0],
      [
        [0, 0],
        [0.28, 0],
        [0.28, 0.03],
        [0.05, 0.06],
        [0, 0.06],
      ],
      DARK,
    ),
    rod([2.05, 0, -0.1], [2.05, 1.75, -0.1], 0.022, STEEL),
    lathe(
      [2.05, 1.55, -0.1],
      [0, 1, 0],
      [
        [0.36, 0],
        [0.25, 0.5],
        [0.24, 0.5],
        [0.35, 0],
      ],
      { colour: '#f1e3c2', gloss: 0.05 },
    ),
    ball([2.05, 1.72, -0.1], 0.1, { colour: '#fff6d8', gloss: 0.2 }),
  );
}
