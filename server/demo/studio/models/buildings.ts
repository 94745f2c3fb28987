import { all, each, moved, turned, type Material, type Mesh } from '../mesh.ts';
import { ball, box, lathe, prism, rod } from '../solid-shapes.ts';
import { DARK, GLASS, STEEL } from './vehicles.ts';
import {
  CONCRETE,
  PAVING,
  FRAME,
  tree,
  plinth,
  pane,
  sidePane,
  door,
  brick,
  gable,
} from './building-parts.ts';

/** A shop: glass front, awning, sign, parking. */
export function shop(): Mesh {
  const stripe: Material = {
    colour: '#c33b3b',
    gloss: 0.1,
    pattern: ([x]) => ((((x * 2.2) % 1) + 1) % 1 > 0.5 ? '#f5f2ea' : null),
  };
  return all(
    plinth(6.4, 4.6, PAVING),
    box([0, 0.05, -0.6], [4.6, 1.7, 2.4], { colour: '#e8e4dc', gloss: 0.06 }, 0.02),
    box([0, 1.7, -0.6], [4.74, 0.3, 2.54], { colour: '#3d454e', gloss: 0.2 }, 0.03),
    box(
      [0, 1.36, 0.66],
      [2.6, 0.3, 0.08],
      {
        colour: '#27456e',
        gloss: 0.3,
        pattern: ([x, y]) =>
          Math.abs(y - 1.51) < 0.05 && Math.abs(x) < 1 && Math.abs(((((x * 3) % 1) + 1) % 1) - 0.5) < 0.36
            ? '#ffffff'
            : null,
      },
      0.02,
    ),
    each([-1.45, 1.45], (x) =>
      all(
        box([x, 0.24, 0.605], [1.4, 0.8, 0.03], FRAME),
        box([x, 0.28, 0.615], [1.3, 0.72, 0.03], GLASS),
        each([-0.4, 0, 0.4], (d) =>
          box([x + d, 0.28, 0.63], [0.24, 0.26 + Math.abs(d) * 0.3, 0.012], {
            colour: d === 0 ? '#d9a441' : '#6f9dc4',
            gloss: 0.2,
          }),
        ),
      ),
    ),
    box([0, 0.06, 0.61], [0.9, 1.05, 0.03], FRAME),
    each([-0.21, 0.21], (x) => box([x, 0.09, 0.62], [0.38, 0.97, 0.03], GLASS)),
    each([-1.45, 1.45], (x) =>
      moved(turned(box([0, 0, 0], [1.6, 0.03, 0.62], stripe), 'x', 24), x, 1.14, 0.86),
    ),
    box([0, 0.05, 0.85], [1.3, 0.06, 0.5], CONCRETE, 0.01),
    each([-2.2, -1.1, 0, 1.1, 2.2], (x) => box([x, 0.065, 1.75], [0.04, 0.012, 0.85], FRAME)),
    sidePane(2.3, 0.7, -0.6, 0.6, 0.4),
    box([-1.2, 2.0, -1.0], [0.7, 0.3, 0.5], STEEL, 0.03),
    tree(-2.8, -1.4, 1.3),
    tree(2.8, -1.2, 1.5),
    each([-2.75, 2.75], (x) =>
      all(
        rod([x, 0.05, 1.9], [x, 1.5, 1.9], 0.03, DARK),
        ball([x, 1.52, 1.9], 0.1, { colour: '#fff4d6', gloss: 0.3 }),
      ),
    ),
  );
}

