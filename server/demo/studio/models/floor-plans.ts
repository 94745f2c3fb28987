import { all, each, type Material, type Mesh } from '../mesh.ts';
import { box, rod } from '../solid-shapes.ts';

/** One room on a floor plan: its corner, width and depth, and the floor. */
export interface Room {
  x: number;
  z: number;
  wide: number;
  deep: number;
  floor: string;
}

/** A cut-open model: rooms with walls, openings between neighbours, and furniture. */
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
