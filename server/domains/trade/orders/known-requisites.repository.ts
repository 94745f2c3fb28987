import { sql } from 'kysely';
import { literals, type AnyDb } from '#server/platform/database/index.ts';
import { SENT_PAYOUTS, type RequisitesDifference } from '#shared/lifecycles/payout.ts';
import type { OrderRequisites } from '#shared/orders/order-fields.ts';

type Requisites =
  | Pick<Extract<OrderRequisites, { kind: 'account' }>, 'kind' | 'account' | 'mfo'>
  | Pick<Extract<OrderRequisites, { kind: 'card' }>, 'kind' | 'cardId'>;

/** Of a seller. */
interface AskedRequisites {
  personId: string;
  requisites: Requisites | null | undefined;
  exceptPayoutId?: number | null;
}

/** The same for the same account or card. */
const placeOf = (requisites: Requisites): string =>
  requisites.kind === 'account' ? `${requisites.account} ${requisites.mfo}` : `card ${requisites.cardId}`;

/**
 * From what each of these requisites of sellers differ, in their order, in one statement: the account in the profile, or where the
 * last payout went that was sent to them, this one left out. An account of which neither knows differs from the profile, and so does a card
 * until something was paid out: a profile has none. `person_profile` and `payout` are owned by others: read here.
 */
export async function differencesOfEachRequisites(
  db: AnyDb,
  asked: readonly AskedRequisites[],
): Promise<RequisitesDifference[][]> {
  const given = asked.flatMap(({ personId, requisites, exceptPayoutId = null }, at) =>
    requisites ? [{ at, personId, exceptPayoutId }] : [],
  );
  if (given.length === 0) return asked.map(() => []);
  const { rows } = await sql<{ at: number; source: RequisitesDifference; requisites: Requisites }>`
    select asked.at, known.*
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as asked (at int, "personId" text, "exceptPayoutId" bigint)
    cross join lateral (
      select 'profile' as source, jsonb_build_object('kind', 'account', 'account', bank_account, 'mfo', bank_mfo) as requisites
        from person_profile
        where person_id::text = asked."personId" and bank_account is not null
      union all
      (select 'last-payout', requisites from payout
        where seller_id = asked."personId" and recipient is null and state in (${literals(SENT_PAYOUTS)})
          and requisites is not null and id is distinct from asked."exceptPayoutId"
        order by id desc limit 1)
    ) as known`.execute(db);
  const known = Map.groupBy(rows, ({ at }) => at);
  return asked.map(({ requisites }, at) => {
    if (!requisites) return [];
    const own = known
      .get(at)
      ?.filter(({ source }) => requisites.kind === 'account' || source === 'last-payout');
    if (!own || own.length === 0) return ['profile'];
    return own.filter((each) => placeOf(each.requisites) !== placeOf(requisites)).map(({ source }) => source);
  });
}
