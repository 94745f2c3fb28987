import type { JobsRedis } from '#server/platform/redis/index.ts';
import { personUpdateSchema, type PersonUpdate } from '#shared/realtime/person-updates.ts';

export interface AddressedUpdate {
  personId: string;
  news: PersonUpdate;
}

export interface PersonUpdatePublisher {
  /** Reaches every node. Not stored: clients that are offline reload on reconnect. Rejects while Redis is unavailable. */
  publish(personId: string, news: PersonUpdate): Promise<void>;
}

const channelOf = (namespace: string): string => `${namespace}person-news`;

/** @param namespace prefix of the channel in the jobs Redis */
export function createPersonUpdates(
  redis: Pick<JobsRedis, 'publish'>,
  namespace: string,
): PersonUpdatePublisher {
  return {
    async publish(personId, news) {
      await redis.publish(channelOf(namespace), JSON.stringify({ personId, news } satisfies AddressedUpdate));
    },
  };
}

/**
 * Receives the updates of all nodes. @param subscriber a dedicated connection, which resubscribes after an outage
 * @returns the stop function, which closes the connection
 */
export function followPersonUpdates(
  subscriber: JobsRedis,
  namespace: string,
  onUpdate: (update: AddressedUpdate) => void,
  onProblem: (error: unknown) => void,
): () => void {
  const channel = channelOf(namespace);
  subscriber.on('message', (from: string, text: string) => {
    if (from !== channel) return;
    try {
      const { personId, news } = JSON.parse(text) as { personId: string; news: unknown };
      const known = personUpdateSchema.safeParse(news);
      // A newer release may send kinds unknown to this one.
      if (known.success) onUpdate({ personId, news: known.data });
    } catch (error) {
      // Not retried: another writer used the channel; a lost update is fetched when the screen is next loaded.
      onProblem(error);
    }
  });
  // The connection reconnects after an outage, and reconnecting clients fetch what they missed. A rejection means that the
  // server refuses subscriptions: operators must know.
  subscriber.subscribe(channel).catch(onProblem);
  return () => subscriber.disconnect();
}
