import { listPhoto } from '#server/domains/lots/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { RESULT_GROUPS, type ResultGroup, type WinnerPayment } from '#shared/api/winner-payments.ts';
import type { Settlement } from './settlement-tables.ts';
import { stepsOf, type PayoutOfSale } from './settlement-views.ts';
import { createWinnerPaymentsRepository } from './winner-payments.repository.ts';

interface WinnerPaymentsDeps {
  db: AnyDb;
  /** Payouts of paid sales to their sellers, by settlement; those not planned are missing. */
  payoutsOf(settlementIds: readonly number[]): Promise<ReadonlyMap<number, NonNullable<PayoutOfSale>>>;
  now?: () => number;
}

export type WinnerPayments = ReturnType<typeof createWinnerPayments>;

function saleView(row: Settlement, payout: PayoutOfSale, nowMs: number): NonNullable<WinnerPayment['sale']> {
  return {
    settlementId: row.id,
    kind: row.sale,
    bidderNumber: row.bidder_number,
    priceTiyin: row.price_tiyin,
    paidTiyin: row.state === 'paid' ? row.price_tiyin : row.paid_tiyin,
    state: row.state,
    dueAtMs: row.due_at.getTime(),
    decidedAtMs: row.decided_at?.getTime() ?? null,
    payout,
    steps: stepsOf(row, payout, nowMs),
  };
}

/** What customers see of the payments for their lots. */
export function createWinnerPayments({ db, payoutsOf, now = Date.now }: WinnerPaymentsDeps) {
  const repository = createWinnerPaymentsRepository(db);
  return {
    async list(customerId: string, query: { group: ResultGroup; page: number; size: number }) {
      const { group, page, size } = query;
      const [lots, counted] = await Promise.all([
        repository.page(customerId, group, { limit: size, offset: (page - 1) * size }),
        Promise.all(
          RESULT_GROUPS.map(async (each) => [each, await repository.count(customerId, each)] as const),
        ),
      ]);
      const sales = await repository.lastSales(lots.map(({ id }) => id));
      const payouts = await payoutsOf([...sales.values()].map(({ id }) => id));
      const nowMs = now();
      const items = lots.map((lot): WinnerPayment => {
        const sale = sales.get(lot.id);
        return {
          lotId: lot.id,
          lotNumber: String(lot.id),
          title: lot.title,
          photo: listPhoto(lot.photos),
          lotStatus: lot.status,
          startPriceTiyin: lot.start_price_tiyin,
          orderId: lot.order_id,
          endedAtMs: lot.ended_at?.getTime() ?? null,
          sale: sale ? saleView(sale, payouts.get(sale.id) ?? null, nowMs) : null,
        };
      });
      const counts = Object.fromEntries(counted) as Record<ResultGroup, number>;
      return { items, counts, total: counts[group], page, size };
    },
  };
}
