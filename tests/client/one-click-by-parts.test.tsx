import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { LotDetails } from '#shared/api/site/lots.ts';
import type { PurchaseView } from '#shared/api/cabinet/purchases.ts';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import BuyPanel from '#client/features/site/lots/card/buy/buy-panel.tsx';
import { liveOf } from '#client/entities/lot/lot-live.ts';
import { PurchaseDialog } from '#client/entities/purchase/dialogs.ts';
import { useSession } from '#client/lib/session.ts';
import { Toasts } from '#client/ui/toasts.tsx';
import {
  SEND,
  CONFIRM,
  CANCEL,
  MINE,
  BALANCE,
  UNIT,
  sale,
  purchase,
  boughtOne,
  mine,
  reserved,
  pressBuy,
  dialog,
} from './one-click-fixture.ts';
import { serve, show, type Answers } from './page.tsx';
// Comes later in a browser; read ahead, so that no time limit waits for it.
import '#client/ui/dialog.tsx';

const PLAN = 'GET /api/shop/lot-card/part-schedule/7';

function open(answers: Answers, lot: LotDetails, at = '/lot-view/7') {
  const given: Answers = { [MINE]: mine(), [BALANCE]: { body: 100_000_000 }, ...answers };
  const asked = serve(given);
  show(
    <>
      <BuyPanel lot={lot} live={liveOf(lot, undefined)} />
      <Toasts />
    </>,
    at,
  );
  return { asked, given, codes: () => asked.filter(({ path }) => path.endsWith('send-code')) };
}

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
  await loadNamespaces(['purchases', 'card', 'code-entry', 'applications', 'parts']);
  await PurchaseDialog.preload();
  useSession.setState({ user: { name: 'A', user_name: 'a', percentage: 100 }, me: null, known: true });
});

