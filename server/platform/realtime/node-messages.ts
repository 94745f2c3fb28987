import type { JobsRedis } from '#server/platform/redis/index.ts';

/** Messages that every node sends to all others over the jobs Redis; not stored. */
export interface NodeMessages {
  /** Reaches every node that listens, this one included. Rejects while Redis is unavailable. */
  publish(message: Buffer): Promise<void>;
  /** `message`: of any node. `listening`: from now on; messages of an outage before it were missed. */
  follow(handlers: { message(message: Buffer): void; listening(): void }): void;
  stop(): void;
}

/**
 * @param subscriber a dedicated connection, which resubscribes after an outage and is closed by `stop`
 * @param onProblem called once for each outage, not for each attempt to reconnect
 */
export function createNodeMessages(
  publisher: Pick<JobsRedis, 'publish'>,
  subscriber: JobsRedis,
  options: { channel: string; onProblem(error: unknown): void },
): NodeMessages {
  const { channel, onProblem } = options;
  let reported = false;
  const problem = (error: unknown) => {
    if (!reported) onProblem(error);
    reported = true;
  };
  // Reconnecting is the connection's own work.
  subscriber.on('error', problem);
  return {
    async publish(message) {
      await publisher.publish(channel, message);
    },
    follow(handlers) {
      const own = Buffer.from(channel);
      subscriber.on('messageBuffer', (from: Buffer, message: Buffer) => {
        if (from.equals(own)) handlers.message(message);
      });
      const listening = () => {
        reported = false;
        handlers.listening();
      };
      // A rejection means that the server refuses subscriptions: operators must know.
      subscriber.subscribe(channel).then(() => {
        listening();
        subscriber.on('ready', listening);
      }, problem);
    },
    stop: () => subscriber.disconnect(),
  };
}
