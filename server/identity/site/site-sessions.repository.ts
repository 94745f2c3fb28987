import { sql } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import type { RecordTables } from './records.repository.ts';

/** Deletes expired sessions, codes and tokens; returns their number. Expired ones are refused in any case. */
export async function purgeRecords(db: Db<RecordTables>): Promise<number> {
  const gone = await db
    .deleteFrom('identity_record')
    .where('expires_at', '<', sql<Date>`now()`)
    .executeTakeFirst();
  return Number(gone.numDeletedRows);
}

/**
 * Ends all sessions of an account on the site with their grants and tokens, and sign-ins whose password was accepted but
 * which have not returned to the product yet; those that wait for a second factor or set one up begin again. The next
 * sign-in requires the password.
 */
export async function endSiteSessions(db: Db<RecordTables>, accountId: string): Promise<void> {
  await db
    .deleteFrom('identity_record')
    .where('model', 'in', ['Session', 'Grant', 'AccessToken', 'AuthorizationCode'])
    .where(sql<string>`payload->>'accountId'`, '=', accountId)
    .execute();
  await db
    .deleteFrom('identity_record')
    .where('model', '=', 'Interaction')
    .where(sql<string>`payload->'result'->'login'->>'accountId'`, '=', accountId)
    .execute();
  await db
    .updateTable('identity_record')
    .set({ payload: sql`payload #- '{result,factor}'` })
    .where('model', '=', 'Interaction')
    .where(sql<string>`payload->'result'->'factor'->>'accountId'`, '=', accountId)
    .execute();
}
