import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CommandPalette } from '#client/app/console/command-palette.tsx';
import { PAGE_GROUPS } from '#client/app/console/page-groups.ts';
import { TopRow } from '#client/app/console/top-row.tsx';
import { SideMenu } from '#client/app/console/side-menu.tsx';
import { hoursAhead } from '#client/features/console/rooms/hours-ahead.ts';
import { CONSOLE_ROUTES } from '#client/app/routes/console.ts';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { serve, show } from './page.tsx';

const ALL = CONSOLE_ROUTES.map(({ page }) => page);

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
  await loadNamespaces(['staff']);
  serve({
    'GET /api/console/waiting': {
      body: {
        items: [
          { page: 'orders', count: 7, oldestAtMs: 1, overdue: null },
          { page: 'tasks', count: 3, oldestAtMs: 1, overdue: 2 },
          { page: 'protests', count: 0, oldestAtMs: null, overdue: null },
        ],
        serverAtMs: 2,
      },
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('the menu of the console', () => {
  it('has every page in one group', () => {
    expect(Object.values(PAGE_GROUPS).flat().toSorted()).toEqual(ALL.toSorted());
  });

  it('marks the page of the one thing that is open, and shows beside each list how much waits in it', async () => {
    show(<SideMenu pages={ALL} />, '/console/orders/7');
    const menu = within(screen.getByRole('navigation', { name: 'Console sections' }));
    const orders = await menu.findByRole('link', { name: /Orders\s*7 waiting/ });
    expect(orders).toHaveAttribute('aria-current', 'page');
    expect(menu.getByRole('link', { name: /Needs a decision\s*3 waiting/ })).toBeVisible();
    expect(menu.getByRole('link', { name: 'Protests' })).toBeVisible();
  });

  it('has no group without a page of the person', () => {
    show(<SideMenu pages={['orders', 'consents']} />, '/console/orders');
    expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['Trading', 'Site']);
  });
});

describe('the health of the server', () => {
  const clock = 'clock: none has run for 9.0 s';
  it.each([
    ['All works', { taken: true, problems: [] }],
    ['Rooms do not end by themselves', { taken: true, problems: [clock] }],
    ['Bids are not taken', { taken: false, problems: [] }],
  ])('%s', async (text, bids) => {
    await loadNamespaces(['layout']);
    serve({ 'GET /readyz': { body: { ready: true, problems: [], bids, warnings: [] } } });
    show(<TopRow onMenu={() => undefined} onSearch={() => undefined} />);
    expect(await screen.findByRole('link', { name: text })).toHaveAttribute('title', bids.problems.join());
  });
});

describe('the search over everything', () => {
  const open = () => {
    const onClose = vi.fn<() => void>();
    show(<CommandPalette pages={ALL} onClose={onClose} />);
    return { field: screen.getByRole('combobox', { name: 'Search over everything' }), onClose };
  };
  const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

  it('opens a page by a part of its name, with the keyboard alone', async () => {
    const { field, onClose } = open();
    await userEvent.type(field, 'refund{Enter}');
    expect(screen.getByTestId('address')).toHaveTextContent('/console/refunds');
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('reads a number as every kind of record, the applications for a lot and a payment', async () => {
    const { field } = open();
    await userEvent.type(field, '41');
    expect(options()).toEqual([
      'Lot № 41',
      'Order № 41',
      'Application № 41',
      'Purchase № 41',
      'Payment of a lot № 41',
      'Offer № 41',
      'Claim of a buyer № 41',
      'Payment № 41',
      'Difference № 41',
      'Hold № 41',
      'Refund № 41',
      'Payout № 41',
      'Bank line № 41',
      'Protest № 41',
      'Hand-over № 41',
      'Bar № 41',
      'Decision of two № 41',
      'Case № 41',
      'Incident № 41',
      'Flag № 41',
      'Everything about lot № 41',
      'Applications for lot № 41',
      'Find “41” in payments',
      'Find “41” in accounts',
    ]);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(screen.getByTestId('address')).toHaveTextContent('/console/orders/41');
  });

  it('finds a record without a page of its own by its number', async () => {
    const { field } = open();
    await userEvent.type(field, '41');
    await userEvent.click(screen.getByRole('option', { name: 'Refund № 41' }));
    expect(screen.getByTestId('address')).toHaveTextContent('/console/records/refund/41');
  });

  it('finds a protocol by its printed number', async () => {
    const { field } = open();
    await userEvent.type(field, 'p-2026-000041');
    await userEvent.click(screen.getByRole('option', { name: 'Protocol P-2026-000041' }));
    expect(screen.getByTestId('address')).toHaveTextContent('/console/records/protocol/P-2026-000041');
  });

  it.each(['203.0.113.9', '2001:db8::9'])('finds what was done from the address %s', async (address) => {
    const { field } = open();
    await userEvent.type(field, address);
    await userEvent.click(screen.getByRole('option', { name: `What was done from the address ${address}` }));
    expect(screen.getByTestId('address')).toHaveTextContent(
      `/console/action-log?${new URLSearchParams({ who: 'all', address }).toString()}`,
    );
  });

  it('takes a sum or a time for no address', async () => {
    const { field } = open();
    for (const text of ['10.50', 'lot: 7']) {
      await userEvent.clear(field);
      await userEvent.type(field, text);
      expect(options().filter((name) => name.startsWith('What was done'))).toEqual([]);
    }
  });

  it('has no records of pages that the person does not see', async () => {
    show(<CommandPalette pages={['orders']} onClose={() => undefined} />);
    await userEvent.type(screen.getByRole('combobox'), '41');
    expect(options()).toEqual(['Lot № 41', 'Order № 41', 'Everything about lot № 41']);
  });

  it('leaves what is typed about a person out of the address', async () => {
    const { field } = open();
    await userEvent.type(field, '+998900000001{ArrowUp}{Enter}');
    expect(screen.getByTestId('address')).toHaveTextContent('/console/accounts');
    expect(screen.getByTestId('address')).not.toHaveTextContent('998');
  });
});

describe('rooms by the hour of their opening and their end', () => {
  const hour = 3_600_000;
  const room = (phase: 'running' | 'waiting' | 'paused' | 'closed', deadlineMs: number) => ({
    phase,
    opensAtMs: deadlineMs - hour,
    deadlineMs,
  });

  it('counts from the present hour on, late ones in it, and neither paused nor closed ones', () => {
    const nowMs = 10 * hour + 5;
    const rooms = [
      room('running', 9 * hour),
      room('running', 10 * hour + 6),
      room('waiting', 12 * hour),
      room('paused', 10 * hour + 6),
      room('closed', 10 * hour),
      room('running', 99 * hour),
    ];
    expect(hoursAhead(rooms, nowMs, 3)).toEqual([
      { fromMs: 10 * hour, opens: 0, ends: 2 },
      { fromMs: 11 * hour, opens: 1, ends: 0 },
      { fromMs: 12 * hour, opens: 0, ends: 1 },
    ]);
  });
});
