import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { WinnerPaymentsPage } from '#client/features/cabinet/winner-payments/winner-payments-page.tsx';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import type { WinnerPayment } from '#shared/api/cabinet/winner-payments.ts';
import type { SaleWait } from '#shared/trade/after-sale.ts';
import { serve, show, type Answers } from './page.tsx';
import { inAll, winLot } from './sale-fixture.ts';

const LIST = 'GET /api/shop/winner-payments/results';
const COUNTS = { sold: 1, 'not-held': 0, 'no-price': 2, 'price-not-confirmed': 0 };

const { steps, dueAtMs } = winLot();
const lot: WinnerPayment = {
  lotId: 7,
  lotNumber: '5000007',
  title: inAll('Chevrolet Cobalt'),
  photo: null,
  lotStatus: 6,
  startPriceTiyin: 50_000_000_00,
  orderId: 12,
  endedAtMs: Date.parse('2026-11-20T12:00:00+05:00'),
  sale: {
    settlementId: 1,
    kind: 'hammer',
    bidderNumber: 12,
    priceTiyin: 60_000_000_00,
    paidTiyin: 0,
    state: 'awaiting',
    dueAtMs,
    decidedAtMs: null,
    payout: null,
    handOver: null,
    steps,
    parts: null,
    wait: null,
  },
};
const listed = (items: WinnerPayment[]) => ({
  body: { items, counts: COUNTS, total: items.length, page: 1, size: 10 },
});

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
  await loadNamespaces(['winner-payments', 'after-sale', 'cabinet']);
});

describe('payments of winners, for the customer', () => {
  it('say who won by number, what is due until when, and the steps that follow', async () => {
    serve({ [LIST]: listed([lot]) });
    show(<WinnerPaymentsPage />, '/profile/winner-payments');
    const card = within(await screen.findByRole('article', { name: 'Chevrolet Cobalt' }));
    expect(card.getByText('Won by participant 12').nextSibling).toHaveTextContent(/60.000.000/);
    expect(card.getByText('To be paid by')).toBeVisible();
    expect(card.queryByText('Payout to you')).toBeNull();
    const tracker = within(card.getByRole('list', { name: 'Steps after the sale' }));
    expect(tracker.getByText(/· the buyer$/)).toBeVisible();
    expect(card.getByRole('link', { name: 'order 12' })).toHaveAttribute(
      'href',
      '/profile/orders/order-info/12',
    );
  });

  it('say why the sale waits, and until when', async () => {
    const untilMs = Date.parse('2026-11-27T18:00:00+05:00');
    const waiting = (why: SaleWait['why'], until: number | null): WinnerPayment => ({
      ...lot,
      sale: { ...lot.sale!, wait: { why, untilMs: until } },
    });
    serve({ [LIST]: listed([waiting('standstill', untilMs), waiting('protested-payout', null)]) });
    show(<WinnerPaymentsPage />, '/profile/winner-payments');
    expect(await screen.findByText(/checking the buyer’s account.* until 27.* at the latest/)).toBeVisible();
    expect(screen.getByText(/the payout waits until that is decided/)).toBeVisible();
  });

  it('are handed over by the record of the seller, after the question what follows', async () => {
    const RECORD = 'POST /api/shop/winner-payments/record-hand-over';
    const handOver = {
      id: 9,
      state: 'awaiting' as const,
      dueAtMs: Date.parse('2026-11-30T18:00:00+05:00'),
      recordedAtMs: null,
      dispute: null,
      confirmedAtMs: null,
      note: null,
      act: null,
    };
    const paid = { ...lot, sale: { ...lot.sale!, state: 'paid' as const, handOver } };
    const answers: Answers = {
      [LIST]: listed([paid]),
      [RECORD]: { body: { verdict: 'recorded', already: false } },
    };
    const asked = serve(answers);
    show(<WinnerPaymentsPage />, '/profile/winner-payments');
    await userEvent.click(await screen.findByRole('button', { name: 'I have handed it over' }));
    const dialog = within(await screen.findByRole('dialog'));
    const recorded = { ...handOver, recordedAtMs: Date.parse('2026-11-20T10:00:00+05:00') };
    answers[LIST] = listed([{ ...paid, sale: { ...paid.sale, handOver: recorded } }]);
    await userEvent.click(dialog.getByRole('button', { name: 'I have handed it over' }));
    expect(await screen.findByText(/The seller recorded the hand-over on/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'I have handed it over' })).toBeNull();
    expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({
      settlementId: lot.sale!.settlementId,
    });
  });

  it('say when the money went out', async () => {
    const paidAtMs = Date.parse('2026-11-25T10:00:00+05:00');
    const sale = { ...lot.sale!, state: 'paid' as const, decidedAtMs: paidAtMs, paidTiyin: 60_000_000_00 };
    serve({
      [LIST]: listed([
        {
          ...lot,
          sale: {
            ...sale,
            payout: {
              state: 'paid',
              paidAtMs,
              amountTiyin: 58_500_000_00,
              shares: [
                {
                  recipient: null,
                  parts: null,
                  amountTiyin: 58_500_000_00,
                  setOffTiyin: 1_000_000_00,
                  state: 'paid',
                  paidAtMs,
                },
              ],
              feeTiyin: 1_500_000_00,
            },
          },
        },
      ]),
    });
    show(<WinnerPaymentsPage />, '/profile/winner-payments');
    expect((await screen.findByText('Payout to you')).nextSibling).toHaveTextContent(
      /58.500.000.*, paid out, .*10:00, of it 1.000.000.* paid what you owed$/,
    );
    expect(screen.getByText('Operator’s fee').nextSibling).toHaveTextContent(/1.500.000/);
  });

  it('group what was not sold by its reason, each with its count', async () => {
    const asked = serve({ [LIST]: listed([{ ...lot, lotStatus: 11, sale: null }]) });
    show(<WinnerPaymentsPage />, '/profile/winner-payments');
    await screen.findByRole('article');
    await userEvent.click(screen.getByRole('tab', { name: /^No price given\s*2$/ }));
    await waitFor(() => expect(asked.at(-1)?.search.get('group')).toBe('no-price'));
    expect(screen.getByTestId('address')).toHaveTextContent('/profile/winner-payments?group=no-price');
    const card = within(await screen.findByRole('article'));
    expect(card.getByText('Start price').nextSibling).toHaveTextContent(/50.000.000/);
    expect(card.queryByRole('list', { name: 'Steps after the sale' })).toBeNull();
  });
});
