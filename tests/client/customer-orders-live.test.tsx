import { act, cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { BoardUpdate } from '#shared/realtime/room.ts';
import { OrdersPage } from '#client/features/cabinet/customer-orders/list/orders-page.tsx';
import { OrderPages } from '#client/features/cabinet/customer-orders/pages/order-pages.tsx';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { fullOrder, orderLot, tradingOrder } from './order-fixture.ts';
import { serve, show } from './page.tsx';

const heard = vi.hoisted(() => new Map<string, (payload: unknown) => void>());
const followed = vi.hoisted(() => ({ lotIds: [] as number[] }));
vi.mock('#client/lib/auction-socket/connection.ts', () => ({
  request: async (_event: string, { lotIds }: { lotIds: number[] }) => {
    followed.lotIds = lotIds;
    return { ok: true, cards: [] };
  },
  onServerEvent: (event: string, handler: (payload: unknown) => void) => {
    heard.set(event, handler);
    return () => heard.delete(event);
  },
  onConnected: () => () => undefined,
}));

/** A price that came over the socket. */
const board = (count: number, priceTiyin: number): BoardUpdate => [
  {
    lotId: 7,
    phase: 'running',
    priceTiyin,
    count,
    deadlineMs: Date.now() + 600_000,
    outcome: null,
  },
];
const bid = (count: number, priceTiyin: number) =>
  act(async () => heard.get('board:update')?.(board(count, priceTiyin)));
const plain = (value: string) => value.replaceAll('\u00a0', ' ');

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
  await loadNamespaces(['cabinet', 'card', 'customer-orders', 'order', 'order-actions']);
});

afterEach(async () => {
  cleanup();
  // Who leaves the page follows none of its lots: the server hears of it a moment later.
  await vi.waitUntil(() => followed.lotIds.length === 0, { timeout: 30_000 });
});

it('the list shows each price as it is confirmed, and no older one', async () => {
  const items = [tradingOrder()];
  serve({
    'GET /api/shop/order/list': { body: { items, total: 1, page: 1, size: 20 } },
    'GET /api/shop/order-action/withdrawals': { body: { items: [], owedTiyin: 0, nextPenaltyTiyin: 0 } },
  });
  show(<OrdersPage />, '/profile/orders');
  await screen.findByRole('link', { name: 'Hovli uy' });
  await expect.poll(() => followed.lotIds).toEqual([7]);
  const table = screen.getByRole('table', { name: 'My orders' });
  await bid(3, 65_000_000_00);
  expect(await within(table).findByText('65 000 000', { exact: false, normalizer: plain })).toBeVisible();
  await bid(1, 55_000_000_00);
  expect(within(table).getByText('65 000 000', { exact: false, normalizer: plain })).toBeVisible();
  expect(within(table).queryByText('55 000 000', { exact: false, normalizer: plain })).toBeNull();
});

it('a lot of an order shows its price, bids and people', async () => {
  serve({
    'GET /api/shop/order/full-info/12': { body: fullOrder({ order: tradingOrder() }) },
    'GET /api/shop/order/lots/12': { body: { items: [orderLot()], repeats: [], wishes: [] } },
  });
  show(<OrderPages />, '/profile/orders/lots/12');
  expect(await screen.findByText('310')).toBeVisible();
  await expect.poll(() => followed.lotIds).toEqual([7]);
  expect(screen.getByText('bidders').previousSibling).toHaveTextContent('4');
  expect(screen.getByText('in favourites').previousSibling).toHaveTextContent('9');
  await bid(8, 75_000_000_00);
  expect(await screen.findByText('75 000 000', { exact: false, normalizer: plain })).toBeVisible();
  expect(screen.getByTestId('bids-now')).toHaveTextContent('8');
  expect(screen.getByRole('link', { name: 'Watch the auction' })).toHaveAttribute('href', '/game-view/7');
});
