import { sql } from 'kysely';
import { literals, type AnyDb } from '#server/platform/database/index.ts';
import { SENT_PAYOUTS, type RequisitesDifference } from '#shared/lifecycles/payout.ts';
import type { OrderRequisites } from '#shared/orders/order-fields.ts';

type Requisites =
  Pick<Extract<OrderRequisites, { kind: 'account' }>, 'kind' | 'account' | 'mfo'> | { kind: 'card' };

/**
 * From what these requisites of a seller differ: the account in the profile, or the one of the last payout that was sent to them,
 * this one left out. An account of which neither knows differs from the profile. Cards are bound by their owner. `person_profile`
 * and `payout` are owned by others: read here.
 */
export async function differencesOfRequisites(
  db: AnyDb,
  {
    personId,
    requisites,
    exceptPayoutId = null,
  }: {
    personId: string;
    requisites: Requisites | null | undefined;
    exceptPayoutId?: number | null;
  },
): Promise<RequisitesDifference[]> {
  if (requisites?.kind !== 'account') return [];
  const { rows } = await sql<{ source: RequisitesDifference; account: string; mfo: string }>`
    select 'profile' as source, bank_account as account, bank_mfo as mfo from person_profile
      where person_id::text = ${personId} and bank_account is not null
    union all
    (select 'last-payout', requisites ->> 'account', requisites ->> 'mfo' from payout
      where seller_id = ${personId} and recipient is null and state in (${literals(SENT_PAYOUTS)})
        and requisites ->> 'kind' = 'account' and id is distinct from ${exceptPayoutId}
      order by id desc limit 1)`.execute(db);
  if (rows.length === 0) return ['profile'];
  return rows
    .filter(({ account, mfo }) => account !== requisites.account || mfo !== requisites.mfo)
    .map(({ source }) => source);
}
