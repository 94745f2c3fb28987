import { sql } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import { BANK_LINE, REPEATED_BANK_LINES } from '#shared/lifecycles/bank-line.ts';
import { allows, stateAfter, statesFrom } from '#shared/lifecycles/lifecycle.ts';
import { firstLike, type LineFacts, type Repeat, type StoredLine } from './line-identity.ts';
import type { BankLine, StatementTables } from './statement-tables.ts';

/** Sums of one query. */
const AT_ONCE = 1_000;

export type RelistingsRepository = ReturnType<typeof createRelistingsRepository>;

/** Lines that are the movements of other lines. Changes need a transaction with the line's lock. */
export function createRelistingsRepository(db: Db<StatementTables>) {
  const stored = () =>
    db
      .selectFrom('bank_statement_line as l')
      .innerJoin('bank_statement as s', 's.id', 'l.statement_id')
      .select([
        'l.id',
        'l.line_key as key',
        's.format',
        'l.side',
        'l.amount_tiyin as amountTiyin',
        'l.purpose',
      ])
      .select('l.party_stir as partyStir')
      .select(['l.reference', 'l.document', 'l.party_name as partyName', 'l.party_account as partyAccount'])
      .select(['l.booked_on as bookedOn', 'l.value_on as valueOn'])
      .where('l.state', 'not in', REPEATED_BANK_LINES)
      .orderBy('l.id');

  return {
    /** Stored lines with these keys, by their keys; the id is that of the line whose movement it is. */
    async byKeys(keys: readonly string[]): Promise<ReadonlyMap<string, StoredLine>> {
      const found = new Map<string, StoredLine>();
      for (let at = 0; at < keys.length; at += AT_ONCE) {
        const rows = await stored()
          .clearWhere()
          .where('l.line_key', 'in', keys.slice(at, at + AT_ONCE))
          .select(
            sql<
              number | null
            >`case when l.state = any(${[...REPEATED_BANK_LINES]}) then l.repeats_line_id end`.as('of'),
          )
          .execute();
        for (const { of, ...line } of rows) found.set(line.key, { ...line, id: of ?? line.id });
      }
      return found;
    },

    /** Stored lines with these ids. */
    async byIds(ids: readonly number[]): Promise<ReadonlyMap<number, StoredLine>> {
      const found = new Map<number, StoredLine>();
      for (let at = 0; at < ids.length; at += AT_ONCE) {
        const rows = await stored()
          .clearWhere()
          .where('l.id', 'in', ids.slice(at, at + AT_ONCE))
          .execute();
        for (const line of rows) found.set(line.id, line);
      }
      return found;
    },

    /** Known lines of an account that have a day and a sum of these. */
    async known(account: string, lines: readonly LineFacts[]): Promise<StoredLine[]> {
      const days = [...new Set(lines.flatMap(({ bookedOn, valueOn }) => [bookedOn, valueOn]))].toSorted();
      if (days.length === 0) return [];
      const sums = [...new Set(lines.map(({ amountTiyin }) => amountTiyin))];
      const found: StoredLine[] = [];
      for (let at = 0; at < sums.length; at += AT_ONCE)
        found.push(
          ...(await stored()
            .where('l.account', '=', account)
            .where('l.amount_tiyin', 'in', sums.slice(at, at + AT_ONCE))
            .where(({ or, between }) =>
              or([
                between('l.booked_on', days[0]!, days.at(-1)!),
                between('l.value_on', days[0]!, days.at(-1)!),
              ]),
            )
            .execute()),
        );
      return found;
    },

    /** The next line that a locked one may be the movement of, after the one that it was said not to be. */
    async nextLike(line: BankLine): Promise<Repeat | null> {
      const own = await stored().clearWhere().where('l.id', '=', line.id).executeTakeFirstOrThrow();
      const others = await stored()
        .where('l.account', '=', line.account)
        .where('l.side', '=', line.side)
        .where('l.amount_tiyin', '=', line.amount_tiyin)
        .where('l.statement_id', '<', line.statement_id)
        .where('l.id', '>', line.repeats_line_id)
        .where(({ or, eb }) => or([eb('l.booked_on', '=', own.bookedOn), eb('l.value_on', '=', own.valueOn)]))
        .execute();
      return firstLike(own, others);
    },

    /** A locked line is the movement of the one that it is like. Who asked for it, where two say so, stays. */
    async tell(line: BankLine): Promise<void> {
      await db
        .updateTable('bank_statement_line')
        .set({
          state: stateAfter(BANK_LINE, 'tell-repeat'),
          repeat_denied: false,
          decision: null,
          reason: null,
        })
        .where('id', '=', line.id)
        .where('state', 'in', statesFrom(BANK_LINE, 'tell-repeat'))
        .returning('id')
        .executeTakeFirstOrThrow();
    },

    /**
     * A locked line is another movement; the next line that it is like is asked about, by two persons where it contradicts that one. Where
     * it contradicts the line that it was said to repeat, that is asked about again.
     */
    async deny(line: BankLine): Promise<void> {
      const isAskedAgain = line.contradicts && !allows(BANK_LINE, line.state, 'tell-repeat');
      const next = isAskedAgain
        ? { lineId: line.repeats_line_id, contradicts: true }
        : await this.nextLike(line);
      await db
        .updateTable('bank_statement_line')
        .set({ state: stateAfter(BANK_LINE, 'deny-repeat'), asked_by: null, decision: null, reason: null })
        .set(
          next === null
            ? { repeat_denied: true }
            : { repeats_line_id: next.lineId, contradicts: next.contradicts },
        )
        .where('id', '=', line.id)
        .where('state', 'in', statesFrom(BANK_LINE, 'deny-repeat'))
        .returning('id')
        .executeTakeFirstOrThrow();
    },
  };
}
