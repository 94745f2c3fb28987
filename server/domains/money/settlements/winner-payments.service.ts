import { listPhoto } from '#server/domains/trade/lots/index.ts';
import type { WorkingCalendar } from '#server/domains/content/reference/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { SaleWait } from '#shared/trade/after-sale.ts';
import type { PartSchedule } from '#shared/api/parts.ts';
import { RESULT_GROUPS, type ResultGroup, type WinnerPayment } from '#shared/api/cabinet/winner-payments.ts';
import { followedSales, type AfterSaleReads, type FollowedSale } from './followed-sales.ts';
import { schedulesOf } from './part-schedules.ts';
import type { SaleInSteps } from './settlement-tables.ts';
import { saleWaits } from './sale-waits.repository.ts';
import { stepsOf } from './settlement-views.ts';
import { createWinnerPaymentsRepository } from './winner-payments.repository.ts';

interface WinnerPaymentsDeps {
  db: AnyDb;
  afterSale: AfterSaleReads;
  calendar(): Promise<WorkingCalendar>;
  now?: () => number;
}

export type WinnerPayments = ReturnType<typeof createWinnerPayments>;

function saleView(
  row: SaleInSteps,
  { payout, handOver }: FollowedSale,
  { parts, wait, nowMs }: { parts: PartSchedule | null; wait: SaleWait | null; nowMs: number },
): NonNullable<WinnerPayment['sale']> {
  return {
    settlementId: row.id,
    kind: row.sale,
    bidderNumber: row.bidder_number,
    ...(row.quantity === null ? {} : { quantity: row.quantity }),
    priceTiyin: row.price_tiyin,
    paidTiyin: row.paid_tiyin + (row.state === 'paid' || row.parts_begun_at ? row.deposit_tiyin : 0),
    state: row.state,
    dueAtMs: row.due_at.getTime(),
    decidedAtMs: row.decided_at?.getTime() ?? null,
    payout: payout && {
      state: payout.state,
      paidAtMs: payout.paidAtMs,
      amountTiyin: payout.amountTiyin,
      feeTiyin: payout.feeTiyin,
      shares: payout.shares,
    },
    handOver,
    parts,
    wait,
    steps: stepsOf(row, { payout, handOver }, nowMs),
  };
}

/** What customers see of the payments for their lots. */
export function createWinnerPayments({ db, afterSale, calendar, now: clock = Date.now }: WinnerPaymentsDeps) {
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
      const sales = await repository.sales(lots.flatMap(({ sale_id: id }) => id ?? []));
      const followed = await followedSales(
        afterSale,
        [...sales.values()].map(({ id }) => id),
      );
      const nowMs = clock();
      const now = new Date(nowMs);
      const scheduleOf = await schedulesOf(db, [...sales.values()], { calendar, now });
      const waits = await saleWaits(db, [...sales.values()], { followed, calendar: await calendar(), now });
      const items = lots.map((lot): WinnerPayment => {
        const sale = lot.sale_id === null ? undefined : sales.get(lot.sale_id);
        return {
          lotId: lot.id,
          lotNumber: String(lot.id),
          title: lot.title,
          photo: listPhoto(lot.photos),
          lotStatus: lot.status,
          startPriceTiyin: lot.start_price_tiyin,
          orderId: lot.order_id,
          endedAtMs: lot.ended_at?.getTime() ?? null,
          sale: sale
            ? saleView(sale, followed(sale.id), {
                parts: scheduleOf(sale.id),
                wait: waits.get(sale.id) ?? null,
                nowMs,
              })
            : null,
        };
      });
      const counts = Object.fromEntries(counted) as Record<ResultGroup, number>;
      return { items, counts, total: counts[group], page, size };
    },
  };
}
