import type { JobsRedis } from '#server/platform/redis/index.ts';
import { personNewsSchema, type PersonNews } from '#shared/realtime/person-news.ts';

export interface NewsOfPerson {
  personId: string;
  news: PersonNews;
}

export interface PersonNewsPublisher {
  /** Reaches every node, whoever sends it. Not kept: whoever is away asks when coming back. Rejects while Redis is away. */
  publish(personId: string, news: PersonNews): Promise<void>;
}

const channelOf = (namespace: string): string => `${namespace}person-news`;

/** @param namespace prefix of the channel in the jobs Redis */
export function createPersonNews(redis: Pick<JobsRedis, 'publish'>, namespace: string): PersonNewsPublisher {
  return {
    async publish(personId, news) {
      await redis.publish(channelOf(namespace), JSON.stringify({ personId, news } satisfies NewsOfPerson));
    },
  };
}

/**
 * Hears the news of all nodes. @param subscriber a connection of its own, which subscribes again by itself after an outage
 * @returns the way to stop, which closes the connection
 */
export function hearPersonNews(
  subscriber: JobsRedis,
  namespace: string,
  heard: (news: NewsOfPerson) => void,
  onProblem: (error: unknown) => void,
): () => void {
  const channel = channelOf(namespace);
  subscriber.on('message', (from: string, text: string) => {
    if (from !== channel) return;
    try {
      const { personId, news } = JSON.parse(text) as { personId: string; news: unknown };
      const known = personNewsSchema.safeParse(news);
      // A newer release may know more kinds than this one.
      if (known.success) heard({ personId, news: known.data });
    } catch (error) {
      // Not retried: somebody else writes to the channel, and news that is lost is asked for by the next look at a screen.
      onProblem(error);
    }
  });
  // An outage is retried by the connection itself; what was published meanwhile is asked for by reconnecting clients. What
  // rejects is a server that will not let us hear: operators must know.
  subscriber.subscribe(channel).catch(onProblem);
  return () => subscriber.disconnect();
}
