import { sql } from 'kysely';
import type { AnyDb } from '#server/platform/database/index.ts';

/**
 * Did a member of staff, by one of these accounts, end sessions of the person within a day? Reads the log of actions, in which that is
 * written once it is done.
 */
export async function endedSessionsToday(
  on: AnyDb,
  personId: string,
  staffAccounts: readonly string[],
): Promise<boolean> {
  const { rows } = await sql<{ ended: boolean }>`
    select exists (
      select from person_action
      where person_id = any(${[...staffAccounts]}) and action = 'ended-sessions' and reason = ${`person:${personId}`}
        and at > clock_timestamp() - interval '1 day'
    ) as ended`.execute(on);
  return rows[0]!.ended;
}
