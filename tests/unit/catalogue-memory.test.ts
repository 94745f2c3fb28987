import { describe, expect, test } from 'vitest';
import { bitsFor, setBit } from '#server/domains/lots/catalogue/bits.ts';
import { Bodies } from '#server/domains/lots/catalogue/bodies.ts';
import { Columns } from '#server/domains/lots/catalogue/columns.ts';
import { Order } from '#server/domains/lots/catalogue/orders.ts';
import { WordIndex } from '#server/domains/lots/catalogue/word-index.ts';

/** A small generator of numbers from 0 to 1, the same each time. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('an order kept as lots change', () => {
  test('is the one that sorting anew gives, however few or many changed, came and went', () => {
    const random = seeded(7);
    const columns = new Columns();
    const values = columns.price;
    const order = new Order(
      columns,
      (a, b) => (columns.price[a] as number) - (columns.price[b] as number) || a - b,
    );
    const present = new Set<number>();
    expect(values.length).toBeGreaterThanOrEqual(1_000);
    for (let round = 0; round < 200; round += 1) {
      const changed = new Set<number>();
      const gone = new Set<number>();
      const most = round % 20 === 0 ? 300 : 5;
      for (let i = 0; i < most; i += 1) {
        const place = Math.floor(random() * 1_000);
        if (present.has(place) && random() < 0.3) {
          gone.add(place);
          changed.delete(place);
          present.delete(place);
        } else if (!gone.has(place)) {
          values[place] = Math.floor(random() * 50);
          changed.add(place);
          present.add(place);
        }
      }
      order.update(changed, gone);
      const bits = bitsFor(1_024);
      for (const place of present) setBit(bits, place);
      const among = { bits, count: present.size, priced: null };
      const sorted = [...present].sort((a, b) => (values[a] as number) - (values[b] as number) || a - b);
      expect(order.slice(among, 0, 1_000, false)).toEqual(sorted);
      expect(order.slice(among, 3, 10, true)).toEqual(sorted.toReversed().slice(3, 13));
      expect([...order.placesIn(bits, present.size)]).toEqual(sorted);
    }
  });
});

describe('finished lots', () => {
  const card = (id: number, title: string) => JSON.stringify({ id, title });
  const more = (text: string) => JSON.stringify({ text });

  test('come back as their details, of which the card is the beginning, until they are dropped', () => {
    const bodies = new Bodies(8 * 1024 * 1024);
    bodies.put(7, card(7, 'Ҳовли'), more('uzoq'));
    expect(JSON.parse(String(bodies.details(7)?.json))).toEqual({ id: 7, title: 'Ҳовли', text: 'uzoq' });
    const into = Buffer.alloc(bodies.cardLength(7));
    expect(bodies.writeCard(7, into, 0)).toBe(into.length);
    expect(JSON.parse(into.toString())).toEqual({ id: 7, title: 'Ҳовли' });
    const before = bodies.tag(7);
    bodies.put(7, card(7, 'Ҳовли'), more('boshqa'));
    expect(bodies.tag(7)).not.toBe(before);
    bodies.drop(7);
    expect([bodies.has(7), bodies.details(7), bodies.cardLength(7)]).toEqual([false, null, 0]);
  });

  test('give the oldest up past the memory they may take, and stay whole', () => {
    const bodies = new Bodies(8 * 1024 * 1024);
    for (let id = 0; id < 3_000; id += 1) bodies.put(id, card(id, 'x'.repeat(4_000)), more(String(id)));
    expect(bodies.has(0)).toBe(false);
    expect(JSON.parse(String(bodies.details(2_999)?.json))).toMatchObject({ id: 2_999, text: '2999' });
  });
});

describe('words with their places', () => {
  test('are found whole, by their beginnings and beside the title, also those added one by one', () => {
    const index = new WordIndex();
    index.add(0, ['uy', 'gishtli', '~toshkent']);
    index.add(1, ['uylar', '~uychi']);
    expect(index.matches('uy')).toEqual({ whole: [0], start: [1], elsewhere: [1] });
    index.add(2, ['uy', 'u']);
    expect(index.matches('uy')).toEqual({ whole: [0, 2], start: [1], elsewhere: [1] });
    expect(index.matches('u')).toEqual({ whole: [2], start: [], elsewhere: [] });
    expect(index.exactly('toshkent')).toEqual([0]);
  });
});
