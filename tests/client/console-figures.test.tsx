import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { EndedAuctions } from '#client/features/console/figures/ended-auctions.tsx';
import { FiguresPage } from '#client/features/console/figures/figures-page.tsx';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { useSession } from '#client/lib/session.ts';
import type { FigureRow, Figures } from '#shared/api/console/figures.ts';
import { serve, show, type Answers } from './page.tsx';
import { inAll } from './sale-fixture.ts';

const FIGURES = 'GET /api/console/figures';
const HOUR_MS = 3_600_000;
const figures = (more: Partial<Figures> = {}): Figures => ({
  auctions: 40,
  sold: 30,
  participants: 90,
  riseBp: 2_550,
  averagePriceTiyin: 5_000_000_00,
  paid: 20,
  medianPaymentMs: 30 * HOUR_MS,
  ...more,
});
const NONE = figures({
  auctions: 0,
  sold: 0,
  participants: 0,
  riseBp: null,
  averagePriceTiyin: null,
  paid: 0,
  medianPaymentMs: null,
});
const answer = (rows: FigureRow[], total = figures()) => ({
  body: { from: '2026-01-01', to: '2026-02-20', total, rows },
});
const CHOICES: Answers = {
  'GET /api/console/categories': { body: { groups: [] } },
  'GET /api/shop/dictionaries/region': { body: [{ id: 3, name: inAll('Fergana') }] },
};
const BY_MONTH = answer([
  { key: '2026-01', name: null, figures: figures() },
  { key: '2026-02', name: null, figures: NONE },
]);

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
  await loadNamespaces(['console-figures', 'staff', 'after-sale', 'console-categories']);
  useSession.setState({ me: { id: 'me', roles: ['auditor'] } as never });
});

const addressOf = (link: HTMLElement) => link.getAttribute('href');

describe('figures', () => {
  it('stand in charts and in a table, and every number leads to its auctions', async () => {
    serve({ ...CHOICES, [FIGURES]: BY_MONTH });
    show(<FiguresPage />, '/console/figures?region=3');
    await screen.findByRole('row', { name: /01.2026/ });
    const [january, february] = screen.getAllByRole('row').slice(1);
    const cells = within(january!);
    expect(addressOf(cells.getByRole('link', { name: '40' }))).toBe(
      '/console/ended-auctions?from=2026-01-01&to=2026-01-31&region=3',
    );
    expect(addressOf(cells.getByRole('link', { name: '30' }))).toContain('result=sold');
    expect(addressOf(cells.getByRole('link', { name: '1 day 6 hours' }))).toContain('result=paid');
    // The period ends within February.
    expect(addressOf(within(february!).getByRole('link', { name: '02.2026' }))).toContain('to=2026-02-20');
    // A month in which nothing was sold has no share, no rise and no time.
    expect(within(february!).getAllByText('—')).toHaveLength(4);
    const bar = screen.getByRole('link', { name: '01.2026: 40, sold 30' });
    expect(addressOf(bar)).toBe('/console/ended-auctions?from=2026-01-01&to=2026-01-31&region=3');
    expect(screen.getByRole('link', { name: /^01.2026: 75.%$/ })).toBeTruthy();
    expect(screen.getByRole('link', { name: /^01.2026: 25.5.%$/ })).toBeTruthy();
  });

  it('are asked for by category, whose names they show', async () => {
    const asked = serve({
      ...CHOICES,
      [FIGURES]: answer([{ key: '7', name: inAll('Cars'), figures: figures() }]),
    });
    show(<FiguresPage />, '/console/figures');
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Group by' }), 'category');
    const row = await screen.findByRole('row', { name: /Cars/ });
    expect(addressOf(screen.getByRole('link', { name: 'CSV file' }))).toContain('group=category');
    expect(addressOf(within(row).getByRole('link', { name: 'Cars' }))).toContain('category=7');
    expect(asked.findLast(({ path }) => path === '/api/console/figures')?.search.get('group')).toBe(
      'category',
    );
  });

  it('say that nothing has ended, and why they could not be read', async () => {
    serve({ ...CHOICES, [FIGURES]: answer([], NONE) });
    const { unmount } = show(<FiguresPage />, '/console/figures');
    expect(await screen.findByText('No auction has ended')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'CSV file' })).toBeNull();
    unmount();
    serve(CHOICES);
    show(<FiguresPage />, '/console/figures');
    expect(await screen.findByRole('button', { name: /again/i })).toBeTruthy();
  });
});

describe('ended auctions', () => {
  it('says that there are more than are counted', async () => {
    const list = (total: number) => ({ body: { items: [], total, page: 1, size: 20 } });
    serve({ ...CHOICES, 'GET /api/console/ended-auctions': list(10_000) });
    const { unmount } = show(<EndedAuctions />, '/console/ended-auctions?page=500');
    expect(await screen.findByText(/At least 10.?000 rows/)).toBeVisible();
    unmount();
    serve({ ...CHOICES, 'GET /api/console/ended-auctions': list(9_999) });
    show(<EndedAuctions />, '/console/ended-auctions?page=500');
    expect(await screen.findByText(/9.?999/)).toBeVisible();
    expect(screen.queryByText(/At least/)).toBeNull();
  });

  it('lead to the lot, to its applications and to its payment', async () => {
    serve({
      ...CHOICES,
      'GET /api/console/ended-auctions': {
        body: {
          items: [
            {
              lotId: 7,
              title: inAll('Chevrolet Cobalt'),
              category: inAll('Cars'),
              region: inAll('Fergana'),
              endedAtMs: Date.parse('2026-01-05T18:00:00+05:00'),
              startPriceTiyin: 1_000_00,
              priceTiyin: 2_000_00,
              participants: 3,
              outcome: 'sold',
              sale: { state: 'paid', soldAtMs: 1, paidAtMs: 2 },
            },
          ],
          total: 1,
          page: 1,
          size: 20,
        },
      },
    });
    show(<EndedAuctions />, '/console/ended-auctions?result=sold');
    const row = within(await screen.findByRole('row', { name: /Chevrolet Cobalt/ }));
    expect(row.getAllByRole('link').map(addressOf)).toEqual([
      '/lot-result/7',
      '/console/applications?lot=7',
      '/console/settlements?lot=7&state=all',
    ]);
  });
});
