import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { create } from 'zustand';
import type { LotDetails, Stock } from '#shared/api/site/lots.ts';
import type { BoardUpdate } from '#shared/realtime/room.ts';
import type { PurchaseRefused } from '#shared/api/cabinet/purchases.ts';
import type { PurchaseOver } from '#shared/lifecycles/purchase-states.ts';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import BuyPanel from '#client/features/site/lots/card/buy/buy-panel.tsx';
import { liveOf, mayChange } from '#client/entities/lot/lot-live.ts';
import { LotTime } from '#client/entities/lot/lot-time.tsx';
import { PurchaseDialog } from '#client/entities/purchase/dialogs.ts';
import { useSession } from '#client/lib/session.ts';
import { Toasts } from '#client/ui/toasts.tsx';
import { lot as auction } from './lot-fixture.ts';
import {
  SEND,
  CONFIRM,
  CANCEL,
  MINE,
  BALANCE,
  UNIT,
  FAR,
  sale,
  purchase,
  boughtOne,
  mine,
  reserved,
  refused,
  pressBuy,
  dialog,
} from './one-click-fixture.ts';
import { serve, show, type Answers } from './page.tsx';
// Comes later in a browser; read ahead, so that no time limit waits for it.
import '#client/ui/dialog.tsx';

/** News of the person, sent by hand. */
const news = vi.hoisted(() => new Map<string, Set<() => void>>());
vi.mock('#client/lib/person-updates.ts', () => ({
  usePersonUpdates: (kind: string, listener: () => void) =>
    void news.set(kind, (news.get(kind) ?? new Set()).add(listener)),
}));

/** The live board as it came last. */
const useBoardStock = create<{ stock: Stock | null }>(() => ({ stock: null }));
const setStock = (stock: Stock) => useBoardStock.setState({ stock });

function open(answers: Answers = {}, lot = sale(), at = '/lot-view/7') {
  const given: Answers = { [MINE]: mine(), [BALANCE]: { body: 100_000_000 }, ...answers };
  const asked = serve(given);
  function Page() {
    const stock = useBoardStock((board) => board.stock);
    return (
      <>
        <BuyPanel lot={lot} live={liveOf(lot, stock ? boardOf(lot.status, stock) : undefined)} />
        <Toasts />
      </>
    );
  }
  show(<Page />, at);
  return {
    asked,
    given,
    codes: () => asked.filter(({ path }) => path.endsWith('send-code')),
  };
}
const boardOf = (status: number, stock: Stock) => ({
  lotId: 7,
  phase: 'waiting' as const,
  priceTiyin: null,
  count: 0,
  deadlineMs: FAR,
  outcome: null,
  stock: { ...stock, status },
});
beforeEach(async () => {
  news.clear();
  useBoardStock.setState({ stock: null });
  await startI18n();
  await switchLanguage('en');
  await loadNamespaces(['purchases', 'card', 'code-entry', 'applications']);
  await PurchaseDialog.preload();
  useSession.setState({ user: { name: 'A', user_name: 'a', percentage: 100 }, me: null, known: true });
});

