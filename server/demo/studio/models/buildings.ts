import { all, each, moved, turned, type Material, type Mesh } from '../mesh.ts';
import { ball, box, lathe, prism, rod } from '../shapes.ts';
import { DARK, GLASS, STEEL } from './vehicles.ts';

const CONCRETE: Material = { colour: '#c9cdd2', gloss: 0.08 };
const GRASS: Material = { colour: '#8fae72', gloss: 0.02 };
const PAVING: Material = {
  colour: '#b9bec5',
  gloss: 0.05,
  pattern: ([x, , z]) =>
    Math.abs(((((x * 2) % 1) + 1) % 1) - 0.5) > 0.47 || Math.abs(((((z * 2) % 1) + 1) % 1) - 0.5) > 0.47
      ? '#a7adb5'
      : null,
};
const FRAME: Material = { colour: '#f4f5f6', gloss: 0.3 };

export const tree = (x: number, z: number, size: number): Mesh =>
  all(
    rod([x, 0.1, z], [x, size * 0.55, z], size * 0.05, { colour: '#7a5a3c', gloss: 0.05 }),
    ball([x, size * 0.75, z], size * 0.3, { colour: '#5b9a58', gloss: 0.03 }),
    ball([x + size * 0.16, size * 0.6, z + size * 0.1], size * 0.22, { colour: '#4f8d50', gloss: 0.03 }),
    ball([x - size * 0.17, size * 0.58, z - size * 0.05], size * 0.2, { colour: '#66a55f', gloss: 0.03 }),
  );

/** The piece of ground under a scale model. */
export const plinth = (wide: number, deep: number, top: Material = GRASS): Mesh =>
  all(
    box([0, -0.22, 0], [wide + 0.12, 0.2, deep + 0.12], { colour: '#f1f2f4', gloss: 0.3 }, 0.04),
    box([0, -0.03, 0], [wide, 0.1, deep], top, 0.02),
  );

const pane = (x: number, y: number, z: number, wide: number, high: number): Mesh =>
  all(
    box([x, y - 0.03, z], [wide + 0.08, high + 0.06, 0.03], FRAME, 0.006),
    box([x, y, z + 0.012], [wide, high, 0.02], GLASS),
    box([x, y, z + 0.024], [0.025, high, 0.012], FRAME),
  );
const sidePane = (x: number, y: number, z: number, wide: number, high: number): Mesh =>
  all(
    box([x, y - 0.03, z], [0.03, high + 0.06, wide + 0.08], FRAME, 0.006),
    box([x + Math.sign(x) * 0.012, y, z], [0.02, high, wide], GLASS),
  );
const door = (x: number, z: number, wide: number, high: number, colour: string): Mesh =>
  all(
    box([x, 0.06, z], [wide + 0.1, high + 0.06, 0.04], FRAME, 0.008),
    box([x, 0.06, z + 0.015], [wide, high, 0.03], { colour, gloss: 0.3 }, 0.008),
    ball([x + wide * 0.36, 0.06 + high * 0.48, z + 0.04], 0.025, STEEL),
  );

interface Block {
  floors: number;
  columns: number;
  wall: Material;
  balcony: string;
}

