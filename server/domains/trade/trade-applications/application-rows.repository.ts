import { sql } from 'kysely';
import { countRows, type Db } from '#server/platform/database/index.ts';
import { OPEN_STATUSES } from '#shared/lifecycles/lot-status.ts';
import type { DepositState } from '#shared/lifecycles/deposit.ts';
import { APPLICATION_SHOWN, LIVING, type ApplicationStatus } from '#shared/lifecycles/trade-application.ts';
import type { TradeApplicationTables } from './trade-application-tables.ts';

export interface ApplicationFilter {
  personId?: string;
  lotId?: number;
  /** Excluded lots. */
  exceptLots?: readonly number[];
  status?: ApplicationStatus;
  deposit?: DepositState;
  /** Of the lot's auction. */
  state?: 'current' | 'ended';
  /** Of applying. */
  since?: Date;
  before?: Date;
}

export type ApplicationRowsRepository = ReturnType<typeof createApplicationRowsRepository>;
export type StoredApplicationRow = Awaited<ReturnType<ApplicationRowsRepository['page']>>['rows'][number];

const NEWEST_FIRST = sql`a.requested_at desc, a.id desc`;
const CURRENT_FIRST = sql`lot.room_deadline_us, a.requested_at desc, a.id desc`;

/** Applications with the lots they are about, for lists. */
export function createApplicationRowsRepository(db: Db<TradeApplicationTables>) {
  const base = (filter: ApplicationFilter) =>
    db
      .selectFrom('trade_application as a')
      // Left out by PostgreSQL where nothing of the lot is asked for.
      .leftJoin('lot', 'lot.id', 'a.lot_id')
      .$if(filter.personId !== undefined, (q) => q.where('a.person_id', '=', filter.personId!))
      .$if(filter.lotId !== undefined, (q) => q.where('a.lot_id', '=', filter.lotId!))
      .$if((filter.exceptLots?.length ?? 0) > 0, (q) => q.where('a.lot_id', 'not in', filter.exceptLots!))
      .$if(filter.status !== undefined, (q) => q.where('a.status', 'in', APPLICATION_SHOWN[filter.status!]))
      .$if(filter.deposit !== undefined, (q) => q.where('a.deposit_state', '=', filter.deposit!))
      .$if(filter.state === 'current', (q) =>
        q.where('lot.status', 'in', OPEN_STATUSES).where('a.status', 'in', LIVING),
      )
      .$if(filter.state === 'ended', (q) =>
        q.where((eb) => eb.or([eb('lot.status', 'not in', OPEN_STATUSES), eb('a.status', 'not in', LIVING)])),
      )
      .$if(filter.since !== undefined, (q) => q.where('a.requested_at', '>=', filter.since!))
      .$if(filter.before !== undefined, (q) => q.where('a.requested_at', '<', filter.before!));

  const shown = () =>
    db
      .selectFrom('trade_application as a')
      .innerJoin('lot', 'lot.id', 'a.lot_id')
      .selectAll('a')
      .select(['lot.title', 'lot.photos', 'lot.practice', 'lot.applications_until', 'lot.opens_at'])
      .select(['lot.start_price_tiyin', 'lot.room_price_tiyin', 'lot.room_leader_number'])
      .select(['lot.room_deadline_us', 'lot.status as lot_status', 'lot.protest_until'])
      .select('lot.ended_at as lot_ended_at');

  return {
    /**
     * Current auctions soonest end first, everything else newest first.
     * @param page.most counts no further
     */
    async page(filter: ApplicationFilter, page: { limit: number; offset: number; most?: number }) {
      const order = filter.state === 'current' ? CURRENT_FIRST : NEWEST_FIRST;
      // The page is found first: lots are read for its rows alone, not for all that are skipped.
      const found = base(filter).select('a.id').orderBy(order).limit(page.limit).offset(page.offset);
      const [rows, total] = await Promise.all([
        shown().where('a.id', 'in', found).orderBy(order).execute(),
        countRows(db, base(filter), page.most),
      ]);
      return { rows, total };
    },

    /** Numbers in a room, by person. */
    async numbersIn(lotId: number): Promise<Map<string, number>> {
      const rows = await db
        .selectFrom('trade_application')
        .select(['person_id', 'number'])
        .where('lot_id', '=', lotId)
        .execute();
      return new Map(rows.map(({ person_id: person, number }) => [person, number]));
    },

    /** One row by the application's id. */
    byId: (id: number) => shown().where('a.id', '=', id).executeTakeFirstOrThrow(),
  };
}
