import { sql } from 'kysely';
import { literals, type AnyDb } from '#server/platform/database/index.ts';
import { SENT_PAYOUTS, type RequisitesDifference } from '#shared/lifecycles/payout.ts';
import type { OrderRequisites } from '#shared/orders/order-fields.ts';

type Requisites =
  | Pick<Extract<OrderRequisites, { kind: 'account' }>, 'kind' | 'account' | 'mfo'>
  | { kind: 'card' };

/** Of a seller. */
interface AskedRequisites {
  personId: string;
  requisites: Requisites | null | undefined;
  exceptPayoutId?: number | null;
}

/**
 * From what each of these requisites of sellers differ, in their order, in one statement: the account in the profile, or the one of
 * the last payout that was sent to them, this one left out. An account of which neither knows differs from the profile. Cards are
 * bound by their owner. `person_profile` and `payout` are owned by others: read here.
 */
export async function differencesOfEachRequisites(
  db: AnyDb,
  asked: readonly AskedRequisites[],
): Promise<RequisitesDifference[][]> {
  const accounts = asked.flatMap(({ personId, requisites, exceptPayoutId = null }, at) =>
    requisites?.kind === 'account' ? [{ at, personId, exceptPayoutId }] : [],
  );
  if (accounts.length === 0) return asked.map(() => []);
  const { rows } = await sql<{ at: number; source: RequisitesDifference; account: string; mfo: string }>`
    select asked.at, known.*
    from jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb) as asked (at int, "personId" text, "exceptPayoutId" bigint)
    cross join lateral (
      select 'profile' as source, bank_account as account, bank_mfo as mfo from person_profile
        where person_id::text = asked."personId" and bank_account is not null
      union all
      (select 'last-payout', requisites ->> 'account', requisites ->> 'mfo' from payout
        where seller_id = asked."personId" and recipient is null and state in (${literals(SENT_PAYOUTS)})
          and requisites ->> 'kind' = 'account' and id is distinct from asked."exceptPayoutId"
        order by id desc limit 1)
    ) as known`.execute(db);
  const known = Map.groupBy(rows, ({ at }) => at);
  return asked.map(({ requisites }, at) => {
    if (requisites?.kind !== 'account') return [];
    const own = known.get(at);
    if (!own) return ['profile'];
    return own
      .filter(({ account, mfo }) => account !== requisites.account || mfo !== requisites.mfo)
      .map(({ source }) => source);
  });
}
