import { all, each, moved, turned, type Material, type Mesh } from '../mesh.ts';
import { box, lathe, rod } from '../solid-shapes.ts';
import { DARK, GLASS, STEEL } from './vehicles.ts';
import { WHITE, BLACK } from './finishes.ts';

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
