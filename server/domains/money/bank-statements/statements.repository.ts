import { sql } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import { REPEATED_BANK_LINES, WAITING_BANK_LINES } from '#shared/lifecycles/bank-line.ts';
import { stateAfter } from '#shared/lifecycles/lifecycle.ts';
import { BANK_LINE } from '#shared/lifecycles/bank-line.ts';
import { PAYOUT } from '#shared/lifecycles/payout.ts';
import { REFUND } from '#shared/lifecycles/refund.ts';
import { OPEN_SETTLEMENTS } from '#shared/lifecycles/settlement.ts';
import type { StatementDifference, StatementFormat } from '#shared/api/console/bank-statements.ts';
import type { Repeat } from './line-identity.ts';
import type { ParsedLine, RefusedRow } from './parse/parsed-statement.ts';
import { CONFIRMED_STATEMENTS, UNBROKEN_STATEMENTS } from './statement-chain.ts';
import type { BankStatement, StatementTables } from './statement-tables.ts';

/** Rows of one statement of SQL. */
const AT_ONCE = 1_000;

export interface NewStatement {
  account: string;
  format: StatementFormat;
  fileName: string;
  sha256: string;
  number: string | null;
  fromDay: string | null;
  toDay: string | null;
  openingTiyin: number | null;
  closingTiyin: number | null;
  creditTiyin: number;
  debitTiyin: number;
  lineCount: number;
  refused: readonly Omit<RefusedRow, 'cells'>[];
  differences: readonly StatementDifference[];
  reason: string | null;
  /** Stored statements that say other things of its days. */
  contradicts: readonly number[];
  by: string;
}

/** A line with its key and the settlements that its purpose names. */
export interface KeyedLine {
  line: ParsedLine;
  key: string;
  named: readonly number[];
  /** The known line whose movement it is or may be. */
  repeats: Repeat | null;
  /** The known line that it is, without a person's word. */
  seen: SeenLine | null;
}

/** A known line that another statement has too. */
export interface SeenLine {
  lineId: number;
  /** It bears the known line out (`bearsOut`). */
  agrees: boolean;
}

export type StatementRow = BankStatement & { waiting: number };

