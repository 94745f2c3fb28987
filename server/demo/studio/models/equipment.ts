import { all, both, each, moved, turned, type Material, type Mesh } from '../mesh.ts';
import { ball, box, lathe, loft, pipe, prism, rod } from '../solid-shapes.ts';
import { DARK, GLASS, STEEL } from './vehicles.ts';
import { WHITE, INOX, BLACK } from './finishes.ts';

const leg = (x: number, z: number, high: number, r = 0.03): Mesh => rod([x, 0, z], [x, high, z], r, STEEL);

/** A milling centre behind its enclosure: window, panel, coolant tank. */
export function millingCentre(): Mesh {
  const shell: Material = { colour: '#e4e7ea', gloss: 0.4 };
  return all(
    box([0, 0.12, 0], [2.7, 2.2, 1.9], shell, 0.08),
    box([0, 0, 0], [2.5, 0.14, 1.7], DARK, 0.03),
    prism(
      [
        [-1.35, 2.2],
        [1.35, 2.2],
        [1.2, 2.6],
        [-1.2, 2.6],
      ],
      -0.7,
      0.5,
      { colour: '#3d454e', gloss: 0.4 },
      0.04,
    ),
    box([-0.3, 0.8, 0.94], [1.6, 1.3, 0.05], { colour: '#30506e', gloss: 0.5 }, 0.03),
    box([-0.3, 0.98, 0.96], [1.3, 0.95, 0.04], GLASS, 0.02),
    box([-0.3, 0.8, 0.985], [0.03, 1.3, 0.03], shell, 0.01),
    each([-0.38, -0.22], (x) => rod([x, 1.2, 1.02], [x, 1.6, 1.02], 0.022, STEEL)),
    box([1.0, 0.95, 1.06], [0.62, 0.98, 0.2], { colour: '#3d454e', gloss: 0.4 }, 0.04),
    box([1.0, 1.42, 1.165], [0.48, 0.4, 0.02], { colour: '#2f6fb5', gloss: 0.8 }, 0.01),
    each([0, 1, 2, 3, 4, 5, 6, 7], (i) =>
      box(
        [0.82 + (i % 4) * 0.12, 1.02 + Math.floor(i / 4) * 0.12, 1.165],
        [0.08, 0.07, 0.02],
        i === 7 ? { colour: '#c2332a' } : INOX,
        0.008,
      ),
    ),
    box([-0.2, 0.12, 1.15], [1.9, 0.42, 0.5], { colour: '#30506e', gloss: 0.4 }, 0.05),
    box([1.95, 0.5, -0.1], [0.9, 0.34, 0.5], INOX, 0.04),
    prism(
      [
        [1.4, 0.7],
        [1.6, 0.7],
        [2.2, 1.5],
        [2.0, 1.5],
      ],
      -0.3,
      0.1,
      INOX,
      0.02,
    ),
    rod([1.1, 2.6, -0.4], [1.1, 2.85, -0.4], 0.05, STEEL),
    each(
      [
        ['#2fa866', 2.85],
        ['#e0912f', 2.93],
        ['#c2332a', 3.01],
      ] as const,
      ([colour, y]) => rod([1.1, y, -0.4], [1.1, y + 0.08, -0.4], 0.05, { colour, gloss: 0.6 }),
    ),
  );
}

