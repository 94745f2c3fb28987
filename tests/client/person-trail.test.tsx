import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { AttemptsPage, TrailPage } from '#client/features/console/person-trail/pages.ts';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { useSession } from '#client/lib/session.ts';
import { serve, show } from './page.tsx';

const PERSON = '01a21c13-e532-7182-8054-37a994b8cadf';
const AT = Date.parse('2026-12-04T10:04:20+05:00');
const ATTEMPTS = 'GET /api/console/refused-attempts';
const TRAIL = `GET /api/console/accounts/${PERSON}/trail`;

const found = {
  bidId: 'b-1',
  atMs: AT,
  lotId: 17,
  bidderNumber: 4,
  person: { id: PERSON, name: 'Anna' },
  amountTiyin: 5_000_00,
  verdict: 'refused',
  reason: 'below-suggested',
};
const row = (kind: string, more: object = {}) => ({
  kind,
  id: `${kind}-1`,
  atMs: AT,
  lotId: null,
  orderId: null,
  amountTiyin: null,
  state: 'x',
  note: null,
  message: null,
  ...more,
});
const page = (items: unknown[], more: object = {}) => ({
  body: { items, total: items.length, page: 1, size: 50, ...more },
});

const pages = (
  <Routes>
    <Route path="/console/refused-attempts" element={<AttemptsPage />} />
    <Route path="/console/accounts/:uuid/trail" element={<TrailPage />} />
  </Routes>
);

beforeEach(async () => {
  localStorage.clear();
  await startI18n();
  await loadNamespaces([
    'console-trail',
    'console',
    'staff',
    'payments',
    'after-sale',
    'order',
    'transactions',
  ]);
  await switchLanguage('en');
  useSession.setState({ me: { id: 's', name: 'Staff', roles: ['operator'] } as never });
});

describe('the search for a refused bid', () => {
  it('asks for nothing before a minute is named, then for that minute and the end of the number', async () => {
    const asked = serve({ [ATTEMPTS]: page([found]), [TRAIL]: page([], { kinds: ['attempt'] }) });
    show(pages, '/console/refused-attempts?day=2026-12-04');
    await userEvent.click(await screen.findByRole('button', { name: 'Find' }));
    expect(await screen.findByText('Enter a time such as 10:04')).toBeVisible();
    expect(asked).toEqual([]);

    await userEvent.type(screen.getByLabelText('Time (Tashkent)'), '10:04');
    await userEvent.type(screen.getByLabelText('Number ends in'), 'no. 90');
    await userEvent.click(screen.getByRole('button', { name: 'Find' }));
    const line = within(await screen.findByRole('row', { name: /Anna/ }));
    expect(line.getByText('refused')).toBeVisible();
    expect(line.getByText('below the suggested price')).toBeVisible();
    const [request] = asked;
    expect(Object.fromEntries(request?.search ?? [])).toEqual({
      day: '2026-12-04',
      time: '10:04',
      ends: '90',
      page: '1',
      size: '20',
    });
    await userEvent.click(line.getByRole('link', { name: 'Anna' }));
    expect(screen.getByTestId('address')).toHaveTextContent(
      `/console/accounts/${PERSON}/trail?kind=attempt&from=2026-12-04&to=2026-12-04`,
    );
  });
});

describe('everything that is known of a person', () => {
  it('has the names of the states, and leads to the list and the page of each thing', async () => {
    const kinds = ['attempt', 'settlement', 'payment', 'order'];
    serve({
      [TRAIL]: page(
        [
          row('attempt', { lotId: 17, state: 'accepted', note: 'place', amountTiyin: 7_000_00 }),
          row('settlement', { lotId: 18, state: 'overdue' }),
          row('payment', { state: 'paid' }),
          row('order', { orderId: 9, state: 'sent' }),
          row('application', { lotId: 17, state: 'lost', note: 'no-price-given' }),
          row('ledger', { lotId: 17, state: 'hold', note: 'held · lot:17', amountTiyin: 1_00 }),
          row('ledger', {
            id: 'ledger-2',
            state: 'top-up',
            note: 'available · payment:4',
            amountTiyin: 1_00,
          }),
          row('message', {
            lotId: 17,
            state: 'unread',
            message: {
              title: 'The auction has ended',
              deliveries: [
                { channel: 'email', state: 'given-up' },
                { channel: 'telegram', state: 'sent' },
              ],
            },
          }),
          row('delivery', {
            state: 'given-up',
            note: 'email · 550 unknown',
            message: { title: 'Your bid is the highest no more', deliveries: [] },
          }),
          row('consent', { state: 'refused', note: '3 · I do not agree' }),
        ],
        { kinds },
      ),
    });
    show(pages, `/console/accounts/${PERSON}/trail`);
    const line = async (name: RegExp) => within(await screen.findByRole('row', { name }));
    const attempt = await line(/attempt-1/);
    expect(attempt.getByText('accepted')).toBeVisible();
    expect(attempt.getByText('offer')).toBeVisible();
    expect(attempt.getByRole('link', { name: 'Lot no. 17' })).toHaveAttribute('href', '/lot-view/17');
    expect(attempt.getByRole('link', { name: 'Signed receipt of bid attempt-1' })).toHaveAttribute(
      'href',
      `/api/console/accounts/${PERSON}/receipts/17/attempt-1`,
    );
    const sale = await line(/settlement-1/);
    expect(sale.getByRole('link', { name: 'Payment of a lot' })).toHaveAttribute(
      'href',
      '/console/settlements?lot=18',
    );
    for (const [name, note] of [
      [/application-1/, 'no price given'],
      [/ledger-1/, 'Held'],
      [/ledger-2/, 'Available · payment:4'],
      [/message-1/, 'not read · e-mail: given up · Telegram: sent'],
      [/delivery-1/, 'e-mail · 550 unknown'],
      [/delivery-1/, 'Your bid is the highest no more'],
      [/consent-1/, 'version 3 · I do not agree'],
    ] as const)
      expect((await line(name)).getByText(note, { selector: 'small' })).toBeVisible();
    expect((await line(/message-1/)).getByText('The auction has ended')).toBeVisible();
    const order = await line(/order-1/);
    expect(order.getByRole('link', { name: 'Order no. 9' })).toHaveAttribute('href', '/console/orders/9');
    const choices = within(screen.getByLabelText('What')).getAllByRole('option');
    expect(choices.map(({ textContent }) => textContent)).toEqual([
      'All',
      'Attempt in a room',
      'Payment of a lot',
      'Top-up',
      'Order',
    ]);
  });
});
