import { sql } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';

/** Lots in one file: the most a sitemap may name. A part holds a range of ids, so that a lot never changes its file. */
const LOTS_A_PART = 50_000;

/** `lot` belongs to lots: read here alone, for addresses and when what they show last changed. */
interface ReadTables {
  lot: {
    id: number;
    published_at: Date;
    applications_until: Date;
    opens_at: Date;
    ended_at: Date | null;
    rehearsal: boolean;
  };
}

export interface SitemapPart {
  /** From 1. */
  part: number;
  changedAt: Date;
}
export interface SitemapLot {
  id: number;
  changedAt: Date;
}

/** The last of the moments at which a card says something new: publication, end of applications, opening, end. */
const changedAt = sql<Date>`greatest(published_at, ended_at,
  case when applications_until <= now() then applications_until end,
  case when opens_at <= now() then opens_at end)`;

export type SitemapRepository = ReturnType<typeof createSitemapRepository>;

export function createSitemapRepository(db: Db<ReadTables>) {
  return {
    /** Parts with a lot in them, in their order. */
    async parts(): Promise<SitemapPart[]> {
      const part = sql<number>`((id - 1) / ${sql.lit(LOTS_A_PART)})::int + 1`;
      return db
        .selectFrom('lot')
        .select([part.as('part'), sql<Date>`max(${changedAt})`.as('changedAt')])
        .where('rehearsal', '=', false)
        .groupBy(part)
        .orderBy(part)
        .execute();
    },

    /** Lots of a part after the given one, by their id. */
    lots: (part: number, after: number, limit: number): Promise<SitemapLot[]> =>
      db
        .selectFrom('lot')
        .select(['id', changedAt.as('changedAt')])
        .where('id', '>', Math.max(after, (part - 1) * LOTS_A_PART))
        .where('id', '<=', part * LOTS_A_PART)
        .where('rehearsal', '=', false)
        .orderBy('id')
        .limit(limit)
        .execute(),
  };
}
