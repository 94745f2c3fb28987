import { describe, expect, test } from 'vitest';
import { bitsFor, setBit } from '#server/domains/trade/lots/catalogue/bit-set.ts';
import { JsonCache } from '#server/domains/trade/lots/catalogue/json-cache.ts';
import { ChangeLog } from '#server/domains/trade/lots/catalogue/change-log.ts';
import { Columns, type CatalogueRow } from '#server/domains/trade/lots/catalogue/columns.ts';
import { FilterCache } from '#server/domains/trade/lots/catalogue/filter-cache.ts';
import { Order, ordersOf } from '#server/domains/trade/lots/catalogue/sort-orders.ts';
import { PlaceLists } from '#server/domains/trade/lots/catalogue/place-lists.ts';
import { rangesOf } from '#server/domains/trade/lots/catalogue/number-ranges.ts';
import { BufferPool } from '#server/domains/trade/lots/catalogue/buffer-pool.ts';
import { WordIndex } from '#server/domains/trade/lots/catalogue/word-index.ts';
import { seeded } from '../../loadtest/lib/mix.ts';

describe('an order maintained as lots change', () => {
  test('is the one that a complete sort gives, however few or many changed, came and went', () => {
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
      const among = { bits, count: present.size };
      const sorted = [...present].sort((a, b) => (values[a] as number) - (values[b] as number) || a - b);
      expect(order.page(among, { offset: 0, limit: 1_000, backwards: false })).toEqual(sorted);
      expect(order.page(among, { offset: 3, limit: 10, backwards: true })).toEqual(
        sorted.toReversed().slice(3, 13),
      );
      expect([...order.placesIn(bits, present.size)]).toEqual(sorted);
    }
  });
});

describe('cached filters', () => {
  const row = (id: number, random: () => number): CatalogueRow => ({
    id,
    status: 1 + Math.floor(random() * 17),
    categoryId: 1 + Math.floor(random() * 3),
    groupId: 1,
    regionId: 1 + Math.floor(random() * 2),
    areaId: null,
    state: random() < 0.5,
    auction: true,
    parts: random() < 0.5,
    rent: random() < 0.2,
    repeatsLotId: null,
    startPriceTiyin: Math.floor(random() * 40),
    roomPriceTiyin: random() < 0.5 ? null : Math.floor(random() * 100),
    publishedAtMs: Math.floor(random() * 100),
    opensAtMs: 0,
    closesAtMs: 0,
    deadlineMs: 0,
    endedAtMs: null,
  });

  test('mended change by change answer as newly made sets do', () => {
    const random = seeded(11);
    const columns = new Columns();
    const [orders, ranges, log] = [ordersOf(columns), rangesOf(columns), new ChangeLog()];
    const common = { columns, byPrice: ranges.startPrice, log, pool: new BufferPool() };
    const cache = new FilterCache(common);
    const filters = [
      {},
      { region: 1 },
      { region: 2, category: 3 },
      { category: 9 },
      { payment: 'parts' as const },
      { tenure: 'rent' as const, region: 2 },
    ];
    const fresh = bitsFor(2_048);
    for (let at = 0; at < 2_048; at += 3) setBit(fresh, at);
    let last = 0;
    for (let round = 0; round < 60; round += 1) {
      const [changed, gone] = [new Set<number>(), new Set<number>()];
      const most = round === 0 ? 900 : round % 30 === 0 ? 200 : 4;
      for (let i = 0; i < most; i += 1) {
        const isNew = round === 0 || random() < 0.2;
        const id = isNew ? (last += 1) : 1 + Math.floor(random() * last);
        if (!isNew && random() < 0.2) {
          const place = columns.remove(id);
          if (place === undefined) continue;
          changed.delete(place);
          gone.add(place);
        } else if (isNew || columns.placeOf(id) !== undefined)
          changed.add(columns.put(row(id, random), round));
      }
      for (const order of [...Object.values(orders), ...Object.values(ranges)]) order.update(changed, gone);
      log.add(changed);
      log.add(gone);
      const rebuilt = new FilterCache({ ...common, log: new ChangeLog() });
      for (const filter of filters) {
        const from = Math.floor(random() * 40);
        for (const bounds of [null, { from, to: from + 15 }])
          for (const order of [orders.newest, orders.price]) {
            const cut = { offset: round % 7, limit: 9, backwards: round % 2 === 0 };
            const [one, other] = [cache.of(filter, 0, null), rebuilt.of(filter, 0, null)];
            expect(one.page(order, bounds, cut)).toEqual(other.page(order, bounds, cut));
            // A second time from a list in that order.
            expect(other.page(order, bounds, cut)).toEqual(one.page(order, bounds, cut));
            expect(one.counts(bounds, fresh)).toEqual(other.counts(bounds, fresh));
            expect(one.counts(bounds, fresh)[0]).toBe(one.count(bounds));
            const all = one.page(order, bounds, { offset: 0, limit: 10_000, backwards: false });
            expect(all).toHaveLength(one.count(bounds));
            expect(new Set(all).size).toBe(all.length);
            expect(all.every((place) => one.has(place))).toBe(true);
          }
      }
    }
  });
});

