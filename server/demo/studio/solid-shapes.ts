import { meshOf, type Material, type Mesh } from './mesh.ts';
import { add, cross, scaled, sub, unit, type Vec } from './vector.ts';

type Point = readonly [x: number, y: number];

/** Metres: below this a rounded edge looks the same as a chamfered one. */
const NARROW = 0.035;

/** A block with its lower middle at a place and rounded edges. */
export function box(at: Vec, size: Vec, material: Material, round = 0): Mesh {
  const half: Vec = [size[0] / 2, size[1] / 2, size[2] / 2];
  const r = Math.min(round, half[0] * 0.98, half[1] * 0.98, half[2] * 0.98);
  const centre: Vec = [at[0], at[1] + half[1], at[2]];
  const steps = (h: number): number[] => {
    if (r === 0) return [-h, h];
    // Narrow edges are broken once, wide ones are rounded.
    const bends = r < NARROW ? [0, 1] : [0, 0.3, 0.65, 1];
    return [...bends.map((k) => -h + r * k), ...bends.map((k) => h - r * k).reverse()];
  };
  const placed = (p: Vec): Vec => {
    if (r === 0) return add(centre, p);
    const inner = p.map((v, i) => Math.max(-(half[i] as number) + r, Math.min((half[i] as number) - r, v)));
    const [ix = 0, iy = 0, iz = 0] = inner;
    const out = unit(sub(p, [ix, iy, iz]));
    return add(centre, add([ix, iy, iz], scaled(out, r)));
  };
  const faces: Vec[][] = [];
  for (const axis of [0, 1, 2] as const)
    for (const side of [-1, 1] as const) {
      const [u, v] = [(axis + 1) % 3, (axis + 2) % 3] as [0 | 1 | 2, 0 | 1 | 2];
      const [us, vs] = [steps(half[u]), steps(half[v])];
      for (let i = 0; i + 1 < us.length; i += 1)
        for (let j = 0; j + 1 < vs.length; j += 1) {
          const corner = (a: number, b: number): Vec => {
            const p: [number, number, number] = [0, 0, 0];
            p[axis] = side * half[axis];
            p[u] = us[a] as number;
            p[v] = vs[b] as number;
            return placed(p);
          };
          const quad = [corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)];
          faces.push(side === 1 ? quad : quad.reverse());
        }
    }
  return meshOf(faces, material);
}

/** Two directions across an axis. */
function across(axis: Vec): [Vec, Vec] {
  const help: Vec = Math.abs(axis[1]) > 0.9 ? [1, 0, 0] : [0, 1, 0];
  const one = unit(cross(help, axis));
  return [one, cross(axis, one)];
}

/** A body turned about the line from a point in a direction: pairs of radius and distance along it. */
export function lathe(
  from: Vec,
  direction: Vec,
  profile: readonly Point[],
  material: Material,
  segments = 40,
): Mesh {
  const axis = unit(direction);
  const [a, b] = across(axis);
  const ring = ([radius, along]: Point): Vec[] =>
    Array.from({ length: segments }, (_, i) => {
      const angle = (i / segments) * 2 * Math.PI;
      const out = add(scaled(a, Math.cos(angle) * radius), scaled(b, Math.sin(angle) * radius));
      return add(add(from, scaled(axis, along)), out);
    });
  const rings = profile.map(ring);
  const faces: Vec[][] = [];
  for (let k = 0; k + 1 < rings.length; k += 1) {
    const [low, high] = [rings[k] as Vec[], rings[k + 1] as Vec[]];
    for (let i = 0; i < segments; i += 1) {
      const next = (i + 1) % segments;
      faces.push([low[i], low[next], high[next], high[i]] as Vec[]);
    }
  }
  return meshOf(faces, material);
}

/** A round bar between two points, ends closed, edges broken. */
export function rod(
  from: Vec,
  to: Vec,
  radius: number,
  material: Material,
  { end = radius, segments = 32 }: { end?: number; segments?: number } = {},
): Mesh {
  const direction = sub(to, from);
  const long = Math.hypot(...direction);
  const e = Math.min(radius, end, long / 2) * 0.12;
  const profile: Point[] = [
    [0, 0],
    [radius - e, 0],
    [radius, e],
    [end, long - e],
    [end - e, long],
    [0, long],
  ];
  return lathe(from, direction, profile, material, segments);
}

export const ball = (at: Vec, radius: number, material: Material, squash = 1): Mesh =>
  lathe(
    [at[0], at[1] - radius * squash, at[2]],
    [0, 1, 0],
    Array.from({ length: 17 }, (_, i) => {
      const angle = (i / 16) * Math.PI;
      return [Math.sin(angle) * radius, (1 - Math.cos(angle)) * radius * squash] as const;
    }),
    material,
  );