/** A block of flats: windows, balconies, entrance, roof. */
export function blockOfFlats({ floors, columns, wall, balcony }: Block): Mesh {
  const wide = columns * 0.95 + 0.3;
  const deep = 1.9;
  const high = floors * 0.62 + 0.25;
  const xs = Array.from({ length: columns }, (_, i) => -wide / 2 + 0.62 + i * 0.95);
  const ys = Array.from({ length: floors }, (_, i) => 0.3 + i * 0.62);
  const entrance = Math.floor(columns / 2);
  return all(
    plinth(wide + 2.4, deep + 2.6),
    box([0, -0.02, deep / 2 + 0.75], [wide + 2.2, 0.12, 0.8], PAVING),
    box([0, 0.05, 0], [wide, high, deep], wall, 0.02),
    box([0, high + 0.02, 0], [wide + 0.14, 0.12, deep + 0.14], CONCRETE, 0.02),
    box([-wide * 0.2, high + 0.12, 0], [0.8, 0.34, 0.7], CONCRETE, 0.02),
    each(xs, (x, c) =>
      each(ys, (y, f) =>
        all(
          ...(c === entrance && f === 0 ? [] : [pane(x, y, deep / 2, 0.46, 0.36)]),
          moved(turned(pane(x, y, deep / 2, 0.46, 0.36), 'y', 180), 0, 0, 0),
          ...((c + 1) % 2 === 0 && !(c === entrance && f === 0)
            ? [
                box([x, y - 0.13, deep / 2 + 0.14], [0.8, 0.05, 0.3], CONCRETE),
                box([x, y - 0.1, deep / 2 + 0.28], [0.8, 0.22, 0.03], { colour: balcony, gloss: 0.3 }),
                each([-0.39, 0.39], (d) =>
                  box([x + d, y - 0.1, deep / 2 + 0.14], [0.03, 0.22, 0.3], { colour: balcony, gloss: 0.3 }),
                ),
              ]
            : []),
        ),
      ),
    ),
    each(ys, (y) => all(sidePane(wide / 2, y, 0.35, 0.4, 0.36), sidePane(-wide / 2, y, -0.35, 0.4, 0.36))),
    door(xs[entrance] as number, deep / 2, 0.4, 0.5, '#5a4632'),
    box([xs[entrance] as number, 0.68, deep / 2 + 0.2], [0.8, 0.05, 0.44], CONCRETE, 0.01),
    tree(-wide / 2 - 0.75, 0.5, 1.3),
    tree(wide / 2 + 0.7, 0.9, 1.1),
    tree(wide / 2 + 0.75, -0.5, 1.4),
  );
}

const brick = (a: string, b: string): Material => ({
  colour: a,
  gloss: 0.04,
  pattern: ([x, y, z]) =>
    Math.abs(((((y * 14) % 1) + 1) % 1) - 0.5) > 0.44 ||
    Math.abs((((((x + z) * 7 + (Math.floor(y * 14) % 2) * 0.5) % 1) + 1) % 1) - 0.5) > 0.47
      ? b
      : null,
});

export const nineStoreys = (): Mesh =>
  blockOfFlats({
    floors: 9,
    columns: 6,
    wall: {
      colour: '#e3dccf',
      gloss: 0.05,
      pattern: ([, y]) => ((((y * 1.6) % 2) + 2) % 2 < 0.1 ? '#cfc5b3' : null),
    },
    balcony: '#4f7da8',
  });
export const fourStoreys = (): Mesh =>
  blockOfFlats({ floors: 4, columns: 7, wall: brick('#b9765a', '#a66649'), balcony: '#e6e2d8' });

/** Gable roof over a block; its ridge runs along x. */
const gable = (wide: number, deep: number, at: number, rise: number, material: Material): Mesh => {
  const half = deep / 2 + 0.22;
  return turned(
    prism(
      [
        [-half, at],
        [half, at],
        [half, at + 0.06],
        [0, at + rise],
        [-half, at + 0.06],
      ],
      -wide / 2 - 0.2,
      wide / 2 + 0.2,
      material,
      0.01,
    ),
    'y',
    90,
  );
};
const tiles = (a: string, b: string): Material => ({
  colour: a,
  gloss: 0.2,
  pattern: ([x, , z]) =>
    Math.abs(((((x * 5) % 1) + 1) % 1) - 0.5) > 0.42 || Math.abs(((((z * 5) % 1) + 1) % 1) - 0.5) > 0.46
      ? b
      : null,
});

