import { sql } from 'kysely';
import type { AnyDb } from '#server/platform/database/index.ts';
import { accountsOf } from './same-person.repository.ts';

/** As they are recorded: with the lot, or with the applications that were read. */
const READINGS = [
  'bidders-viewed',
  'limits-viewed',
  'attempts-searched',
  'record-viewed',
  'receipt-viewed',
] as const;
/** With the person, of whom all applications were read. */
const OF_PERSONS = ['trail-viewed', 'trail-exported', 'record-viewed'] as const;

/** Has this human, as staff and under any account, read who takes part in a lot, with which limits, or what they offered? */
export async function hasReadAsStaff(db: AnyDb, personId: string, lotId: number): Promise<boolean> {
  const { rows } = await sql`
    select from person_action read
    where read.person_id = any(${await accountsOf(db, personId)}::uuid[]) and read.type in ('application', 'account')
      and (
        (read.action = any(${[...READINGS]}::text[]) and string_to_array(read.reason, ' ') && (
          select array[${`lot:${lotId}`}] || coalesce(array_agg('application:' || a.id), '{}') from trade_application a
          where a.lot_id = ${lotId}))
        or (read.action = any(${[...OF_PERSONS]}::text[]) and string_to_array(read.reason, ' ') && array(
          select 'person:' || a.person_id from trade_application a
          where a.lot_id = ${lotId} and a.requested_at <= read.at))
      )
    limit 1`.execute(db);
  return rows.length > 0;
}
