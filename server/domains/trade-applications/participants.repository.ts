import { sql } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import { LOT_STATUS } from '#shared/states/lot-status.ts';
import type { TradeApplicationTables } from './trade-application-tables.ts';

/** An auction that concerns people who applied by themselves: no rehearsal, nobody of the demo. */
export interface AuctionOfPeople {
  lotId: number;
  title: LocalizedText;
  opensAt: Date;
  /** Admitted now. */
  personIds: string[];
}

export type ParticipantsRepository = ReturnType<typeof createParticipantsRepository>;

/** Who is admitted where, for telling them; reads only. */
export function createParticipantsRepository(db: Db<TradeApplicationTables>) {
  const auctions = db
    .selectFrom('lot')
    .innerJoin('trade_application', 'trade_application.lot_id', 'lot.id')
    .select(['lot.id as lotId', 'lot.title', 'lot.opens_at as opensAt'])
    .select(sql<string[]>`array_agg(trade_application.person_id)`.as('personIds'))
    .where('trade_application.status', '=', 'admitted')
    .where('trade_application.confirmed_at', 'is not', null)
    .where('lot.practice', '=', false)
    .groupBy('lot.id');
  return {
    /** Not open yet and due to open within so many minutes, by the database's clock. */
    startingWithin: (minutes: number): Promise<AuctionOfPeople[]> =>
      auctions
        .where('lot.status', 'in', [LOT_STATUS.acceptingApplications, LOT_STATUS.startingSoon])
        .where('lot.opens_at', '>', sql<Date>`now()`)
        .where('lot.opens_at', '<=', sql<Date>`now() + make_interval(mins => ${minutes})`)
        .execute(),

    suspended: (): Promise<AuctionOfPeople[]> =>
      auctions.where('lot.status', '=', LOT_STATUS.suspended).execute(),
  };
}
