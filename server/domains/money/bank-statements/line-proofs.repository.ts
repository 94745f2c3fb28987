import { sql } from 'kysely';
import type { MoneyItem, MoneyJudge } from '#server/domains/money/staff-money/index.ts';
import type { Db } from '#server/platform/database/index.ts';
import { BANK_LINE, WAITING_BANK_LINES, type BankLineAction } from '#shared/lifecycles/bank-line.ts';
import { stateAfter } from '#shared/lifecycles/lifecycle.ts';
import { OPEN_SETTLEMENTS } from '#shared/lifecycles/settlement.ts';
import { refusalOfRelisting } from './line-identity.ts';
import { settlementsNamed } from './parse/purpose.ts';
import { CONFIRMED_STATEMENTS } from './statement-chain.ts';
import type { BankLine, StatementTables } from './statement-tables.ts';

const REOPENED: BankLineAction = 'reopened';
const DENIED: BankLineAction = 'repeat-denied';

/** Whose balance it goes to, and which sale it pays; null: none is named. */
interface CreditedTo {
  personId: string | null;
  settlementId: number | null;
}

/** A line that is credited so. */
interface Credited {
  line: Pick<BankLine, 'id' | 'purpose'>;
  to: CreditedTo;
}

type Droppable = Pick<BankLine, 'side' | 'names_settlement_id' | 'contradicts'>;

type DroppedLine = Pick<BankLine, 'state' | 'asked_by' | 'decided_by' | 'names_settlement_id'>;

/**
 * What a transfer proves by itself. Whatever it does not prove, a second person confirms before money moves: a statement is a file
 * that one person brings.
 */