/** A house of two storeys with a yard, a fence and fruit trees. */
export function gardenHouse(): Mesh {
  const wall: Material = { colour: '#efe6d6', gloss: 0.05 };
  return all(
    plinth(6, 4.6),
    box([0.4, -0.02, 1.5], [1.1, 0.12, 1.5], PAVING),
    box([0, 0.05, -0.4], [3.2, 2.1, 2.1], wall, 0.02),
    box([0, 0.05, -0.4], [3.26, 0.26, 2.16], brick('#a3654b', '#8f553d')),
    gable(3.2, 2.1, 2.12, 0.95, tiles('#9c4a38', '#8a3e2e')).map((t) => t),
    each([-1.05, 1.15], (x) => all(pane(x, 0.52, 0.65, 0.6, 0.55), pane(x, 1.45, 0.65, 0.6, 0.5))),
    pane(0.05, 1.45, 0.65, 0.5, 0.5),
    door(0.1, 0.65, 0.5, 0.85, '#6b4426'),
    box([0.1, 0.05, 0.95], [1.5, 0.1, 0.7], CONCRETE, 0.01),
    each([-0.55, 0.75], (x) => rod([x, 0.1, 1.2], [x, 1.18, 1.2], 0.045, FRAME)),
    box([0.1, 1.16, 0.93], [1.6, 0.07, 0.72], { colour: '#9c4a38', gloss: 0.2 }, 0.01),
    sidePane(1.6, 0.55, -0.4, 0.5, 0.5),
    sidePane(1.6, 1.45, -0.4, 0.5, 0.5),
    sidePane(-1.6, 1.45, -0.4, 0.5, 0.5),
    box([-0.8, 2.5, -0.7], [0.26, 0.8, 0.26], brick('#a3654b', '#8f553d'), 0.01),
    each(
      Array.from({ length: 13 }, (_, i) => -2.9 + i * 0.2),
      (x) => box([x, 0.05, 2.2], [0.06, 0.42, 0.03], FRAME),
    ),
    each([0.2, 0.34], (y) => box([-1.7, y, 2.2], [2.5, 0.04, 0.02], FRAME)),
    each(
      Array.from({ length: 10 }, (_, i) => 1.1 + i * 0.2),
      (x) => box([x, 0.05, 2.2], [0.06, 0.42, 0.03], FRAME),
    ),
    each([0.2, 0.34], (y) => box([2.0, y, 2.2], [1.9, 0.04, 0.02], FRAME)),
    tree(-2.4, 0.9, 1.2),
    tree(-2.3, -1.2, 1.5),
    tree(2.4, -1.3, 1.3),
    tree(2.4, 0.8, 1.0),
  );
}

/** A long house of one storey with a porch along the yard. */
export function porchHouse(): Mesh {
  const wall: Material = { colour: '#dfe6e6', gloss: 0.05 };
  return all(
    plinth(6.4, 4.4, { colour: '#b5ad97', gloss: 0.02 }),
    box([0, -0.02, 1.7], [6.3, 0.12, 0.9], GRASS),
    box([-0.3, 0.05, -0.6], [4.4, 1.15, 1.9], wall, 0.02),
    box([-0.3, 0.05, -0.6], [4.46, 0.2, 1.96], CONCRETE),
    moved(gable(4.4, 1.9, 1.2, 0.7, tiles('#4d6f86', '#426178')), -0.3, 0, -0.6),
    each([-2.0, -0.9, 0.55, 1.45], (x) => pane(x, 0.42, 0.35, 0.5, 0.52)),
    door(-0.2, 0.35, 0.45, 0.8, '#3f6b58'),
    box([-0.3, 0.05, 0.72], [4.4, 0.1, 0.75], { colour: '#a57a4d', gloss: 0.1 }, 0.01),
    each([-2.4, -1.35, -0.3, 0.75, 1.8], (x) =>
      rod([x, 0.12, 1.02], [x, 1.15, 1.02], 0.05, { colour: '#7c5533', gloss: 0.2 }),
    ),
    box([-0.3, 1.14, 0.72], [4.6, 0.07, 0.85], { colour: '#4d6f86', gloss: 0.2 }, 0.01),
    sidePane(1.9, 0.45, -0.6, 0.5, 0.5),
    lathe(
      [2.5, 0.05, 0.9],
      [0, 1, 0],
      [
        [0.3, 0],
        [0.3, 0.35],
        [0.24, 0.35],
        [0.24, 0.1],
        [0, 0.1],
      ],
      CONCRETE,
    ),
    each([2.24, 2.76], (x) => rod([x, 0.3, 0.9], [x, 0.85, 0.9], 0.03, { colour: '#7c5533' })),
    gable(0.5, 0.5, 0.85, 0.25, tiles('#4d6f86', '#426178'))
      .map((t) => t)
      .flatMap((t) => moved([t], 2.5, 0, 0.9)),
    tree(2.5, -1.2, 1.5),
    tree(-2.85, 1.5, 1.1),
    tree(1.6, 1.8, 0.8),
  );
}

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

/** One room on a floor plan: its corner, width and depth, and the floor. */
export interface Room {
  x: number;
  z: number;
  wide: number;
  deep: number;
  floor: string;
}

