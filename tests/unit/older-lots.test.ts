import { expect, test } from 'vitest';
import { OlderLots } from '#server/domains/trade/lots/catalogue/older-lots.ts';
import { stepsOf } from '#server/domains/trade/lots/catalogue/older-cells.ts';

const COPY = { before: 0, priceSteps: [] };

test('questions about older lots take a few connections at most, and each is answered once until one of them changes', async () => {
  let [now, most, asked] = [0, 0, 0];
  const older = new OlderLots({
    horizon: () => Promise.resolve(null),
    cells: () => Promise.reject(new Error('not now')),
    page: () => Promise.resolve([]),
    exists: () => Promise.resolve(false),
    async counts(_, filter) {
      asked += 1;
      most = Math.max(most, (now += 1));
      await new Promise<void>((resolve) => setImmediate(resolve));
      now -= 1;
      if (filter.region === 13) throw new Error('away');
      return new Map([[7, filter.region ?? 0]]);
    },
  });
  const of = (region: number) => older.counts(COPY, { region }, null);
  const all = () => Promise.allSettled(Array.from({ length: 30 }, (_, region) => of(region)));
  const answers = await all();
  expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  expect(await of(7)).toEqual(new Map([[7, 7]]));
  expect([asked, most]).toEqual([30, 4]);
  await all();
  // The one that failed is asked again.
  expect(asked).toBe(31);
  older.forget();
  await all();
  expect([asked, most]).toEqual([61, 4]);
});

test('a range of prices is whole steps and what is left of it at its ends', () => {
  const prices = [10, 20, 30];
  const stepOf = (price: number) => prices.filter((begin) => begin <= price).length;
  const bounds = [undefined, ...Array.from({ length: 40 }, (_, price) => price)];
  const isIn = (price: number, from = -Infinity, to = Infinity) => price >= from && price <= to;
  for (const from of bounds)
    for (const to of bounds) {
      const { steps, ends } = stepsOf(prices, from, to);
      for (let price = 0; price < 45; price += 1) {
        const step = stepOf(price);
        const times =
          Number(step >= steps.from && step < steps.to) +
          ends.filter((end) => isIn(price, end.from, end.to)).length;
        expect(times, `${price} in ${from} to ${to}`).toBe(Number(isIn(price, from, to)));
      }
    }
});
