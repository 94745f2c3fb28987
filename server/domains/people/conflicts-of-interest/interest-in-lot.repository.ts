import { sql } from 'kysely';
import type { AnyDb } from '#server/platform/database/index.ts';
import { OPEN_HAND_OVERS } from '#shared/lifecycles/hand-over.ts';
import { OPEN_OFFERS } from '#shared/lifecycles/offer.ts';
import { PENDING_PURCHASES } from '#shared/lifecycles/purchase.ts';
import { LOST_SETTLEMENTS, OPEN_SETTLEMENTS } from '#shared/lifecycles/settlement.ts';
import { APPLICATION_OVER, TAKING_PART } from '#shared/lifecycles/trade-application.ts';

/** `over`: a sale that was handed over, or an application that was decided. */
export interface Interest {
  personId: string;
  kind: 'application' | 'reservation' | 'sale' | 'offer';
  over: boolean;
}

/** Who wants a lot or has bought it: everything that is neither expired, nor cancelled, nor lost. The oldest first. */
export async function interestInLot(on: AnyDb, lotId: number): Promise<Interest[]> {
  const { rows } = await sql<Interest>`
    select person_id as "personId", kind, over from (
      select person_id, 'application' as kind, status <> all(${TAKING_PART}) as over, requested_at as at
        from trade_application
        where lot_id = ${lotId} and status = any(${[...TAKING_PART, ...APPLICATION_OVER, 'revoked']})
      union all
      select person_id, 'reservation', false, reserved_at from purchase
        where lot_id = ${lotId} and state = any(${PENDING_PURCHASES}) and expires_at > clock_timestamp()
      union all
      select s.person_id, 'sale',
          s.state <> all(${OPEN_SETTLEMENTS}) and (h.state is null or h.state <> all(${OPEN_HAND_OVERS})), s.sold_at
        from settlement s left join hand_over h on h.settlement_id = s.id
        where s.lot_id = ${lotId} and s.state <> all(${LOST_SETTLEMENTS})
      union all
      select person_id, 'offer', false, made_at from offer
        where lot_id = ${lotId} and state = any(${OPEN_OFFERS})
    ) wanted order by at, person_id`.execute(on);
  return rows;
}
