import { describe, expect, it } from 'vitest';
import { seriesOf, spanOf } from '#client/features/room/price-series.ts';
import type { PublicPrice } from '#shared/realtime/room.ts';

const OPENS_AT = 1_000_000;
const price = (atMs: number, amountTiyin: number) => ({ atMs, amountTiyin }) as PublicPrice;
const room = (prices: PublicPrice[], count = prices.length) => ({
  prices,
  count,
  opensAtMs: OPENS_AT,
  startPriceTiyin: 100,
});

describe('the series of confirmed prices', () => {
  it('begins with the start price and goes from the oldest to the newest', () => {
    expect(seriesOf(room([price(1_030_000, 120), price(1_010_000, 110)]))).toEqual([
      [1_000, 1_010, 1_030],
      [100, 110, 120],
    ]);
  });

  it('begins with the first price known where older ones are not loaded', () => {
    expect(seriesOf(room([price(1_030_000, 120)], 7))).toEqual([[1_030], [120]]);
  });

  it('always goes forward in time', () => {
    const [seconds] = seriesOf(room([price(OPENS_AT - 5, 120), price(OPENS_AT, 110)]));
    expect(seconds).toEqual([1_000, 1_000.001, 1_000.002]);
  });

  it('is a minute wide at least', () => {
    expect(spanOf(seriesOf(room([]))[0])).toEqual([1_000, 1_060]);
    expect(spanOf([1_000, 1_200])).toEqual([1_000, 1_200]);
  });
});
