import { createHash } from 'node:crypto';
import { sql, type ColumnType, type Generated, type JSONColumnType } from 'kysely';
import { inTransaction, isUniqueViolation, type Db } from '#server/platform/database/index.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import { newCheckWord } from './check-word.ts';

type Day = ColumnType<Date, string, string>;

interface ProtocolTable {
  id: Generated<number>;
  number: string;
  lot_id: number;
  cause: 'hammer' | 'reserve';
  status: Generated<'active' | 'cancelled'>;
  signed_on: Day;
  price_tiyin: number;
  winner_person_id: string;
  winner_number: number;
  winner_kind: 'natural' | 'legal';
  winner_name: string;
  winner_stir: string | null;
  winner_pinfl: string | null;
  winner_address: ColumnType<LocalizedText | null, string | null, never>;
  check_word: string;
  cancelled_at: Date | null;
  cancel_reason: string | null;
}

interface ProtocolFileTable {
  protocol_id: number;
  name: string;
  body: Buffer;
  size_bytes: number;
  sha256: string;
}

/** `lot` belongs to lots: read here for the title. */
interface ProtocolTables {
  protocol: ProtocolTable;
  protocol_counter: { year: number; last: number };
  protocol_file: ProtocolFileTable;
  lot: { id: number; title: JSONColumnType<LocalizedText> };
}

export interface NewProtocol {
  lotId: number;
  cause: 'hammer' | 'reserve';
  /** `YYYY-MM-DD` in Tashkent. */
  signedOn: string;
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

export interface ProtocolRow extends NewProtocol {
  id: number;
  number: string;
  status: 'active' | 'cancelled';
  lotTitle: LocalizedText;
  checkWord: string;
}

export interface ProtocolFile {
  name: string;
  body: Buffer;
  sizeBytes: number;
  sha256: string;
}

export type ProtocolsRepository = ReturnType<typeof createProtocolsRepository>;

export function createProtocolsRepository(db: Db<ProtocolTables>) {
  async function numberOf(lotId: number, cause: NewProtocol['cause']): Promise<string | null> {
    const row = await db
      .selectFrom('protocol')
      .select('number')
      .where('lot_id', '=', lotId)
      .where('cause', '=', cause)
      .executeTakeFirst();
    return row?.number ?? null;
  }

  async function insert(tx: Db<ProtocolTables>, made: NewProtocol): Promise<string> {
    const year = Number(made.signedOn.slice(0, 4));
    const { last } = await tx
      .insertInto('protocol_counter')
      .values({ year, last: 1 })
      .onConflict((conflict) =>
        conflict.column('year').doUpdateSet({ last: sql<number>`protocol_counter.last + 1` }),
      )
      .returning('last')
      .executeTakeFirstOrThrow();
    const number = `P-${year}-${String(last).padStart(6, '0')}`;
    const { winner } = made;
    await tx
      .insertInto('protocol')
      .values({
        number,
        lot_id: made.lotId,
        cause: made.cause,
        signed_on: made.signedOn,
        price_tiyin: made.priceTiyin,
        winner_person_id: made.winnerPersonId,
        winner_number: made.winnerNumber,
        winner_kind: winner.kind,
        winner_name: winner.name,
        winner_stir: winner.stir,
        winner_pinfl: winner.pinfl,
        winner_address: winner.address && JSON.stringify(winner.address),
        check_word: newCheckWord(),
      })
      .execute();
    return number;
  }

  return {
    numberOf,

    /** Records a sale once: the number it has, whether it got it now or before. */
    async record(made: NewProtocol): Promise<string> {
      const before = await numberOf(made.lotId, made.cause);
      if (before) return before;
      try {
        return await inTransaction(db, (tx) => insert(tx, made));
      } catch (error) {
        // Somebody recorded it at the same moment; nothing to repeat, their number is the one.
        const theirs = isUniqueViolation(error) ? await numberOf(made.lotId, made.cause) : null;
        if (theirs) return theirs;
        throw error;
      }
    },

    /** The lot's last protocol; null: none. */
    async lastOf(
      lotId: number,
    ): Promise<{ number: string; checkWord: string; winnerPersonId: string } | null> {
      const row = await db
        .selectFrom('protocol')
        .select(['number', 'check_word as checkWord', 'winner_person_id as winnerPersonId'])
        .where('lot_id', '=', lotId)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row ?? null;
    },

    /** False when there is no such protocol in force. */
    async cancel(number: string, reason: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('protocol')
        .set({ status: 'cancelled', cancelled_at: sql`now()`, cancel_reason: reason })
        .where('number', '=', number)
        .where('status', '=', 'active')
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async byNumber(number: string): Promise<ProtocolRow | null> {
      const row = await db
        .selectFrom('protocol')
        .innerJoin('lot', 'lot.id', 'protocol.lot_id')
        .selectAll('protocol')
        .select(['lot.title as lot_title', sql<string>`protocol.signed_on::text`.as('day')])
        .where('protocol.number', '=', number)
        .executeTakeFirst();
      if (!row) return null;
      return {
        id: row.id,
        number: row.number,
        status: row.status,
        lotId: row.lot_id,
        lotTitle: row.lot_title,
        checkWord: row.check_word,
        cause: row.cause,
        signedOn: row.day,
        priceTiyin: row.price_tiyin,
        winnerPersonId: row.winner_person_id,
        winnerNumber: row.winner_number,
        winner: {
          kind: row.winner_kind,
          name: row.winner_name,
          stir: row.winner_stir,
          pinfl: row.winner_pinfl,
          address: row.winner_address,
        },
      };
    },

    async file(protocolId: number): Promise<ProtocolFile | null> {
      const row = await db
        .selectFrom('protocol_file')
        .select(['name', 'body', 'size_bytes as sizeBytes', 'sha256'])
        .where('protocol_id', '=', protocolId)
        .executeTakeFirst();
      return row ?? null;
    },

    /** Keeps the file of a protocol; the first one stays. */
    async keepFile(protocolId: number, name: string, body: Buffer): Promise<void> {
      await db
        .insertInto('protocol_file')
        .values({
          protocol_id: protocolId,
          name,
          body,
          size_bytes: body.length,
          sha256: createHash('sha256').update(body).digest('hex'),
        })
        .onConflict((conflict) => conflict.column('protocol_id').doNothing())
        .execute();
    },
  };
}