/** A packing line: hopper, vertical machine, belt with bags, collecting table. */
export function packingLine(): Mesh {
  const bag = (x: number, y: number, colour: string): Mesh =>
    all(
      box([x, y, 0], [0.22, 0.3, 0.18], { colour, gloss: 0.3 }, 0.06),
      box([x, y + 0.3, 0], [0.2, 0.05, 0.03], { colour, gloss: 0.3 }, 0.01),
      box([x, y + 0.1, 0.085], [0.13, 0.1, 0.012], { colour: '#f6efe0' }, 0.005),
    );
  return all(
    prism(
      [
        [-2.9, 0.1],
        [-2.6, 0.1],
        [-1.5, 2.3],
        [-1.8, 2.3],
      ],
      -0.14,
      0.14,
      INOX,
      0.03,
    ),
    loft(
      [
        [
          [-3.3, 0.95, 0.5],
          [-2.4, 0.95, 0.5],
          [-2.4, 0.95, -0.5],
          [-3.3, 0.95, -0.5],
        ],
        [
          [-3.0, 0.35, 0.16],
          [-2.7, 0.35, 0.16],
          [-2.7, 0.35, -0.16],
          [-3.0, 0.35, -0.16],
        ],
      ],
      INOX,
    ),
    each(
      [
        [-3.2, 0.4],
        [-3.2, -0.4],
        [-2.5, 0.4],
        [-2.5, -0.4],
      ] as const,
      ([x, z]) => leg(x, z, 0.9),
    ),
    each(
      [
        [-1.75, 0.5],
        [-1.75, -0.5],
        [-0.45, 0.5],
        [-0.45, -0.5],
      ] as const,
      ([x, z]) => leg(x, z, 2.0, 0.045),
    ),
    box([-1.1, 1.95, 0], [1.5, 0.08, 1.2], INOX, 0.02),
    lathe(
      [-1.1, 2.02, 0],
      [0, 1, 0],
      [
        [0.12, 0],
        [0.6, 0.35],
        [0.6, 0.55],
        [0.66, 0.58],
        [0, 0.62],
      ],
      INOX,
    ),
    each(
      Array.from({ length: 8 }, (_, i) => (i / 8) * 2 * Math.PI),
      (a) => box([-1.1 + Math.cos(a) * 0.55, 2.2, Math.sin(a) * 0.55], [0.2, 0.26, 0.2], WHITE, 0.04),
    ),
    box([-1.1, 0.5, 0], [1.1, 1.3, 0.9], { colour: '#e8ecef', gloss: 0.5 }, 0.05),
    box([-1.1, 0.75, 0.46], [0.7, 0.85, 0.03], GLASS, 0.02),
    rod([-1.1, 1.75, 0], [-1.1, 2.05, 0], 0.13, INOX),
    box([-0.35, 1.05, 0.62], [0.34, 0.46, 0.12], { colour: '#2f6fb5', gloss: 0.4 }, 0.03),
    box([-0.35, 1.22, 0.685], [0.26, 0.2, 0.012], { colour: '#9fd3f2', gloss: 0.8 }),
    box([1.05, 0.62, 0], [3.2, 0.1, 0.5], { colour: '#2c6b4d', gloss: 0.15 }, 0.04),
    both(box([1.05, 0.64, 0.28], [3.2, 0.14, 0.04], INOX, 0.01)),
    each([-0.3, 0.8, 1.9, 2.5], (x) => both(leg(x, 0.24, 0.64))),
    box([1.6, 0.3, 0], [0.5, 0.95, 0.72], { colour: '#e8ecef', gloss: 0.5 }, 0.04),
    box([1.6, 0.7, 0], [0.52, 0.4, 0.46], BLACK),
    each([-0.25, 0.2, 0.65, 1.1, 2.1, 2.5], (x, i) =>
      bag(x, 0.72, ['#c25b2a', '#2f7c5a', '#c25b2a', '#b28a2c', '#2f7c5a', '#c25b2a'][i] as string),
    ),
    lathe(
      [3.3, 0.6, 0],
      [0, 1, 0],
      [
        [0, 0],
        [0.62, 0],
        [0.64, 0.05],
        [0.6, 0.08],
        [0, 0.06],
      ],
      INOX,
    ),
    rod([3.3, 0, 0], [3.3, 0.62, 0], 0.08, STEEL),
    lathe(
      [3.3, 0, 0],
      [0, 1, 0],
      [
        [0, 0],
        [0.4, 0],
        [0.36, 0.05],
        [0, 0.06],
      ],
      STEEL,
    ),
    each(
      [
        [3.1, 0.2],
        [3.45, 0.25],
        [3.4, -0.25],
      ] as const,
      ([x, z], i) => moved(bag(0, 0, ['#c25b2a', '#2f7c5a', '#b28a2c'][i] as string), x, 0.67, z),
    ),
  );
}

