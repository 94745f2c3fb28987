import { all, both, each, moved, turned, type Material, type Mesh } from '../mesh.ts';
import { ball, box, lathe, loft, pipe, prism, rod } from '../shapes.ts';
import { DARK, GLASS, STEEL } from './vehicles.ts';

export const WHITE: Material = { colour: '#eceef1', gloss: 0.45 };
export const INOX: Material = { colour: '#c3c9cf', gloss: 0.65 };
const BLACK: Material = { colour: '#1c1f23', gloss: 0.5 };
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

/** An examination couch and two monitors on stands. */
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

/** Open laptops and a laser printer. */
export function laptops(): Mesh {
  const grey: Material = { colour: '#8c949d', gloss: 0.5 };
  const laptop = (screen: string): Mesh =>
    all(
      box([0, 0, 0], [1.5, 0.06, 1.02], grey, 0.025),
      box([0, 0.055, -0.12], [1.32, 0.012, 0.48], {
        colour: '#24282d',
        pattern: ([x, , z]) =>
          Math.abs(((((x * 11) % 1) + 1) % 1) - 0.5) > 0.4 || Math.abs(((((z * 11) % 1) + 1) % 1) - 0.5) > 0.4
            ? '#6e7680'
            : null,
      }),
      box([0, 0.055, 0.32], [0.46, 0.01, 0.26], { colour: '#777f89', gloss: 0.4 }, 0.004),
      moved(
        turned(
          all(
            box([0, 0, 0], [1.5, 1.0, 0.04], grey, 0.015),
            box([0, 0.05, 0.018], [1.4, 0.88, 0.012], {
              colour: screen,
              gloss: 0.75,
              pattern: ([x, y]) =>
                y > 0.8
                  ? '#d9e6f5'
                  : y < 0.14
                    ? '#16324f'
                    : Math.hypot(x - 0.25, y - 0.45) < 0.2
                      ? '#8fc0ee'
                      : null,
            }),
          ),
          'x',
          -16,
        ),
        0,
        0.05,
        -0.5,
      ),
    );
  return all(
    moved(turned(laptop('#2f6fb5'), 'y', 14), -1.15, 0, 0.35),
    moved(turned(laptop('#2c8463'), 'y', -6), 0.35, 0, 0.75),
    each([0, 1, 2, 3], (i) => box([-0.35, 0.09 * i, -0.95], [1.5, 0.075, 1.02], grey, 0.03)),
    box([1.75, 0, -0.5], [1.3, 0.75, 1.1], { colour: '#dfe3e7', gloss: 0.4 }, 0.08),
    box([1.75, 0.75, -0.5], [1.2, 0.08, 1.0], { colour: '#3d454e', gloss: 0.4 }, 0.03),
    box([1.75, 0.42, 0.06], [1.0, 0.1, 0.1], BLACK, 0.02),
    box([1.75, 0.4, 0.3], [0.76, 0.015, 0.6], { colour: '#f7f8fa', gloss: 0.1 }),
    box([2.15, 0.6, 0.06], [0.36, 0.1, 0.03], { colour: '#2f6fb5', gloss: 0.7 }, 0.01),
    box([1.75, 0.12, 0.055], [1.1, 0.2, 0.02], { colour: '#c6ccd2' }, 0.01),
  );
}

const phoneOf = (screen: string, back = '#23272d', high = 1.5): Mesh => {
  const wide = high * 0.48;
  return all(
    box([0, 0, 0], [wide, high, 0.08], { colour: back, gloss: 0.8 }, 0.038),
    box([0, 0.045, 0.04], [wide - 0.06, high - 0.09, 0.014], {
      colour: screen,
      gloss: 0.85,
      pattern: ([x, y]) => {
        if (Math.hypot(x, y - high + 0.11) < 0.022) return '#0d0f12';
        if (y < high * 0.2 && y > high * 0.09 && Math.abs((((x / wide) * 5 + 10.5) % 1) - 0.5) < 0.32)
          return '#ffffff';
        return Math.hypot(x + 0.1, y - high * 0.62) < wide * 0.34
          ? '#bfe0ff'
          : y < high * 0.5 - x * 0.5
            ? '#1d4f8f'
            : null;
      },
    }),
    box([wide * 0.28, high - 0.34, -0.045], [0.18, 0.26, 0.03], { colour: '#14171a', gloss: 0.6 }, 0.012),
    each([0, 1], (i) =>
      rod(
        [wide * 0.28, high - 0.15 - i * 0.12, -0.07],
        [wide * 0.28, high - 0.15 - i * 0.12, -0.05],
        0.045,
        GLASS,
      ),
    ),
  );
};

