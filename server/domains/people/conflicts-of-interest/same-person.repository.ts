import { sql, type RawBuilder } from 'kysely';
import { SHIPPED_ISSUER } from '#server/identity/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { ConflictGround } from '#shared/api/console/console-conflicts-of-interest.ts';

/** An account of the same person, with the ground. */
export interface SameAs {
  personId: string;
  ground: ConflictGround;
}

/** A phone that is confirmed for the one who is asked for: do others who only state it count? */
type OwnPhone = 'others-count' | 'is-own';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Strongest first: an account is listed once, by its strongest ground. */
const STRENGTH: readonly ConflictGround[] = ['account', 'national-id', 'phone', 'card', 'address'];

/**
 * Every account that belongs to the same person as this one, itself first: by PINFL or STIR (those of certificates people
 * sign with and those attested for staff included), by phone, or by a card for refunds, removed ones included. An address
 * alone proves nothing: it comes last and is never a reason to refuse. Nor does a phone of two whose PINFL are proven: they have the same
 * PINFL or are two persons, and who may state a phone would choose by it which colleagues decide.
 */
export const sameAs = async (
  db: AnyDb,
  personId: string,
  ownPhone: OwnPhone = 'others-count',
): Promise<SameAs[]> => (await sameAsEach(db, [personId], ownPhone)).get(personId)!;

/** Was a PINFL of the account seen in a document, or vouched for by OneID or a certificate? Before that staff decide nothing. */
const hasProvenPinfl = (id: RawBuilder<unknown>) => sql`(
  exists (select from staff_attestation where person_id = ${id})
  or exists (
    select from person p join identity_proven_number n on n.field = 'pinfl' and n.value = p.pinfl
    where p.id = ${id} and p.issuer = ${SHIPPED_ISSUER} and p.subject = n.account_id::text and not n.by_twin))`;

/** The same of each of these, in one statement. */
async function sameAsEach(
  db: AnyDb,
  personIds: readonly string[],
  ownPhone: OwnPhone = 'others-count',
): Promise<Map<string, SameAs[]>> {
  const asked = [...new Set(personIds)].filter((id) => UUID.test(id));
  const { rows } =
    asked.length === 0
      ? { rows: [] }
      : await sql<SameAs & { askedId: string }>`
    select asked.id as "askedId", same.* from unnest(${asked}::text[]) as asked (id) cross join lateral (
    with me as materialized (
      select pinfl, stir, case when phone_confirmed_at is null or ${ownPhone === 'others-count'} then phone end as phone
      from person where id = asked.id::uuid
    ),
    pinfls as materialized (
      select pinfl from me where pinfl is not null
      union select pinfl from person_certificate where person_id = asked.id and pinfl is not null
      union select pinfl from staff_attestation where person_id = asked.id::uuid
    ),
    stirs as materialized (
      select stir from me where stir is not null
      union select tin from person_certificate
        where person_id = asked.id and kind = 'legal' and tin is not null
    ),
    found as (
      select id::text as person_id, 'national-id' as ground from person where pinfl in (select pinfl from pinfls)
      union select person_id, 'national-id' from person_certificate where pinfl in (select pinfl from pinfls)
      union select person_id::text, 'national-id' from staff_attestation where pinfl in (select pinfl from pinfls)
      union select id::text, 'national-id' from person where stir in (select stir from stirs)
      union select person_id, 'national-id' from person_certificate
        where kind = 'legal' and tin in (select stir from stirs)
      union select other.id::text, 'phone' from person other
        where other.phone = (select phone from me) and other.id <> asked.id::uuid
          and not (${hasProvenPinfl(sql`other.id`)} and ${hasProvenPinfl(sql`asked.id::uuid`)})
      union select other.person_id, 'card' from payout_destination mine
        join payout_destination other on other.card_mask = mine.card_mask and other.card_type = mine.card_type
        where mine.person_id = asked.id
      union select other.person_id::text, 'address' from person_profile mine
        join person_profile other on other.area_id = mine.area_id
          and regexp_replace(lower(other.address), '[^[:alnum:]]', '', 'g')
            = regexp_replace(lower(mine.address), '[^[:alnum:]]', '', 'g')
        where mine.person_id = asked.id::uuid and mine.address is not null
    )
    select person_id as "personId", ground from found where person_id <> asked.id
    ) same
  `.execute(db);
  const found = Map.groupBy(rows, ({ askedId }) => askedId);
  return new Map(
    personIds.map((personId) => [
      personId,
      [{ personId, ground: 'account' }, ...strongestOf(found.get(personId) ?? [])],
    ]),
  );
}

function strongestOf(rows: readonly SameAs[]): SameAs[] {
  const strongest = new Map<string, SameAs>();
  for (const each of STRENGTH) {
    for (const { personId, ground } of rows) {
      if (ground === each && !strongest.has(personId)) strongest.set(personId, { personId, ground });
    }
  }
  return [...strongest.values()];
}

const certain = (same: readonly SameAs[]): string[] =>
  same.filter(({ ground }) => ground !== 'address').map(({ personId }) => personId);

/** Accounts that certainly belong to each of these persons, the one asked for first: a shared address is not enough. */
export async function accountsOfEach(
  db: AnyDb,
  personIds: readonly string[],
): Promise<Map<string, string[]>> {
  const found = await sameAsEach(db, personIds);
  return new Map([...found].map(([id, same]) => [id, certain(same)]));
}

/** Accounts that certainly belong to this person, itself first. */
export const accountsOf = async (db: AnyDb, personId: string): Promise<string[]> =>
  (await accountsOfEach(db, [personId])).get(personId)!;

/** Do both accounts certainly belong to one person? A shared address is not enough. */
export async function isSamePerson(db: AnyDb, one: string, other: string): Promise<boolean> {
  return one === other || (await accountsOf(db, one)).includes(other);
}

/**
 * Those of somebody who would have no part in a lot, an offer, a protest or a decision for them. A phone that is confirmed for them and that
 * the other account only states says nothing: a stranger who knows it would exclude its owner.
 * @param personId who would be excluded
 */
export const accountsThatExclude = async (db: AnyDb, personId: string): Promise<string[]> =>
  certain(await sameAs(db, personId, 'is-own'));

/** Is the other account one of them? */
export const isSameTrader = async (db: AnyDb, personId: string, other: string): Promise<boolean> =>
  personId === other || (await accountsThatExclude(db, personId)).includes(other);