/** Ears of a simple polygon, anticlockwise. */
function ears(points: readonly Point[]): [Point, Point, Point][] {
  const rest = [...points];
  const area = (a: Point, b: Point, c: Point): number =>
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
  const cut: [Point, Point, Point][] = [];
  for (let tries = 0; rest.length > 3 && tries < 2_000; tries += 1) {
    const i = tries % rest.length;
    const [a, b, c] = [
      rest[(i + rest.length - 1) % rest.length] as Point,
      rest[i] as Point,
      rest[(i + 1) % rest.length] as Point,
    ];
    if (area(a, b, c) <= 0) continue;
    const inside = rest.some(
      (p) => p !== a && p !== b && p !== c && area(a, b, p) >= 0 && area(b, c, p) >= 0 && area(c, a, p) >= 0,
    );
    if (inside) continue;
    cut.push([a, b, c]);
    rest.splice(i, 1);
  }
  if (rest.length === 3) cut.push(rest as unknown as [Point, Point, Point]);
  return cut;
}

const signedArea = (points: readonly Point[]): number =>
  points.reduce((sum, [x, y], i) => {
    const [nx, ny] = points[(i + 1) % points.length] as Point;
    return sum + (x * ny - nx * y) / 2;
  }, 0);

/** A flat outline in x and y made thick along z, edges broken by `bevel`. */
export function prism(
  outline: readonly Point[],
  z0: number,
  z1: number,
  material: Material,
  bevel = 0,
): Mesh {
  const points = signedArea(outline) > 0 ? [...outline] : [...outline].reverse();
  const inset = (by: number): Point[] =>
    points.map((p, i) => {
      const before = points[(i + points.length - 1) % points.length] as Point;
      const after = points[(i + 1) % points.length] as Point;
      const n1 = unit([p[1] - before[1], before[0] - p[0], 0]);
      const n2 = unit([after[1] - p[1], p[0] - after[0], 0]);
      const n = unit(add(n1, n2));
      const more = 1 / Math.max(0.5, n[0] * n1[0] + n[1] * n1[1]);
      return [p[0] - n[0] * by * more, p[1] - n[1] * by * more] as const;
    });
  const ringAt = (ring: readonly Point[], z: number): Vec[] => ring.map(([x, y]) => [x, y, z]);
  const inner = bevel > 0 ? inset(bevel) : points;
  const rings =
    bevel > 0
      ? [ringAt(inner, z0), ringAt(points, z0 + bevel), ringAt(points, z1 - bevel), ringAt(inner, z1)]
      : [ringAt(points, z0), ringAt(points, z1)];
  const faces: Vec[][] = [];
  for (let k = 0; k + 1 < rings.length; k += 1) {
    const [back, front] = [rings[k] as Vec[], rings[k + 1] as Vec[]];
    points.forEach((_, i) => {
      const next = (i + 1) % points.length;
      faces.push([back[i], back[next], front[next], front[i]] as Vec[]);
    });
  }
  for (const [a, b, c] of ears(inner)) {
    faces.push([a, b, c].map(([x, y]) => [x, y, z1] as Vec));
    faces.push([c, b, a].map(([x, y]) => [x, y, z0] as Vec));
  }
  return meshOf(faces, material);
}

/** A skin over cross-sections with equally many points each, closed at both ends. */
export function loft(sections: readonly (readonly Vec[])[], material: Material, closed = true): Mesh {
  const faces: Vec[][] = [];
  for (let k = 0; k + 1 < sections.length; k += 1) {
    const [one, two] = [sections[k] as readonly Vec[], sections[k + 1] as readonly Vec[]];
    one.forEach((_, i) => {
      const next = (i + 1) % one.length;
      if (next === 0 && !closed) return;
      faces.push([one[i], one[next], two[next], two[i]] as Vec[]);
    });
  }
  const [first, last] = [sections[0], sections.at(-1)];
  if (first && last && closed) {
    const fan = (ring: readonly Vec[]): void => {
      const middle = scaled(
        ring.reduce((sum, p) => add(sum, p), [0, 0, 0] as Vec),
        1 / ring.length,
      );
      ring.forEach((p, i) => faces.push([middle, ring[(i + 1) % ring.length] as Vec, p]));
    };
    fan(first);
    fan([...last].reverse());
  }
  return meshOf(faces, material);
}

/** A pipe along points. */
export const pipe = (points: readonly Vec[], radius: number, material: Material): Mesh =>
  points.flatMap((p, i) => {
    const next = points[i + 1];
    const joint = ball(p, radius, material);
    return next ? [...joint, ...rod(p, next, radius, material, { segments: 16 })] : joint;
  });
