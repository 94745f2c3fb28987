import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Suspense } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { LotCard, Stock } from '#shared/api/site/lots.ts';
import type { PurchaseView } from '#shared/api/cabinet/purchases.ts';
import { LOT_STATUS } from '#shared/lifecycles/lot-status.ts';
import { PURCHASE_STATES } from '#shared/lifecycles/purchase-states.ts';
import { ConsolePurchases } from '#client/features/cabinet/purchases/console-purchases.tsx';
import { LotTile } from '#client/features/site/lots/lot-tile.tsx';
import { MyPurchasesPage } from '#client/features/cabinet/purchases/my-purchases-page.tsx';
import { LotResultView } from '#client/features/site/lots/result/lot-result.tsx';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { useSession } from '#client/lib/session.ts';
import { Toasts } from '#client/ui/toasts.tsx';
import { lot as auction, text } from './lot-fixture.ts';
import { serve, show, type Answers } from './page.tsx';
// Come later in a browser; read ahead, so that no time limit waits for them.
import '#client/ui/dialog.tsx';
import '#client/features/site/lots/result/sale-result.tsx';

const UNIT = 1_000_000_00;
const MINE = 'GET /api/shop/cabinet/my-purchases';
const CONSOLE = 'GET /api/console/purchases';
const RESULT = 'GET /api/shop/shop-lots/result/7';

const purchase = (more: Partial<PurchaseView> = {}): PurchaseView => ({
  id: 5,
  lotId: 7,
  lotNumber: '7',
  title: text('Chair'),
  photo: null,
  lotStatus: 2,
  quantity: 2,
  unitPriceTiyin: UNIT,
  totalTiyin: 2 * UNIT,
  dueNowTiyin: 2 * UNIT,
  state: 'reserved',
  reservedAtMs: Date.now(),
  expiresAtMs: Date.now() + 240_000,
  decidedAtMs: null,
  settlementId: null,
  saleNumber: null,
  protocolNumber: null,
  ...more,
});
const page = (items: unknown[]) => ({
  body: { items, total: items.length, page: 1, size: 20, serverAtMs: Date.now() },
});
const sale = (stock: Stock, more: Partial<LotCard> = {}) => ({
  ...auction,
  tradeType: 'fixed-price' as const,
  status: LOT_STATUS.onSaleAtFixedPrice,
  startPriceTiyin: UNIT,
  room: { ...auction.room, phase: 'waiting' as const },
  closesAtMs: Date.UTC(2099, 0, 1),
  stock,
  ...more,
});

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
  await loadNamespaces(['purchases', 'cabinet', 'staff', 'card', 'code-entry']);
  useSession.setState({ user: { name: 'A', user_name: 'a', percentage: 100 }, me: null, known: true });
});

describe('my purchases', () => {
  it('count down what is reserved, and lead to protocol and tracker of what is bought', async () => {
    const ended = PURCHASE_STATES.filter((state) => state !== 'reserved' && state !== 'bought');
    serve({
      [MINE]: page([
        purchase(),
        purchase({ id: 6, state: 'bought', settlementId: 3, protocolNumber: 'P-2026-000007' }),
        ...ended.map((state, i) => purchase({ id: 10 + i, state })),
      ]),
    });
    show(<MyPurchasesPage />, '/profile/purchases');
    expect(await screen.findByRole('timer')).toHaveTextContent(/^[34]:\d\d$/);
    expect(screen.getByRole('button', { name: 'Enter the code' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'P-2026-000007' })).toHaveAttribute(
      'href',
      '/check-protocol?number=P-2026-000007',
    );
    expect(screen.getByRole('link', { name: 'Track' })).toHaveAttribute('href', '/profile/winlots?lot=7');
    expect(screen.getAllByRole('link', { name: 'Card' })).toHaveLength(ended.length);
  });

  it('say what to do while there are none', async () => {
    serve({ [MINE]: page([]) });
    show(<MyPurchasesPage />, '/profile/purchases');
    expect(await screen.findByText('No purchases yet')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to the lots' })).toHaveAttribute(
      'href',
      '/lot-list?tradeType=fixed-price',
    );
  });
});

