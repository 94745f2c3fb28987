import { sql } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import { LOT_STATUS } from '#shared/lifecycles/lot-status.ts';
import { NOT_OPENED_STATUSES } from '#shared/lifecycles/lot.ts';
import {
  EVER_ADMITTED,
  MAY_PROTEST,
  TRADE_APPLICATION,
  type StoredApplicationStatus,
} from '#shared/lifecycles/trade-application.ts';
import { stateAfter } from '#shared/lifecycles/lifecycle.ts';
import type { TradeApplicationTables } from './trade-application-tables.ts';

/** Excludes rehearsals, and people of the demo, who did not apply themselves. */
export interface AuctionOfPeople {
  lotId: number;
  title: LocalizedText;
  opensAt: Date;
  /** Admitted now. */
  personIds: string[];
}

export interface BreakOfPeople {
  id: number;
  reason: string;
  /** null while it goes on. */
  endedAt: Date | null;
  resumeAt: Date | null;
}

/** Admitted people, for notifying them; reads only. */
export function createParticipantsRepository(db: Db<TradeApplicationTables>) {
  const ofPeople = db
    .selectFrom('lot')
    .innerJoin('trade_application', 'trade_application.lot_id', 'lot.id')
    .select(['lot.id as lotId', 'lot.title', 'lot.opens_at as opensAt'])
    .select(sql<string[]>`array_agg(trade_application.person_id)`.as('personIds'))
    .where('trade_application.confirmed_at', 'is not', null)
    .where('lot.practice', '=', false)
    .groupBy('lot.id');
  const auctions = ofPeople.where('trade_application.status', '=', stateAfter(TRADE_APPLICATION, 'admit'));
  const everAdmitted = ofPeople.where('trade_application.status', 'in', EVER_ADMITTED);
  return {
    /** Opens within this many minutes, by the database's clock. */
    startingWithin: (minutes: number): Promise<AuctionOfPeople[]> =>
      auctions
        .where('lot.status', 'in', NOT_OPENED_STATUSES)
        .where('lot.opens_at', '>', sql<Date>`now()`)
        .where('lot.opens_at', '<=', sql<Date>`now() + make_interval(mins => ${minutes})`)
        .execute(),

    /** People who were ever admitted to one auction; null: none, or a rehearsal. */
    async everAdmitted(lotId: number): Promise<AuctionOfPeople | null> {
      const auction = await everAdmitted.where('lot.id', '=', lotId).executeTakeFirst();
      return auction ?? null;
    },

    /** Of a technical break people hear once for all their auctions: those of one that goes on are left out. */
    suspended: (): Promise<AuctionOfPeople[]> =>
      auctions
        .where('lot.status', '=', LOT_STATUS.suspended)
        .where(
          sql<boolean>`not exists (select from technical_break_room r join technical_break b on b.id = r.break_id
            where r.lot_id = lot.id and (b.over_at is null or b.resume_at > now()))`,
        )
        .execute(),

    /** Technical breaks whose rooms are suspended, and those that ended within the last hour. */
    breaks: (): Promise<BreakOfPeople[]> =>
      db
        .selectFrom('technical_break')
        .select(['id', 'reason', 'ended_at as endedAt', 'resume_at as resumeAt'])
        .where((eb) =>
          eb.or([eb('over_at', 'is', null), eb('over_at', '>', sql<Date>`now() - interval '1 hour'`)]),
        )
        .execute(),

    /** Admitted people in rooms that a break suspended, with how many of them. */
    ofBreak: (breakId: number): Promise<{ personId: string; count: number }[]> =>
      db
        .selectFrom('technical_break_room')
        .innerJoin('lot', 'lot.id', 'technical_break_room.lot_id')
        .innerJoin('trade_application', 'trade_application.lot_id', 'lot.id')
        .select((eb) => ['trade_application.person_id as personId', eb.fn.countAll<number>().as('count')])
        .where('technical_break_room.break_id', '=', breakId)
        .where('technical_break_room.suspended', '=', 'done')
        .where('trade_application.status', '=', stateAfter(TRADE_APPLICATION, 'admit'))
        .where('trade_application.confirmed_at', 'is not', null)
        .where('lot.practice', '=', false)
        .groupBy('trade_application.person_id')
        .orderBy('trade_application.person_id')
        .execute(),

    /** How many people were admitted to each lot, those who have lost included; lots without any are left out. */
    async bidders(lotIds: readonly number[]): Promise<Map<number, number>> {
      if (lotIds.length === 0) return new Map();
      const rows = await db
        .selectFrom('trade_application')
        .select((eb) => ['lot_id', eb.fn.countAll<number>().as('people')])
        .where('lot_id', 'in', lotIds)
        .where('status', 'in', EVER_ADMITTED)
        .groupBy('lot_id')
        .execute();
      return new Map(rows.map(({ lot_id, people }) => [lot_id, people]));
    },

    /**
     * Those whose account one member of staff alone has shut, now or before, and who have not protested against the result of one of these
     * lots: the announced time for protests may not be theirs.
     */
    async mayStillProtest(lotIds: readonly number[]): Promise<{ lotId: number; personId: string }[]> {
      const { rows } = await sql<{ lotId: number; personId: string }>`
        select a.lot_id as "lotId", a.person_id as "personId" from trade_application a
        where a.lot_id = any(${[...lotIds]}) and a.status = any(${[...MAY_PROTEST]})
          and exists (
            select from account_change c where c.person_id::text = a.person_id and c.kind = 'disable' and not c.two_persons)
          and not exists (select from protest p where p.lot_id = a.lot_id and p.person_id = a.person_id)
        order by a.lot_id, a.person_id`.execute(db);
      return rows;
    },

    /** Whether any application for the lot has one of these statuses. */
    async anyWith(lotId: number, statuses: readonly StoredApplicationStatus[]): Promise<boolean> {
      const row = await db
        .selectFrom('trade_application')
        .select('id')
        .where('lot_id', '=', lotId)
        .where('status', 'in', statuses)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}