/** Files of the bank, as they were taken over. */
export function createStatementsRepository(db: Db<StatementTables>) {
  async function inParts<Item>(items: readonly Item[], work: (part: Item[]) => Promise<void>): Promise<void> {
    for (let at = 0; at < items.length; at += AT_ONCE) await work(items.slice(at, at + AT_ONCE));
  }

  const days = ['from_day', 'to_day'] as const;

  const isCounted = sql<boolean>`state <> all(${[...REPEATED_BANK_LINES]})`.as('counted');

  return {
    /** One file after the other, until the transaction ends. */
    async lockImports(): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtext('bank statements'))`.execute(db);
    },

    /** Day, side and sum of the known lines between two days of an account: `2026-11-23 credit 100`. */
    async sums(account: string, fromDay: string, toDay: string): Promise<ReadonlySet<string>> {
      const rows = await db
        .selectFrom('bank_statement_line')
        .select(sql<string>`to_char(booked_on, 'YYYY-MM-DD') || ' ' || side || ' ' || amount_tiyin`.as('sum'))
        .distinct()
        .where('account', '=', account)
        .where('booked_on', '>=', fromDay)
        .where('booked_on', '<=', toDay)
        .execute();
      return new Set(rows.map(({ sum }) => sum));
    },

    /** Those of these sums (tiyin) with which payouts and refunds are at the bank, each as often as there are. */
    async sentSums(sums: readonly number[]): Promise<number[]> {
      if (sums.length === 0) return [];
      const { rows } = await sql<{ sum: number }>`
        select amount_tiyin - set_off_tiyin as sum from payout
        where state = ${stateAfter(PAYOUT, 'send')} and amount_tiyin - set_off_tiyin = any(${[...sums]}::bigint[])
        union all
        select amount_tiyin - set_off_tiyin from refund
        where status = ${stateAfter(REFUND, 'send')} and amount_tiyin - set_off_tiyin = any(${[...sums]}::bigint[])`.execute(
        db,
      );
      return rows.map(({ sum }) => sum);
    },

    /**
     * Closing balance (tiyin) of the last unbroken statement that ended before this day, or while there is none of the last one; null: there
     * is none, or it states none. Of those that end on one day, printed at noon and in the evening, it is that which agrees.
     * @param openingTiyin with which the one after it begins; null: not stated
     */
    async closingBefore(account: string, day: string, openingTiyin: number | null): Promise<number | null> {
      const row = await db
        .selectFrom('bank_statement')
        .select('closing_tiyin')
        .where('account', '=', account)
        .where('to_day', '<', day)
        .orderBy('unbroken', 'desc')
        .orderBy('to_day', 'desc')
        .orderBy(sql`closing_tiyin is not distinct from ${openingTiyin}`, 'desc')
        .orderBy('imported_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row?.closing_tiyin ?? null;
    },

    /** Statements of an account with a day between two. */
    overlapping: (account: string, fromDay: string, toDay: string): Promise<BankStatement[]> =>
      db
        .selectFrom('bank_statement')
        .selectAll()
        .select(days)
        .where('account', '=', account)
        .where('from_day', '<=', toDay)
        .where('to_day', '>=', fromDay)
        .orderBy('id')
        .execute(),

    /** A file of one person says other things of their days. Those that two persons have confirmed are in no doubt by that alone. */
    async doubt(ids: readonly number[]): Promise<void> {
      if (ids.length === 0) return;
      await db
        .updateTable('bank_statement')
        .set({ doubted: true })
        .where('id', 'in', ids)
        .where(sql<boolean>`id not in (select id from (${sql.raw(CONFIRMED_STATEMENTS)}) confirmed)`)
        .execute();
    },

    /** Two persons have confirmed a statement: it is in no doubt any more, and each one that says other things of its days is. */
    async confirm(id: number): Promise<void> {
      await sql`
        update bank_statement s set doubted = s.id <> ${id}
        from bank_statement c
        where c.id = ${id} and (s.id = c.id or s.id = any(c.contradicts_ids) or c.id = any(s.contradicts_ids))`.execute(
        db,
      );
    },

    async byId(id: number): Promise<BankStatement | null> {
      const row = await db
        .selectFrom('bank_statement')
        .selectAll()
        .select(days)
        .where('id', '=', id)
        .executeTakeFirst();
      return row ?? null;
    },

    /** Notes which statements are unbroken by now, and since when. After each change of what that follows from. */
    async judgeChain(): Promise<void> {
      await sql`
        with chain as materialized (${sql.raw(UNBROKEN_STATEMENTS)}),
        judged as (
          update bank_statement s set unbroken = not s.unbroken
          where s.unbroken <> (s.id in (select id from chain))
          returning s.id, s.unbroken
        )
        insert into bank_statement_judgement (statement_id, unbroken) select id, unbroken from judged`.execute(
        db,
      );
    },

    async add(made: NewStatement): Promise<number> {
      const { id } = await db
        .insertInto('bank_statement')
        .values({
          account: made.account,
          format: made.format,
          file_name: made.fileName,
          file_sha256: made.sha256,
          number: made.number,
          from_day: made.fromDay,
          to_day: made.toDay,
          opening_tiyin: made.openingTiyin,
          closing_tiyin: made.closingTiyin,
          credit_tiyin: made.creditTiyin,
          debit_tiyin: made.debitTiyin,
          line_count: made.lineCount,
          added_count: 0,
          refused: JSON.stringify(made.refused),
          differences: JSON.stringify(made.differences),
          reason: made.reason,
          contradicts_ids: [...made.contradicts],
          doubted: made.contradicts.length > 0,
          imported_by: made.by,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },

    /** Adds the lines that are not known; the number of those that repeat none. */
    async addLines(statementId: number, account: string, lines: readonly KeyedLine[]): Promise<number> {
      const named = [...new Set(lines.flatMap((each) => each.named))];
      const existing = new Set<number>();
      await inParts(named, async (part) => {
        const rows = await db.selectFrom('settlement').select('id').where('id', 'in', part).execute();
        for (const { id } of rows) existing.add(id);
      });
      let added = 0;
      await inParts(lines, async (part) => {
        const rows = await db
          .insertInto('bank_statement_line')
          .values(
            part.map(({ line, key, named: numbers, repeats }) => ({
              statement_id: statementId,
              account,
              row_number: line.row,
              line_key: key,
              booked_on: line.bookedOn,
              value_on: line.valueOn,
              side: line.side,
              amount_tiyin: line.amountTiyin,
              reference: line.reference,
              document: line.document,
              purpose: line.purpose,
              party_name: line.partyName,
              party_account: line.partyAccount,
              party_mfo: line.partyMfo,
              party_stir: line.partyStir,
              names_settlement_id:
                line.side === 'credit' ? (numbers.find((number) => existing.has(number)) ?? null) : null,
              repeats_line_id: repeats?.lineId ?? null,
              contradicts: repeats?.contradicts ?? false,
              state: stateAfter(BANK_LINE, repeats?.isSure ? 'import-repeat' : 'import'),
            })),
          )
          .onConflict((conflict) => conflict.column('line_key').doNothing())
          .returning(isCounted)
          .execute();
        added += rows.filter(({ counted }) => counted).length;
      });
      await this.nameByPayer(statementId);
      await db
        .updateTable('bank_statement')
        .set({ added_count: added })
        .where('id', '=', statementId)
        .execute();
      return added;
    },

    /** A statement has these known lines too; one that it has twice agrees where one of the two does. */
    async noteSeen(statementId: number, lines: readonly SeenLine[]): Promise<void> {
      const [ids, agreed] = [lines.map(({ lineId }) => lineId), lines.map(({ agrees }) => agrees)];
      await sql`
        insert into bank_statement_line_seen (line_id, statement_id, agrees)
        select line_id, ${statementId}::bigint, bool_or(agrees)
        from unnest(${ids}::bigint[], ${agreed}::boolean[]) as seen (line_id, agrees)
        group by line_id`.execute(db);
    },

    /** Where no settlement is named: the payer's number and the sum lead to one that is to be paid, if to one only. */
    async nameByPayer(statementId: number): Promise<void> {
      await sql`
        update bank_statement_line l set names_settlement_id = found.settlement
        from (
          select l.id, min(s.id) as settlement
          from bank_statement_line l
          join person p on p.stir = l.party_stir or p.pinfl = l.party_stir
          join settlement s on s.person_id = p.id::text and s.state = any(${[...OPEN_SETTLEMENTS]})
            and s.price_tiyin - s.deposit_tiyin - s.paid_tiyin = l.amount_tiyin
          where l.statement_id = ${statementId} and l.side = 'credit' and l.names_settlement_id is null
          group by l.id having count(distinct s.id) = 1
        ) found
        where l.id = found.id`.execute(db);
    },

    async page(limit: number, offset: number): Promise<{ items: StatementRow[]; total: number }> {
      const items = await db
        .selectFrom('bank_statement as s')
        .selectAll()
        .select(days)
        .select(({ selectFrom, fn }) =>
          selectFrom('bank_statement_line as l')
            .select(fn.countAll<number>().as('count'))
            .whereRef('l.statement_id', '=', 's.id')
            .where('l.state', 'in', WAITING_BANK_LINES)
            .$asScalar()
            .$notNull()
            .as('waiting'),
        )
        .orderBy('s.id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute();
      const { total } = await db
        .selectFrom('bank_statement')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return { items, total };
    },
  };
}
