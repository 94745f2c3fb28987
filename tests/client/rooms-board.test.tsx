import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { BoardRoom } from '#shared/api/console/console-rooms.ts';
import { LOT_STATUS } from '#shared/lifecycles/lot-status.ts';
import { RoomsBoard } from '#client/features/console/rooms/rooms-board.tsx';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { useSession } from '#client/lib/session.ts';
import { serve, show } from './page.tsx';

vi.mock('#client/lib/auction-socket/connection.ts', () => ({
  request: async () => ({ ok: true }),
  onServerEvent: () => () => undefined,
  onConnected: () => () => undefined,
}));

const NOW = Date.parse('2026-12-04T12:10:00+05:00');
const HOUR_MS = 3_600_000;

const room = (lotId: number, more: Partial<BoardRoom> = {}): BoardRoom => ({
  lotId,
  number: `L${lotId}`,
  title: { uz: `Uy ${lotId}`, 'uz-Cyrl': `Уй ${lotId}`, ru: `Дом ${lotId}`, en: `House ${lotId}` },
  status: LOT_STATUS.biddingNow,
  practice: false,
  phase: 'running',
  pauseCause: null,
  pauseReason: null,
  resumeAtMs: null,
  proposedResumeAtMs: null,
  loss: null,
  priceTiyin: 1_000,
  count: 1,
  leaderNumber: 1,
  participants: 8,
  connected: 8,
  viewers: 3,
  opensAtMs: NOW - HOUR_MS,
  deadlineMs: NOW + lotId * 60_000,
  extensions: 0,
  outcome: null,
  answerP50Ms: 20,
  answerP99Ms: 100,
  journalLagMs: 0,
  refusals: {},
  ...more,
});

const titles = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getByRole('link', { name: /House/ }).textContent);

async function open(rooms: readonly BoardRoom[], at = '/console/rooms') {
  serve({
    'GET /api/console/rooms': { body: { rooms, serverAtMs: NOW } },
    'GET /api/console/technical-breaks': { body: { breaks: [], proposedResumeAtMs: null } },
    'GET /api/console/room-requests': { body: [] },
    'GET /api/console/rehearsals': { body: [] },
  });
  show(<RoomsBoard />, at);
  await screen.findByRole('link', { name: 'House 1' });
}

beforeEach(async () => {
  localStorage.clear();
  await startI18n();
  await loadNamespaces(['console', 'staff', 'room', 'console-rehearsals']);
  await switchLanguage('en');
  useSession.setState({ me: { id: 's', name: 'Staff', roles: ['operator'] } as never });
});

describe('the board of rooms', () => {
  const some = () => [
    room(1),
    room(2, { connected: 3 }),
    room(3, { refusals: { 'below-suggested': 4 } }),
    room(4, { journalLagMs: 3_000, refusals: { held: 2 } }),
    room(5, { answerP99Ms: 2_000 }),
    room(6, { phase: 'paused', pauseCause: 'outage' }),
  ];

  it('begins with what needs a look, and says why in words', async () => {
    await open(some());
    expect(titles()).toEqual(['House 6', 'House 4', 'House 5', 'House 2', 'House 1', 'House 3']);
    const row = within(screen.getAllByRole('row')[2]!);
    expect(row.getByText('journal is behind')).toBeVisible();
    expect(row.getByText('refused by the platform')).toBeVisible();
    expect(row.getByText('8 of 8')).toBeVisible();
    expect(row.getByText('20 / 100')).toBeVisible();
    expect(row.getByText('Journal: 3 s')).toBeVisible();
    expect(row.getByText('the platform is waiting: 2')).toBeVisible();
  });

  it('is narrowed and ordered by its address', async () => {
    await open(some(), '/console/rooms?order=end');
    expect(titles()).toEqual([1, 2, 3, 4, 5, 6].map((each) => `House ${each}`));
    await userEvent.selectOptions(screen.getByLabelText('Need of a look'), 'needed');
    expect(screen.getByTestId('address')).toHaveTextContent('/console/rooms?order=end&look=needed');
    expect(titles()).toEqual(['House 2', 'House 4', 'House 5', 'House 6']);
  });

  it('shows the next hours, each of which leads to its rooms', async () => {
    await open([
      room(1),
      room(2, { deadlineMs: NOW + HOUR_MS }),
      room(3, { phase: 'closed', deadlineMs: NOW }),
    ]);
    await userEvent.click(screen.getByRole('link', { name: '12:00: 1 may end, 0 open' }));
    expect(titles()).toEqual(['House 1']);
  });

  it('draws of two thousand rooms those in the window, and counts them all', async () => {
    // This document has no layout: each row is as high as a browser may draw it.
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(60);
    await open(Array.from({ length: 2_000 }, (_, at) => room(at + 1)));
    const table = screen.getByRole('table');
    expect(table).toHaveAttribute('aria-rowcount', '2001');
    expect(screen.getAllByRole('row').length).toBeLessThan(80);
    expect(screen.getByText('2000')).toBeVisible();
  });
});
