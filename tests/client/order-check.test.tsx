import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { OrderDetails } from '#shared/api/cabinet/orders.ts';
import {
  address,
  details,
  DO_ACT,
  DO_ACT_RES,
  get,
  open,
  order,
  signInToForm,
} from './order-form-fixture.tsx';
import type { Answers } from './page.tsx';

beforeEach(signInToForm);

describe('checking and sending', () => {
  const CHECK = '/order-create?order=8&step=check';
  const COST = 'GET /api/shop/order/get-additional-fee/8';
  const PREVIEW = 'GET /api/shop/order/preview/8';
  const whole: Answers = {
    [get(8)]: { body: details(8) },
    [COST]: { body: { terms: null, problems: [] } },
    [PREVIEW]: { body: { order: order(8), lot: { title: { en: 'House' } }, tabs: [] } },
  };
  const ready = {
    body: {
      verdict: 'ready',
      action: 'send',
      token: 't'.repeat(43),
      expiresAtMs: 0,
      consequence: {
        to: 'sent',
        penaltyTiyin: 0,
        withdrawalCount: null,
        copies: 0,
        toSign: { requestId: crypto.randomUUID(), documentBase64: 'e30=', expiresAt: '2026-11-22T10:00:00Z' },
      },
    },
  };

  it('leads from each problem to its field, and offers no sending before', async () => {
    const problems: OrderDetails['problems'] = [
      { field: 'startPriceTiyin', problem: 'price' },
      { field: 'title', part: 'ru', problem: 'required' },
    ];
    open({ ...whole, [get(8)]: { body: details(8, { problems }) } }, CHECK);
    const list = within(await screen.findByRole('region', { name: 'Left before sending: 2' }));
    expect(list.getByRole('link', { name: 'Name (Russian)' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Send' })).toBeNull();
    await userEvent.click(list.getByRole('link', { name: 'Start price' }));
    expect(address()).toBe('/order-create?order=8&step=thing');
    expect(await screen.findByText('Enter the price of the offer.')).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText('Start price')).toHaveFocus());
  });

  it.each<[OrderDetails['problems'][number], string]>([
    [{ field: 'regionId', problem: 'selection' }, 'Choose one from the list.'],
    [{ field: 'title', part: 'uz', problem: 'latin' }, 'Write the Uzbek information in Latin letters.'],
    [{ field: 'startPriceTiyin', problem: 'price' }, 'Enter the price of the offer.'],
    [
      { field: 'latitude', problem: 'choose-coordinate' },
      'Mark the place on the map or enter its coordinates.',
    ],
    [{ field: 'rentMonths', problem: 'rent-term' }, 'The minimum rent term is 1 month.'],
    [
      { field: 'paymentWorkingDays', problem: 'payment-days', details: { min: 3, max: 10 } },
      'The winner pays within 3 to 10 working days.',
    ],
    [
      {
        field: 'tradeType',
        problem: 'auction-only',
        details: { baseAmounts: 60, limitTiyin: 60 * 412_000_00 },
      },
      'State property worth more than 60 base amounts (24 720 000 UZS) is sold by auction only.',
    ],
    [
      { field: 'requisites', problem: 'bank-info-not-found' },
      'Bank info not found. Give an account or a card.',
    ],
  ])('says what is wrong: %o', async (problem, text) => {
    open({ ...whole, [get(8)]: { body: details(8, { problems: [problem] }) } }, CHECK);
    const list = await screen.findByRole('region', { name: 'Left before sending: 1' });
    expect(list.textContent?.replaceAll(/\s/g, ' ')).toContain(text);
  });

  it('shows what sending does before anything is signed, then sends the signature', async () => {
    const done = { verdict: 'done', order: { id: 8, status: 'sent', version: 2 } };
    const answers: Answers = { ...whole, [DO_ACT]: ready, [DO_ACT_RES]: { body: done } };
    const { bodies } = open(answers, CHECK);
    expect(await screen.findByText('card of House')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText(/The order goes to moderation/)).toBeVisible();
    expect(bodies(DO_ACT_RES)).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Sign and send' }));
    answers[get(8)] = { body: details(8, { order: order(8, 2, 'sent') }) };
    await userEvent.click(screen.getByRole('button', { name: 'sign it' }));
    expect(await screen.findByText('Order No 8 was sent')).toBeVisible();
    expect(bodies(DO_ACT)).toEqual([{ orderId: 8, version: 1, action: 'send' }]);
    expect(bodies(DO_ACT_RES)).toEqual([
      {
        token: 't'.repeat(43),
        signature: { requestId: ready.body.consequence.toSign.requestId, pkcs7: 'pkcs7'.repeat(10) },
      },
    ]);
  });

  it('says why it may not be sent now, and the way to put that right', async () => {
    const refused = {
      verdict: 'refused',
      reason: 'offer',
      missingFacts: [],
      barredUntil: null,
      owedTiyin: 0,
      claimedUntilMs: null,
    };
    open({ ...whole, [DO_ACT]: { body: refused } }, CHECK);
    await userEvent.click(await screen.findByRole('button', { name: 'Send' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(/public offer/);
    expect(screen.getByRole('link', { name: 'Sign the offer' })).toHaveAttribute(
      'href',
      '/profile/contracts',
    );
  });
});