/** A café with a summer terrace: tables and umbrellas. */
export function cafe(): Mesh {
  const wall = brick('#c9a274', '#b88f60');
  const table = (x: number, z: number, colour: string): Mesh =>
    all(
      rod([x, 0.05, z], [x, 1.1, z], 0.025, FRAME),
      lathe(
        [x, 0.95, z],
        [0, 1, 0],
        [
          [0.55, 0],
          [0.03, 0.26],
        ],
        { colour, gloss: 0.1 },
        10,
      ),
      lathe(
        [x, 0.34, z],
        [0, 1, 0],
        [
          [0, 0],
          [0.22, 0],
          [0.22, 0.03],
          [0, 0.03],
        ],
        { colour: '#8a6238', gloss: 0.2 },
      ),
      each([0, 1, 2], (i) =>
        all(
          box(
            [x + Math.cos(i * 2.1) * 0.36, 0.05, z + Math.sin(i * 2.1) * 0.36],
            [0.16, 0.2, 0.16],
            { colour: '#7c5533' },
            0.02,
          ),
        ),
      ),
    );
  return all(
    plinth(6.2, 4.8, PAVING),
    box([-0.3, 0.05, -0.9], [4.2, 1.45, 2], wall, 0.02),
    box([-0.3, 1.48, -0.9], [4.34, 0.16, 2.14], { colour: '#8a6238', gloss: 0.15 }, 0.02),
    each([-1.9, -1.0, 0.6, 1.4], (x) =>
      all(
        box([x, 0.3, 0.1], [0.62, 0.86, 0.04], { colour: '#5c3d24' }, 0.01),
        box([x, 0.34, 0.12], [0.52, 0.78, 0.03], GLASS),
        rod([x, 1.16, 0.08], [x, 1.16, 0.14], 0.31, { colour: '#5c3d24' }),
      ),
    ),
    door(-0.2, 0.11, 0.55, 0.95, '#27566b'),
    box(
      [-0.2, 1.2, 0.16],
      [1.5, 0.22, 0.06],
      {
        colour: '#27566b',
        gloss: 0.2,
        pattern: ([x, y]) => (Math.abs(y - 1.31) < 0.035 && Math.abs(x + 0.2) < 0.5 ? '#f6e8c8' : null),
      },
      0.02,
    ),
    box(
      [-0.3, 0.05, 1.15],
      [5.2, 0.08, 1.9],
      {
        colour: '#b58a5a',
        gloss: 0.1,
        pattern: ([x]) => (Math.abs(((((x * 4) % 1) + 1) % 1) - 0.5) > 0.45 ? '#9d7447' : null),
      },
      0.01,
    ),
    table(-2.0, 1.1, '#d9583f'),
    table(-0.6, 1.35, '#f2e6cf'),
    table(0.8, 1.1, '#d9583f'),
    table(2.0, 1.35, '#f2e6cf'),
    box([2.4, 0.05, -0.9], [0.9, 0.9, 1.2], wall, 0.02),
    sidePane(-2.4, 0.5, -0.9, 0.6, 0.5),
    tree(2.6, -1.9, 1.5),
    tree(-2.75, -1.4, 1.2),
    each([-2.85, 2.25], (x) =>
      box([x, 0.05, 2.0], [0.34, 0.28, 0.34], { colour: '#8c5a3a' }, 0.03).concat(
        ball([x, 0.44, 2.0], 0.2, { colour: '#5b9a58', gloss: 0.03 }),
      ),
    ),
  );
}

