import { sql } from 'kysely';
import type { AnyDb } from '#server/platform/database/index.ts';
import { ACCOUNT_CHANGE } from '#shared/lifecycles/account-change.ts';
import { BAR_PROPOSAL } from '#shared/lifecycles/bar-proposal.ts';
import { OPEN_DECISIONS } from '#shared/lifecycles/decision.ts';
import { stateAfter, statesFrom } from '#shared/lifecycles/lifecycle.ts';
import { UNFINISHED_CLAIMS } from '#shared/lifecycles/number-claim.ts';
import { ENDED_IMPORTS } from '#shared/lifecycles/order-import.ts';
import { OPEN_ORDERS, ORDER } from '#shared/lifecycles/order.ts';
import { SETTLEMENT } from '#shared/lifecycles/settlement.ts';
import { ERASURE_OBSTACLES, SALE_DISPUTE_DAYS, type ErasureObstacle } from '#shared/limits/erasure.ts';
import type { AccountTie } from '#shared/limits/number-claims.ts';

type TiesOf = (db: AnyDb, personId: string) => Promise<AccountTie[]>;

/** Orders that their customer alone has seen: they go with the account. */
const DRAFT = stateAfter(ORDER, 'create');

/**
 * What a person still has to finish before their data can go, in the order of `ERASURE_OBSTACLES`. Reads tables of many
 * domains and writes none; a proposal whose time is over can no longer be decided, and holds nothing up. Under a lock of the person and their money the answer holds.
 * @param tiesOf the judgement of accounts that lose their number
 */
export async function leftToFinish(db: AnyDb, personId: string, tiesOf: TiesOf): Promise<ErasureObstacle[]> {
  const { rows } = await sql<
    Record<'order' | 'number-claim' | 'order-import' | 'past-sale' | 'proposal' | 'shut', boolean>
  >`
    select exists (
        select from customer_order where person_id = ${personId}
          and status = any(${OPEN_ORDERS.filter((state) => state !== DRAFT)})
      ) as "order",
      exists (
        select from number_claim where claimant_id = ${personId}::uuid and state = any(${[...UNFINISHED_CLAIMS]})
      ) as "number-claim",
      exists (
        select from order_import where person_id = ${personId} and state <> all(${[...ENDED_IMPORTS]})
      ) as "order-import",
      exists (
        select from settlement s join lot on lot.id = s.lot_id
        where (s.person_id = ${personId} or lot.customer_person_id = ${personId})
          and s.state = any(${[...statesFrom(SETTLEMENT, 'undo-sale')]})
          and greatest(s.protest_until, (select max(p.paid_at) from payout p where p.settlement_id = s.id))
            > now() - ${SALE_DISPUTE_DAYS} * interval '1 day'
      ) as "past-sale",
      exists (
        select from account_change where person_id = ${personId}::uuid
          and state = any(${[...statesFrom(ACCOUNT_CHANGE, 'approve')]})
      ) or exists (
        select from bar_proposal where person_id = ${personId}
          and state = any(${[...statesFrom(BAR_PROPOSAL, 'approve')]}) and expires_at > clock_timestamp()
      ) or exists (
        select from decision where person_ids @> array[${personId}] and state = any(${[...OPEN_DECISIONS]})
          and expires_at > clock_timestamp()
      ) as "proposal",
      exists (select from person where id = ${personId}::uuid and disabled_at is not null) as "shut"
  `.execute(db);
  const found = new Set<ErasureObstacle>(
    (Object.entries(rows[0] ?? {}) as [ErasureObstacle, boolean][]).flatMap(([name, is]) =>
      is ? [name] : [],
    ),
  );
  // Its orders include drafts.
  for (const tie of await tiesOf(db, personId)) if (tie !== 'order') found.add(tie);
  return ERASURE_OBSTACLES.filter((name) => found.has(name));
}
