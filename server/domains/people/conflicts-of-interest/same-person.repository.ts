import { sql } from 'kysely';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { ConflictGround } from '#shared/api/console/console-conflicts-of-interest.ts';

/** An account of the same person, with the ground. */
export interface SameAs {
  personId: string;
  ground: ConflictGround;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Strongest first: an account is listed once, by its strongest ground. */
const STRENGTH: readonly ConflictGround[] = ['account', 'national-id', 'phone', 'card', 'address'];

/**
 * Every account that belongs to the same person as this one, itself first: by PINFL or STIR (those of certificates people
 * sign with and those attested for staff included), by phone, or by a card for refunds, removed ones included. An address
 * alone proves nothing: it comes last and is never a reason to refuse.
 */
export async function sameAs(db: AnyDb, personId: string): Promise<SameAs[]> {
  const itself: SameAs = { personId, ground: 'account' };
  if (!UUID.test(personId)) return [itself];
  const { rows } = await sql<SameAs>`
    with me as materialized (select pinfl, stir, phone from person where id = ${personId}::uuid),
    pinfls as materialized (
      select pinfl from me where pinfl is not null
      union select pinfl from person_certificate where person_id = ${personId} and pinfl is not null
      union select pinfl from staff_attestation where person_id = ${personId}::uuid
    ),
    stirs as materialized (
      select stir from me where stir is not null
      union select tin from person_certificate
        where person_id = ${personId} and kind = 'legal' and tin is not null
    ),
    found as (
      select id::text as person_id, 'national-id' as ground from person where pinfl in (select pinfl from pinfls)
      union select person_id, 'national-id' from person_certificate where pinfl in (select pinfl from pinfls)
      union select person_id::text, 'national-id' from staff_attestation where pinfl in (select pinfl from pinfls)
      union select id::text, 'national-id' from person where stir in (select stir from stirs)
      union select person_id, 'national-id' from person_certificate
        where kind = 'legal' and tin in (select stir from stirs)
      union select id::text, 'phone' from person where phone = (select phone from me)
      union select other.person_id, 'card' from payout_destination mine
        join payout_destination other on other.card_mask = mine.card_mask and other.card_type = mine.card_type
        where mine.person_id = ${personId}
      union select other.person_id::text, 'address' from person_profile mine
        join person_profile other on other.area_id = mine.area_id
          and regexp_replace(lower(other.address), '[^[:alnum:]]', '', 'g')
            = regexp_replace(lower(mine.address), '[^[:alnum:]]', '', 'g')
        where mine.person_id = ${personId}::uuid and mine.address is not null
    )
    select person_id as "personId", ground from found where person_id <> ${personId}
  `.execute(db);
  const strongest = new Map<string, SameAs>();
  for (const ground of STRENGTH) {
    for (const row of rows) {
      if (row.ground === ground && !strongest.has(row.personId)) strongest.set(row.personId, row);
    }
  }
  return [itself, ...strongest.values()];
}

/** Accounts that certainly belong to this person, itself first: a shared address is not enough. */
export const accountsOf = async (db: AnyDb, personId: string): Promise<string[]> =>
  (await sameAs(db, personId)).filter(({ ground }) => ground !== 'address').map((same) => same.personId);

/** Do both accounts certainly belong to one person? A shared address is not enough. */
export async function isSamePerson(db: AnyDb, one: string, other: string): Promise<boolean> {
  return one === other || (await accountsOf(db, one)).includes(other);
}
