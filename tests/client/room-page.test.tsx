import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { stepsOf } from '#client/features/console/rooms/price-steps.ts';
import { RoomPage } from '#client/features/console/rooms/room-page.tsx';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { useSession } from '#client/lib/session.ts';
import { serve, show, type Answers } from './page.tsx';

const OPENS = Date.parse('2026-12-04T10:00:00+05:00');
const PERSON = '01a21c13-e532-7182-8054-37a994b8cadf';
const ROOM = 'GET /api/console/rooms/17';
const inAll = (text: string) => ({ uz: text, ru: text, 'uz-Cyrl': text, en: text });

const room = {
  lotId: 17,
  number: '17',
  title: inAll('Chevrolet Cobalt'),
  status: 3,
  practice: false,
  phase: 'running',
  pauseCause: null,
  pauseReason: null,
  resumeAtMs: null,
  proposedResumeAtMs: null,
  loss: null,
  priceTiyin: 1_400_00,
  count: 2,
  leaderNumber: 4,
  participants: 2,
  connected: 1,
  viewers: 3,
  opensAtMs: OPENS,
  deadlineMs: OPENS + 3_600_000,
  extensions: 0,
  outcome: null,
  answerP50Ms: 12,
  answerP99Ms: 40,
  journalLagMs: 0,
  refusals: { 'below-suggested': 2 },
};
const shown = {
  room,
  startPriceTiyin: 1_000_00,
  closesAtMs: OPENS + 3_600_000,
  orderId: 9,
  ownPart: false,
  serverAtMs: OPENS + 600_000,
};
const entry = (seq: number, kind: string, more: object = {}) => ({
  seq,
  kind,
  atMs: OPENS + seq * 1_000,
  committedAtMs: OPENS + seq * 1_000 + 7,
  number: null,
  priceTiyin: null,
  auto: false,
  deadlineMs: null,
  cause: null,
  reason: null,
  ...more,
});
const bidder = {
  id: 31,
  number: 4,
  status: 'accepted',
  person: { id: PERSON, name: 'Anna' },
  revokedBecause: null,
  mayRevoke: true,
  leading: false,
  limited: true,
  connected: false,
  leftAtMs: OPENS + 5_000,
  attempts: 3,
  refused: 1,
  lastAttemptAtMs: OPENS + 4_000,
};
const attempt = {
  bidId: 'bid-of-anna',
  person: { id: PERSON, name: 'Anna' },
  bidderNumber: 4,
  command: 'place',
  amountTiyin: 1_00,
  verdict: 'refused',
  reason: 'below-suggested',
  atMs: OPENS + 4_000,
  latencyMs: 24.6,
};
const list = (items: unknown[]) => ({ body: { items, total: items.length, page: 1, size: 50 } });
const answers: Answers = {
  [ROOM]: { body: shown },
  [`${ROOM}/log`]: {
    body: {
      entries: [
        entry(3, 'price', { number: 4, priceTiyin: 1_400_00, auto: true }),
        entry(2, 'suspended', { cause: 'staff', reason: 'Checking the line' }),
      ],
      more: false,
    },
  },
  [`${ROOM}/prices`]: { body: [{ seq: 3, atMs: OPENS + 3_000, amountTiyin: 1_400_00, number: 4 }] },
  [`${ROOM}/bidders`]: list([bidder]),
  [`${ROOM}/attempts`]: list([attempt]),
  [`${ROOM}/actions`]: { body: [] },
  'POST /api/console/rooms/17/limits': { body: [{ applicationId: 31, limitTiyin: 900_000_00 }] },
  'GET /api/console/room-requests': { body: [] },
};

const open = (tab = '', role = 'operator', answer: Answers = answers) => {
  useSession.setState({ me: { id: 's', name: 'Staff', roles: [role] } as never });
  const asked = serve(answer);
  show(
    <Routes>
      <Route path="/console/rooms/:id" element={<RoomPage />} />
    </Routes>,
    `/console/rooms/17${tab}`,
  );
  return asked;
};

beforeEach(async () => {
  localStorage.clear();
  await startI18n();
  await loadNamespaces(['console-room', 'console', 'console-trail', 'applications', 'lots']);
  await switchLanguage('en');
});

describe('the page of a room', () => {
  it('has its figures, its log with numbers alone, and leads to everything about the lot', async () => {
    open();
    expect(await screen.findByRole('heading', { name: 'Chevrolet Cobalt' })).toBeVisible();
    expect(screen.getByText('1 of 2')).toBeVisible();
    const price = (await screen.findByText('Price by auto-bid')).closest('li');
    expect(within(price!).getByText(/participant no. 4/)).toBeVisible();
    expect(within(price!).getByText('committed: +7 ms')).toBeVisible();
    expect(screen.getByText('Checking the line')).toBeVisible();
    const links = within(screen.getByRole('navigation', { name: 'About this lot' })).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/lot-view/17',
      '/game-view/17',
      '/console/orders/9',
      '/console/applications?lot=17',
      '/console/records/lot/17',
    ]);
    expect(screen.getByRole('button', { name: 'Suspend' })).toBeVisible();
  });

  it('hides limits until a reason was given, and says when a bidder left', async () => {
    const asked = open('?tab=bidders');
    const row = within(await screen.findByRole('row', { name: /Anna/ }));
    expect(row.getByText('••••••')).toBeVisible();
    expect(row.getByText('not connected')).toBeVisible();
    expect(row.getByText(/left at/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Open the limits' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByLabelText('Reason'), 'A complaint of the bidder');
    await userEvent.click(dialog.getByRole('button', { name: 'Open' }));
    expect(await row.findByText(/900.000/)).toBeVisible();
    expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({
      reason: 'A complaint of the bidder',
    });
  });

  it('has each attempt with its reason, how fast it was answered, and its receipt', async () => {
    open('?tab=attempts');
    const row = within(await screen.findByRole('row', { name: /Anna/ }));
    expect(row.getByText('below the suggested price')).toBeVisible();
    expect(row.getByText('25 ms')).toBeVisible();
    expect(row.getByRole('link', { name: /Signed receipt/ })).toBeVisible();
  });

  it('offers no action to an auditor, and says that a room is not there', async () => {
    open('', 'auditor');
    await screen.findByText('Checking the line');
    expect(screen.queryByRole('button', { name: 'Suspend' })).toBeNull();
  });

  it('says that there is no such room', async () => {
    open('', 'operator', {});
    expect(await screen.findByText('There is no such room')).toBeVisible();
  });
});

it('draws prices as steps from the start price to the last, which holds until now', () => {
  const frame = { startPriceTiyin: 100, opensAtMs: 0, untilMs: 1_000, width: 1_000, height: 100 };
  const price = (atMs: number, amountTiyin: number) => ({ seq: atMs, atMs, amountTiyin, number: 1 });
  expect(stepsOf([price(200, 150), price(600, 200)], frame)).toEqual({
    line: 'M0 100H200V50H600V0H1000',
    area: 'M0 100H200V50H600V0H1000V100H0Z',
  });
  // One price that is the start price itself is a flat line.
  expect(stepsOf([price(0, 100)], frame).line).toBe('M0 100H0V100H1000');
});
