import { sql } from 'kysely';
import { lateFeeRule } from '#server/domains/content/reference/index.ts';
import type { Db } from '#server/platform/database/index.ts';
import type { LateFeeRule, PartTerms, PlannedPart } from '#shared/trade/part-schedule.ts';
import type { SettlementPart, SettlementTables } from './settlement-tables.ts';

/** Days for which a late part is no case for staff yet, where the rule set names none. */
const PATIENCE_DAYS = 30;

/** By which a price is paid by parts, as frozen into its lot. */
export interface PartRules extends PartTerms {
  /** null: being late costs nothing. */
  lateFee: LateFeeRule | null;
  /** Days after a deadline. */
  patienceDays: number;
}

/** Parts of prices. Changes need a transaction that has locked the settlement. */
export function createPartsRepository(db: Db<SettlementTables>) {
  return {
    /** By settlement; those whose lots do not offer payment by parts are missing. */
    async rulesOf(settlementIds: readonly number[]): Promise<ReadonlyMap<number, PartRules>> {
      if (settlementIds.length === 0) return new Map();
      const rows = await db
        .selectFrom('settlement as s')
        .innerJoin('lot', 'lot.id', 's.lot_id')
        .innerJoin('rule_set as r', (join) =>
          join.onRef('r.name', '=', 'lot.rule_set_name').onRef('r.version', '=', 'lot.rule_set_version'),
        )
        .select(['s.id', 's.price_tiyin', 's.deposit_tiyin'])
        .select(['lot.instalment_months', 'lot.first_part_bp', 'r.figures'])
        .where('s.id', 'in', settlementIds)
        .where('lot.instalment_months', 'is not', null)
        .where('lot.first_part_bp', 'is not', null)
        .execute();
      return new Map(
        rows.map(({ id, figures, ...row }) => [
          id,
          {
            priceTiyin: row.price_tiyin,
            depositTiyin: row.deposit_tiyin,
            months: row.instalment_months!,
            firstPartBp: row.first_part_bp!,
            lateFee: lateFeeRule(figures),
            patienceDays: figures.partsPatienceDays ?? PATIENCE_DAYS,
          },
        ]),
      );
    },

    /** In their order; of sales whose first part is not paid, none. */
    ofSettlements: (settlementIds: readonly number[]): Promise<SettlementPart[]> =>
      settlementIds.length === 0
        ? Promise.resolve([])
        : db
            .selectFrom('settlement_part')
            .selectAll()
            .where('settlement_id', 'in', settlementIds)
            .orderBy('settlement_id')
            .orderBy('k')
            .execute(),

    /** States the parts: their sums and dates stay as they are now. */
    async state(settlementId: number, parts: readonly PlannedPart[], paidThrough: number): Promise<void> {
      await db
        .insertInto('settlement_part')
        .values(
          parts.map(({ k, amountTiyin, dueAtMs }) => ({
            settlement_id: settlementId,
            k,
            amount_tiyin: amountTiyin,
            due_at: new Date(dueAtMs),
            // All by the one instant at which the first part is paid.
            paid_at: k <= paidThrough ? new Date(parts[0]!.dueAtMs) : null,
          })),
        )
        .execute();
    },

    /** @param feeTiyin for being late */
    async pay(
      settlementId: number,
      k: number,
      { at, feeTiyin }: { at: Date; feeTiyin: number },
    ): Promise<void> {
      await db
        .updateTable('settlement_part')
        .set({ paid_at: at, late_fee_tiyin: feeTiyin })
        .where('settlement_id', '=', settlementId)
        .where('k', '=', k)
        .where('paid_at', 'is', null)
        .returning('k')
        .executeTakeFirstOrThrow();
    },

    /** Parts that are due before the given instant are due at it: a longer time by two persons, or the end of a protest. */
    async postpone(settlementId: number, until: Date): Promise<void> {
      await db
        .updateTable('settlement_part')
        .set({ due_at: until })
        .where('settlement_id', '=', settlementId)
        .where('paid_at', 'is', null)
        .where('due_at', '<', until)
        .execute();
    },

    /** Parts that were late when a protest stopped the clock: the time that it was stopped does not count. */
    async shiftLate(settlementId: number, pausedAt: Date, now: Date): Promise<void> {
      await db
        .updateTable('settlement_part')
        .set({ due_at: sql<Date>`due_at + (${now}::timestamptz - ${pausedAt}::timestamptz)` })
        .where('settlement_id', '=', settlementId)
        .where('paid_at', 'is', null)
        .where('due_at', '<=', pausedAt)
        .execute();
    },
  };
}
