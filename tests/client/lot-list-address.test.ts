import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LOT_SORTS } from '#shared/api/site/lots.ts';
import {
  changed,
  filterOf,
  leavesOut,
  readListQuery,
  tidyFilters,
  writeListQuery,
} from '#client/features/site/lots/list-query.ts';

describe('the address of the lot list', () => {
  it('means tab 4, page 1 and 12 lots when it says nothing', () => {
    expect(readListQuery(new URLSearchParams())).toMatchObject({
      i: 4,
      page: 1,
      size: 12,
      view: 'grid',
      q: '',
    });
    expect(filterOf(readListQuery(new URLSearchParams()))).toEqual({});
  });

  it('takes an old or mistyped link as if the wrong parts were not there', () => {
    const broken = new URLSearchParams(
      'i=9&page=-1&size=5000&region=x&priceFrom=abc&dateFrom=2026-99-99&orderType=none',
    );
    expect(readListQuery(broken)).toEqual(readListQuery(new URLSearchParams()));
  });

  it('says that a part of it could not be used, and is silent about what is merely the default', () => {
    const wrong = (search: string) => leavesOut(new URLSearchParams(search));
    expect(wrong('i=4&page=1&size=12&view=grid&region=&utm_source=mail')).toBe(false);
    expect(wrong('i=1&q=cobalt&area=1726264&region=1726&sort=newest&payment=parts')).toBe(false);
    for (const search of ['i=9', 'page=-1', 'size=5000', 'region=1e9', 'region=1726%27--', 'sort=best'])
      expect(wrong(search), search).toBe(true);
    expect(wrong('area=1726264'), 'an area without its region').toBe(true);
    expect(wrong('dateFrom=2026-02-31')).toBe(true);
    expect(wrong('priceFrom=99999999999999999999')).toBe(true);
  });

  it('puts the ends of a range in their order and takes the first of repeated values', () => {
    const query = readListQuery(
      new URLSearchParams(
        'priceFrom=900&priceTo=100&dateFrom=2026-12-01&dateTo=2026-11-21&region=1&region=2',
      ),
    );
    expect(query).toMatchObject({ priceFromTiyin: 10_000, priceToTiyin: 90_000, region: 1 });
    expect(query).toMatchObject({ dateFrom: '2026-11-21', dateTo: '2026-12-01' });
  });

  it('opens the tab of search results for a search, and leaves it when nothing is searched any more', () => {
    const start = readListQuery(new URLSearchParams('i=2&page=3'));
    const searching = changed(start, { q: 'cobalt' });
    expect(searching).toMatchObject({ i: 0, page: 1, q: 'cobalt' });
    expect(changed(searching, { region: 1726 })).toMatchObject({ i: 0, region: 1726 });
    expect(changed(searching, { q: '' })).toMatchObject({ i: 4, q: '' });
    expect(changed({ ...searching, region: 1726 }, { q: '' })).toMatchObject({ i: 0, region: 1726 });
    expect(changed({ ...start, region: 1726, area: 5 }, { region: null })).toMatchObject({ area: null });
  });

  it('drops the stage with the tab of current lots, and keeps it there', () => {
    const live = readListQuery(new URLSearchParams('stage=live&region=1726'));
    expect(changed(live, { i: 2 })).toMatchObject({ i: 2, stage: null, region: 1726 });
    expect(changed(live, { q: 'cobalt' })).toMatchObject({ i: 0, stage: null, q: 'cobalt' });
    expect(changed(live, { region: null })).toMatchObject({ i: 4, stage: 'live' });
    expect(changed(live, { page: 2 })).toMatchObject({ i: 4, stage: 'live', page: 2 });
  });

  it('gives back the state it was written from', () => {
    const id = fc.option(fc.integer({ min: 1, max: 1_000_000 }));
    const tiyin = fc.option(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }));
    const state = fc.record({
      i: fc.constantFrom(0 as const, 1 as const, 2 as const, 3 as const, 4 as const),
      page: fc.integer({ min: 1, max: 100_000 }),
      size: fc.integer({ min: 1, max: 100 }),
      sort: fc.constantFrom(null, ...LOT_SORTS),
      area: id,
      payment: fc.constantFrom(null, 'full' as const, 'parts' as const),
      tenure: fc.constantFrom(null, 'ownership' as const, 'rent' as const),
      stage: fc.constantFrom(null, 'live' as const, 'applicationsOpen' as const),
      view: fc.constantFrom('grid' as const, 'list' as const),
      q: fc.string({ maxLength: 60 }).map((each) => each.trim()),
      region: id,
      group: id,
      category: id,
      orderType: fc.constantFrom(null, 'state' as const, 'private' as const),
      tradeType: fc.constantFrom(null, 'auction' as const, 'fixed-price' as const),
      priceFromTiyin: tiyin,
      priceToTiyin: tiyin,
      dateFrom: fc.constantFrom(null, '2026-11-21'),
      dateTo: fc.constantFrom(null, '2026-12-01'),
    });
    fc.assert(
      fc.property(state.map(tidyFilters), (query) => {
        const again = readListQuery(new URLSearchParams(writeListQuery(query).toString()));
        expect(again).toEqual(query);
      }),
    );
  });
});