/** A warehouse of insulated panels with three gates. */
export function warehouse(): Mesh {
  const panel: Material = {
    colour: '#d7dce1',
    gloss: 0.3,
    pattern: ([x, , z], n) =>
      Math.abs((((((Math.abs(n[2]) > 0.7 ? x : z) * 3) % 1) + 1) % 1) - 0.5) > 0.46 ? '#bcc3ca' : null,
  };
  return all(
    plinth(7.4, 4.8, { colour: '#a9afb6', gloss: 0.05 }),
    box([0, 0.05, -0.5], [5.8, 1.6, 2.6], panel, 0.01),
    box([0, 1.3, -0.5], [5.82, 0.2, 2.62], { colour: '#2f6fb5', gloss: 0.3 }),
    moved(gable(5.8, 2.6, 1.66, 0.42, { colour: '#8e98a3', gloss: 0.4 }), 0, 0, -0.5),
    each([-1.8, 0, 1.8], (x, i) =>
      all(
        box([x, 0.06, 0.81], [1.16, 1.16, 0.04], DARK, 0.01),
        box([x, i === 1 ? 0.62 : 0.08, 0.825], [1.06, i === 1 ? 0.56 : 1.1, 0.03], {
          colour: '#c8ced4',
          gloss: 0.4,
          pattern: ([, y]) => ((((y * 8) % 1) + 1) % 1 > 0.9 ? '#9aa3ac' : null),
        }),
        box([x, 0.05, 1.05], [1.3, 0.24, 0.4], CONCRETE, 0.01),
        each([-0.6, 0.6], (d) =>
          box([x + d, 0.05, 1.3], [0.07, 0.4, 0.07], { colour: '#e3b62f', gloss: 0.2 }),
        ),
      ),
    ),
    each([-2.2, -1.1, 0, 1.1, 2.2], (x) => box([x, 1.08, 0.805], [0.6, 0.14, 0.02], GLASS)),
    box([2.45, 0.05, 1.1], [0.8, 0.8, 0.8], { colour: '#e8e4dc' }, 0.02),
    pane(2.45, 0.4, 1.51, 0.4, 0.24),
    each(
      [
        [-2.9, 1.7],
        [-2.5, 1.75],
        [-2.7, 1.72],
      ] as const,
      ([x, z], i) =>
        box([x, i === 2 ? 0.4 : 0.05, z], [0.36, 0.34, 0.36], { colour: '#c09a66', gloss: 0.05 }, 0.01),
    ),
    each(
      [
        [0.4, 1.9],
        [0.8, 1.95],
      ] as const,
      ([x, z]) => box([x, 0.05, z], [0.34, 0.3, 0.34], { colour: '#c09a66', gloss: 0.05 }, 0.01),
    ),
  );
}

/** A brick workshop with a saw-tooth roof. */
export function workshop(): Mesh {
  const wall = brick('#ad6a50', '#985940');
  return all(
    plinth(6.6, 4.6, { colour: '#b3aa98', gloss: 0.03 }),
    box([0, 0.05, -0.5], [4.8, 1.25, 2.4], wall, 0.01),
    each([-1.6, 0, 1.6], (x) =>
      all(
        prism(
          [
            [x - 0.8, 1.28],
            [x + 0.8, 1.28],
            [x + 0.8, 1.36],
            [x - 0.76, 1.98],
            [x - 0.8, 1.98],
          ],
          -1.74,
          0.74,
          { colour: '#7d8790', gloss: 0.25 },
          0.01,
        ),
        box([x - 0.81, 1.4, -0.5], [0.03, 0.5, 2.3], GLASS),
      ),
    ),
    each([-1.85, -0.95, 1.75], (x) =>
      all(
        box([x, 0.45, 0.71], [0.66, 0.6, 0.03], FRAME),
        box([x, 0.48, 0.72], [0.6, 0.54, 0.03], GLASS),
        each([-0.15, 0, 0.15], (d) => box([x + d, 0.48, 0.738], [0.02, 0.54, 0.01], FRAME)),
        box([x, 0.74, 0.738], [0.6, 0.02, 0.01], FRAME),
      ),
    ),
    box(
      [0.55, 0.06, 0.72],
      [1.1, 1.0, 0.04],
      {
        colour: '#3f6b58',
        gloss: 0.2,
        pattern: ([x]) => (Math.abs(((((x * 6) % 1) + 1) % 1) - 0.5) > 0.44 ? '#33584a' : null),
      },
      0.01,
    ),
    box([2.75, 0.05, -0.6], [0.75, 0.8, 1.4], { colour: '#e3dccf' }, 0.02),
    box([2.75, 0.84, -0.6], [0.85, 0.08, 1.5], { colour: '#7d8790' }, 0.01),
    pane(2.75, 0.35, 0.11, 0.36, 0.28),
    rod([-2.0, 1.2, -1.2], [-2.0, 2.9, -1.2], 0.16, wall, { end: 0.12 }),
    box([0.55, 0.05, 1.3], [1.6, 0.05, 1.3], CONCRETE),
    each([-2.4, -2.1, -1.8], (x) => rod([x, 0.16, 1.3], [x, 0.16, 1.9], 0.1, STEEL)),
    tree(-2.85, 0.2, 1.2),
  );
}