export function createLineProofs(db: Db<StatementTables>) {
  const confirmedOnes = sql.raw(CONFIRMED_STATEMENTS);
  /**
   * Whether the line `o` puts the line `l` in doubt that it contradicts. The file of one person says nothing against a statement that two
   * had confirmed before it came.
   */
  const isContrary = sql`o.repeats_line_id = l.id and o.contradicts and (
    exists (select from (${confirmedOnes}) c where c.id = o.statement_id)
    or not exists (
      select from (${confirmedOnes}) c join bank_statement b on b.id = o.statement_id
      where c.id = l.statement_id and c.confirmed_at < b.imported_at))`;

  /** Those of these lines that another file contradicts, or whose statement one does, while that is not settled. */
  async function doubted(ids: readonly number[]): Promise<ReadonlySet<number>> {
    if (ids.length === 0) return new Set();
    const { rows } = await sql<{ id: number }>`
      select distinct l.id from bank_statement_line o join bank_statement_line l on ${isContrary}
      where o.repeats_line_id = any(${ids}) and not o.repeat_denied and o.state = any(${[...WAITING_BANK_LINES]})
      union
      select l.id from bank_statement_line l join bank_statement b on b.id = l.statement_id and b.doubted
      where l.id = any(${ids})`.execute(db);
    return new Set(rows.map(({ id }) => id));
  }

  /** What is decided about lines, to be judged, in their order: whom each concerns, of a sale both sides. */
  async function moneyOfEach(
    asked: readonly { line: Pick<BankLine, 'id' | 'amount_tiyin'>; to: CreditedTo }[],
  ): Promise<MoneyItem[]> {
    const ids = asked.flatMap(({ to }) => to.settlementId ?? []);
    const sales =
      ids.length === 0
        ? []
        : await db
            .selectFrom('settlement')
            .innerJoin('lot', 'lot.id', 'settlement.lot_id')
            .select([
              'settlement.id',
              'lot.customer_person_id as sellerId',
              'settlement.person_id as buyerId',
            ])
            .where('settlement.id', 'in', ids)
            .execute();
    return asked.map(({ line: { id, amount_tiyin: amountTiyin }, to: { personId, settlementId } }) => {
      const sale = sales.find((each) => each.id === settlementId);
      const persons = [personId, sale?.buyerId ?? null, sale?.sellerId ?? null].filter(
        (each) => each !== null,
      );
      return { ref: `bank-line:${id}`, amountTiyin, personIds: [...new Set(persons)] };
    });
  }

  /**
   * Of lines that answer the payment order that a buyer was given, who brought the statement, by the id of the line: its purpose names the
   * sale, the sum is that of the order, the payer is the buyer or has an account of theirs, and its statement is unbroken. Each order is
   * answered once. A line that was dropped before, that may be the movement of another one, or that another file contradicts proves nothing.
   */
  async function answersToOrders(credited: readonly Credited[]): Promise<ReadonlyMap<number, string>> {
    const asked = credited.filter(
      ({ line, to: { personId, settlementId } }) =>
        personId !== null && settlementId !== null && settlementsNamed(line.purpose).includes(settlementId),
    );
    if (asked.length === 0) return new Map();
    const { rows } = await sql<{ id: number; importedBy: string }>`
      select l.id, b.imported_by as "importedBy"
      from unnest(${asked.map(({ line }) => line.id)}::bigint[], ${asked.map(({ to }) => to.settlementId)}::bigint[],
        ${asked.map(({ to }) => to.personId)}::text[]) as asked (line_id, settlement_id, person_id)
      join bank_statement_line l on l.id = asked.line_id
      join bank_statement b on b.id = l.statement_id and b.unbroken
      join settlement s on s.id = asked.settlement_id and s.person_id = asked.person_id
        and s.state = any(${[...OPEN_SETTLEMENTS]})
        and s.bank_order_at is not null and s.bank_order_tiyin = l.amount_tiyin
      left join person p on p.id::text = s.person_id
      where l.side = 'credit' and l.repeats_line_id is null
        and not exists (select from bank_statement_line o where ${isContrary})
        and not exists (select from bank_statement_line_step t where t.line_id = l.id and t.action = ${REOPENED})
        and (l.party_stir in (p.stir, p.pinfl) or exists (
          select from payout_destination d
          where d.person_id = s.person_id and d.removed_at is null and d.account_number = l.party_account))
        and not exists (
          select from bank_statement_line other
          where other.settlement_id = s.id and other.state = ${stateAfter(BANK_LINE, 'credit')}
            and other.decided_at >= s.bank_order_at)`.execute(db);
    return new Map(rows.map(({ id, importedBy }) => [id, importedBy]));
  }

  /**
   * Lines that more than one person vouches for: another person brought a file of the bank that agrees with one in all that
   * decides where its money goes, or two compared its statement with the bank's paper. A line that one person has altered within true
   * balances follows on like any other. A file agrees by itself, not by what a person says of its lines; it does no longer where one of
   * that sum was said to be another movement than it had been taken for.
   */
  async function borneOut(
    ids: readonly number[],
    judge: Pick<MoneyJudge, 'areSame'>,
  ): Promise<ReadonlySet<number>> {
    if (ids.length === 0) return new Set();
    const { rows } = await sql<{ id: number; importedBy: string; confirmed: boolean; seenBy: string[] }>`
      select l.id, b.imported_by as "importedBy",
        exists (select from (${confirmedOnes}) c where c.id = b.id) as confirmed,
        array(
          select o.imported_by from bank_statement_line_seen s join bank_statement o on o.id = s.statement_id
          where s.line_id = l.id and s.agrees and not exists (
            select from bank_statement_line r join bank_statement_line_step t on t.line_id = r.id and t.action = ${DENIED}
            where r.statement_id = o.id and r.side = l.side and r.amount_tiyin = l.amount_tiyin)
        ) as "seenBy"
      from bank_statement_line l join bank_statement b on b.id = l.statement_id where l.id = any(${ids})`.execute(
      db,
    );
    const pairs = rows.flatMap(({ id, importedBy, seenBy }) =>
      seenBy.map((other) => ({ id, pair: [other, importedBy] as const })),
    );
    const same = await judge.areSame(
      db,
      pairs.map(({ pair }) => pair),
    );
    return new Set([
      ...rows.flatMap(({ id, confirmed }) => (confirmed ? [id] : [])),
      ...pairs.flatMap(({ id }, at) => (same[at] ? [] : [id])),
    ]);
  }

  /**
   * So many persons say that a line is no money of trade, goes back, or is the movement of another one, in the order of the lines: two of
   * money that left and nothing that was sent explains, of a transfer that names a sale to be paid, which would be lost without it, and of
   * a line that contradicts another one.
   */
  async function droppersOfEach(asked: readonly { line: Droppable; bySum: number }[]): Promise<number[]> {
    const named = asked.flatMap(({ line }) => line.names_settlement_id ?? []);
    const open =
      named.length === 0
        ? []
        : await db
            .selectFrom('settlement')
            .select('id')
            .where('id', 'in', named)
            .where('state', 'in', OPEN_SETTLEMENTS)
            .execute();
    return asked.map(({ line: { side, contradicts, names_settlement_id: sale }, bySum }) =>
      side === 'debit' || contradicts || open.some(({ id }) => id === sale) ? 2 : bySum,
    );
  }

  /**
   * So many persons credit a line, in the order of the lines: two, unless it answers a payment order, another person's file bears it out, its
   * sum needs no more, and the person who credits it did not bring its statement.
   * @param by who is to credit it first; null: asked for a screen without a reader
   */
  async function creditorsOfEach(
    credited: readonly (Credited & { bySum: number })[],
    { by, judge }: { by: string | null; judge: Pick<MoneyJudge, 'areSame'> },
  ): Promise<number[]> {
    const importers = await answersToOrders(credited);
    const proven = await borneOut([...importers.keys()], judge);
    const brought =
      by === null
        ? []
        : await judge.areSame(
            db,
            credited.map(({ line }) => [by, importers.get(line.id) ?? by] as const),
          );
    return credited.map(({ line, bySum }, at) => (!proven.has(line.id) || brought[at] ? 2 : bySum));
  }

  return {
    /**
     * Why no money of a line moves yet; null: it may. It is another line's movement, or may be, or another file contradicts it or
     * its statement and two persons have not said what is right.
     */
    async refusalOf(
      line: Pick<BankLine, 'id' | 'state' | 'repeats_line_id' | 'repeat_denied'>,
    ): Promise<'repeat' | 'repeat-unclear' | 'in-doubt' | null> {
      return refusalOfRelisting(line) ?? ((await doubted([line.id])).has(line.id) ? 'in-doubt' : null);
    },

    doubted,

    moneyOfEach,

    /** What is decided about a line, to be judged: whom it concerns, of a sale both sides. */
    moneyOf: async (line: Pick<BankLine, 'id' | 'amount_tiyin'>, to: CreditedTo): Promise<MoneyItem> =>
      (await moneyOfEach([{ line, to }]))[0]!,

    /** Of one line, see `borneOut`. */
    isBorneOut: async (lineId: number, judge: Pick<MoneyJudge, 'areSame'>): Promise<boolean> =>
      (await borneOut([lineId], judge)).has(lineId),

    /** Who brought the statement of a line. */
    async broughtBy(statementId: number): Promise<string> {
      const { imported_by: by } = await db
        .selectFrom('bank_statement')
        .select('imported_by')
        .where('id', '=', statementId)
        .executeTakeFirstOrThrow();
      return by;
    },

    droppersOfEach,

    /** Of one line, see `droppersOfEach`. */
    droppers: async (line: Droppable, bySum: number): Promise<number> =>
      (await droppersOfEach([{ line, bySum }]))[0]!,

    /**
     * So many persons open a dropped line again: two of what two persons dropped, or that went back and names a sale. It may answer a
     * payment order, and one person would credit what its payer has by now.
     */
    reopeners: (
      { state, asked_by: askedBy, names_settlement_id: named }: DroppedLine,
      bySum: number,
    ): number => {
      const wentBack = state === stateAfter(BANK_LINE, 'return') && named !== null;
      return askedBy !== null || wentBack ? 2 : bySum;
    },

    /** Is the person one of the two who dropped a line? Others open it again. */
    hasDropped: async (
      { asked_by: askedBy, decided_by: decidedBy }: Pick<DroppedLine, 'asked_by' | 'decided_by'>,
      by: string,
      judge: Pick<MoneyJudge, 'isOneOf'>,
    ): Promise<boolean> =>
      askedBy !== null && decidedBy !== null && (await judge.isOneOf(db, by, [askedBy, decidedBy])),

    creditorsOfEach,

    /** Of one line, see `creditorsOfEach`. */
    creditors: async (
      line: Credited['line'],
      to: CreditedTo,
      { bySum, ...asking }: { bySum: number; by: string | null; judge: Pick<MoneyJudge, 'areSame'> },
    ): Promise<number> => (await creditorsOfEach([{ line, to, bySum }], asking))[0]!,
  };
}