/** A cut-open model: rooms with walls and openings between neighbours, and what stands in them. */
export function floorPlan(rooms: readonly Room[], furniture: Mesh): Mesh {
  const high = 0.55;
  const wall: Material = { colour: '#f2f1ee', gloss: 0.08 };
  const side = (x: number, z: number, wide: number, deep: number, gap: number): Mesh => {
    const alongX = wide > deep;
    const long = (alongX ? wide : deep) / 2 - gap / 2;
    return gap === 0
      ? box([x, 0, z], [wide, high, deep], wall, 0.01)
      : each([-1, 1], (k) =>
          box(
            [x + (alongX ? k * (gap / 2 + long / 2) : 0), 0, z + (alongX ? 0 : k * (gap / 2 + long / 2))],
            alongX ? [long, high, deep] : [wide, high, long],
            wall,
            0.01,
          ),
        );
  };
  return all(
    each(rooms, ({ x, z, wide, deep, floor }) =>
      all(
        box([x + wide / 2, -0.06, z + deep / 2], [wide, 0.07, deep], {
          colour: floor,
          gloss: 0.15,
          pattern: ([px]) => (Math.abs(((((px * 4) % 1) + 1) % 1) - 0.5) > 0.47 ? '#a68a66' : null),
        }),
        side(x + wide / 2, z, wide + 0.07, 0.07, z > 0.01 ? 0.42 : 0),
        side(x, z + deep / 2, 0.07, deep + 0.07, x > 0.01 ? 0.42 : 0),
      ),
    ),
    furniture,
    (() => {
      const right = Math.max(...rooms.map(({ x, wide }) => x + wide));
      const front = Math.max(...rooms.map(({ z, deep }) => z + deep));
      return all(
        box([right, 0, front / 2], [0.07, high, front + 0.07], wall, 0.01),
        box([right / 2, 0, front], [right + 0.07, high * 0.35, 0.07], wall, 0.01),
      );
    })(),
  );
}

const bed = (x: number, z: number, colour: string): Mesh =>
  all(
    box([x, 0, z], [0.8, 0.18, 0.95], { colour: '#8a6238' }, 0.02),
    box([x, 0.16, z + 0.04], [0.74, 0.1, 0.84], { colour, gloss: 0.05 }, 0.04),
    each([-0.19, 0.19], (d) =>
      box([x + d, 0.24, z - 0.32], [0.28, 0.06, 0.18], { colour: '#ffffff' }, 0.025),
    ),
  );
const couch = (x: number, z: number, colour: string): Mesh =>
  all(
    box([x, 0, z], [1.0, 0.2, 0.42], { colour, gloss: 0.05 }, 0.05),
    box([x, 0.12, z - 0.17], [1.0, 0.26, 0.12], { colour, gloss: 0.05 }, 0.05),
  );
const counter = (x: number, z: number, wide: number): Mesh =>
  all(
    box([x, 0, z], [wide, 0.36, 0.3], { colour: '#e9ebed', gloss: 0.3 }, 0.02),
    box([x, 0.36, z], [wide + 0.02, 0.03, 0.32], { colour: '#4b525b', gloss: 0.4 }, 0.01),
  );
const dining = (x: number, z: number): Mesh =>
  all(
    box([x, 0.26, z], [0.6, 0.04, 0.4], { colour: '#a57a4d' }, 0.01),
    rod([x, 0, z], [x, 0.27, z], 0.05, { colour: '#7c5533' }),
    each([-0.2, 0.2], (d) =>
      all(
        box([x + d, 0, z - 0.32], [0.16, 0.2, 0.16], { colour: '#7c5533' }, 0.02),
        box([x + d, 0, z + 0.32], [0.16, 0.2, 0.16], { colour: '#7c5533' }, 0.02),
      ),
    ),
  );
const bath = (x: number, z: number): Mesh =>
  all(
    box([x, 0, z], [0.4, 0.24, 0.8], { colour: '#ffffff', gloss: 0.7 }, 0.06),
    box([x, 0.2, z], [0.28, 0.05, 0.66], { colour: '#cfe3ec', gloss: 0.6 }, 0.02),
  );

