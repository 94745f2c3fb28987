import { sql } from 'kysely';
import { countRows, sumRows, type Db, type Summed } from '#server/platform/database/index.ts';
import type { BankSide } from '#shared/api/console/bank-statements.ts';
import {
  BANK_LINE,
  REPEATED_BANK_LINES,
  WAITING_BANK_LINES,
  type BankLineAction,
  type BankLineDecision,
  type BankLineState,
} from '#shared/lifecycles/bank-line.ts';
import { stateAfter, statesFrom, type EventOf } from '#shared/lifecycles/lifecycle.ts';
import type { BankLine, BankLineStep, StatementTables } from './statement-tables.ts';

export interface LineFilter {
  states: readonly BankLineState[];
  side?: BankSide | undefined;
  statementId?: number | undefined;
}

const sideSum = (side: BankSide) =>
  sql<number>`case when side = ${sql.lit(side)} then amount_tiyin else 0 end`;
const SUMS = { creditTiyin: sideSum('credit'), debitTiyin: sideSum('debit') };

/** What is asked for, or decided, about a line. */
export interface AskedDecision {
  kind: BankLineDecision;
  personId?: string | null;
  settlementId?: number | null;
  payoutId?: number | null;
  refundId?: number | null;
  reason?: string | null;
}

export type BankLineEvent = Exclude<EventOf<typeof BANK_LINE>, 'import'>;