/** Tablets and smartphones with their boxes. */
export function phonesAndTablets(): Mesh {
  const tablet = all(
    box([0, 0, 0], [2.5, 1.7, 0.08], { colour: '#30353b', gloss: 0.7 }, 0.035),
    box([0, 0.08, 0.04], [2.32, 1.54, 0.014], {
      colour: '#2a6aa8',
      gloss: 0.85,
      pattern: ([x, y]) =>
        y < 0.5 + 0.28 * Math.sin(x * 2.2)
          ? '#174a7c'
          : Math.hypot(x - 0.5, y - 1.15) < 0.22
            ? '#ffd58a'
            : null,
    }),
  );
  const carton = (x: number, y: number, z: number, turn: number): Mesh =>
    moved(
      turned(
        all(
          box([0, 0, 0], [0.85, 0.24, 1.55], { colour: '#f3f4f6', gloss: 0.3 }, 0.02),
          box([0, 0.236, 0], [0.36, 0.01, 0.9], { colour: '#2f6fb5', gloss: 0.5 }),
        ),
        'y',
        turn,
      ),
      x,
      y,
      z,
    );
  return all(
    moved(turned(tablet, 'x', -14), -0.75, 0.02, -0.35),
    moved(turned(turned(phoneOf('#2f86d6'), 'x', -12), 'y', -12), 1.15, 0.02, 0.2),
    moved(turned(turned(phoneOf('#3aa17e', '#2b4a7a'), 'x', -12), 'y', 170), 2.1, 0.02, 0.25),
    carton(-1.9, 0, 0.95, 24),
    carton(-1.9, 0.25, 0.95, 12),
    carton(-0.75, 0, 1.1, -8),
    moved(turned(turned(phoneOf('#8a5bd0'), 'x', -86), 'y', 30), 0.5, 0.02, 1.4),
  );
}

/** One smartphone on a charging stand. */
export function practicePhone(): Mesh {
  return all(
    moved(turned(phoneOf('#2f86d6', '#23272d', 1.9), 'x', -14), 0, 0.2, 0),
    lathe(
      [0, 0, -0.1],
      [0, 1, 0],
      [
        [0, 0],
        [0.62, 0],
        [0.66, 0.04],
        [0.62, 0.1],
        [0, 0.11],
      ],
      WHITE,
    ),
    moved(turned(box([0, 0, 0], [0.5, 1.2, 0.06], WHITE, 0.03), 'x', -14), 0, 0.1, -0.12),
    box([0, 0.08, 0.06], [0.6, 0.14, 0.22], WHITE, 0.04),
  );
}

/** Washing machines and a refrigerator. */
export function appliances(): Mesh {
  const washer = all(
    box([0, 0.03, 0], [1.2, 1.65, 1.15], WHITE, 0.05),
    box([0, 1.36, 0.575], [1.14, 0.26, 0.02], { colour: '#d5dade', gloss: 0.4 }, 0.008),
    box([-0.36, 1.42, 0.585], [0.34, 0.15, 0.02], WHITE, 0.008),
    rod([0.08, 1.49, 0.57], [0.08, 1.49, 0.64], 0.07, STEEL),
    box([0.38, 1.44, 0.585], [0.26, 0.1, 0.015], { colour: '#16242e', gloss: 0.8 }),
    lathe(
      [0, 0.74, 0.57],
      [0, 0, 1],
      [
        [0.48, 0],
        [0.48, 0.05],
        [0.44, 0.08],
        [0.36, 0.05],
        [0.34, 0.0],
      ],
      STEEL,
    ),
    lathe(
      [0, 0.74, 0.56],
      [0, 0, 1],
      [
        [0.36, 0.04],
        [0.26, 0.0],
        [0, -0.02],
      ],
      GLASS,
    ),
    box([0.38, 0.1, 0.575], [0.2, 0.14, 0.02], { colour: '#d5dade' }, 0.008),
  );
  return all(
    moved(washer, -1.45, 0, 0.1),
    moved(washer, -0.1, 0, 0.1),
    box([1.4, 0.04, 0], [1.3, 3.2, 1.25], { colour: '#c7cdd3', gloss: 0.6 }, 0.06),
    box([1.4, 1.16, 0.62], [1.3, 0.015, 0.03], DARK),
    each(
      [
        [0.55, 0.5],
        [1.35, 1.3],
      ] as const,
      ([y, long]) => rod([0.92, y, 0.7], [0.92, y + long, 0.7], 0.03, STEEL),
    ),
    box([1.65, 2.3, 0.63], [0.34, 0.2, 0.015], { colour: '#16242e', gloss: 0.8 }),
  );
}

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