describe('sales in the console', () => {
  const row = (more: object = {}) => {
    const { photo: _, ...own } = purchase();
    return { ...own, person: { id: 'p', name: 'Xaridor' }, ...more };
  };
  const open = (answers: Answers) => {
    const asked = serve(answers);
    show(
      <>
        <ConsolePurchases />
        <Toasts />
      </>,
      '/console/purchases',
    );
    return asked;
  };
  const as = (role: 'operator' | 'auditor') => useSession.setState({ me: { roles: [role] } as never });

  it('are suspended with a reason, once it is long enough', async () => {
    as('operator');
    const asked = open({
      [CONSOLE]: page([row()]),
      'POST /api/console/lots/7/suspend-sale': { body: { verdict: 'done', already: false, status: 8 } },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Suspend the sale: 7' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Suspend the sale' }));
    expect(asked.some(({ method }) => method === 'POST')).toBe(false);
    await userEvent.type(dialog.getByLabelText('Reason'), 'A wrong photo was found');
    await userEvent.click(dialog.getByRole('button', { name: 'Suspend the sale' }));
    expect(await screen.findByText('The sale is suspended.')).toBeVisible();
    expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({
      reason: 'A wrong photo was found',
    });
  });

  it('are resumed by number, and a refusal is said', async () => {
    as('operator');
    open({
      [CONSOLE]: page([]),
      'GET /api/shop/lot-card/details/7': { body: sale({ units: 1, reserved: 0, sold: 0 }) },
      'POST /api/console/lots/7/resume-sale': { body: { verdict: 'refused', reason: 'over', status: 11 } },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Resume the sale' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByLabelText('Lot number'), '7');
    await userEvent.type(dialog.getByLabelText('Reason'), 'The photo is right now');
    await userEvent.click(dialog.getByRole('button', { name: 'Resume the sale' }));
    expect(await dialog.findByText('The sale is over.')).toBeVisible();
  });

  it('are only looked at by who may not act, and hide the buyer of an own lot', async () => {
    as('auditor');
    open({ [CONSOLE]: page([row({ person: null })]) });
    expect(await screen.findByText('Hidden: you have a part in this lot yourself')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Suspend/ })).toBeNull();
  });
});

describe('the stock of a tile', () => {
  it.each([
    [{ units: 20, reserved: 2, sold: 6 }, '12 of 20'],
    [{ units: 20, reserved: 14, sold: 6 }, 'all reserved'],
    [{ units: 20, reserved: 0, sold: 20 }, 'sold out'],
  ])('says what is left', (stock, words) => {
    show(<LotTile lot={sale(stock)} />);
    expect(screen.getByText('Left').nextSibling).toHaveTextContent(words);
  });
});

describe('the result of a sale', () => {
  const open = (lot: LotCard, result: object | null) => {
    serve({
      [RESULT]: { body: { lot, result, protocolNumber: null, protocolWord: null } },
      [MINE]: page([]),
    });
    show(
      <Suspense>
        <LotResultView lotId={7} notFound={null} />
      </Suspense>,
      '/lot-result/7',
    );
  };
  const over = (outcome: string) => ({
    outcome,
    priceTiyin: UNIT,
    winnerNumber: null,
    reserveNumber: null,
    reservePriceTiyin: null,
    participants: 3,
    confirmedPrices: 0,
    payUntilMs: null,
    endedAtMs: 1,
  });

  it.each([
    ['sold', { units: 10, reserved: 0, sold: 4 }, '4 of 10 sold'],
    ['no-price-given', { units: 10, reserved: 0, sold: 0 }, 'Nothing was sold'],
    ['withdrawn', { units: 10, reserved: 0, sold: 0 }, 'The lot was withdrawn from sale'],
  ])('speaks of units and buyers, not of a room (%s)', async (outcome, stock, head) => {
    open(sale(stock, { status: outcome === 'sold' ? 7 : 11 }), over(outcome));
    expect(await screen.findByRole('heading', { name: head })).toBeVisible();
    expect(screen.getByText('Buyers').nextSibling).toHaveTextContent('3');
    expect(screen.queryByRole('link', { name: /room/i })).toBeNull();
  });

  it('says while the sale goes on what is left, and leads to the card', async () => {
    open(sale({ units: 10, reserved: 1, sold: 4 }), null);
    expect(await screen.findByRole('heading', { name: 'The sale goes on' })).toBeVisible();
    await waitFor(() => expect(screen.getByTestId('stock')).toHaveTextContent(/Free5Reserved now1Sold4/));
    expect(screen.getByRole('link', { name: 'To the card' })).toHaveAttribute('href', '/lot-view/7');
  });
});
