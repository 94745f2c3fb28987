import { sql, type Selectable } from 'kysely';
import { countRows, inTransaction, writeOutbox, type Db } from '#server/platform/database/index.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import { stateAfter, statesFrom } from '#shared/lifecycles/lifecycle.ts';
import {
  SALE_CAUSES,
  type MinutesCause,
  type ProtocolCause,
  type ProtocolStatus,
  type SaleCause,
} from '#shared/lifecycles/protocol-causes.ts';
import { PROTOCOL, UNDOES_RESULT, type ProtocolCancelReason } from '#shared/lifecycles/protocol.ts';
import { newCheckWord } from './check-word.ts';
import type { ProtocolFacts } from './protocol-facts.ts';
import type { ProtocolTables } from './protocol-tables.ts';
import { PROTOCOL_EVENTS } from './protocols.events.ts';

interface RecordedSale {
  priceTiyin: number;
  winnerPersonId: string;
  winnerNumber: number;
  winner: {
    kind: 'natural' | 'legal';
    name: string;
    stir: string | null;
    pinfl: string | null;
    address: LocalizedText | null;
  };
}

interface Recorded {
  lotId: number;
  /** `YYYY-MM-DD` in Tashkent. */
  signedOn: string;
  facts: ProtocolFacts | null;
  /** The sale of a purchase, of which a lot has several; absent or null for auctions. */
  settlementId?: number | null;
}

export type NewProtocol = Recorded &
  ({ cause: SaleCause; sale: RecordedSale } | { cause: MinutesCause; sale: null });

export interface ProtocolRow extends Recorded {
  id: number;
  number: string;
  cause: ProtocolCause;
  /** Null in minutes. */
  sale: RecordedSale | null;
  status: ProtocolStatus;
  lotTitle: LocalizedText;
  customerPersonId: string | null;
  checkWord: string;
  /** When its document was last made again; null: never. */
  issued: { issue: number; at: Date; reason: string; by: string } | null;
  /** Null: in force. `reason`: of CANCEL_REASONS, or words of an earlier release. */
  cancelled: { at: Date; reason: string } | null;
}

/** Protocols, of a winner or of a customer where one is named. */
export interface ProtocolFilter {
  winnerPersonId?: string | undefined;
  customerPersonId?: string | undefined;
  status?: ProtocolStatus | undefined;
  lotId?: number | undefined;
  /** First and last day of signing, both included. */
  from?: string | undefined;
  to?: string | undefined;
  /** A year's number in it; of every year where none is named. */
  number?: { year: number | null; serial: number } | undefined;
  /** A whole STIR or PINFL, or a part of the name of either side, outside of these lots. */
  party?: { text: string; withoutLots: readonly number[] } | undefined;
}

/** A lot, or of one at a fixed price one sale. */
export interface SaleAsked {
  lotId: number;
  settlementId?: number | null;
}

export type ProtocolsRepository = ReturnType<typeof createProtocolsRepository>;