describe('buying by parts', () => {
  const byParts = sale({}, { instalmentMonths: 2 });
  /** A quarter of the price first, then two equal parts. */
  const plan = (units: number, whole = false) => {
    const priceTiyin = units * UNIT;
    const first = whole ? priceTiyin : priceTiyin / 4;
    const sums = whole ? [first] : [first, (priceTiyin - first) / 2, (priceTiyin - first) / 2];
    return {
      body: {
        priceTiyin,
        depositTiyin: 0,
        months: 2,
        firstPartBp: 2_500,
        lateFee: null,
        takenAtDeadline: true,
        ifAtDeadline: null,
        ifNow: {
          firstPaidAtMs: Date.UTC(2026, 10, 23),
          parts: sums.map((amountTiyin, k) => ({ k, amountTiyin, dueAtMs: Date.UTC(2026, 10 + k, 23) })),
        },
      },
    };
  };
  const inParts = (more: Partial<PurchaseView> = {}) => ({ dueNowTiyin: UNIT / 2, ...more });
  const choose = async () =>
    userEvent.click(await screen.findByRole('radio', { name: /^The first part now/ }));

  it('shows the schedule of the units chosen, reserves and buys for the first part', async () => {
    const { asked, codes, given } = open(
      { [PLAN]: plan(2), [SEND]: reserved(inParts()) },
      byParts,
      '/lot-view/7?buy=2',
    );
    expect(await screen.findByRole('radio', { name: /^The full price at once/ })).toBeChecked();
    expect(screen.queryByText('Due now')).toBeNull();
    await choose();
    const list = within(await screen.findByRole('list', { name: 'Schedule of payments' }));
    expect(list.getAllByRole('listitem')).toHaveLength(3);
    expect(list.getByText('at once')).toBeVisible();
    expect(list.getAllByText(/750\s000/)).toHaveLength(2);
    expect(screen.getByText('There is no late fee.')).toBeInTheDocument();
    expect(screen.getByText('Total').nextSibling).toHaveTextContent(/2\s000\s000/);
    expect(screen.getByText('Due now').nextSibling).toHaveTextContent(/500\s000/);
    expect(screen.getByText(/holds the first part on your balance/)).toBeVisible();
    expect(asked.find(({ path }) => path.includes('part-schedule'))?.search.get('priceTiyin')).toBe(
      String(2 * UNIT),
    );
    await pressBuy();
    const box = await dialog();
    expect(
      await within(box).findByText(/^500\s000\sUZS is held.* 1\s500\s000\sUZS is paid by the/),
    ).toBeVisible();
    expect(codes().map(({ body }) => body)).toEqual([{ lotId: 7, quantity: 2, byParts: true }]);
    given[CONFIRM] = { body: { verdict: 'bought', already: false, purchase: boughtOne(inParts()) } };
    await userEvent.type(within(box).getByLabelText('Confirmation code'), '123456');
    expect(await within(box).findByText(/schedule of the other parts is in your cabinet/)).toBeVisible();
    expect(within(box).getByRole('link', { name: 'See the schedule' })).toHaveAttribute(
      'href',
      '/profile/winlots?lot=7',
    );
  });

  it('says what the balance lacks for the way chosen, and comes back with quantity and way', async () => {
    open({ [PLAN]: plan(4), [BALANCE]: { body: 600_000 } }, byParts, '/lot-view/7?buy=4&parts=1');
    expect(await screen.findByText(/^Your balance is short by 400\s000\sUZS\.$/)).toBeVisible();
    expect(screen.getByRole('radio', { name: /^The first part now/ })).toBeChecked();
    const href = () => screen.getByRole('link', { name: 'Top up the balance' }).getAttribute('href');
    expect(href()).toBe('/profile/top-up?amount=40000000&return=%2Flot-view%2F7%3Fbuy%3D4%26parts%3D1');
    await userEvent.click(screen.getByRole('radio', { name: /^The full price/ }));
    expect(href()).toBe('/profile/top-up?amount=340000000&return=%2Flot-view%2F7%3Fbuy%3D4');
  });

  it('offers no parts where the first one is the whole price, and none of a lot without', async () => {
    const { codes } = open(
      { [PLAN]: plan(1, true), [SEND]: reserved({ quantity: 1 }) },
      byParts,
      '/lot-view/7?parts=1',
    );
    await waitFor(() => expect(screen.queryByRole('radio')).toBeNull());
    await pressBuy();
    await dialog();
    await waitFor(() => expect(codes()[0]?.body).toMatchObject({ byParts: false }));
  });

  it('buys nothing by parts before the first part is known, and asks for it again', async () => {
    const { given } = open({}, byParts);
    await choose();
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getByRole('button', { name: 'Buy' })).toBeDisabled();
    given[PLAN] = plan(1);
    await userEvent.click(again);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Buy' })).toBeEnabled());
  });

  it('goes on with a reservation paid in the other way, or gives it up for this one', async () => {
    const other = purchase({ quantity: 1, totalTiyin: UNIT, dueNowTiyin: UNIT });
    const { given, codes } = open(
      {
        [PLAN]: plan(1),
        [SEND]: { body: { verdict: 'other-quantity', purchase: other, serverAtMs: Date.now() } },
        [CANCEL]: { body: { verdict: 'cancelled', already: false, releasedTiyin: UNIT } },
      },
      byParts,
    );
    await choose();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Buy' })).toBeEnabled());
    await pressBuy();
    const alert = await within(await dialog()).findByRole('alert');
    expect(alert).toHaveTextContent('Already reserved for you: 1, at the full price');
    expect(within(alert).getByRole('button', { name: 'Go on at the full price: 1' })).toBeVisible();
    given[SEND] = reserved(inParts({ quantity: 1 }));
    await userEvent.click(within(alert).getByRole('button', { name: 'Give up and reserve by parts: 1' }));
    expect(await screen.findByLabelText('Confirmation code')).toBeVisible();
    expect(codes().map(({ body }) => (body as { byParts: boolean }).byParts)).toEqual([true, true]);
  });

  it('goes on with what another device reserved by parts', async () => {
    const { codes } = open(
      { [PLAN]: plan(1), [MINE]: mine(purchase(inParts())), [SEND]: reserved(inParts()) },
      byParts,
    );
    expect(await screen.findByText(/^By parts: 500\s000\sUZS now, 1\s500\s000\sUZS by the/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Enter the code' }));
    await dialog();
    await waitFor(() => expect(codes()[0]?.body).toEqual({ lotId: 7, quantity: 2, byParts: true }));
  });
});
