import { all, turned, type Material, type Mesh } from '../mesh.ts';
import { ball, box, prism, rod } from '../solid-shapes.ts';
import { GLASS, STEEL } from './vehicles.ts';

export const CONCRETE: Material = { colour: '#c9cdd2', gloss: 0.08 };
export const GRASS: Material = { colour: '#8fae72', gloss: 0.02 };
export const PAVING: Material = {
  colour: '#b9bec5',
  gloss: 0.05,
  pattern: ([x, , z]) =>
    Math.abs(((((x * 2) % 1) + 1) % 1) - 0.5) > 0.47 || Math.abs(((((z * 2) % 1) + 1) % 1) - 0.5) > 0.47
      ? '#a7adb5'
      : null,
};
export const FRAME: Material = { colour: '#f4f5f6', gloss: 0.3 };

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

export const pane = (x: number, y: number, z: number, wide: number, high: number): Mesh =>
  all(
    box([x, y - 0.03, z], [wide + 0.08, high + 0.06, 0.03], FRAME, 0.006),
    box([x, y, z + 0.012], [wide, high, 0.02], GLASS),
    box([x, y, z + 0.024], [0.025, high, 0.012], FRAME),
  );
export const sidePane = (x: number, y: number, z: number, wide: number, high: number): Mesh =>
  all(
    box([x, y - 0.03, z], [0.03, high + 0.06, wide + 0.08], FRAME, 0.006),
    box([x + Math.sign(x) * 0.012, y, z], [0.02, high, wide], GLASS),
  );
export const door = (x: number, z: number, wide: number, high: number, colour: string): Mesh =>
  all(
    box([x, 0.06, z], [wide + 0.1, high + 0.06, 0.04], FRAME, 0.008),
    box([x, 0.06, z + 0.015], [wide, high, 0.03], { colour, gloss: 0.3 }, 0.008),
    ball([x + wide * 0.36, 0.06 + high * 0.48, z + 0.04], 0.025, STEEL),
  );

export const brick = (a: string, b: string): Material => ({
  colour: a,
  gloss: 0.04,
  pattern: ([x, y, z]) =>
    Math.abs(((((y * 14) % 1) + 1) % 1) - 0.5) > 0.44 ||
    Math.abs((((((x + z) * 7 + (Math.floor(y * 14) % 2) * 0.5) % 1) + 1) % 1) - 0.5) > 0.47
      ? b
      : null,
});

/** Gable roof over a block; its ridge runs along x. */
export const gable = (wide: number, deep: number, at: number, rise: number, material: Material): Mesh => {
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
export const tiles = (a: string, b: string): Material => ({
  colour: a,
  gloss: 0.2,
  pattern: ([x, , z]) =>
    Math.abs(((((x * 5) % 1) + 1) % 1) - 0.5) > 0.42 || Math.abs(((((z * 5) % 1) + 1) % 1) - 0.5) > 0.46
      ? b
      : null,
});