export function createProtocolsRepository(db: Db<ProtocolTables>) {
  async function numberOf(
    lotId: number,
    cause: ProtocolCause,
    tx: Db<ProtocolTables> = db,
    settlementId: number | null = null,
  ): Promise<string | null> {
    const row = await tx
      .selectFrom('protocol')
      .select('number')
      .where('lot_id', '=', lotId)
      .where('cause', '=', cause)
      .where('settlement_id', settlementId === null ? 'is' : '=', settlementId)
      .executeTakeFirst();
    return row?.number ?? null;
  }

  /**
   * Records a result once; returns its number, also of an earlier call. The year's numbers are locked until the transaction
   * ends, so that they run without gaps: everything else of the transaction comes first.
   */
  async function recordIn(tx: Db<ProtocolTables>, made: NewProtocol): Promise<string> {
    const year = Number(made.signedOn.slice(0, 4));
    await tx
      .insertInto('protocol_counter')
      .values({ year, last: 0 })
      .onConflict((conflict) => conflict.column('year').doNothing())
      .execute();
    const { last } = await tx
      .selectFrom('protocol_counter')
      .select('last')
      .where('year', '=', year)
      .forUpdate()
      .executeTakeFirstOrThrow();
    // Concurrent recorders of this year have committed by now: their number counts.
    const before = await numberOf(made.lotId, made.cause, tx, made.settlementId);
    if (before) return before;
    await tx
      .updateTable('protocol_counter')
      .set({ last: last + 1 })
      .where('year', '=', year)
      .execute();
    const number = `P-${year}-${String(last + 1).padStart(6, '0')}`;
    const { lotId, cause, signedOn, facts, sale } = made;
    await tx
      .insertInto('protocol')
      .values({
        number,
        lot_id: lotId,
        cause,
        signed_on: signedOn,
        settlement_id: made.settlementId ?? null,
        status: stateAfter(PROTOCOL, 'record'),
        price_tiyin: sale?.priceTiyin ?? null,
        winner_person_id: sale?.winnerPersonId ?? null,
        winner_number: sale?.winnerNumber ?? null,
        winner_kind: sale?.winner.kind ?? null,
        winner_name: sale?.winner.name ?? null,
        winner_stir: sale?.winner.stir ?? null,
        winner_pinfl: sale?.winner.pinfl ?? null,
        winner_address: sale?.winner.address ? JSON.stringify(sale.winner.address) : null,
        facts: facts && JSON.stringify(facts),
        check_word: newCheckWord(),
      })
      .execute();
    await writeOutbox(tx, { topic: PROTOCOL_EVENTS.recorded, key: number, payload: { number } });
    return number;
  }

  const rows = (tx: Db<ProtocolTables> = db) =>
    tx
      .selectFrom('protocol')
      .innerJoin('lot', 'lot.id', 'protocol.lot_id')
      .selectAll('protocol')
      .select([
        'lot.title as lot_title',
        'lot.customer_person_id as customer_person_id',
        'protocol.signed_on as day',
        sql<StoredIssue | null>`(
          select jsonb_build_object('issue', i.issue, 'atMs', extract(epoch from i.at) * 1000, 'reason', i.reason,
            'by', i.person_name)
          from protocol_issue i where i.protocol_id = protocol.id order by i.issue desc limit 1)`.as(
          'issued',
        ),
      ]);

  /** Without what else is read of a row: pages are found, and rows counted, by indexes alone. */
  const filtered = (filter: ProtocolFilter) => {
    const { winnerPersonId, customerPersonId, status, lotId, from, to, number, party } = filter;
    let query = db.selectFrom('protocol');
    if (winnerPersonId !== undefined) query = query.where('protocol.winner_person_id', '=', winnerPersonId);
    if (customerPersonId !== undefined)
      query = query.where('protocol.lot_id', 'in', (lots) =>
        lots.selectFrom('lot').select('id').where('customer_person_id', '=', customerPersonId),
      );
    if (status !== undefined) query = query.where('protocol.status', '=', status);
    if (lotId !== undefined) query = query.where('protocol.lot_id', '=', lotId);
    if (from !== undefined) query = query.where('protocol.signed_on', '>=', from);
    if (to !== undefined) query = query.where('protocol.signed_on', '<=', to);
    if (number !== undefined) query = query.where('protocol.number', 'in', numbersOf(number));
    if (party !== undefined)
      query = query
        .where(/^(\d{9}|\d{14})$/.test(party.text) ? hasNumber(party.text) : hasName(party.text))
        .where(sql<boolean>`protocol.lot_id <> all(${[...party.withoutLots]}::bigint[])`);
    return query;
  };

  return {
    numberOf: (lotId: number, cause: ProtocolCause) => numberOf(lotId, cause),
    recordIn,
    record: (made: NewProtocol): Promise<string> => inTransaction(db, (tx) => recordIn(tx, made)),

    /**
     * Cancels what is in force of a lot: the sale, and the minutes too where the reason undoes the auction itself. Returns the
     * numbers; none the second time.
     */
    async cancelIn(
      tx: Db<ProtocolTables>,
      lotId: number,
      reason: ProtocolCancelReason,
      settlementId: number | null = null,
    ): Promise<string[]> {
      let query = tx
        .updateTable('protocol')
        .set({ status: stateAfter(PROTOCOL, 'cancel'), cancelled_at: sql`now()`, cancel_reason: reason })
        .where('lot_id', '=', lotId)
        .where('status', 'in', statesFrom(PROTOCOL, 'cancel'));
      // Of one of several sales.
      if (settlementId !== null) query = query.where('settlement_id', '=', settlementId);
      if (!UNDOES_RESULT.includes(reason)) query = query.where('cause', 'in', SALE_CAUSES);
      const cancelled = await query.returning('number').execute();
      for (const { number } of cancelled)
        await writeOutbox(tx, { topic: PROTOCOL_EVENTS.cancelled, key: number, payload: { number } });
      return cancelled.map(({ number }) => number);
    },

    /** Every protocol that is cancelled by now, and what now is. */
    async cancelled(): Promise<{ asOf: Date; cancelled: { number: string; at: Date }[] }> {
      const { rows: found } = await sql<{ asOf: Date; number: string | null; at: Date | null }>`
        select now() as "asOf", p.number, p.cancelled_at as at
        from (select 1) as once left join protocol p on p.cancelled_at is not null order by p.id`.execute(db);
      return {
        asOf: found[0]?.asOf ?? new Date(),
        cancelled: found.flatMap(({ number, at }) =>
          number === null || at === null ? [] : [{ number, at }],
        ),
      };
    },

    async byNumber(number: string): Promise<ProtocolRow | null> {
      const row = await rows().where('protocol.number', '=', number).executeTakeFirst();
      return row ? toRow(row) : null;
    },

    /** Each lot's last protocol, in force or not, or that of a named purchase, in the order of the question; null: none. */
    async lastOfEach(
      asked: readonly SaleAsked[],
      { winner }: { winner?: string | undefined } = {},
    ): Promise<(ProtocolRow | null)[]> {
      if (asked.length === 0) return [];
      const lotIds = asked.map(({ lotId }) => lotId);
      const settlementIds = asked.map(({ settlementId }) => settlementId ?? null);
      // Of several purchases of a lot the reader's own comes first.
      const last = sql<{ place: number; id: number }>`(
        select asked.place::int as place, last.id
        from unnest(${lotIds}::bigint[], ${settlementIds}::bigint[]) with ordinality as asked (lot_id, settlement_id, place),
          lateral (
            select p.id from protocol p
            where p.lot_id = asked.lot_id and (asked.settlement_id is null or p.settlement_id = asked.settlement_id)
            order by (p.cause = 'purchase' and p.winner_person_id = ${winner ?? ''}) desc, p.id desc limit 1) as last)`;
      const found = await rows()
        .innerJoin(last.as('last'), 'last.id', 'protocol.id')
        .select('last.place')
        .execute();
      const byPlace = new Map(found.map((row) => [row.place, toRow(row)]));
      return asked.map((_, at) => byPlace.get(at + 1) ?? null);
    },

    async list(filter: ProtocolFilter, page: { limit: number; offset: number }): Promise<ProtocolRow[]> {
      const ids = filtered(filter)
        .select('protocol.id')
        .orderBy('protocol.id', 'desc')
        .limit(page.limit)
        .offset(page.offset);
      const found = await rows().where('protocol.id', 'in', ids).orderBy('protocol.id', 'desc').execute();
      return found.map(toRow);
    },

    /** @param most see `countRows` */
    count: (filter: ProtocolFilter, most?: number): Promise<number> => countRows(db, filtered(filter), most),

    /** The next issue of a protocol whose newest one is this; null: it has another by now. In the caller's transaction. */
    async reissue(
      protocolId: number,
      { after, reason, by }: { after: number; reason: string; by: { personId: string; name: string } },
    ): Promise<number | null> {
      const added = await db
        .insertInto('protocol_issue')
        .columns(['protocol_id', 'issue', 'reason', 'person_id', 'person_name'])
        .expression(
          sql`select ${protocolId}::bigint, newest.issue + 1, ${reason}::text, ${by.personId}::text, ${by.name}::text
            from (select coalesce(max(issue), 1) as issue from protocol_issue where protocol_id = ${protocolId}) newest
            where newest.issue = ${after}::int`,
        )
        .onConflict((conflict) => conflict.columns(['protocol_id', 'issue']).doNothing())
        .returning('issue')
        .executeTakeFirst();
      return added?.issue ?? null;
    },

    async byId(id: number): Promise<ProtocolRow | null> {
      const row = await rows().where('protocol.id', '=', id).executeTakeFirst();
      return row ? toRow(row) : null;
    },
  };
}

