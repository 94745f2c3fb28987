import { describe, expect, it } from 'vitest';
import { heightOf, seriesOf, spanOf } from '#client/features/site/room/price-series.ts';
import type { PublicPrice } from '#shared/realtime/room.ts';

const OPENS_AT = 1_000_000;
const NOW = 1_300_000;
const price = (atMs: number, amountTiyin: number) => ({ atMs, amountTiyin }) as PublicPrice;
const room = (prices: PublicPrice[], count = prices.length) => ({
  prices,
  count,
  opensAtMs: OPENS_AT,
  startPriceTiyin: 100,
});

describe('the series of confirmed prices', () => {
  it('begins with the start price, goes from the oldest to the newest, and reaches now', () => {
    expect(seriesOf(room([price(1_030_000, 120), price(1_010_000, 110)]), NOW)).toEqual([
      [1_000, 1_010, 1_030, 1_300],
      [100, 110, 120, 120],
    ]);
  });

  it('begins with the first price known where older ones are not loaded', () => {
    expect(seriesOf(room([price(1_030_000, 120)], 7), NOW)).toEqual([
      [1_030, 1_300],
      [120, 120],
    ]);
  });

  it('always goes forward in time, with a clock that is behind too', () => {
    const [seconds] = seriesOf(room([price(OPENS_AT - 5, 120), price(OPENS_AT, 110)]), OPENS_AT - 50);
    expect(seconds.map((second) => Math.round(second * 1_000))).toEqual([
      1_000_000, 1_000_001, 1_000_002, 1_000_003,
    ]);
  });

  it('is a minute wide at least, and ends at its last time', () => {
    expect(spanOf([1_000, 1_010])).toEqual([950, 1_010]);
    expect(spanOf([1_000, 1_200])).toEqual([1_000, 1_200]);
  });

  it('has room above the highest price and below the lowest, and a single price in its middle', () => {
    expect(heightOf(100, 200)).toEqual([90, 210]);
    const [from, to] = heightOf(100, 100);
    expect((from + to) / 2).toBe(100);
    expect(to).toBeGreaterThan(from);
  });
});
