import { describe, expect, it } from 'vitest';
import { AREAS } from '../../migrations/reference/areas.ts';
import { AREA_PLACES } from '#shared/places/area-places.ts';
import { BORDER, type Point } from '#client/ui/map/country-outline.ts';
import { placeLabels, type Placed, type Wanted } from '#client/ui/map/place-labels.ts';
import { REGION_LINES, REGION_PLACES } from '#client/ui/map/region-lines.ts';

const WINDOW = { width: 320, height: 240 };
const name = (id: number, x: number, y: number, part: Partial<Wanted> = {}): Wanted => ({
  id,
  x,
  y,
  width: 90,
  height: 16,
  rank: 2,
  ...part,
});
const meet = ({ box: one }: Placed, { box: other }: Placed): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
const pairs = <Each>(all: readonly Each[]): [Each, Each][] =>
  all.flatMap((one, at) => all.slice(at + 1).map((other): [Each, Each] => [one, other]));

describe('the names of a map', () => {
  it('never meet one another, the edge or the pin, however many want a place', () => {
    const wanted = Array.from({ length: 200 }, (_, at) =>
      name(at, (at * 37) % WINDOW.width, (at * 53) % WINDOW.height, { rank: at % 4, over: at % 4 === 0 }),
    );
    const pin = { left: 144, top: 88, right: 176, bottom: 122 };
    const placed = placeLabels(wanted, WINDOW, [pin]);
    expect(placed.length).toBeGreaterThan(5);
    expect(
      pairs([...placed, { id: -1, side: 'center' as const, box: pin }]).filter(([a, b]) => meet(a, b)),
    ).toEqual([]);
    for (const { box } of placed) {
      expect(Math.min(box.left, box.top)).toBeGreaterThanOrEqual(0);
      expect(box.right).toBeLessThanOrEqual(WINDOW.width);
      expect(box.bottom).toBeLessThanOrEqual(WINDOW.height);
    }
  });

  it('go to another side of their dot where one is taken', () => {
    const placed = placeLabels([name(1, 150, 100, { rank: 1 }), name(2, 146, 100)], WINDOW);
    expect(placed.map(({ id, side }) => [id, side])).toEqual([
      [1, 'right'],
      [2, 'left'],
    ]);
  });

  it('leave the dots of others in sight', () => {
    const placed = placeLabels([name(1, 100, 100, { rank: 1 }), name(2, 50, 104)], WINDOW);
    // On its right it would be written over the first dot; on its left it would leave the map.
    expect(placed.map(({ id, side }) => [id, side])).toEqual([
      [1, 'right'],
      [2, 'top'],
    ]);
    expect(placeLabels([name(1, 100, 100, { rank: 1 }), name(2, 150, 100)], WINDOW)).toHaveLength(1);
  });

  it('give way to those that matter more', () => {
    const crowd = Array.from({ length: 9 }, (_, at) => name(at, 160, 120, { rank: 9 - at }));
    const [first] = placeLabels(crowd, WINDOW);
    expect(first?.id).toBe(8);
  });
});

describe('the places of the map', () => {
  const inCountry = ([north, east]: Point): boolean =>
    north > 37 && north < 45.7 && east > 55.9 && east < 73.2;

  it('are territories of the dictionary, each once, within the country', () => {
    const known = new Set(
      Object.entries(AREAS).flatMap(([region, lines]) =>
        [...lines.matchAll(/^\s*(\d+) /gm)].map(([, code]) => Number(`${region}${code}`)),
      ),
    );
    expect(AREA_PLACES.filter(({ id }) => !known.has(id))).toEqual([]);
    expect(new Set(AREA_PLACES.map(({ id }) => id)).size).toBe(AREA_PLACES.length);
    expect(AREA_PLACES.filter(({ at }) => !inCountry(at))).toEqual([]);
    expect(Object.values(REGION_PLACES).filter((at) => !inCountry(at))).toEqual([]);
    expect(Object.keys(REGION_PLACES).sort()).toEqual(Object.keys(AREAS).sort());
  });

  it('are distinguished by lines within the outline', () => {
    const onMap = [...BORDER, ...REGION_LINES.flat()];
    expect(onMap.filter((point) => !inCountry(point))).toEqual([]);
    expect(REGION_LINES.every((line) => line.length > 1)).toBe(true);
  });
});
