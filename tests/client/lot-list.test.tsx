import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { LotCard } from '#shared/api/lots.ts';
import { startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { filterOf, readListQuery, writeListQuery } from '#client/features/lots/list-query.ts';
import { LotListView } from '#client/features/lots/lot-list.tsx';
import { liveOf } from '#client/features/lots/lot-live.ts';
import { pagesShown } from '#client/ui/pagination.tsx';
import { serve, show, type Asked } from './page.tsx';

const text = (uz: string) => ({ uz, ru: uz, 'uz-Cyrl': uz, en: uz });
const lot: LotCard = {
  id: 7,
  number: '7',
  title: text('Chevrolet Cobalt'),
  groupId: 1,
  categoryId: 2,
  category: text('Avtomobillar'),
  regionId: 1726,
  region: text('Toshkent shahri'),
  photo: null,
  status: 1,
  tradeType: 'auction',
  orderType: 'private',
  ruleSet: 'private',
  practice: false,
  startPriceTiyin: 5_000_000_000,
  depositTiyin: 250_000_000,
  depositPercent: 5,
  firstStepTiyin: 250_000_000,
  firstStepPercent: 5,
  publishedAtMs: 0,
  applicationsUntilMs: 1,
  opensAtMs: 1,
  closesAtMs: 2,
  room: { phase: 'waiting', priceTiyin: null, count: 0, deadlineMs: 2, leaderNumber: null },
};
const LIST = '/api/shop/shop-lots/lot-list';

const answers = (items: LotCard[], total = items.length) => ({
  [`GET ${LIST}`]: { body: { items, total, page: 1, size: 12 } },
  'GET /api/shop/shop-lots/lot-list-counter': {
    body: { searchResults: 9, newLots: 3, completed: 2, notHeld: 1, current: total },
  },
  'GET /api/shop/dictionaries/region': { body: [{ id: 1726, soato: '1726', name: text('Toshkent shahri') }] },
  'GET /api/shop/dictionaries/categories': { body: [] },
});
const lists = (asked: Asked[]) => asked.filter((call) => call.path === LIST);
const address = () => screen.getByTestId('address').textContent;

beforeEach(async () => {
  await startI18n();
  await switchLanguage('uz');
});

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

  it('gives back the state it was written from', () => {
    const id = fc.option(fc.integer({ min: 1, max: 1_000_000 }));
    const tiyin = fc.option(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }));
    const state = fc.record({
      i: fc.constantFrom(0 as const, 1 as const, 2 as const, 3 as const, 4 as const),
      page: fc.integer({ min: 1, max: 100_000 }),
      size: fc.integer({ min: 1, max: 100 }),
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
      fc.property(state, (query) => {
        const again = readListQuery(new URLSearchParams(writeListQuery(query).toString()));
        expect(again).toEqual(query);
      }),
    );
  });
});

