import { all, both, each, type Material, type Mesh } from '../mesh.ts';
import { ball, box, lathe, loft, rod } from '../solid-shapes.ts';
import type { Vec } from '../vector.ts';

export const RUBBER: Material = { colour: '#23262b', gloss: 0.12 };
export const STEEL: Material = { colour: '#a9b1ba', gloss: 0.6 };
export const DARK: Material = { colour: '#2a2f36', gloss: 0.35 };
export const GLASS: Material = { colour: '#27343f', gloss: 0.95 };
export const LAMP: Material = { colour: '#e9eef2', gloss: 0.9 };
export const REAR_LAMP: Material = { colour: '#b3202a', gloss: 0.8 };
export const paint = (colour: string): Material => ({ colour, gloss: 0.75 });

/** A wheel in the plane of x and y, its outer side at z. */
export function wheel(x: number, y: number, z: number, radius: number, width: number, spokes = 5): Mesh {
  const rim = radius * 0.66;
  const tyre = lathe(
    [x, y, z - width],
    [0, 0, 1],
    [
      [rim * 0.9, 0],
      [radius * 0.93, 0],
      [radius, width * 0.18],
      [radius, width * 0.82],
      [radius * 0.93, width],
      [rim, width],
      [rim * 0.95, width * 0.75],
    ],
    RUBBER,
    48,
  );
  const disc = lathe(
    [x, y, z - width * 0.35],
    [0, 0, 1],
    [
      [0, 0],
      [rim, 0],
      [rim, width * 0.3],
    ],
    DARK,
    40,
  );
  const arms = each(
    Array.from({ length: spokes }, (_, i) => (i / spokes) * 2 * Math.PI),
    (angle) =>
      rod(
        [x, y, z - width * 0.12],
        [x + Math.cos(angle) * rim * 0.97, y + Math.sin(angle) * rim * 0.97, z - width * 0.1],
        rim * 0.13,
        STEEL,
        { segments: 10 },
      ),
  );
  const hub = rod([x, y, z - width * 0.3], [x, y, z - width * 0.02], rim * 0.26, STEEL);
  return all(tyre, disc, arms, hub);
}

interface Saloon {
  colour: string;
  /** Metres. */
  long: number;
  high: number;
  /** Roof: where the windscreen begins and the rear window ends, as shares from the front. */
  bonnet: number;
  boot: number;
  wheel: number;
}

/** Half-widths of the body over its length: rounded at both ends. */
const WIDE = 0.86;

