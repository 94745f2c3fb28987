import type { Material, Mesh, Triangle } from './mesh.ts';
import { contactShadow, type Shadow } from './shadow.ts';
import { add, cross, dot, mix, scaled, smoothstep, sub, unit, type Vec } from './vector.ts';

/** From where an object is photographed. */
export interface Shot {
  /** Degrees around the object; 0 looks along -z, positive goes to its right side. */
  around: number;
  /** Degrees above the floor. */
  above: number;
  /** How much nearer than the whole object fits; 1: all of it. */
  nearer?: number;
  /** What is in the middle, as shares of the object's box; absent: its centre. */
  at?: Vec;
}

export interface Size {
  width: number;
  height: number;
}

/** Samples a pixel, each way. */
const SAMPLES = 2;
const FIELD = (26 * Math.PI) / 180;
/** The object fills this share of the picture. */
const FILL = 0.84;
const KEY: Vec = unit([-0.45, 0.9, 0.62]);
const SIDE: Vec = unit([0.9, 0.35, 0.35]);
const OCCLUSION_SAMPLES = 8;

const linear = (byte: number): number => (byte / 255) ** 2.2;
const known = new Map<string, Vec>();
function colourOf(hex: string): Vec {
  const found = known.get(hex);
  if (found) return found;
  const value = Number.parseInt(hex.slice(1), 16);
  const colour: Vec = [linear(value >> 16), linear((value >> 8) & 255), linear(value & 255)];
  known.set(hex, colour);
  return colour;
}

interface Camera {
  eye: Vec;
  right: Vec;
  up: Vec;
  forward: Vec;
  focal: number;
}

export function boundsOf(mesh: Mesh): { low: Vec; high: Vec } {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const { at } of mesh)
    for (const corner of at)
      corner.forEach((v, i) => {
        low[i] = Math.min(low[i] as number, v);
        high[i] = Math.max(high[i] as number, v);
      });
  return { low: low as unknown as Vec, high: high as unknown as Vec };
}

/** Placed so far away that every corner of the object is in the picture. */
function cameraFor(mesh: Mesh, shot: Shot, { width, height }: Size): Camera {
  const { low, high } = boundsOf(mesh);
  const share: Vec = shot.at ?? [0.5, 0.5, 0.5];
  const target = low.map((v, i) => mix(v, high[i] as number, share[i] as number)) as unknown as Vec;
  const [a, e] = [(shot.around * Math.PI) / 180, (shot.above * Math.PI) / 180];
  const back: Vec = [Math.sin(a) * Math.cos(e), Math.sin(e), Math.cos(a) * Math.cos(e)];
  const forward = scaled(back, -1);
  const right = unit(cross(forward, [0, 1, 0]));
  const up = cross(right, forward);
  const focal = height / 2 / Math.tan(FIELD / 2);
  const span = Math.hypot(...sub(high, low));
  let [near, far] = [span * 0.3, span * 30];
  const corners = mesh.flatMap(({ at }) =>
    at.map((corner) => {
      const p = sub(corner, target);
      return [Math.abs(dot(p, right)), Math.abs(dot(p, up)), dot(p, forward)] as const;
    }),
  );
  const fits = (distance: number): boolean =>
    corners.every(([x, y, z]) => {
      const deep = z + distance;
      return deep > 0.01 && x * focal <= (width / 2) * FILL * deep && y * focal <= (height / 2) * FILL * deep;
    });
  for (let i = 0; i < 24; i += 1) {
    const middle = (near + far) / 2;
    if (fits(middle)) far = middle;
    else near = middle;
  }
  const distance = far / (shot.nearer ?? 1);
  return { eye: add(target, scaled(back, distance)), right, up, forward, focal };
}

/** Which triangle is seen at each sample, and where on it. */
interface Seen {
  width: number;
  height: number;
  depth: Float32Array;
  triangle: Int32Array;
  u: Float32Array;
  v: Float32Array;
}

