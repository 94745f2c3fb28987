import type { Generated } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';

interface TwinTables {
  twin_message: {
    id: Generated<number>;
    channel: 'email' | 'sms' | 'telegram';
    message_id: string;
    recipient: string;
    subject: string | null;
    body: string;
    sent_at: Generated<Date>;
  };
}

export interface TwinMessage {
  channel: 'email' | 'sms' | 'telegram';
  /** The sender's own id; idempotency key. */
  messageId: string;
  recipient: string;
  /** null: an SMS, or a message in Telegram, has none. */
  subject: string | null;
  body: string;
}

export type StoredSandboxMessage = TwinMessage & { id: number; sentAt: Date };

export type SandboxOutbox = ReturnType<typeof createSandboxOutbox>;

/** Messages passed to the gateways' local twins, for the outbox page and for tests. Not used on a real installation. */
export function createSandboxOutbox(db: Db<TwinTables>) {
  return {
    async keep({ messageId, ...message }: TwinMessage): Promise<void> {
      await db
        .insertInto('twin_message')
        .values({ message_id: messageId, ...message })
        .onConflict((conflict) => conflict.columns(['channel', 'message_id']).doNothing())
        .execute();
    },

    /** Newest first. @param recipient only what went there */
    newest: (limit: number, recipient?: string): Promise<StoredSandboxMessage[]> =>
      db
        .selectFrom('twin_message')
        .select([
          'id',
          'channel',
          'message_id as messageId',
          'recipient',
          'subject',
          'body',
          'sent_at as sentAt',
        ])
        .$if(recipient !== undefined, (query) => query.where('recipient', '=', recipient ?? ''))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),
  };
}