/** A two-deck oven, a dough mixer and a refrigerated display. */
export function bakery(): Mesh {
  const bread: Material = { colour: '#c98d45', gloss: 0.2 };
  const deck = (y: number): Mesh =>
    all(
      box([-1.5, y, 0], [1.6, 0.62, 1.1], INOX, 0.03),
      box([-1.6, y + 0.13, 0.56], [1.1, 0.36, 0.03], { colour: '#3a2a1c', gloss: 0.9 }, 0.015),
      rod([-2.1, y + 0.54, 0.62], [-1.1, y + 0.54, 0.62], 0.022, DARK),
      each([0.15, 0.3, 0.45], (d) => rod([-0.86, y + d, 0.55], [-0.86, y + d, 0.6], 0.045, BLACK)),
    );
  return all(
    each(
      [
        [-2.2, 0.45],
        [-2.2, -0.45],
        [-0.8, 0.45],
        [-0.8, -0.45],
      ] as const,
      ([x, z]) => leg(x, z, 0.56, 0.04),
    ),
    deck(0.55),
    deck(1.2),
    box([-1.5, 1.82, 0], [1.66, 0.16, 1.16], { colour: '#3d454e', gloss: 0.4 }, 0.04),
    // Mixer.
    box([0.3, 0, -0.25], [0.5, 1.25, 0.5], WHITE, 0.1),
    box([0.3, 1.1, 0.1], [0.5, 0.3, 0.95], WHITE, 0.12),
    box([0.3, 0, 0.25], [0.66, 0.1, 0.8], { colour: '#3d454e' }, 0.03),
    lathe(
      [0.3, 0.32, 0.35],
      [0, 1, 0],
      [
        [0, 0],
        [0.26, 0.02],
        [0.34, 0.18],
        [0.36, 0.42],
        [0.38, 0.44],
        [0.34, 0.45],
        [0.3, 0.2],
        [0, 0.14],
      ],
      INOX,
    ),
    lathe(
      [0.3, 0.56, 0.35],
      [0, 1, 0],
      [
        [0.3, 0],
        [0.2, 0.08],
        [0, 0.1],
      ],
      { colour: '#ecd9b4', gloss: 0.2 },
    ),
    rod([0.3, 0.62, 0.35], [0.3, 1.12, 0.35], 0.04, INOX),
    // Display.
    box([1.95, 0, 0], [1.7, 0.55, 0.9], { colour: '#7a4f2b', gloss: 0.3 }, 0.03),
    box([1.95, 0.55, -0.1], [1.66, 0.06, 0.66], WHITE, 0.01),
    box([1.95, 0.86, -0.14], [1.6, 0.03, 0.5], { colour: '#cfe0e6', gloss: 0.8 }),
    box([1.95, 0.55, -0.42], [1.7, 0.75, 0.06], WHITE, 0.02),
    box([1.95, 1.24, -0.2], [1.7, 0.06, 0.5], INOX, 0.02),
    each([1.12, 2.78], (x) =>
      pipe(
        [
          [x, 0.58, 0.36],
          [x, 1.0, 0.22],
          [x, 1.26, 0.0],
        ],
        0.018,
        STEEL,
      ),
    ),
    each([1.35, 1.65, 1.95, 2.25, 2.55], (x) =>
      all(
        ball([x, 0.68, 0.02], 0.13, bread, 0.6),
        ball([x, 0.95, -0.12], 0.11, { colour: '#a8662a', gloss: 0.2 }, 0.7),
      ),
    ),
  );
}