describe('the panel of a lot at a fixed price', () => {
  it('shows stock, takes a quantity within it and says the sum', async () => {
    const { codes } = open({}, sale({ reserved: 3, sold: 2 }));
    const stock = await screen.findByTestId('stock');
    expect(stock).toHaveTextContent(/Free5Reserved now3Sold2/);
    const field = screen.getByLabelText('Quantity');
    for (let more = 0; more < 4; more += 1)
      await userEvent.click(screen.getByRole('button', { name: 'One more' }));
    expect(field).toHaveValue('5');
    expect(screen.getByRole('button', { name: 'One more' })).toBeDisabled();
    expect(screen.getByText('Total').nextSibling).toHaveTextContent(/5\s000\s000/);
    for (const [typed, words] of [
      ['6', '5 units at most can be bought now.'],
      ['0', 'Enter a whole number from 1.'],
      ['1.5', 'Enter a whole number from 1.'],
      ['', 'Enter a whole number from 1.'],
    ] as const) {
      fireEvent.change(field, { target: { value: typed } });
      expect(screen.getByText(words)).toBeVisible();
      expect(screen.getByRole('button', { name: 'Buy' })).toBeDisabled();
    }
    expect(codes()).toHaveLength(0);
  });

  it('keeps what is chosen through signing in and topping up', async () => {
    useSession.setState({ user: null });
    open({}, sale(), '/lot-view/7?buy=3');
    expect(await screen.findByLabelText('Quantity')).toHaveValue('3');
    expect(screen.getByRole('link', { name: 'Register' }).getAttribute('href')).toContain(
      'return=%2Flot-view%2F7%3Fbuy%3D3',
    );
  });

  it('says before anything is asked what the balance lacks, with the way to top it up and back', async () => {
    open({ [BALANCE]: { body: 2_500_000 } }, sale(), '/lot-view/7?buy=3');
    expect(await screen.findByText(/^Your balance is short by 500\s000\sUZS\.$/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Top up the balance' })).toHaveAttribute(
      'href',
      '/profile/top-up?amount=50000000&return=%2Flot-view%2F7%3Fbuy%3D3',
    );
  });

  it.each([
    ['it has not begun', sale({}, { opensAtMs: FAR - 1 }), /^The sale starts at/],
    ['staff suspended it', sale({}, { status: 8 }), /^Staff have suspended the sale/],
    ['everything is sold', sale({ sold: 10 }, { status: 7 }), /^Everything is sold/],
    ['it was withdrawn', sale({ sold: 4 }, { status: 10 }), /^The lot has been withdrawn/],
    ['its time is over', sale({}, { closesAtMs: 1 }), /^The time of this sale is over/],
  ] as const)('offers no purchase when %s, and says so', async (_, lot, words) => {
    open({}, lot);
    expect((await screen.findAllByText(words))[0]).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Buy' })).toBeNull();
    expect(screen.getAllByRole('link').length).toBeGreaterThan(0);
  });

  it('says that all is reserved, and when some of it comes free', async () => {
    open({}, sale({ reserved: 10 }));
    expect(await screen.findByText(/^All that is left is reserved by others now\./)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Buy' })).toBeDisabled();
    act(() => setStock({ units: 10, reserved: 9, sold: 0 }));
    expect(screen.getByTestId('stock-news')).toHaveTextContent('1 unit has come free. You can buy it.');
    expect(screen.getByRole('button', { name: 'Buy' })).toBeEnabled();
    act(() => setStock({ units: 10, reserved: 9, sold: 1 }));
    expect(screen.getByTestId('stock-news')).not.toHaveTextContent('come free. You');
    act(() => setStock({ units: 10, reserved: 0, sold: 10 }));
    expect(screen.getByTestId('stock-news')).toHaveTextContent('Everything is sold.');
  });

  it('shows what another device has reserved, with its time, and gives it up', async () => {
    const { asked } = open({
      [MINE]: mine(purchase()),
      [CANCEL]: { body: { verdict: 'cancelled', already: false, releasedTiyin: 2 * UNIT } },
    });
    const section = await screen.findByRole('region', { name: 'Reserved for you' });
    expect(within(section).getByRole('timer')).toHaveTextContent(/^[45]:\d\d$/);
    expect(screen.queryByRole('button', { name: 'Buy' })).toBeNull();
    await userEvent.click(within(section).getByRole('button', { name: 'Give the reservation up' }));
    expect(await screen.findByText(/reservation is given up; nothing was charged/)).toBeVisible();
    expect(asked.find(({ path }) => path.endsWith('cancel_user_order'))?.body).toEqual({ lotId: 7 });
  });

  it('tells what was bought, with protocol and tracker', async () => {
    open({ [MINE]: mine(boughtOne()) });
    expect(await screen.findByText('You have bought 2 units of this lot.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Protocol P-2026-000042' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Track the purchase' })).toHaveAttribute(
      'href',
      '/profile/winlots?lot=7',
    );
  });
});

describe('figures of a sale', () => {
  it('come from the live board while the sale is open; what is over in the list stays over', () => {
    const lot = sale({ sold: 1 });
    const stock = { units: 10, reserved: 1, sold: 8 };
    expect(mayChange(lot)).toBe(true);
    expect(liveOf(lot, boardOf(8, stock))).toMatchObject({ status: 8, stock });
    expect(liveOf(lot, undefined)).toMatchObject({ status: 2, stock: { sold: 1 } });
    const over = sale({ sold: 10 }, { status: 7 });
    expect(mayChange(over)).toBe(false);
    expect(liveOf(over, boardOf(2, stock))).toMatchObject({ status: 7, stock: { sold: 10 } });
    expect(liveOf(auction, undefined).stock).toBeNull();
  });
});

describe('buying', () => {
  it('reserves at the press, once, and buys with the sixth digit', async () => {
    const { asked, codes } = open(
      {
        [SEND]: reserved(),
        [CONFIRM]: { body: { verdict: 'bought', already: false, purchase: boughtOne() } },
      },
      sale(),
      '/lot-view/7?buy=2',
    );
    await pressBuy();
    const box = await dialog();
    expect(await within(box).findByText(/^The code was sent to \+998/)).toBeVisible();
    expect(within(box).getByRole('timer')).toHaveTextContent(/^[45]:\d\d$/);
    expect(within(box).getByText(/^2\s000\s000\sUZS is held on your balance/)).toBeVisible();
    expect(within(box).getByRole('button', { name: /^Send again in/ })).toBeDisabled();
    expect(codes().map(({ body }) => body)).toEqual([{ lotId: 7, quantity: 2, byParts: false }]);
    const code = within(box).getByLabelText('Confirmation code');
    expect(code).toHaveAttribute('autocomplete', 'one-time-code');
    await userEvent.click(code);
    await userEvent.paste('123-456');
    const head = await within(box).findByRole('heading', { name: 'You have bought it' });
    expect(head).toHaveFocus();
    expect(within(box).getByRole('link', { name: 'Protocol P-2026-000042' })).toHaveAttribute(
      'href',
      '/check-protocol?number=P-2026-000042',
    );
    const sent = asked.filter(({ path }) => path.endsWith('create-user-order')).map(({ body }) => body);
    expect(sent).toEqual([{ lotId: 7, code: '123456' }]);
  });

  it('takes a double press for one, and says that nothing is charged twice', async () => {
    open({
      [SEND]: reserved(),
      [CONFIRM]: { body: { verdict: 'bought', already: true, purchase: boughtOne() } },
    });
    await pressBuy();
    await userEvent.type(await screen.findByLabelText('Confirmation code'), '123456');
    expect(await screen.findByText(/nothing was charged a second time/)).toBeVisible();
  });

  it('keeps the reservation at a wrong code', async () => {
    open({ [SEND]: reserved(), [CONFIRM]: { body: { verdict: 'code', problem: 'wrong' } } });
    await pressBuy();
    await userEvent.type(await screen.findByLabelText('Confirmation code'), '123456');
    expect(await screen.findByText('The code is wrong. Check it and enter it again.')).toBeVisible();
    expect(screen.getByLabelText('Confirmation code')).toHaveValue('');
  });

  it.each([
    ['expired', /code was not entered in time\. Nothing was charged/, true],
    ['cancelled', /was given up\. Nothing was charged/, true],
    ['codes-spent', /too many times/, true],
    ['undelivered', /No code could be sent/, true],
    ['withdrawn', /withdrawn meanwhile\. Nothing was charged/, false],
    ['barred', /have been barred\. Nothing was charged/, false],
    ['none', /Nothing of this lot is reserved for you/, true],
  ] as const satisfies readonly (readonly [PurchaseOver, RegExp, boolean])[])(
    'answers a reservation that is over (%s) in its own words',
    async (reason, words, again) => {
      const { codes } = open({
        [SEND]: reserved(),
        [CONFIRM]: { body: { verdict: 'purchase-over', reason, purchase: null } },
      });
      await pressBuy();
      await userEvent.type(await screen.findByLabelText('Confirmation code'), '123456');
      expect(await screen.findByRole('alert')).toHaveTextContent(words);
      const button = screen.queryByRole('button', { name: 'Reserve again' });
      expect(button !== null).toBe(again);
      if (!button) return;
      await userEvent.click(button);
      await waitFor(() => expect(codes()).toHaveLength(2));
    },
  );

  it.each([
    ['not-started', {}, /has not started/, 'Close'],
    ['withdrawn', {}, /has been withdrawn/, 'Other lots'],
    ['suspended', {}, /is suspended/, 'Close'],
    ['sold-out', { stock: { units: 10, reserved: 0, sold: 10 } }, /^Everything is sold/, 'Other lots'],
    ['ended', {}, /time of the sale is over/, 'Other lots'],
    ['own-lot', {}, /your own lot/, 'Other lots'],
    ['not-buyer', {}, /role of a buyer/, 'Choose the role'],
    ['profile', { missingFacts: ['name', 'phone'] }, /name, confirmed phone number/, 'Complete the profile'],
    ['consent', {}, /sign the public offer/, 'Sign the offer'],
    ['barred', { barredUntil: '2026-12-31' }, /31\.12\.2026/, 'Other lots'],
    ['too-often', { nextFreeAtMs: Date.UTC(2026, 10, 23, 7, 5) }, /without buying.*At 12:05:00/, 'Close'],
    ['too-many', { stock: { units: 10, reserved: 0, sold: 7 } }, /3 units are unsold/, 'Reserve 3 units'],
    [
      'reserved-by-others',
      { stock: { units: 10, reserved: 9, sold: 0 }, nextFreeAtMs: Date.UTC(2026, 10, 23, 7, 5, 6) },
      /comes free.*1 unit is free now\. At 12:05:06 at the earliest/,
      'Reserve 1 unit',
    ],
    ['reserved-by-others', { stock: { units: 10, reserved: 10, sold: 0 } }, /comes free/, 'Close'],
    ['short-balance', { missingTiyin: 40_00 }, /short by 40\sUZS/, 'Top up the balance'],
    ['not-fixed-price', {}, /sold by auction/, 'Close'],
  ] as const)('says why nothing is reserved (%s), and the way on', async (reason, more, words, way) => {
    open({ [SEND]: refused(reason, more as Partial<PurchaseRefused>) });
    await pressBuy();
    const alert = await within(await dialog()).findByRole('alert');
    expect(alert).toHaveTextContent(words);
    expect(within(alert).getByText(way)).toBeVisible();
  });

  it('comes back from topping up to the same card with the same quantity', async () => {
    open({ [SEND]: refused('short-balance', { missingTiyin: 40_00 }) }, sale(), '/lot-view/7?buy=4');
    await pressBuy();
    const link = within(await dialog()).findByRole('link', { name: 'Top up the balance' });
    expect(await link).toHaveAttribute(
      'href',
      '/profile/top-up?amount=4000&return=%2Flot-view%2F7%3Fbuy%3D4',
    );
  });

  it.each([
    [{ verdict: 'undelivered' }, /neither by SMS nor by e-mail\. Nothing is reserved or charged/],
    [{ verdict: 'limit', untilMs: null }, /limit of codes is reached\. Nothing is reserved/],
    [{ verdict: 'wait', resendAfterMs: 61_000 }, /a moment ago\. Nothing is reserved; try again in 1:01/],
  ])('says that no code went out and nothing is charged', async (body, words) => {
    open({ [SEND]: { body } });
    await pressBuy();
    expect(await within(await dialog()).findByRole('alert')).toHaveTextContent(words);
  });

  it('says when another code could not be sent that the earlier one is good', async () => {
    open({ [SEND]: reserved({}, { state: 'undelivered', resendAfterMs: 0 }) });
    await pressBuy();
    expect(await screen.findByText(/The earlier code is good; try again/)).toBeVisible();
    expect(screen.getByLabelText('Confirmation code')).toBeVisible();
  });

  it('asks again when the network fails, and reserves then', async () => {
    const { given } = open({ [SEND]: { status: 503, body: { ERROR: { code: 'x', message: 'away' } } } });
    await pressBuy();
    const again = await within(await dialog()).findByRole('button', { name: 'Try again' });
    given[SEND] = reserved();
    await userEvent.click(again);
    expect(await screen.findByLabelText('Confirmation code')).toBeVisible();
  });

  it('goes on with another quantity that is reserved already, or gives it up for this one', async () => {
    const other = { verdict: 'other-quantity', purchase: purchase({ quantity: 5 }), serverAtMs: Date.now() };
    const { given, asked, codes } = open({
      [SEND]: { body: other },
      [CANCEL]: { body: { verdict: 'cancelled', already: false, releasedTiyin: 1 } },
    });
    await pressBuy();
    const alert = await within(await dialog()).findByRole('alert');
    expect(alert).toHaveTextContent('5 units are reserved for you already');
    expect(within(alert).getByRole('button', { name: 'Buy those 5 units' })).toBeVisible();
    given[SEND] = reserved({ quantity: 1 });
    await userEvent.click(within(alert).getByRole('button', { name: 'Give up and reserve 1 unit' }));
    expect(await screen.findByLabelText('Confirmation code')).toBeVisible();
    expect(asked.some(({ path }) => path.endsWith('cancel_user_order'))).toBe(true);
    expect(codes().map(({ body }) => (body as { quantity: number }).quantity)).toEqual([1, 1]);
  });

  it('shows what another device did with the reservation', async () => {
    const { given } = open({ [SEND]: reserved() });
    await pressBuy();
    await screen.findByLabelText('Confirmation code');
    given[MINE] = mine(boughtOne());
    act(() => news.get('purchases')?.forEach((listener) => listener()));
    expect(await screen.findByRole('heading', { name: 'You have bought it' })).toBeVisible();
  });

  it('ends with the time of the reservation', async () => {
    open({ [SEND]: reserved({ expiresAtMs: Date.now() + 300 }) });
    await pressBuy();
    expect(await screen.findByText(/The reservation has ended/)).toBeVisible();
    expect(screen.queryByLabelText('Confirmation code')).toBeNull();
  });
});

describe('the time of a sale at a fixed price', () => {
  const says = (lot: LotDetails, board?: BoardUpdate[number]) => {
    cleanup();
    show(
      <LotTime lot={lot} live={liveOf(lot, board)}>
        {(label, time) => (
          <p data-testid="time">
            {label}: {time}
          </p>
        )}
      </LotTime>,
    );
    return screen.getByTestId('time').textContent;
  };

  it('stops while the sale is suspended, also after the date of its end', () => {
    expect(says(sale({}, { status: 8, closesAtMs: 1 }))).toMatch(/^Technical interruption/);
  });

  it('is the new date on an open page, once the time of a suspension is given back', () => {
    const lot = sale({}, { closesAtMs: 1 });
    expect(says(lot)).toMatch(/^Sale ended/);
    expect(says(lot, boardOf(2, lot.stock!))).toMatch(/^On sale until/);
  });

  it('is not a date that is still to come once everything is sold', () => {
    const room = { ...auction.room, phase: 'closed' as const, deadlineMs: FAR };
    expect(says(sale({ sold: 10 }, { status: 7, room }))).toBe('Sale ended: sold out');
  });

  it('is not a date that is still to come once the lot is withdrawn', () => {
    const room = { ...auction.room, phase: 'closed' as const, deadlineMs: FAR };
    expect(says(sale({ sold: 3 }, { status: 10, room }))).toBe('Closed: before its time');
  });
});

describe('a lot at a fixed price, for its own seller', () => {
  it('is not offered to buy, nor money asked for', async () => {
    useSession.setState({
      user: { name: 'Seller', user_name: 'seller', percentage: 100 },
      me: null,
      known: true,
    });
    open({ 'GET /api/shop/game-view/base/7': { body: { sells: true, me: { status: 'none' } } } });
    expect(await screen.findByText(/This is your own lot: others buy it/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Buy' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Top up the balance' })).toBeNull();
  });
});
