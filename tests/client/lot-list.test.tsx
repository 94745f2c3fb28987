import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { LotCard } from '#shared/api/site/lots.ts';
import { startI18n, switchLanguage } from '#client/i18n/i18n.ts';
// Comes later on the page: here it is there, so that no test waits for its loading.
import '#client/features/site/lots/filter-drawer.tsx';
import { LotListView } from '#client/features/site/lots/lot-list.tsx';
import { liveOf } from '#client/entities/lot/lot-live.ts';
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
    expect(screen.getByText(/^Arizalar qabul qilinmoqda:/)).toHaveTextContent('Arizalar qabul qilinmoqda: 5');
  });

  it('narrows to one of them by its address, with a chip that takes it away', async () => {
    const asked = serve(answers([lot]));
    show(<LotListView />, '/lot-list?i=4&stage=applicationsOpen');
    const chip = await screen.findByRole('button', { name: 'Arizalar qabul qilinmoqda: olib tashlash' });
    expect(lists(asked).at(-1)?.search.get('stage')).toBe('applicationsOpen');
    expect(screen.queryByText(/^Hozir savdoda: /)).not.toBeInTheDocument();
    await userEvent.click(chip);
    expect(address()).toBe('/lot-list');
    await waitFor(() => expect(lists(asked).at(-1)?.search.has('stage')).toBe(false));
  });

  it('leaves a stage with the tab of current lots; the other tabs are counted without it', async () => {
    const asked = serve(answers([lot], 40));
    show(<LotListView />, '/lot-list?stage=live&region=1726');
    const current = screen.getByRole('tab', { name: /Joriy/ });
    await waitFor(() => expect(within(current).getByText('4')).toBeVisible());
    const counted = asked.filter(({ path }) => path.endsWith('lot-list-counter'));
    expect(counted.map(({ search }) => search.toString())).toEqual(['region=1726']);
    await userEvent.click(screen.getByRole('tab', { name: /Yakunlangan/ }));
    expect(address()).toBe('/lot-list?i=2&region=1726');
    await waitFor(() => expect(lists(asked).at(-1)?.search.get('i')).toBe('2'));
    expect(lists(asked).at(-1)?.search.has('stage')).toBe(false);
    expect(within(current).getByText('40')).toBeVisible();
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

  it('leads from a stage without lots to all current ones', async () => {
    const none = { body: { items: [], total: 0, page: 1, size: 12 } };
    serve({ ...answers([], 40), [`GET ${LIST}`]: none });
    show(<LotListView />, '/lot-list?stage=live');
    await userEvent.click(await screen.findByRole('button', { name: 'Joriy auksionlar: 40' }));
    expect(address()).toBe('/lot-list');
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