/** An examination couch and two monitors on poles. */
export function medical(): Mesh {
  const blue: Material = { colour: '#3f86b8', gloss: 0.3 };
  const monitor = (x: number, z: number): Mesh =>
    all(
      each(
        Array.from({ length: 5 }, (_, i) => (i / 5) * 2 * Math.PI),
        (a) =>
          all(
            rod([x, 0.08, z], [x + Math.cos(a) * 0.34, 0.06, z + Math.sin(a) * 0.34], 0.03, INOX),
            ball([x + Math.cos(a) * 0.34, 0.04, z + Math.sin(a) * 0.34], 0.045, DARK),
          ),
      ),
      rod([x, 0.06, z], [x, 1.15, z], 0.035, INOX),
      box([x, 0.72, z + 0.05], [0.36, 0.14, 0.26], INOX, 0.02),
      box([x, 1.12, z], [0.66, 0.5, 0.16], WHITE, 0.04),
      box(
        [x - 0.04, 1.18, z + 0.082],
        [0.5, 0.38, 0.012],
        {
          colour: '#0f1d26',
          gloss: 0.9,
          pattern: ([px, py]) =>
            Math.abs(py - (1.44 + 0.05 * Math.sin(px * 60) * (Math.sin(px * 14) > 0.4 ? 1 : 0.15))) < 0.009
              ? '#37d67a'
              : Math.abs(py - (1.3 + 0.03 * Math.sin(px * 40))) < 0.008
                ? '#39b6e8'
                : null,
        },
        0.005,
      ),
      each([0, 1, 2], (i) =>
        ball(
          [x + 0.28, 1.24 + i * 0.11, z + 0.08],
          0.022,
          i === 2 ? { colour: '#2fa866' } : { colour: '#6b7683' },
        ),
      ),
      pipe(
        [
          [x - 0.3, 1.15, z + 0.06],
          [x - 0.38, 0.8, z + 0.12],
          [x - 0.28, 0.55, z + 0.1],
        ],
        0.012,
        DARK,
      ),
    );
  return all(
    box([0, 0.78, 0], [0.95, 0.12, 0.68], blue, 0.05),
    moved(turned(box([-0.42, 0, 0], [0.82, 0.12, 0.68], blue, 0.05), 'z', -32), -0.52, 0.8, 0),
    moved(box([0.42, 0, 0], [0.78, 0.12, 0.68], blue, 0.05), 0.5, 0.78, 0),
    box([0.1, 0.68, 0], [1.8, 0.1, 0.5], WHITE, 0.03),
    box([0.1, 0.1, 0], [0.4, 0.6, 0.36], WHITE, 0.05),
    box([0.1, 0.02, 0], [1.5, 0.12, 0.6], { colour: '#d4d9de', gloss: 0.4 }, 0.04),
    each(
      [
        [-0.55, 0.26],
        [-0.55, -0.26],
        [0.75, 0.26],
        [0.75, -0.26],
      ] as const,
      ([x, z]) => ball([x, 0.06, z], 0.06, DARK),
    ),
    box([-0.98, 1.28, 0], [0.3, 0.09, 0.4], WHITE, 0.04),
    monitor(-1.75, 0.35),
    monitor(1.85, 0.15),
    rod([1.35, 0, -0.55], [1.35, 1.9, -0.55], 0.022, INOX),
    pipe(
      [
        [1.2, 1.88, -0.55],
        [1.35, 1.92, -0.55],
        [1.5, 1.88, -0.55],
      ],
      0.014,
      INOX,
    ),
    box([1.2, 1.55, -0.55], [0.15, 0.3, 0.06], { colour: '#cfe6ee', gloss: 0.8 }, 0.03),
    each([0, 1, 2], (i) =>
      rod(
        [1.35, 0.05, -0.55],
        [1.35 + Math.cos(i * 2.1) * 0.3, 0.03, -0.55 + Math.sin(i * 2.1) * 0.3],
        0.025,
        INOX,
      ),
    ),
  );
}
