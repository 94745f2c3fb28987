import { sql } from 'kysely';
import type { BankSide } from '#shared/api/console/bank-statements.ts';
import type { Db } from '#server/platform/database/index.ts';
import type { StatementTables } from './statement-tables.ts';

/** Which known lines a statement has as well is written down since then. */
const SEEN_SINCE = sql`(select timestamp::timestamptz from kysely_migration where name = '0360_lines-seen-again')`;

/** A movement of the account, by the line that it was known by first. */
export interface StoredMovement {
  id: number;
  /** The statement that brought it. */
  broughtBy: number;
  side: BankSide;
  amountTiyin: number;
  bookedOn: string;
}

/** A stored statement that has days, with all movements that it is known to have. */
export interface StoredStatement {
  id: number;
  fromDay: string;
  toDay: string;
  openingTiyin: number | null;
  closingTiyin: number | null;
  /** It was taken over after its last day (in Tashkent). */
  hasEnded: boolean;
  /** Of an earlier release only the lines are known that it brought itself. */
  isWhole: boolean;
  movements: ReadonlyMap<number, StoredMovement>;
}

export type StatementMovementsRepository = ReturnType<typeof createStatementMovementsRepository>;

/** What statements say of the movements of their days. */
export function createStatementMovementsRepository(db: Db<StatementTables>) {
  return {
    /** Would a statement that is taken over now be taken over after this day (`YYYY-MM-DD`) has ended in Tashkent? */
    async hasEnded(day: string): Promise<boolean> {
      const { rows } = await sql<{ ended: boolean }>`
        select ${day}::date < (now() at time zone 'Asia/Tashkent')::date as ended`.execute(db);
      return rows[0]!.ended;
    },

    /** The movements that lines are, by the lines' ids: what may be the movement of a known line counts as that one's. */
    async ofLines(lineIds: readonly number[]): Promise<ReadonlyMap<number, StoredMovement>> {
      const { rows } = await sql<StoredMovement & { lineId: number }>`
        with recursive had as (
          select id as line_id, id as of from unnest(${[...new Set(lineIds)]}::bigint[]) as asked (id)
          union
          select h.line_id, l.repeats_line_id from had h
          join bank_statement_line l on l.id = h.of and l.repeats_line_id is not null and not l.repeat_denied
        )
        select h.line_id as "lineId", l.id, l.statement_id as "broughtBy", l.side, l.amount_tiyin as "amountTiyin",
          to_char(l.booked_on, 'YYYY-MM-DD') as "bookedOn"
        from had h join bank_statement_line l on l.id = h.of and (l.repeats_line_id is null or l.repeat_denied)`.execute(
        db,
      );
      return new Map(rows.map(({ lineId, ...movement }) => [lineId, movement]));
    },

    /** Statements of an account with a day between two (`YYYY-MM-DD`), the oldest import first. */
    async between(account: string, fromDay: string, toDay: string): Promise<StoredStatement[]> {
      const { rows: statements } = await sql<Omit<StoredStatement, 'movements'>>`
        select id, to_char(from_day, 'YYYY-MM-DD') as "fromDay", to_char(to_day, 'YYYY-MM-DD') as "toDay",
          opening_tiyin as "openingTiyin", closing_tiyin as "closingTiyin",
          to_day < (imported_at at time zone 'Asia/Tashkent')::date as "hasEnded",
          imported_at > ${SEEN_SINCE} as "isWhole"
        from bank_statement where account = ${account} and from_day <= ${toDay}::date and to_day >= ${fromDay}::date
        order by id`.execute(db);
      const { rows } = await sql<StoredMovement & { statementId: number }>`
        with recursive had as (
          select statement_id, id as line_id from bank_statement_line where statement_id = any(${statements.map(({ id }) => id)})
          union
          select statement_id, line_id from bank_statement_line_seen where statement_id = any(${statements.map(({ id }) => id)})
          union
          select h.statement_id, l.repeats_line_id from had h
          join bank_statement_line l on l.id = h.line_id and l.repeats_line_id is not null and not l.repeat_denied
        )
        select h.statement_id as "statementId", l.id, l.statement_id as "broughtBy", l.side, l.amount_tiyin as "amountTiyin",
          to_char(l.booked_on, 'YYYY-MM-DD') as "bookedOn"
        from had h join bank_statement_line l on l.id = h.line_id and (l.repeats_line_id is null or l.repeat_denied)
        where l.booked_on between ${fromDay}::date and ${toDay}::date`.execute(db);
      const found = Map.groupBy(rows, ({ statementId }) => statementId);
      return statements.map((statement) => ({
        ...statement,
        movements: new Map((found.get(statement.id) ?? []).map((movement) => [movement.id, movement])),
      }));
    },
  };
}
