import { sql } from 'kysely';
import type { AnyDb } from '#server/platform/database/index.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

type AccountsOfEach = Map<string, string[]>;

interface AskedAndFound {
  askedId: string;
  id: string;
}

/** By the id that was asked for; what is no id of an account is alone. */
async function ofEach(
  personIds: readonly string[],
  find: (asked: string[]) => Promise<AskedAndFound[]>,
): Promise<AccountsOfEach> {
  const asked = [...new Set(personIds)].filter((id) => UUID.test(id));
  const found = Map.groupBy(asked.length === 0 ? [] : await find(asked), ({ askedId }) => askedId);
  return new Map(personIds.map((id) => [id, found.get(id)?.map((row) => row.id) ?? [id]]));
}

/**
 * Every account of the person that this account belongs to, in the order of their ids: this account, accounts with the same PINFL
 * (of natural persons) or STIR (of legal entities), and accounts, erased ones too, in which a number was proven that this one
 * or one of those has had. A director's account is not an account of the firm.
 */
export const accountsOfPerson = async (db: AnyDb, personId: string): Promise<string[]> =>
  (await accountsOfPersons(db, [personId])).get(personId)!;

/** The same of each of these, in one statement. */
export const accountsOfPersons = (db: AnyDb, personIds: readonly string[]): Promise<AccountsOfEach> =>
  ofEach(personIds, async (asked) => {
    const { rows } = await sql<AskedAndFound>`
    with recursive human (asked_id, id) as (
      select asked_id, asked_id::uuid from unnest(${asked}::text[]) as asked (asked_id)
      union select human.asked_id, found.id from human cross join lateral (
        select other.person_id as id from person_number mine
          join person_number other on other.number_hash = mine.number_hash and other.proven_by is not null
          where mine.person_id = human.id
        union all select other.id from person me
          join person other on other.kind = me.kind and other.pinfl = me.pinfl
          where me.id = human.id and me.kind = 'natural'
        union all select other.id from person me
          join person other on other.kind = me.kind and other.stir = me.stir
          where me.id = human.id and me.kind = 'legal'
      ) found
    )
    select asked_id as "askedId", id::text as id from human order by human.id`.execute(db);
    return rows;
  });

/**
 * This account, and every other one, erased ones too, whose PINFL or STIR is proven for both by more than a word or an act: money of
 * one may pay what another owes. In the order of their ids.
 */
export const provenAccountsOfPerson = async (db: AnyDb, personId: string): Promise<string[]> =>
  (await provenAccountsOfPersons(db, [personId])).get(personId)!;

/** The same of each of these, in one statement. */
export const provenAccountsOfPersons = (db: AnyDb, personIds: readonly string[]): Promise<AccountsOfEach> =>
  ofEach(personIds, async (asked) => {
    const { rows } = await sql<AskedAndFound>`
    with recursive human (asked_id, id) as (
      select asked_id, asked_id::uuid from unnest(${asked}::text[]) as asked (asked_id)
      union
      select human.asked_id, other.person_id from human
      join person_number mine on mine.person_id = human.id and mine.proven_by <> 'act'
      join person_number other on other.number_hash = mine.number_hash and other.proven_by <> 'act'
    )
    select asked_id as "askedId", id::text as id from human order by human.id`.execute(db);
    return rows;
  });

/**
 * Every account that counts as one participant with this one, itself included, in the order of their ids: those of the same person,
 * and those tied by a key. Whoever signs with a firm's key and the firm are one participant, also after the key was removed or
 * ran out. The natural person's number has to be proven: what is only stated shuts no one else out of a lot.
 */
export async function accountsOfParticipant(db: AnyDb, personId: string): Promise<string[]> {
  const own = await accountsOfPerson(db, personId);
  if (!UUID.test(personId)) return own;
  const { rows } = await sql<{ id: string }>`
    with signer (pinfl) as materialized (
      select pinfl from person_certificate where person_id = any(${own}) and pinfl is not null
      union select me.pinfl from person me where me.id = any(${own}::uuid[]) and me.kind = 'natural'
        and me.pinfl is not null and exists (
          select 1 from person_number n where n.person_id = me.id and n.proven_by <> 'act')
    )
    select c.person_id as id from signer join person_certificate c on c.pinfl = signer.pinfl
    union select p.id::text from signer join person p on p.pinfl = signer.pinfl and p.kind = 'natural'
      where exists (select 1 from person_number n where n.person_id = p.id and n.proven_by <> 'act')`.execute(
    db,
  );
  const tied = rows.map(({ id }) => id).filter((id) => !own.includes(id));
  const others = [...(await accountsOfPersons(db, tied)).values()];
  return [...new Set([...own, ...others.flat()])].toSorted();
}
