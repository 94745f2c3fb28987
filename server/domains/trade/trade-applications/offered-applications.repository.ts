import type { Db } from '#server/platform/database/index.ts';
import { DEPOSIT } from '#shared/lifecycles/deposit.ts';
import { stateAfter, statesFrom } from '#shared/lifecycles/lifecycle.ts';
import { TO_THE_END } from '#shared/lifecycles/trade-application.ts';
import type { TradeApplication, TradeApplicationTables } from './trade-application-tables.ts';

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
