import { sql } from 'kysely';
import type { AnyDb } from '#server/platform/database/index.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Every account of the person that this account belongs to, by the PINFL of a natural person or the STIR of a legal entity,
 * this account included, in the order of their ids. A director's account is not an account of the firm.
 */
export async function accountsOfPerson(db: AnyDb, personId: string): Promise<string[]> {
  if (!UUID.test(personId)) return [personId];
  const { rows } = await sql<{ id: string }>`
    select other.id::text as id from person me
    join person other on other.kind = me.kind and other.pinfl = me.pinfl
    where me.id = ${personId}::uuid and me.kind = 'natural'
    union select other.id::text from person me
    join person other on other.kind = me.kind and other.stir = me.stir
    where me.id = ${personId}::uuid and me.kind = 'legal'
    union select ${personId}::text
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}
