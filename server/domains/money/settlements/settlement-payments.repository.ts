import { sql } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import { stateAfter } from '#shared/lifecycles/lifecycle.ts';
import { PAYMENT } from '#shared/lifecycles/payment.ts';
import type { SettlementOutcomeOfPayment, SettlementTables } from './settlement-tables.ts';

/** Payments by which buyers bring the missing sum of a settlement. */
export function createSettlementPayments(db: Db<SettlementTables>) {
  return {
    /** Notes what a payment is for, null: everything that is left; a repeat changes nothing. */
    async add(paymentId: number, settlementId: number, throughPart: number | null = null): Promise<void> {
      await db
        .insertInto('settlement_payment')
        .values({ payment_id: paymentId, settlement_id: settlementId, through_part: throughPart })
        .onConflict((conflict) => conflict.column('payment_id').doNothing())
        .execute();
    },

    /** The settlement that a payment is for; null: none. */
    async settlementOf(paymentId: number): Promise<number | null> {
      const row = await db
        .selectFrom('settlement_payment')
        .select('settlement_id')
        .where('payment_id', '=', paymentId)
        .executeTakeFirst();
      return row?.settlement_id ?? null;
    },

    /** Through which part a payment pays, null: everything that is left; and when its provider took the money. */
    async purposeOf(paymentId: number): Promise<{ throughPart: number | null; paidAt: Date | null }> {
      const row = await db
        .selectFrom('settlement_payment as p')
        .innerJoin('top_up', 'top_up.id', 'p.payment_id')
        .select(['p.through_part', 'top_up.paid_at'])
        .where('p.payment_id', '=', paymentId)
        .executeTakeFirstOrThrow();
      return { throughPart: row.through_part, paidAt: row.paid_at };
    },

    /** What came by a payment, tiyin. */
    async amountOf(paymentId: number): Promise<number> {
      const row = await db
        .selectFrom('top_up')
        .select('amount_tiyin')
        .where('id', '=', paymentId)
        .executeTakeFirstOrThrow();
      return row.amount_tiyin;
    },

    /** Payments of a settlement that were credited and from which nothing has followed. */
    async creditedFor(settlementId: number): Promise<number[]> {
      const rows = await db
        .selectFrom('settlement_payment as p')
        .innerJoin('top_up', 'top_up.id', 'p.payment_id')
        .select('p.payment_id')
        .where('p.settlement_id', '=', settlementId)
        .where('p.tried_at', 'is', null)
        .where('top_up.status', '=', stateAfter(PAYMENT, 'perform'))
        .orderBy('p.payment_id')
        .execute();
      return rows.map(({ payment_id }) => payment_id);
    },

    /** Notes what followed from a payment, once; false: that was noted before. */
    async tried(paymentId: number, outcome: SettlementOutcomeOfPayment): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('settlement_payment')
        .set({ tried_at: sql`clock_timestamp()`, outcome })
        .where('payment_id', '=', paymentId)
        .where('tried_at', 'is', null)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },
  };
}
