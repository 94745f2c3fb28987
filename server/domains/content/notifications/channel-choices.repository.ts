import { sql, type Generated } from 'kysely';
import { inTransaction, type Db } from '#server/platform/database/index.ts';
import {
  DELIVERY_CHANNELS,
  isLocked,
  isUsual,
  type DeliveryChannel,
} from '#shared/notifications/channels.ts';
import { MESSAGE_TOPICS, type MessageTopic } from '#shared/notifications/topics.ts';

interface ChoiceTables {
  notification_choice: {
    person_id: string;
    topic: string;
    channel: DeliveryChannel;
    wanted: boolean;
    chosen_at: Generated<Date>;
  };
}

export interface Choice {
  topic: MessageTopic;
  channel: DeliveryChannel;
  wanted: boolean;
}

export type ChoicesRepository = ReturnType<typeof createChoicesRepository>;

export function createChoicesRepository(db: Db<ChoiceTables>) {
  return {
    /** Every topic by every channel: what the person chose, otherwise what is usual. */
    async of(personId: string): Promise<Choice[]> {
      const rows = await db
        .selectFrom('notification_choice')
        .select(['topic', 'channel', 'wanted'])
        .where('person_id', '=', personId)
        .execute();
      const chosen = new Map(rows.map((row) => [`${row.topic} ${row.channel}`, row.wanted]));
      return MESSAGE_TOPICS.flatMap((topic) =>
        DELIVERY_CHANNELS.map((channel) => ({
          topic,
          channel,
          wanted: isLocked(topic, channel) || (chosen.get(`${topic} ${channel}`) ?? isUsual(topic, channel)),
        })),
      );
    },

    keep: (personId: string, choices: readonly Choice[]): Promise<void> =>
      inTransaction(db, async (tx) => {
        for (const choice of choices)
          await tx
            .insertInto('notification_choice')
            .values({ person_id: personId, ...choice })
            .onConflict((conflict) =>
              conflict
                .columns(['person_id', 'topic', 'channel'])
                .doUpdateSet({ wanted: choice.wanted, chosen_at: sql<Date>`now()` }),
            )
            .execute();
      }),
  };
}
