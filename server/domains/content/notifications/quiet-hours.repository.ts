import { sql, type Generated } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import type { QuietHours } from '#shared/notifications/quiet-hours.ts';

interface QuietHoursTables {
  notification_quiet_hours: {
    person_id: string;
    from_minute: number;
    to_minute: number;
    chosen_at: Generated<Date>;
  };
}

export type QuietHoursRepository = ReturnType<typeof createQuietHoursRepository>;

/** The hours in which people want nothing to ring. */
export function createQuietHoursRepository(db: Db<QuietHoursTables>) {
  return {
    /** null: the person has none. */
    of: async (personId: string): Promise<QuietHours | null> =>
      (await db
        .selectFrom('notification_quiet_hours')
        .select(['from_minute as fromMinute', 'to_minute as toMinute'])
        .where('person_id', '=', personId)
        .executeTakeFirst()) ?? null,

    async choose(personId: string, hours: QuietHours | null): Promise<void> {
      if (hours === null) {
        await db.deleteFrom('notification_quiet_hours').where('person_id', '=', personId).execute();
        return;
      }
      const chosen = { from_minute: hours.fromMinute, to_minute: hours.toMinute };
      await db
        .insertInto('notification_quiet_hours')
        .values({ person_id: personId, ...chosen })
        .onConflict((conflict) =>
          conflict.column('person_id').doUpdateSet({ ...chosen, chosen_at: sql<Date>`now()` }),
        )
        .execute();
    },
  };
}