/** The printed numbers with this one of a year. */
const numbersOf = ({ year, serial }: NonNullable<ProtocolFilter['number']>) =>
  sql<string>`(select 'P-' || year || '-' || ${String(serial).padStart(6, '0')}::text from protocol_counter
    where ${year}::int is null or year = ${year})`;

/** Either side of the sale has this STIR or PINFL; as the index of the table has them. */
const hasNumber = (number: string) =>
  sql<boolean>`array[protocol.winner_stir, protocol.winner_pinfl, protocol.facts -> 'customer' ->> 'stir',
    protocol.facts -> 'customer' ->> 'pinfl'] @> array[${number}::text]`;

/** The name of either side has this part. */
const hasName = (part: string) =>
  sql<boolean>`coalesce(protocol.winner_name, '') || ' / ' || coalesce(protocol.facts -> 'customer' ->> 'name', '')
    ilike ${`%${part.replace(/[\\%_]/g, String.raw`\$&`)}%`}`;

interface StoredIssue {
  issue: number;
  atMs: number;
  reason: string;
  by: string;
}

type StoredRow = Selectable<ProtocolTables['protocol']> & {
  lot_title: LocalizedText;
  customer_person_id: string | null;
  day: string;
  issued: StoredIssue | null;
};

function toRow(row: StoredRow): ProtocolRow {
  const { price_tiyin: price, winner_person_id: winner, winner_number: number } = row;
  const { winner_kind: kind, winner_name: name, cancelled_at: at, cancel_reason: reason } = row;
  return {
    id: row.id,
    number: row.number,
    status: row.status,
    lotId: row.lot_id,
    lotTitle: row.facts?.purchase?.title ?? row.lot_title,
    customerPersonId: row.customer_person_id,
    checkWord: row.check_word,
    cause: row.cause,
    settlementId: row.settlement_id,
    signedOn: row.day,
    facts: row.facts,
    issued: row.issued && { ...row.issued, at: new Date(row.issued.atMs) },
    cancelled: at && reason !== null ? { at, reason } : null,
    sale:
      price === null || winner === null || number === null || kind === null || name === null
        ? null
        : {
            priceTiyin: price,
            winnerPersonId: winner,
            winnerNumber: number,
            winner: {
              kind,
              name,
              stir: row.winner_stir,
              pinfl: row.winner_pinfl,
              address: row.winner_address,
            },
          },
  };
}