describe('the lot list', () => {
  it('asks what its address says and shows the lots with the counters of the tabs', async () => {
    const asked = serve(answers([lot]));
    show(<LotListView />, '/lot-list?i=1&region=1726&page=2');
    expect(await screen.findByRole('link', { name: 'Chevrolet Cobalt' })).toHaveAttribute(
      'href',
      '/lot-view/7',
    );
    expect(Object.fromEntries(lists(asked)[0]?.search ?? [])).toEqual({
      i: '1',
      region: '1726',
      page: '2',
      size: '12',
    });
    const tab = screen.getByRole('tab', { name: /Yangi lotlar/ });
    expect(tab).toHaveAttribute('aria-selected', 'true');
    await waitFor(() => expect(within(tab).getByText('3')).toBeVisible());
  });

  it('writes a chosen tab into the address and starts at page 1 again', async () => {
    serve(answers([lot]));
    show(<LotListView />, '/lot-list?page=3&region=1726');
    await userEvent.click(await screen.findByRole('tab', { name: /Yakunlangan/ }));
    expect(address()).toBe('/lot-list?i=2&region=1726');
  });

  it('mirrors a filter in the address', async () => {
    const asked = serve(answers([lot]));
    show(<LotListView />, '/lot-list');
    await screen.findByRole('option', { name: 'Toshkent shahri' });
    await userEvent.selectOptions(screen.getByLabelText('Hudud'), '1726');
    expect(address()).toBe('/lot-list?region=1726');
    await waitFor(() => expect(lists(asked).at(-1)?.search.get('region')).toBe('1726'));
  });

  it('shows a typed search under the tab of search results', async () => {
    const asked = serve(answers([lot]));
    show(<LotListView />, '/lot-list');
    await userEvent.type(screen.getByLabelText('Lot raqami yoki mulk nomi'), 'cobalt{Enter}');
    expect(address()).toBe('/lot-list?q=cobalt&i=0');
    await waitFor(() => expect(lists(asked).at(-1)?.search.get('q')).toBe('cobalt'));
  });

  it('keeps the page when only the view changes', async () => {
    serve(answers([lot], 40));
    show(<LotListView />, '/lot-list?page=2');
    await userEvent.click(await screen.findByRole('button', { name: 'Roʻyxat' }));
    expect(address()).toBe('/lot-list?page=2&view=list');
  });

  it('links its pages, keeping the filters', async () => {
    serve(answers([lot], 40));
    show(<LotListView />, '/lot-list?region=1726');
    expect(await screen.findByRole('link', { name: '3-sahifa' })).toHaveAttribute(
      'href',
      '/lot-list?page=3&region=1726',
    );
  });

  it('offers to clear the filters when nothing is found', async () => {
    serve(answers([], 0));
    show(<LotListView />, '/lot-list?q=zzz&i=0&region=1726');
    const empty = await screen.findByRole('heading', { name: 'Lot topilmadi' });
    const section = empty.closest('section');
    await userEvent.click(within(section as HTMLElement).getByRole('button', { name: 'Tozalash' }));
    expect(address()).toBe('/lot-list?i=0');
  });

  it('shows the reason and a retry when the list cannot be read', async () => {
    const failing = answers([lot]);
    serve({
      ...failing,
      [`GET ${LIST}`]: { status: 400, body: { ERROR: { code: 'x', message: 'Notoʻgʻri soʻrov' } } },
    });
    show(<LotListView />, '/lot-list');
    expect(await screen.findByText('Notoʻgʻri soʻrov')).toBeVisible();
    serve(failing);
    await userEvent.click(screen.getByRole('button', { name: 'Qayta urinish' }));
    expect(await screen.findByRole('link', { name: 'Chevrolet Cobalt' })).toBeVisible();
  });
});

describe('a lot in a list', () => {
  const board = {
    lotId: 7,
    phase: 'running' as const,
    priceTiyin: 6_000_000_000,
    count: 2,
    deadlineMs: 9,
    outcome: null,
  };

  it('shows the board when it knows as many prices or more', () => {
    expect(liveOf(lot, board)).toMatchObject({
      phase: 'running',
      priceTiyin: 6_000_000_000,
      count: 2,
      status: 4,
    });
    expect(liveOf(lot, undefined)).toMatchObject({ phase: 'waiting', priceTiyin: null, status: 1 });
  });

  it('shows the list when the board is older', () => {
    const newer: LotCard = {
      ...lot,
      status: 4,
      room: { ...lot.room, phase: 'running', priceTiyin: 7_000_000_000, count: 5 },
    };
    expect(liveOf(newer, board)).toMatchObject({ priceTiyin: 7_000_000_000, count: 5 });
  });

  it('takes its status from the room: paused, sold', () => {
    expect(liveOf(lot, { ...board, phase: 'paused' }).status).toBe(8);
    expect(liveOf(lot, { ...board, phase: 'closed', outcome: 'sold' }).status).toBe(5);
    expect(liveOf(lot, { ...board, phase: 'closed', outcome: 'not-held' }).status).toBe(9);
  });
});

describe('pages', () => {
  it('show the first, the last and the neighbours, with gaps only where more than one page is left out', () => {
    expect(pagesShown(1, 3)).toEqual([1, 2, 3]);
    expect(pagesShown(5, 10)).toEqual([1, null, 4, 5, 6, null, 10]);
    expect(pagesShown(3, 10)).toEqual([1, 2, 3, 4, null, 10]);
    expect(pagesShown(4, 10)).toEqual([1, 2, 3, 4, 5, null, 10]);
  });
});
