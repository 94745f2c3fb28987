import { sql } from 'kysely';
import type { MoneyJudge } from '#server/domains/money/staff-money/index.ts';
import type { Db } from '#server/platform/database/index.ts';
import {
  BANK_LINE,
  DROPPED_BANK_LINES,
  REPEATED_BANK_LINES,
  WAITING_BANK_LINES,
} from '#shared/lifecycles/bank-line.ts';
import { stateAfter } from '#shared/lifecycles/lifecycle.ts';
import { tashkentDay } from '#shared/time/tashkent.ts';
import { createLineProofs } from './line-proofs.repository.ts';
import type { StatementTables } from './statement-tables.ts';

/** A sale that waits is looked at again after so long; a decision about its transfer has it looked at immediately. */
const LOOK_AGAIN_MS = 10 * 60_000;

/** So long after the first one that named it came, transfers that one person alone brought keep a sale from being lost without a decision. */
const HOLDS_MS = 3 * 24 * 3_600_000;

/** Transfers that name a settlement and about which no two persons have decided, in tiyin. */
export interface Underway {
  namedTiyin: number;
  /** Those of them that keep the sale from being lost, and from being decided about. */
  holdingTiyin: number;
}

/** A transfer that names a settlement and about which no two persons have decided. */
interface WaitingTransfer {
  id: number;
  amountTiyin: number;
  /** The first one that named the settlement came a short time ago. */
  fresh: boolean;
  /** Its statement is in doubt. */
  doubted: boolean;
  importedBy: string;
  /** Who has asked for its credit as the first of two; null: no one has. */
  creditAskedBy: string | null;
}

/** Of a settlement whose last deadline has passed. */
export interface SettlementToLose {
  id: number;
  due_at: Date;
  grace_until: Date | null;
  /** When its buyer was given a payment order before the deadline; null: never. */
  bank_order_at: Date | null;
  /** The deadline by which none came, as two persons confirmed. */
  no_transfer_by: Date | null;
}

/**
 * Whether a sale may be lost already, as far as transfers are concerned. A transfer counts from its value date, and the
 * statement that shows it comes later.
 */
export function createValueDates(db: Db<StatementTables>, judge: Pick<MoneyJudge, 'isOneOf' | 'areSame'>) {
  /**
   * Do two persons stand for a transfer: another one brought the bank's file with it too, two compared its statement with the bank's
   * paper, or another one than the one who brought it has asked for its credit? A row of files that one person brought is one person's word.
   */
  async function isProven({ id, doubted, importedBy, creditAskedBy }: WaitingTransfer): Promise<boolean> {
    if (creditAskedBy !== null && !(await judge.isOneOf(db, creditAskedBy, [importedBy]))) return true;
    return !doubted && (await createLineProofs(db).isBorneOut(id, judge));
  }

  /**
   * Transfers of no later value date than the deadline that name the settlement and about which no two persons have decided, in
   * tiyin: those that wait for staff, and those that one person said are no money of trade, go back, or repeat another line. The
   * money of a repeat is that of the line it repeats. Those that hold the loss off by themselves have two persons who stand for them; any
   * other does so for a time after the first one came that named the sale and was not credited, dropped or not: another file gives no new
   * time.
   */
  async function underway(settlementId: number, deadline: Date): Promise<Underway> {
    const repeat = sql`l.state = any(${[...REPEATED_BANK_LINES]}) and (l.asked_by is not null
      or not exists (select from bank_statement_line_step s where s.line_id = l.id and s.action = 'repeat-confirmed'))`;
    const { rows } = await sql<WaitingTransfer>`
      with recursive movement as (
        select l.id, case when ${repeat} then l.repeats_line_id end as of
        from bank_statement_line l
        where l.names_settlement_id = ${settlementId} and l.side = 'credit' and l.value_on <= ${tashkentDay(deadline)}::date
        union
        select l.id, case when ${repeat} then l.repeats_line_id end
        from movement m join bank_statement_line l on l.id = m.of
      ),
      brought as (
        select l.*, m.of, b.doubted, b.imported_by,
          min(b.imported_at) over () > clock_timestamp() - ${HOLDS_MS} * interval '1 millisecond' as fresh
        from movement m join bank_statement_line l on l.id = m.id join bank_statement b on b.id = l.statement_id
        where l.state <> ${stateAfter(BANK_LINE, 'credit')}
      )
      select id, amount_tiyin as "amountTiyin", fresh, doubted, imported_by as "importedBy",
        case when state = ${stateAfter(BANK_LINE, 'ask')} and decision = 'credit' then asked_by end as "creditAskedBy"
      from brought
      where of is null and (state = any(${[...WAITING_BANK_LINES, ...REPEATED_BANK_LINES]})
        or (state = any(${[...DROPPED_BANK_LINES]}) and asked_by is null))`.execute(db);
    let [namedTiyin, holdingTiyin] = [0, 0];
    for (const transfer of rows) {
      namedTiyin += transfer.amountTiyin;
      if (transfer.fresh || (await isProven(transfer))) holdingTiyin += transfer.amountTiyin;
    }
    return { namedTiyin, holdingTiyin };
  }

  /**
   * Was an unbroken statement with that day taken over after the deadline? One of the day itself may have been printed too early.
   * Another one may leave lines out.
   */
  async function hasStatementOf(deadline: Date): Promise<boolean> {
    const row = await db
      .selectFrom('bank_statement')
      .select('id')
      .where('unbroken', '=', true)
      .where('doubted', '=', false)
      .where('from_day', '<=', tashkentDay(deadline))
      .where('to_day', '>=', tashkentDay(deadline))
      .where('imported_at', '>', deadline)
      // A day to come is a mistake in the file: it says nothing about the days before it.
      .where(sql<boolean>`to_day <= (imported_at at time zone 'Asia/Tashkent')::date`)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  return {
    /**
     * The next moment to look, while a transfer may still pay the sale, and whether two persons have to say that none did; null: it may be
     * lost now.
     * @param restTiyin what is missing with the balance counted in
     */
    async waitsUntil(
      {
        id,
        due_at: due,
        grace_until: grace,
        bank_order_at: ordered,
        no_transfer_by: confirmed,
      }: SettlementToLose,
      { restTiyin, now }: { restTiyin: number; now: Date },
    ): Promise<{ until: Date; isAsked: boolean } | null> {
      const deadline = grace ?? due;
      const until = new Date(now.getTime() + LOOK_AGAIN_MS);
      const { namedTiyin, holdingTiyin } = await underway(id, deadline);
      const pays = (sum: number): boolean => sum > 0 && sum >= restTiyin;
      if (pays(holdingTiyin)) return { until, isAsked: ordered !== null };
      const isAsked = ordered !== null || pays(namedTiyin);
      return !isAsked || confirmed?.getTime() === deadline.getTime() ? null : { until, isAsked };
    },
    underway,
    hasStatementOf,
  };
}