/** A saloon car whose front looks to the right. */
export function saloon({ colour, long, high, bonnet, boot, wheel: radius }: Saloon): Mesh {
  const body = paint(colour);
  const front = long / 2;
  const waist = high * 0.62;
  const sill = 0.2;
  /** Height of the upper edge of the body at a share of the length from the front. */
  const shoulder = (s: number): number =>
    s < 0.03
      ? waist * 0.74
      : s < bonnet
        ? waist * (0.8 + (0.16 * (s - 0.03)) / (bonnet - 0.03))
        : s > boot
          ? waist * (1.02 - (0.05 * (s - boot)) / (1 - boot))
          : waist * (0.96 + (0.06 * (s - bonnet)) / (boot - bonnet));
  const halfWidth = (s: number): number =>
    WIDE * (1 - 0.24 * Math.max(0, 1 - s / 0.14) ** 2 - 0.16 * Math.max(0, 1 - (1 - s) / 0.12) ** 2);
  const shares = Array.from({ length: 41 }, (_, i) => i / 40);
  const section = (s: number): Vec[] => {
    const x = front - s * long;
    const w = halfWidth(s);
    const top = shoulder(s);
    const end = Math.max(0, 1 - s / 0.05, 1 - (1 - s) / 0.05);
    const bottom = sill + 0.1 * end;
    const profile: [number, number][] = [
      [0.78, bottom],
      [0.95, bottom + 0.06],
      [1, bottom + (top - bottom) * 0.4],
      [0.99, bottom + (top - bottom) * 0.66],
      [0.95, top - 0.07],
      [0.86, top - 0.015],
      [0.5, top + 0.015],
      [0, top + 0.022],
    ];
    const side = profile.map(([k, y]): Vec => [x, y, w * k]);
    return [
      ...side,
      ...side
        .slice(0, -1)
        .reverse()
        .map(([px, y, z]): Vec => [px, y, -z]),
    ];
  };
  const lower = loft(shares.map(section), body);
  const [a, b] = [front - bonnet * long, front - boot * long];
  const roofFront = a - long * 0.13;
  const roofBack = b + long * 0.1;
  const ring = (x: number, y: number, w: number): Vec[] => [
    [x, y, w],
    [x, y + 0.012, w * 0.6],
    [x, y + 0.016, 0],
    [x, y + 0.012, -w * 0.6],
    [x, y, -w],
  ];
  const base = (x: number): number => shoulder((front - x) / long) - 0.04;
  const roofAt = (t: number): Vec[] => {
    const x = roofFront + (roofBack - roofFront) * t;
    return ring(x, high - 0.035 * (2 * t - 0.85) ** 2, WIDE * 0.66);
  };
  const roof = loft([0, 0.2, 0.4, 0.6, 0.8, 1].map(roofAt), body, false);
  const sideGlass = (x0: number, x1: number, t0: number, t1: number): Mesh => {
    const low = (x: number): Vec => [x, base(x) + 0.035, WIDE * 0.925];
    const up = (t: number): Vec => {
      const [p] = roofAt(t);
      const [x = 0, y = 0, z = 0] = p ?? [];
      return [x, y - 0.03, z + 0.015];
    };
    return loft(
      [
        [low(x0), up(t0)],
        [low(x1), up(t1)],
      ],
      GLASS,
      false,
    );
  };
  const pillar = (x: number, t: number, w: number): Mesh => {
    const [p] = roofAt(t);
    return rod(
      [x, base(x), WIDE * 0.925],
      [p?.[0] ?? 0, (p?.[1] ?? 0) - 0.01, (p?.[2] ?? 0) + 0.012],
      w,
      body,
      {
        segments: 12,
      },
    );
  };
  const middle = (a + b) / 2;
  const cabin = both(
    all(
      sideGlass(a - 0.06, middle + 0.03, 0.02, 0.42),
      sideGlass(middle - 0.03, b + 0.1, 0.47, 0.98),
      pillar(a, 0, 0.034),
      pillar(middle, 0.445, 0.03),
      pillar(b + 0.04, 1, 0.045),
    ),
  );
  const windscreen = loft([ring(a + 0.02, base(a) + 0.02, WIDE * 0.9), roofAt(0)], GLASS, false);
  const rearWindow = loft([roofAt(1), ring(b, base(b) + 0.02, WIDE * 0.88)], GLASS, false);
  const axles = [front - long * 0.19, front - long * 0.8];
  const wheels = both(
    each(axles, (x) =>
      all(
        wheel(x, radius, WIDE + 0.03, radius, 0.2),
        rod([x, radius * 1.04, WIDE * 0.6], [x, radius * 1.04, WIDE * 0.995], radius * 1.15, RUBBER),
      ),
    ),
  );
  const details = both(
    all(
      // Headlamps, rear lamps, handles, mirrors, sills.
      ball([front - 0.24, waist * 0.7, WIDE * 0.66], 0.2, LAMP, 0.4),
      box([-front + 0.12, waist * 0.72, WIDE * 0.7], [0.22, 0.15, 0.34], REAR_LAMP, 0.05),
      each([middle + 0.32, middle - 0.45], (x) =>
        box([x, waist * 0.82, WIDE * 0.985], [0.17, 0.03, 0.03], STEEL, 0.012),
      ),
      box([a - 0.16, waist * 1.02, WIDE * 1.04], [0.1, 0.12, 0.2], body, 0.04),
      each([middle, a - 0.08], (x) =>
        box([x, sill + 0.16, WIDE * 0.988], [0.008, waist * 0.56, 0.016], DARK),
      ),
      box([-0.02, sill - 0.03, WIDE * 0.86], [long * 0.5, 0.08, 0.1], DARK, 0.03),
    ),
  );
  const nose = all(
    box([front - 0.045, waist * 0.44, 0], [0.1, 0.1, 0.9], DARK, 0.03),
    box([front - 0.03, waist * 0.64, 0], [0.06, 0.1, 0.62], DARK, 0.03),
    box([front + 0.005, waist * 0.685, 0], [0.02, 0.02, 0.4], STEEL, 0.008),
    box([front + 0.0, waist * 0.5, 0], [0.03, 0.09, 0.4], { colour: '#f3f5f7', gloss: 0.3 }, 0.01),
    box([-front + 0.01, waist * 0.5, 0], [0.03, 0.09, 0.4], { colour: '#f3f5f7', gloss: 0.3 }, 0.01),
  );
  return all(lower, roof, cabin, windscreen, rearWindow, wheels, details, nose);
}