const OAK = '#c8a87c';
const TILE = '#cfd6dc';
export const threeRoomPlan = (): Mesh =>
  floorPlan(
    [
      { x: 0, z: 0, wide: 1.6, deep: 1.5, floor: OAK },
      { x: 1.6, z: 0, wide: 1.5, deep: 1.5, floor: OAK },
      { x: 3.1, z: 0, wide: 1.1, deep: 1.5, floor: TILE },
      { x: 0, z: 1.5, wide: 2.2, deep: 1.6, floor: OAK },
      { x: 2.2, z: 1.5, wide: 2.0, deep: 1.6, floor: TILE },
    ],
    all(
      bed(0.6, 0.62, '#7d95b5'),
      bed(2.4, 0.62, '#b98a8a'),
      bath(3.8, 0.7),
      couch(0.9, 2.0, '#2f7f83'),
      dining(1.7, 2.55),
      counter(3.3, 1.75, 1.5),
      dining(3.0, 2.6),
    ),
  );
export const twoRoomPlan = (): Mesh =>
  floorPlan(
    [
      { x: 0, z: 0, wide: 1.7, deep: 1.7, floor: OAK },
      { x: 1.7, z: 0, wide: 1.2, deep: 1.7, floor: TILE },
      { x: 0, z: 1.7, wide: 1.9, deep: 1.3, floor: OAK },
      { x: 1.9, z: 1.7, wide: 1.0, deep: 1.3, floor: TILE },
    ],
    all(
      couch(0.8, 0.35, '#8d6a4f'),
      dining(0.8, 1.1),
      counter(2.3, 0.25, 1.0),
      bed(0.65, 2.3, '#6f8f74'),
      bath(2.6, 2.35),
    ),
  );
export const housePlan = (): Mesh =>
  floorPlan(
    [
      { x: 0, z: 0, wide: 1.7, deep: 1.4, floor: OAK },
      { x: 1.7, z: 0, wide: 1.6, deep: 1.4, floor: OAK },
      { x: 3.3, z: 0, wide: 1.2, deep: 1.4, floor: TILE },
      { x: 0, z: 1.4, wide: 1.7, deep: 1.4, floor: OAK },
      { x: 1.7, z: 1.4, wide: 2.8, deep: 1.4, floor: TILE },
    ],
    all(
      bed(0.65, 0.62, '#b98a8a'),
      bed(2.4, 0.62, '#7d95b5'),
      bath(4.15, 0.7),
      couch(0.85, 1.8, '#7a5f96'),
      counter(3.6, 1.62, 1.6),
      dining(2.6, 2.2),
    ),
  );
const shelf = (x: number, z: number): Mesh =>
  all(
    box([x, 0, z], [0.9, 0.42, 0.24], { colour: '#dfe3e7', gloss: 0.2 }, 0.01),
    each([-0.3, 0, 0.3], (d, i) =>
      box(
        [x + d, 0.42, z],
        [0.2, 0.08, 0.16],
        { colour: ['#d9a441', '#6f9dc4', '#c05a4a'][i] as string },
        0.02,
      ),
    ),
  );
export const shopPlan = (): Mesh =>
  floorPlan(
    [
      { x: 0, z: 0, wide: 1.3, deep: 1.2, floor: '#b9bec5' },
      { x: 1.3, z: 0, wide: 1.3, deep: 1.2, floor: '#b9bec5' },
      { x: 2.6, z: 0, wide: 1.3, deep: 1.2, floor: TILE },
      { x: 0, z: 1.2, wide: 3.9, deep: 2.0, floor: '#d8d3c8' },
    ],
    all(
      each([0.8, 1.95, 3.1], (x) => all(shelf(x, 1.75), shelf(x, 2.4))),
      counter(0.7, 2.95, 0.9),
      each([0.35, 0.85, 1.65, 2.15], (x) =>
        box([x, 0, 0.4], [0.36, 0.34, 0.36], { colour: '#c09a66' }, 0.01),
      ),
    ),
  );
export const cafePlan = (): Mesh =>
  floorPlan(
    [
      { x: 0, z: 0, wide: 1.5, deep: 1.3, floor: TILE },
      { x: 1.5, z: 0, wide: 1.0, deep: 1.3, floor: TILE },
      { x: 2.5, z: 0, wide: 1.7, deep: 1.3, floor: OAK },
      { x: 0, z: 1.3, wide: 4.2, deep: 1.9, floor: OAK },
    ],
    all(
      counter(0.75, 0.25, 1.2),
      counter(2.0, 0.25, 0.6),
      dining(3.0, 0.6),
      dining(3.8, 0.75),
      each([0.6, 1.6, 2.6, 3.6], (x) => all(dining(x, 1.9), dining(x, 2.7))),
    ),
  );