function rasterized(mesh: Mesh, project: (p: Vec) => Vec, { width, height }: Size): Seen {
  const count = width * height;
  const seen: Seen = {
    width,
    height,
    depth: new Float32Array(count).fill(Infinity),
    triangle: new Int32Array(count).fill(-1),
    u: new Float32Array(count),
    v: new Float32Array(count),
  };
  mesh.forEach(({ at }, index) => {
    const [a, b, c] = [project(at[0]), project(at[1]), project(at[2])];
    if (a[2] <= 0.01 || b[2] <= 0.01 || c[2] <= 0.01) return;
    const area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    if (Math.abs(area) < 1e-9) return;
    const x0 = Math.max(0, Math.floor(Math.min(a[0], b[0], c[0])));
    const x1 = Math.min(width - 1, Math.ceil(Math.max(a[0], b[0], c[0])));
    const y0 = Math.max(0, Math.floor(Math.min(a[1], b[1], c[1])));
    const y1 = Math.min(height - 1, Math.ceil(Math.max(a[1], b[1], c[1])));
    for (let y = y0; y <= y1; y += 1)
      for (let x = x0; x <= x1; x += 1) {
        const [px, py] = [x + 0.5, y + 0.5];
        const u = ((px - a[0]) * (c[1] - a[1]) - (py - a[1]) * (c[0] - a[0])) / area;
        const v = ((b[0] - a[0]) * (py - a[1]) - (b[1] - a[1]) * (px - a[0])) / area;
        if (u < 0 || v < 0 || u + v > 1) continue;
        // Depth is linear on the screen as its inverse.
        const inverse = (1 - u - v) / a[2] + u / b[2] + v / c[2];
        const depth = 1 / inverse;
        const i = y * width + x;
        if (depth >= (seen.depth[i] as number)) continue;
        seen.depth[i] = depth;
        seen.triangle[i] = index;
        seen.u[i] = (u / b[2]) * depth;
        seen.v[i] = (v / c[2]) * depth;
      }
  });
  return seen;
}

const between = (v: readonly [Vec, Vec, Vec], u: number, w: number): Vec =>
  add(add(scaled(v[0], 1 - u - w), scaled(v[1], u)), scaled(v[2], w));

/** What a polished surface mirrors: a bright ceiling panel, a side panel and a pale room. */
function mirrored(direction: Vec): number {
  const [x, y, z] = direction;
  const ceiling = smoothstep(0.55, 0.75, y) * smoothstep(-0.9, -0.2, x + 0.4 * z + 0.5);
  const side = smoothstep(0.35, 0.6, -x) * smoothstep(-0.1, 0.15, y) * (1 - smoothstep(0.5, 0.7, y));
  return 0.32 + 0.28 * smoothstep(-0.3, 0.4, y) + 1.5 * ceiling + 0.7 * side;
}

/** The paper behind the object: light, a little darker towards its edges. */
function paper(x: number, y: number, tint: Vec): Vec {
  const glow = Math.exp(-((x - 0.5) ** 2 / 0.22 + (y - 0.42) ** 2 / 0.2));
  const light = mix(0.76, 0.96, glow) - 0.04 * smoothstep(0.55, 1, y);
  return [light * mix(1, tint[0], 0.05), light * mix(1, tint[1], 0.05) * 1.004, light * 1.02];
}

function shadedSample(
  triangle: Triangle,
  own: Vec,
  normal: Vec,
  view: Vec,
  light: { key: number; open: number },
): Vec {
  const material: Material = triangle.material;
  const patterned = material.pattern?.(own, normal) ?? material.colour;
  const base = colourOf(patterned);
  const gloss = patterned === material.colour ? (material.gloss ?? 0.25) : (material.gloss ?? 0.25) * 0.7;
  const sky = mix(0.26, 0.5, normal[1] * 0.5 + 0.5) * light.open;
  const key = Math.max(0, dot(normal, KEY)) * 0.62 * light.key;
  const side = Math.max(0, dot(normal, SIDE)) * 0.22 * mix(0.5, 1, light.open);
  const diffuse = sky + key + side;
  const towards = -dot(view, normal);
  const reflected = sub(view, scaled(normal, -2 * towards));
  const fresnel = mix(0.045, 1, (1 - Math.max(0, towards)) ** 5) * gloss * 1.4 + gloss * gloss * 0.12;
  const mirror = mirrored(reflected) * fresnel * mix(0.4, 1, light.open);
  const half = unit(sub(KEY, view));
  const spot = Math.max(0, dot(normal, half)) ** mix(12, 160, gloss) * gloss * 0.9 * light.key;
  return [
    base[0] * diffuse + mirror + spot,
    base[1] * diffuse + mirror + spot,
    base[2] * diffuse * 1.01 + mirror + spot,
  ];
}

/** The nearest surface in each pixel. */
interface Surface {
  triangle: Int32Array;
  depth: Float32Array;
  positions: Float32Array;
  normals: Float32Array;
}

