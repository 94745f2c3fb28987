import { sql } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import { DEPOSIT } from '#shared/lifecycles/deposit.ts';
import { stateAfter, statesFrom } from '#shared/lifecycles/lifecycle.ts';
import { TO_THE_END, TRADE_APPLICATION } from '#shared/lifecycles/trade-application.ts';
import { BY_RULES } from './console-rooms.repository.ts';
import type { TradeApplication, TradeApplicationTables } from './trade-application-tables.ts';

/** Reasons of revocations in the log of a room begin with it, and name the number of the participant. */
export const NUMBERED = '№ ';

/** Applications of participants to whom the lot is offered after its auction. */
export function createOfferedApplications(db: Db<TradeApplicationTables>) {
  return {
    /** Who alone took part to the end; null: no one, or several. */
    async soleParticipant(lotId: number): Promise<TradeApplication | null> {
      const rows = await db
        .selectFrom('trade_application')
        .selectAll()
        .where('lot_id', '=', lotId)
        .where('status', 'in', TO_THE_END)
        .limit(2)
        .execute();
      return rows.length === 1 ? rows[0]! : null;
    },

    /** Whose right to the lot one member of staff took away, by no request of two. */
    async sentAwayByOne(lotId: number): Promise<string[]> {
      const { rows } = await sql<{ person: string }>`
        select distinct a.person_id as person from trade_application a
        join room_action r on r.lot_id = a.lot_id and r.reason like ${NUMBERED} || a.number || ':%'
        where a.lot_id = ${lotId} and a.status = ${stateAfter(TRADE_APPLICATION, 'revoke')}
          and r.action = 'revoke' and r.result = 'done' and r.request_id is null and r.person_id <> ${BY_RULES}`.execute(
        db,
      );
      return rows.map(({ person }) => person);
    },

    /** Those of a lot whose deposit is held, locked in the order in which money of several people is moved. */
    lockHeld: (lotId: number): Promise<TradeApplication[]> =>
      db
        .selectFrom('trade_application')
        .selectAll()
        .where('lot_id', '=', lotId)
        .where('deposit_state', 'in', statesFrom(DEPOSIT, 'release'))
        .orderBy('person_id')
        .forUpdate()
        .execute(),

    /** A further round of the deposit of a locked application, whose earlier one was released. */
    beginDepositAgain: ({ id, round }: TradeApplication): Promise<TradeApplication> =>
      db
        .updateTable('trade_application')
        .set({ deposit_state: stateAfter(DEPOSIT, 'begin-again'), hold_id: null, round: round + 1 })
        .where('id', '=', id)
        .where('deposit_state', 'in', statesFrom(DEPOSIT, 'begin-again'))
        .returningAll()
        .executeTakeFirstOrThrow(),
  };
}