/** Calls named `lock…` and changes need a transaction; every change of a line locks its row first. */
export function createLinesRepository(db: Db<StatementTables>) {
  const days = ['booked_on', 'value_on'] as const;

  const filtered = ({ states, side, statementId }: LineFilter) =>
    db
      .selectFrom('bank_statement_line')
      .where('state', 'in', states)
      .$if(side !== undefined, (query) => query.where('side', '=', side!))
      .$if(statementId !== undefined, (query) => query.where('statement_id', '=', statementId!));

  const move = async (
    id: number,
    event: BankLineEvent,
    change: Partial<Pick<BankLine, 'decision' | 'person_id' | 'settlement_id' | 'payout_id' | 'refund_id'>> &
      Partial<Pick<BankLine, 'reason' | 'asked_by' | 'round' | 'journal_id' | 'decided_by'>> & {
        decided: boolean;
      },
  ): Promise<void> => {
    const { decided, ...columns } = change;
    await db
      .updateTable('bank_statement_line')
      .set({ ...columns, state: stateAfter(BANK_LINE, event) })
      .set({ decided_at: decided ? sql<Date>`clock_timestamp()` : null })
      .where('id', '=', id)
      .where('state', 'in', statesFrom(BANK_LINE, event))
      .returning('id')
      .executeTakeFirstOrThrow();
  };

  const columnsOf = (asked: AskedDecision) => ({
    decision: asked.kind,
    person_id: asked.personId ?? null,
    settlement_id: asked.settlementId ?? null,
    payout_id: asked.payoutId ?? null,
    refund_id: asked.refundId ?? null,
    reason: asked.reason ?? null,
  });

  return {
    async lock(id: number): Promise<BankLine | null> {
      const row = db
        .selectFrom('bank_statement_line')
        .selectAll()
        .select(days)
        .where('id', '=', id)
        .forUpdate();
      return (await row.executeTakeFirst()) ?? null;
    },

    async byId(id: number): Promise<BankLine | null> {
      const row = db.selectFrom('bank_statement_line').selectAll().select(days).where('id', '=', id);
      return (await row.executeTakeFirst()) ?? null;
    },

    byIds: (ids: readonly number[]): Promise<BankLine[]> =>
      ids.length === 0
        ? Promise.resolve([])
        : db.selectFrom('bank_statement_line').selectAll().select(days).where('id', 'in', ids).execute(),

    /** Was a transfer credited for this sale? */
    async isCreditedFor(settlementId: number): Promise<boolean> {
      const row = await db
        .selectFrom('bank_statement_line')
        .select('id')
        .where('settlement_id', '=', settlementId)
        .where('state', '=', stateAfter(BANK_LINE, 'credit'))
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** A first person asks for a decision about a locked line that needs two. */
    ask: (line: BankLine, asked: AskedDecision, by: string): Promise<void> =>
      move(line.id, 'ask', {
        ...columnsOf(asked),
        asked_by: by,
        round: line.round + 1,
        decided: false,
      }),

    /** Decides about a locked line. @param askedBy the first of two persons, where they are not those of the line @throws when the event cannot happen in its state */
    decide: (
      line: BankLine,
      event: Extract<BankLineEvent, 'credit' | 'return' | 'ignore' | 'match' | 'pay-in'>,
      asked: AskedDecision,
      {
        by,
        askedBy = line.asked_by,
        journalId = null,
      }: { by: string; askedBy?: string | null; journalId?: number | null },
    ): Promise<void> =>
      move(line.id, event, {
        ...columnsOf(asked),
        asked_by: askedBy,
        decided_by: by,
        journal_id: journalId,
        decided: true,
      }),

    /** A locked line waits for a decision again. */
    openAgain: (line: BankLine, event: Extract<BankLineEvent, 'reject' | 'reopen'>): Promise<void> =>
      move(line.id, event, {
        decision: null,
        person_id: null,
        settlement_id: null,
        payout_id: null,
        refund_id: null,
        reason: null,
        asked_by: null,
        decided_by: null,
        decided: false,
      }),

    async step(
      lineId: number,
      action: BankLineAction,
      by: string,
      note: string | null = null,
    ): Promise<void> {
      await db
        .insertInto('bank_statement_line_step')
        .values({ line_id: lineId, action, actor: by, note })
        .execute();
    },

    steps: (lineIds: readonly number[]): Promise<BankLineStep[]> =>
      lineIds.length === 0
        ? Promise.resolve([])
        : db
            .selectFrom('bank_statement_line_step')
            .selectAll()
            .where('line_id', 'in', lineIds)
            .orderBy('id')
            .execute(),

    async page(
      filter: LineFilter,
      {
        limit,
        offset,
        order,
        most,
      }: { limit: number; offset: number; order: 'earliest' | 'newest'; most: number },
    ): Promise<Summed<'creditTiyin' | 'debitTiyin'> & { items: BankLine[] }> {
      const direction = order === 'earliest' ? 'asc' : 'desc';
      const items = await filtered(filter)
        .selectAll()
        .select(days)
        .orderBy('bank_statement_line.booked_on', direction)
        .orderBy('id', direction)
        .limit(limit)
        .offset(offset)
        .execute();
      return { items, ...(await sumRows(db, filtered(filter), SUMS, most)) };
    },

    /** Lines of other files with the day, side and sum of these, by line. */
    async alike(lineIds: readonly number[]): Promise<ReadonlyMap<number, number[]>> {
      if (lineIds.length === 0) return new Map();
      const rows = await db
        .selectFrom('bank_statement_line as l')
        .innerJoin('bank_statement_line as o', (join) =>
          join
            .onRef('o.booked_on', '=', 'l.booked_on')
            .onRef('o.side', '=', 'l.side')
            .onRef('o.amount_tiyin', '=', 'l.amount_tiyin')
            .onRef('o.statement_id', '<>', 'l.statement_id')
            .on('o.state', 'not in', REPEATED_BANK_LINES),
        )
        .select(['l.id', 'o.id as other'])
        .where('l.id', 'in', lineIds)
        .orderBy('o.id')
        .execute();
      const found = Map.groupBy(rows, ({ id }) => id);
      return new Map([...found].map(([id, others]) => [id, others.map(({ other }) => other)]));
    },

    countWaiting: (): Promise<number> => countRows(db, filtered({ states: WAITING_BANK_LINES })),
  };
}