/** How much of its surroundings each sample sees: less in corners. */
function openness(surface: Surface, { width, height }: Size, reach: number): Float32Array {
  const { triangle, depth: depths, positions, normals } = surface;
  const open = new Float32Array(width * height).fill(1);
  const radius = reach;
  for (let i = 0; i < open.length; i += 1) {
    if (triangle[i] === -1) continue;
    const [x, y] = [i % width, Math.floor(i / width)];
    const depth = depths[i] as number;
    const pixels = Math.min(45, (radius * height * 2.1) / depth);
    let hidden = 0;
    const start = ((x * 73 + y * 151) % 64) / 64;
    for (let k = 0; k < OCCLUSION_SAMPLES; k += 1) {
      const angle = 2 * Math.PI * ((k * 5) / OCCLUSION_SAMPLES + start);
      const away = pixels * ((k + 0.6) / OCCLUSION_SAMPLES);
      const sx = Math.round(x + Math.cos(angle) * away);
      const sy = Math.round(y + Math.sin(angle) * away);
      if (sx < 0 || sy < 0 || sx >= width || sy >= height) continue;
      const j = sy * width + sx;
      if (triangle[j] === -1) continue;
      const dx = (positions[j * 3] as number) - (positions[i * 3] as number);
      const dy = (positions[j * 3 + 1] as number) - (positions[i * 3 + 1] as number);
      const dz = (positions[j * 3 + 2] as number) - (positions[i * 3 + 2] as number);
      const far = Math.sqrt(dx * dx + dy * dy + dz * dz) + 1e-6;
      const rise =
        (dx * (normals[i * 3] as number) +
          dy * (normals[i * 3 + 1] as number) +
          dz * (normals[i * 3 + 2] as number)) /
        far;
      hidden += Math.max(0, rise - 0.12) / (1 + (far / radius) ** 2 * 2);
    }
    open[i] = Math.max(0.25, 1 - (hidden / OCCLUSION_SAMPLES) * 1.9);
  }
  return open;
}

/** Depth of the object as the key light sees it. */
function keyShadow(mesh: Mesh): (at: Vec, normal: Vec) => number {
  const size = 1_000;
  const { low, high } = boundsOf(mesh);
  const middle = scaled(add(low, high), 0.5);
  const radius = Math.hypot(...sub(high, low)) / 2;
  const right = unit(cross(KEY, [0, 1, 0]));
  const up = cross(right, KEY);
  const project = (p: Vec): Vec => {
    const d = sub(p, middle);
    return [
      (dot(d, right) / radius + 1) * 0.5 * size,
      (dot(d, up) / radius + 1) * 0.5 * size,
      radius * 2 - dot(d, KEY),
    ];
  };
  const { depth } = rasterized(mesh, project, { width: size, height: size });
  const bias = radius * 0.006;
  const spread = 3.4;
  return (at, normal) => {
    const [x, y, z] = project(add(at, scaled(normal, radius * 0.006)));
    let lit = 0;
    for (let i = -1; i <= 1; i += 1)
      for (let j = -1; j <= 1; j += 1) {
        const px = Math.round(x + i * spread);
        const py = Math.round(y + j * spread);
        const inside = px >= 0 && py >= 0 && px < size && py < size;
        if (!inside || (depth[py * size + px] as number) > z - bias) lit += 1;
      }
    return lit / 9;
  };
}

/** Bright parts are rolled off instead of cut. */
const toned = (v: number): number => {
  const x = v * 0.98;
  return x < 0.75 ? x : 0.75 + 0.25 * (1 - Math.exp(-(x - 0.75) / 0.25));
};
const byteOf = (v: number): number => Math.round(255 * Math.min(1, Math.max(0, toned(v))) ** (1 / 2.2));

/** An object under the lights: what does not depend on the camera. */
export interface Scene {
  mesh: Mesh;
  /** How much of the key light reaches a place. */
  lit: (at: Vec, normal: Vec) => number;
  floor: Shadow;
}

export const sceneOf = (mesh: Mesh): Scene => ({
  mesh,
  lit: keyShadow(mesh),
  floor: contactShadow(mesh, boundsOf(mesh).low[1]),
});

/**
 * A photograph of an object in a studio: soft light from above, a fill from the side, shadows on the floor.
 * @returns red, green and blue bytes of each pixel
 */
