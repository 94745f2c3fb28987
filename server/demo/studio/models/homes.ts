import { all, each, moved, turned, type Material, type Mesh } from '../mesh.ts';
import { box, lathe, rod } from '../solid-shapes.ts';
import {
  CONCRETE,
  GRASS,
  PAVING,
  FRAME,
  tree,
  plinth,
  pane,
  sidePane,
  door,
  brick,
  gable,
  tiles,
} from './building-parts.ts';

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