describe('finished lots', () => {
  const card = (id: number, title: string) => JSON.stringify({ id, title });
  const more = (text: string) => JSON.stringify({ text });

  const detailsOf = (bodies: JsonCache, id: number): unknown => {
    const into = Buffer.alloc(bodies.detailsLength(id));
    expect(bodies.writeDetails(id, into, 0)).toBe(into.length);
    return JSON.parse(into.toString());
  };
  const cardOf = (bodies: JsonCache, id: number): unknown => {
    const into = Buffer.alloc(bodies.cardLength(id));
    expect(bodies.writeCard(id, into, 0)).toBe(into.length);
    return JSON.parse(into.toString());
  };

  test('come back as their details, of which the card is the beginning, until they are dropped', () => {
    const bodies = new JsonCache(8 * 1024 * 1024);
    bodies.put(7, card(7, 'Ҳовли'), more('uzoq'));
    expect(detailsOf(bodies, 7)).toEqual({ id: 7, title: 'Ҳовли', text: 'uzoq' });
    expect(cardOf(bodies, 7)).toEqual({ id: 7, title: 'Ҳовли' });
    const before = bodies.tag(7);
    const tags = Buffer.alloc(before.length);
    expect(bodies.writeTag(7, tags, 0)).toBe(tags.length);
    expect(tags.toString()).toBe(before);
    bodies.put(7, card(7, 'Ҳовли'), more('boshqa'));
    expect(detailsOf(bodies, 7)).toEqual({ id: 7, title: 'Ҳовли', text: 'boshqa' });
    expect(bodies.tag(7)).not.toBe(before);
    bodies.drop(7);
    expect([bodies.has(7), bodies.detailsLength(7), bodies.cardLength(7)]).toEqual([false, 0, 0]);
    bodies.put(7, card(7, 'a'), more('b'));
    bodies.clear();
    expect(bodies.has(7)).toBe(false);
  });

  test('give the oldest up past the memory they may take, and stay whole as they change, go and come again', () => {
    const bodies = new JsonCache(8 * 1024 * 1024);
    const random = seeded(3);
    const last = new Map<number, unknown>();
    for (let step = 0; step < 6_000; step += 1) {
      // Over twice as many lots as there is room for.
      const id = step < 3_000 ? step : Math.floor(random() * 3_000);
      if (random() < 0.1) bodies.drop(id);
      else {
        const title = 'x'.repeat(Math.floor(random() * 8_000));
        bodies.put(id, card(id, title), more(String(step)));
        last.set(id, { id, title, text: String(step) });
      }
    }
    const stored = [...last.keys()].filter((id) => bodies.has(id));
    expect(stored.length).toBeGreaterThan(500);
    expect(stored.length).toBeLessThan(2_200);
    for (const id of stored) expect(detailsOf(bodies, id)).toEqual(last.get(id));
  });

  test('take little memory for what the details of all lots have in common', () => {
    const bodies = new JsonCache(4 * 1024 * 1024);
    const random = seeded(13);
    const common = Array.from({ length: 2_000 }, () => String.fromCharCode(97 + 26 * random())).join('');
    const lots = 8_000;
    for (let id = 0; id < lots; id += 1) bodies.put(id, card(id, 'a'), more(`${common}${id}`));
    expect([bodies.has(0), bodies.has(lots - 1)]).toEqual([true, true]);
    expect(detailsOf(bodies, 0)).toEqual({ id: 0, title: 'a', text: `${common}0` });
    expect(detailsOf(bodies, 77)).toEqual({ id: 77, title: 'a', text: `${common}77` });
  });
});

describe('words with their places', () => {
  test('keep each list apart, however many there are and however they grow', () => {
    const random = seeded(5);
    const lists = new PlaceLists();
    const wanted: number[][] = [];
    for (let step = 0; step < 40_000; step += 1) {
      if (step % 15_000 === 0) lists.pack();
      // Some lists grow to thousands, most stay with one place.
      const list = Math.floor(random() ** 4 * wanted.length);
      const held = wanted[list];
      if (held === undefined || random() < 0.2) wanted[lists.begin(step)] = [step];
      else {
        lists.add(list, step);
        held.push(step);
      }
    }
    expect(wanted.length).toBeGreaterThan(5_000);
    expect(wanted[0]?.length).toBeGreaterThan(1_000);
    expect(wanted.map((_, list) => [...lists.of(list)])).toEqual(wanted);
  });

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