export function photograph({ mesh, lit, floor }: Scene, shot: Shot, size: Size, tintHex: string): Buffer {
  const [width, height] = [size.width * SAMPLES, size.height * SAMPLES];
  const camera = cameraFor(mesh, shot, { width, height });
  const project = (p: Vec): Vec => {
    const d = sub(p, camera.eye);
    const z = dot(d, camera.forward);
    return [
      width / 2 + (dot(d, camera.right) * camera.focal) / z,
      height / 2 - (dot(d, camera.up) * camera.focal) / z,
      z,
    ];
  };
  const seen = rasterized(mesh, project, { width, height });
  const { low, high } = boundsOf(mesh);
  const span = Math.hypot(...sub(high, low));
  const rayAt = (x: number, y: number): Vec =>
    unit(
      add(
        add(
          scaled(camera.right, (x + 0.5 - width / 2) / camera.focal),
          scaled(camera.up, (height / 2 - y - 0.5) / camera.focal),
        ),
        camera.forward,
      ),
    );
  const normalOf = (i: number, view: Vec): Vec => {
    const { normals } = mesh[seen.triangle[i] as number] as Triangle;
    const normal = unit(between(normals, seen.u[i] as number, seen.v[i] as number));
    return dot(normal, view) > 0 ? scaled(normal, -1) : normal;
  };
  const placeOf = (i: number): Vec => {
    const { at } = mesh[seen.triangle[i] as number] as Triangle;
    return between(at, seen.u[i] as number, seen.v[i] as number);
  };
  const rayOf = (i: number): Vec => rayAt(i % width, Math.floor(i / width));
  const samplesOf = (pixel: number): number[] => {
    const first = Math.floor(pixel / size.width) * SAMPLES * width + (pixel % size.width) * SAMPLES;
    return [first, first + 1, first + width, first + width + 1];
  };
  const pixels = size.width * size.height;
  const surface: Surface = {
    triangle: new Int32Array(pixels).fill(-1),
    depth: new Float32Array(pixels),
    positions: new Float32Array(pixels * 3),
    normals: new Float32Array(pixels * 3),
  };
  for (let pixel = 0; pixel < pixels; pixel += 1) {
    const i = samplesOf(pixel).find((sample) => seen.triangle[sample] !== -1);
    if (i === undefined) continue;
    surface.triangle[pixel] = seen.triangle[i] as number;
    surface.depth[pixel] = seen.depth[i] as number;
    surface.positions.set(placeOf(i), pixel * 3);
    surface.normals.set(normalOf(i, rayOf(i)), pixel * 3);
  }
  const open = openness(surface, size, span * 0.05);
  const tint = colourOf(tintHex);
  const background = (x: number, y: number): Vec => {
    const view = rayAt(x, y);
    const colour = paper(x / width, y / height, tint);
    if (view[1] >= 0) return colour;
    const far = (low[1] - camera.eye[1]) / view[1];
    return scaled(colour, 1 - floor(camera.eye[0] + view[0] * far, camera.eye[2] + view[2] * far));
  };
  const sum = new Float32Array(size.width * size.height * 3);
  const put = (pixel: number, colour: Vec, weight: number): void => {
    for (let k = 0; k < 3; k += 1)
      sum[pixel * 3 + k] = (sum[pixel * 3 + k] as number) + Math.min(1.3, colour[k] as number) * weight;
  };
  for (let pixel = 0; pixel < pixels; pixel += 1) {
    const samples = samplesOf(pixel);
    const shown = new Map<number, number[]>();
    for (const i of samples) {
      const index = seen.triangle[i] as number;
      shown.set(index, [...(shown.get(index) ?? []), i]);
    }
    // Each surface in a pixel is shaded once; the samples tell how much of the pixel it covers.
    for (const [index, [i = 0, ...more]] of shown) {
      const weight = (more.length + 1) / samples.length;
      if (index === -1) {
        put(pixel, background(i % width, Math.floor(i / width)), weight);
        continue;
      }
      const triangle = mesh[index] as Triangle;
      const view = rayOf(i);
      const [at, normal] = [placeOf(i), normalOf(i, view)];
      const own = between(triangle.own, seen.u[i] as number, seen.v[i] as number);
      const light = { key: lit(at, normal), open: open[pixel] as number };
      put(pixel, shadedSample(triangle, own, normal, view, light), weight);
    }
  }
  return Buffer.from(Uint8Array.from(sum, byteOf));
}
