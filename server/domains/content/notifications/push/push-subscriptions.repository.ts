import { sql, type Selectable } from 'kysely';
import { lockNamed, type Db } from '#server/platform/database/index.ts';
import type { PushTarget } from '#server/integrations/push/index.ts';
import type { PushTables } from './push-tables.ts';

export type SubscriptionRow = Selectable<PushTables['push_subscription']>;

export interface NewSubscription extends PushTarget {
  personId: string;
  sessionHandle: string;
  browser: string | null;
  system: string | null;
}

/** Nothing is sent to an account that is shut or erased. Of a person `p`. */
export const OPEN = sql`p.disabled_at is null and p.erased_at is null`;

export function createPushSubscriptionsRepository(db: Db<PushTables>) {
  const ofPerson = (personId: string) =>
    db.selectFrom('push_subscription').selectAll().where('person_id', '=', personId).orderBy('id', 'desc');

  return {
    /** The newest first. */
    of: (personId: string): Promise<SubscriptionRow[]> => ofPerson(personId).execute(),

    /**
     * In a transaction: adds a browser, unless the person has `most` of them; then null. A browser that is known already, also as
     * another person's, becomes this person's, who signed in there last.
     */
    async add(wished: NewSubscription, most: number): Promise<SubscriptionRow | null> {
      const { personId, sessionHandle, endpoint, p256dh, auth, browser, system } = wished;
      // Serialises one person's additions, so that the count below is right.
      await lockNamed(db, `push:${personId}`);
      const others = (await ofPerson(personId).execute()).filter((row) => row.endpoint !== endpoint);
      if (others.length >= most) return null;
      // What was queued for the person before is not for this one.
      await db
        .deleteFrom('push_subscription')
        .where('endpoint', '=', endpoint)
        .where('person_id', '<>', personId)
        .execute();
      const fresh = { session_handle: sessionHandle, p256dh, auth, browser, system };
      return db
        .insertInto('push_subscription')
        .values({ person_id: personId, endpoint, sent_at: null, ...fresh })
        .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(fresh))
        .returningAll()
        .executeTakeFirstOrThrow();
    },

    /** In a transaction: the browser's subscription goes on in this session, and ends where it is another person's; then false. */
    async renew(endpoint: string, personId: string, sessionHandle: string): Promise<boolean> {
      await db
        .deleteFrom('push_subscription')
        .where('endpoint', '=', endpoint)
        .where('person_id', '<>', personId)
        .execute();
      const { numUpdatedRows } = await db
        .updateTable('push_subscription')
        .set({ session_handle: sessionHandle })
        .where('endpoint', '=', endpoint)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** false: the person has no such browser. */
    async remove(personId: string, id: number): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('push_subscription')
        .where('id', '=', id)
        .where('person_id', '=', personId)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    /** A subscription that its push service does not know any more. */
    async drop(id: number): Promise<void> {
      await db.deleteFrom('push_subscription').where('id', '=', id).execute();
    },

    async noteSent(id: number): Promise<void> {
      await db
        .updateTable('push_subscription')
        .set({ sent_at: sql<Date>`now()` })
        .where('id', '=', id)
        .execute();
    },

    async ofSessionOver(handle: string): Promise<void> {
      await db.deleteFrom('push_subscription').where('session_handle', '=', handle).execute();
    },

    /** Browsers that a person had at an instant; those of later sign-ins stay. */
    async ofPersonOver(personId: string, at: Date): Promise<void> {
      await db
        .deleteFrom('push_subscription')
        .where('person_id', '=', personId)
        .where('created_at', '<=', at)
        .execute();
    },

    /** Which of these people have a browser to send to. */
    async among(personIds: readonly string[]): Promise<Set<string>> {
      if (personIds.length === 0) return new Set();
      const rows = await db
        .selectFrom('push_subscription')
        .select('person_id')
        .distinct()
        .where('person_id', 'in', [...personIds])
        .execute();
      return new Set(rows.map(({ person_id }) => person_id));
    },

    /** Has anybody a browser to send to? */
    async any(): Promise<boolean> {
      return (
        (await db.selectFrom('push_subscription').select('id').limit(1).executeTakeFirst()) !== undefined
      );
    },
  };
}
