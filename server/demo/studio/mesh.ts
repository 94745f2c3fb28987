import { cross, dot, sub, unit, type Vec } from './vector.ts';

/** How a surface looks. */
export interface Material {
  /** Linear is made from it: `#rrggbb`. */
  colour: string;
  /** 0 dull to 1 mirror. */
  gloss?: number;
  /** Colour by place on the object, for bricks, windows, stripes; falls back to `colour`. */
  pattern?: (at: Vec, normal: Vec) => string | null;
}

export interface Triangle {
  at: readonly [Vec, Vec, Vec];
  normals: readonly [Vec, Vec, Vec];
  /** Where it is on the object as modelled, for patterns. */
  own: readonly [Vec, Vec, Vec];
  material: Material;
}

export type Mesh = readonly Triangle[];

/** Edges flatter than this are rounded in shading. */
const CREASE = Math.cos((38 * Math.PI) / 180);
const key = ([x, y, z]: Vec): string =>
  `${Math.round(x * 2_000)},${Math.round(y * 2_000)},${Math.round(z * 2_000)}`;

/** Triangles of faces with three or more corners each, anticlockwise from outside, smooth across flat edges. */
export function meshOf(faces: readonly (readonly Vec[])[], material: Material): Mesh {
  const corners: [Vec, Vec, Vec][] = [];
  for (const face of faces)
    for (let i = 1; i + 1 < face.length; i += 1)
      corners.push([face[0] as Vec, face[i] as Vec, face[i + 1] as Vec]);
  const flat = corners.map(([a, b, c]) => cross(sub(b, a), sub(c, a)));
  const around = new Map<string, number[]>();
  corners.forEach((triangle, i) => {
    for (const corner of triangle) {
      const name = key(corner);
      const list = around.get(name);
      if (list) list.push(i);
      else around.set(name, [i]);
    }
  });
  const units = flat.map(unit);
  return corners.flatMap((at, i) => {
    const own = flat[i] as Vec;
    if (dot(own, own) < 1e-16) return [];
    const normalAt = (corner: Vec): Vec => {
      let [x, y, z] = [0, 0, 0];
      for (const other of around.get(key(corner)) ?? []) {
        if (dot(units[other] as Vec, units[i] as Vec) < CREASE) continue;
        const n = flat[other] as Vec;
        [x, y, z] = [x + n[0], y + n[1], z + n[2]];
      }
      return unit([x, y, z]);
    };
    return [{ at, own: at, material, normals: [normalAt(at[0]), normalAt(at[1]), normalAt(at[2])] as const }];
  });
}

function mapped(mesh: Mesh, place: (at: Vec) => Vec, turn: (normal: Vec) => Vec, flip = false): Mesh {
  const three = (v: readonly [Vec, Vec, Vec], f: (at: Vec) => Vec): readonly [Vec, Vec, Vec] =>
    flip ? [f(v[0]), f(v[2]), f(v[1])] : [f(v[0]), f(v[1]), f(v[2])];
  const same = (at: Vec): Vec => at;
  return mesh.map(({ at, normals, own, material }) => ({
    at: three(at, place),
    normals: three(normals, turn),
    own: three(own, same),
    material,
  }));
}

export const moved = (mesh: Mesh, x: number, y: number, z: number): Mesh =>
  mapped(
    mesh,
    (v) => [v[0] + x, v[1] + y, v[2] + z],
    (n) => n,
  );

export const grown = (mesh: Mesh, by: number): Mesh =>
  mapped(
    mesh,
    (v) => [v[0] * by, v[1] * by, v[2] * by],
    (n) => n,
  );

/** Turned about an axis through the origin, degrees. */
export function turned(mesh: Mesh, axis: 'x' | 'y' | 'z', degrees: number): Mesh {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  const turn = ([x, y, z]: Vec): Vec => {
    if (axis === 'x') return [x, y * cos - z * sin, y * sin + z * cos];
    if (axis === 'y') return [x * cos + z * sin, y, z * cos - x * sin];
    return [x * cos - y * sin, x * sin + y * cos, z];
  };
  return mapped(mesh, turn, turn);
}

/** The other half of something symmetrical, with the half itself. */
export const both = (mesh: Mesh): Mesh => [
  ...mesh,
  ...mapped(
    mesh,
    (v) => [v[0], v[1], -v[2]],
    (n) => [n[0], n[1], -n[2]],
    true,
  ),
];

/** Parts together. */
export const all = (...parts: readonly Mesh[]): Mesh => parts.flat();

/** The same part at several places. */
export const each = <Item>(items: readonly Item[], make: (item: Item, i: number) => Mesh): Mesh =>
  items.flatMap((item, i) => make(item, i));
