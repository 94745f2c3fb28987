import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { LOT_SORTS, type LotCard } from '#shared/api/lots.ts';
import { startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import {
  changed,
  filterOf,
  leavesOut,
  readListQuery,
  tidyFilters,
  writeListQuery,
} from '#client/features/lots/list-query.ts';
// Comes later on the page: here it is there, so that no test waits for its loading.
import '#client/features/lots/filter-drawer.tsx';
import { LotListView } from '#client/features/lots/lot-list.tsx';
import { liveOf } from '#client/features/lots/lot-live.ts';
import { pagesShown } from '#client/ui/pagination.tsx';
import { lotCard, text } from './list-fixture.ts';
import { serve, show, type Asked } from './page.tsx';
// Comes later in a browser; read ahead, so that no time limit waits for it.
import '#client/ui/dialog.tsx';

const lot = lotCard();
const LIST = '/api/shop/shop-lots/lot-list';

const answers = (items: LotCard[], total = items.length) => ({
  [`GET ${LIST}`]: { body: { items, total, page: 1, size: 12 } },
  'GET /api/shop/shop-lots/lot-list-counter': {
    body: {
      searchResults: 9,
      newLots: 3,
      completed: 2,
      notHeld: 1,
      current: total,
      live: 4,
      applicationsOpen: 5,
    },
  },
  'GET /api/shop/dictionaries/region': { body: [{ id: 1726, soato: '1726', name: text('Toshkent shahri') }] },
  'GET /api/shop/dictionaries/categories': { body: [] },
  'GET /api/shop/dictionaries/area': {
    body: [{ id: 1726264, soato: '1726264', regionId: 1726, name: text('Yashnobod tumani') }],
  },
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

describe('the lot list', () => {
  it('asks what its address says and shows the lots with the counters of the tabs', async () => {
    const asked = serve(answers([lot], 40));
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

  it('counts what is bidding now and what accepts applications apart', async () => {
    serve(answers([lot]));
    show(<LotListView />, '/lot-list?i=4');
    expect(await screen.findByText(/^Hozir savdoda/)).toHaveTextContent('Hozir savdoda: 4');
    expect(screen.getByText(/^Arizalar qabul qilinmoqda/)).toHaveTextContent('Arizalar qabul qilinmoqda: 5');
  });

  it('draws the kind of thing where a lot has no photo, or its photo does not come', async () => {
    const photo = { url: '/photos/9.webp', width: 800, height: 600, alt: text('Surat') };
    serve(answers([lot, lotCard({ id: 9, photo, categoryId: 3 })]));
    const { container } = show(<LotListView />, '/lot-list');
    const drawn = (category: number) => container.querySelector(`[style*="/icons/category/${category}.svg"]`);
    await waitFor(() => expect(drawn(2)).not.toBeNull());
    expect(drawn(3)).toBeNull();
    fireEvent.error(container.querySelector('img[src="/photos/9.webp"]') as Element);
    expect(drawn(3)).not.toBeNull();
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

  it('takes what is typed along with a choice, and keeps it while something else changes', async () => {
    serve(answers([lot]));
    show(<LotListView />, '/lot-list');
    await screen.findByRole('option', { name: 'Toshkent shahri' });
    const word = screen.getByLabelText('Lot raqami yoki mulk nomi');
    await userEvent.type(word, 'cobalt');
    await userEvent.selectOptions(screen.getByLabelText('Tartib'), 'price-down');
    expect(address()).toBe('/lot-list?sort=price-down');
    expect(word).toHaveValue('cobalt');
    await userEvent.selectOptions(screen.getByLabelText('Hudud'), '1726');
    expect(address()).toBe('/lot-list?q=cobalt&i=0&sort=price-down&region=1726');
    expect(word).toHaveValue('cobalt');
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
    expect(address()).toBe('/lot-list');
  });

  it('offers the sections that have what was looked for', async () => {
    serve(answers([], 0));
    show(<LotListView />, '/lot-list?region=1726');
    await userEvent.click(await screen.findByRole('button', { name: 'Yakunlangan: 2' }));
    expect(address()).toBe('/lot-list?i=2&region=1726');
  });

  it('puts a wrong address right and says so until it is put away', async () => {
    const asked = serve(answers([lot]));
    show(<LotListView />, '/lot-list?i=77&page=-3&region=abc&size=99999&tradeType=auction');
    await screen.findByRole('link', { name: 'Chevrolet Cobalt' });
    expect(address()).toBe('/lot-list?tradeType=auction');
    expect(lists(asked).every((call) => call.search.get('i') === '4')).toBe(true);
    const note = screen.getByText(/ular hisobga olinmadi/);
    await userEvent.click(screen.getByRole('button', { name: 'Yopish' }));
    expect(note).not.toBeInTheDocument();
  });

  it('leads from beyond the last page to the last one', async () => {
    serve(answers([lot], 40));
    show(<LotListView />, '/lot-list?page=900');
    await waitFor(() => expect(address()).toBe('/lot-list?page=4'));
    expect(await screen.findByRole('link', { name: '4-sahifa' })).toHaveAttribute('aria-current', 'page');
  });

  it('offers areas of the chosen region only, and forgets the area with its region', async () => {
    const asked = serve(answers([lot]));
    show(<LotListView />, '/lot-list');
    expect(screen.getByLabelText('Tuman yoki shahar')).toBeDisabled();
    await screen.findByRole('option', { name: 'Toshkent shahri' });
    await userEvent.selectOptions(screen.getByLabelText('Hudud'), '1726');
    await screen.findByRole('option', { name: 'Yashnobod tumani' });
    expect(asked.find(({ path }) => path.endsWith('/area'))?.search.get('region')).toBe('1726');
    await userEvent.selectOptions(screen.getByLabelText('Tuman yoki shahar'), '1726264');
    expect(address()).toBe('/lot-list?region=1726&area=1726264');
    await userEvent.selectOptions(screen.getByLabelText('Hudud'), '');
    expect(address()).toBe('/lot-list');
  });

  it('shows each filter as a chip that takes it away', async () => {
    serve(answers([lot]));
    show(<LotListView />, '/lot-list?region=1726&payment=parts&priceFrom=1000000&dateFrom=2026-11-21');
    const chips = await screen.findByRole('list', { name: 'Tanlangan shartlar' });
    await within(chips).findByText('Toshkent shahri');
    expect(within(chips).getByText('21.11.2026 dan')).toBeVisible();
    await userEvent.click(within(chips).getByRole('button', { name: 'Boʻlib toʻlash: olib tashlash' }));
    expect(address()).toBe('/lot-list?region=1726&priceFrom=1000000&dateFrom=2026-11-21');
    await userEvent.click(within(chips).getByRole('button', { name: 'Hammasini tozalash' }));
    expect(address()).toBe('/lot-list');
  });

  it('keeps order and page size in the address and asks by them', async () => {
    const asked = serve(answers([lot]));
    show(<LotListView />, '/lot-list?page=2');
    await userEvent.selectOptions(screen.getByLabelText('Tartib'), 'price-down');
    await userEvent.selectOptions(screen.getByLabelText('Sahifadagi lotlar soni'), '24');
    expect(address()).toBe('/lot-list?size=24&sort=price-down');
    await waitFor(() =>
      expect(Object.fromEntries(lists(asked).at(-1)?.search ?? [])).toMatchObject({
        sort: 'price-down',
        size: '24',
      }),
    );
  });

  it('takes a date as it is written here, and says when there is no such day', async () => {
    serve(answers([lot]));
    show(<LotListView />, '/lot-list?payment=full');
    const [from] = within(screen.getByRole('group', { name: 'Auksion sanasi' })).getAllByRole('textbox');
    await userEvent.type(from as HTMLElement, '31022026');
    await userEvent.tab();
    expect(await screen.findByText(/Sanani toʻliq yozing/)).toBeVisible();
    await userEvent.clear(from as HTMLElement);
    await userEvent.type(from as HTMLElement, '21112026{Enter}');
    expect(address()).toBe('/lot-list?payment=full&dateFrom=2026-11-21');
  });

  it('counts in the drawer before anything changes, and applies by its button', async () => {
    const asked = serve(answers([lot]));
    show(<LotListView />, '/lot-list');
    await userEvent.click(await screen.findByRole('button', { name: 'Filtrlar' }));
    const drawer = within(await screen.findByRole('dialog'));
    await drawer.findByRole('option', { name: 'Toshkent shahri' });
    await userEvent.selectOptions(drawer.getByLabelText('Hudud'), '1726');
    expect(address()).toBe('/lot-list');
    await waitFor(() =>
      expect(
        asked
          .filter(({ path }) => path.endsWith('lot-list-counter'))
          .at(-1)
          ?.search.get('region'),
      ).toBe('1726'),
    );
    await userEvent.click(await drawer.findByRole('button', { name: '1 ta lotni koʻrsatish' }));
    expect(address()).toBe('/lot-list?region=1726');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('says where it is, in how many parts one pays and what the deposit is', async () => {
    serve(answers([lotCard({ instalmentMonths: 36 })]));
    show(<LotListView />, '/lot-list');
    expect(await screen.findByText('Yashnobod tumani, Toshkent shahri')).toBeVisible();
    expect(screen.getByText('36 oyga boʻlib')).toBeVisible();
    expect(screen.getByText('Zakalat (5 %)')).toBeVisible();
  });

  it('keeps the lots it has when they cannot be refreshed, and says so', async () => {
    serve(answers([lot]));
    const { queries } = show(<LotListView />, '/lot-list');
    await screen.findByRole('link', { name: 'Chevrolet Cobalt' });
    serve({
      ...answers([lot]),
      [`GET ${LIST}`]: { status: 503, body: { ERROR: { code: 'x', message: 'yoʻq' } } },
    });
    await queries.refetchQueries({ queryKey: ['lot-list'] });
    expect(await screen.findByText(/oʻzi qayta urinadi/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Chevrolet Cobalt' })).toBeVisible();
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
