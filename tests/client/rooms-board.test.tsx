import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { BoardRoom } from '#shared/api/console/console-rooms.ts';
import { LOT_STATUS } from '#shared/lifecycles/lot-status.ts';
import { RoomsBoard } from '#client/features/console/rooms/rooms-board.tsx';
import { RoomsToday } from '#client/features/console/rooms/rooms-today.tsx';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { useSession } from '#client/lib/session.ts';
import { serve, show, type Answers } from './page.tsx';

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

const answersOf = (rooms: readonly BoardRoom[]): Answers => ({
  'GET /api/console/rooms': { body: { rooms, serverAtMs: NOW } },
  'GET /api/console/technical-breaks': { body: { breaks: [], proposedResumeAtMs: null } },
  'GET /api/console/room-requests': { body: [] },
  'GET /api/console/rehearsals': { body: [] },
});
const FAILED = { status: 500, body: { ERROR: { code: 'internal', message: 'The server failed' } } };

async function open(rooms: readonly BoardRoom[], at = '/console/rooms') {
  serve(answersOf(rooms));
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

  it('says what of it could not be read, and reads it again', async () => {
    const answers = answersOf([room(1)]);
    const [requests, breaks] = [
      'GET /api/console/room-requests',
      'GET /api/console/technical-breaks',
    ] as const;
    const whole = { ...answers };
    Object.assign(answers, { [requests]: FAILED, [breaks]: FAILED });
    serve(answers);
    show(<RoomsBoard />, '/console/rooms');
    const failed = async (name: string) => {
      const line = (await screen.findByText(name, { selector: '[role=alert] strong' })).closest(
        '[role=alert]',
      );
      return within(line as HTMLElement);
    };
    expect((await failed('Waiting for a second person')).getByText(/The server failed/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Technical break…' })).toBeNull();
    Object.assign(answers, whole);
    await userEvent.click((await failed('Technical break')).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Technical break…' })).toBeVisible();
  });

  it('is on the first page with a retry where it could not be read', async () => {
    const answers: Answers = { 'GET /api/console/rooms': FAILED };
    serve(answers);
    show(<RoomsToday />, '/console/today');
    expect(await screen.findByText('The server failed')).toBeVisible();
    answers['GET /api/console/rooms'] = answersOf([room(1)])['GET /api/console/rooms'];
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Auction rooms' })).toHaveAttribute(
      'href',
      '/console/rooms',
    );
  });

  it('asks to withdraw several lots with one reason', async () => {
    const asked = serve({
      ...answersOf([room(1), room(2), room(3)]),
      'POST /api/console/rooms/1/withdraw': { body: { requestId: 1, expiresAtMs: NOW + HOUR_MS } },
      'POST /api/console/rooms/3/withdraw': { body: { requestId: 2, expiresAtMs: NOW + HOUR_MS } },
    });
    show(<RoomsBoard />, '/console/rooms');
    for (const name of ['House 1', 'House 3'])
      await userEvent.click(
        within(await screen.findByRole('row', { name: new RegExp(name) })).getByRole('checkbox'),
      );
    await userEvent.click(screen.getByRole('button', { name: 'Withdraw (2)' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Withdraw the lot' }));
    await userEvent.type(dialog.getByLabelText(/^Reason/), 'A court has stopped both sales');
    await userEvent.click(dialog.getByRole('button', { name: /\(2\)$/ }));
    expect(await screen.findByText('Finished. Done: 2 of 2')).toBeVisible();
    expect(asked.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body])).toEqual(
      [1, 3].map((lotId) => [
        `/api/console/rooms/${lotId}/withdraw`,
        { reason: 'A court has stopped both sales', repeat: false },
      ]),
    );
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
