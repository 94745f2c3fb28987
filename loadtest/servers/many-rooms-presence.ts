import { setTimeout as pause } from 'node:timers/promises';
import { Presence, type Audience, type Audiences } from '#server/auction/index.ts';
import { connectJobsRedis, connectSubscriber } from '#server/platform/redis/index.ts';
import { createNodeMessages } from '#server/platform/realtime/index.ts';
import { serveTasks } from '../lib/worker.ts';

/* The presence of several nodes in one process, over a real Redis and without sockets. */

/** Of a hundred rooms one changes each second, on each node. */
const CHANGING = 100;
/** Every share is sent again within this many seconds. */
const MEASURED_S = 20;

/** An audience without sockets: what presence reads of one. */
class Crowd {
  readonly lotId: number;
  readonly #node: number;
  readonly #people: number;
  changes = 1;

  constructor(lotId: number, node: number, people: number) {
    this.lotId = lotId;
    this.#node = node;
    this.#people = people;
  }

  *persons(): Generator<string> {
    for (let i = 0; i < this.#people; i += 1) yield `person-${this.lotId}-${this.#node}-${i + this.changes}`;
  }

  guests(): string[] {
    return [];
  }

  sendVolatile(): Promise<void> {
    return Promise.resolve();
  }
}

interface Order {
  nodes: number;
  people: number;
  rooms: number;
  redisUrl: string;
  namespace: string;
}

function start({ nodes, people, rooms, redisUrl, namespace }: Order) {
  const redis = connectJobsRedis(redisUrl);
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const running = Array.from({ length: nodes }, (_, node) => {
    const crowds = new Map<number, Crowd>();
    for (let lotId = 1; lotId <= rooms; lotId += 1) crowds.set(lotId, new Crowd(lotId, node, people));
    const messages = createNodeMessages(redis, connectSubscriber(redisUrl), {
      channel: `${namespace}presence`,
      onProblem: (error) => console.error(error),
    });
    const audiences: Pick<Audiences, 'all' | 'of'> = {
      all: () => crowds.values() as unknown as IterableIterator<Audience>,
      of: (lotId) => crowds.get(lotId) as unknown as Audience,
    };
    const presence = new Presence({
      node: `node-${node}`,
      audiences,
      messages,
      log,
      rooms: { peek: () => undefined },
    });
    return { crowds, presence };
  });
  let second = 0;
  return {
    redis,
    presences: running.map(({ presence }) => presence),
    async tick() {
      second += 1;
      for (const { crowds, presence } of running) {
        for (const crowd of crowds.values()) if ((crowd.lotId + second) % CHANGING === 0) crowd.changes += 1;
        await presence.tick();
      }
    },
  };
}

serveTasks({
  /** Shares of a core that Redis and one node use, in percent, once all nodes have heard each other. */
  measure: async (order: Order) => {
    const { redis, presences, tick } = start(order);
    const usedMs = async () => {
      const text = await redis.info('cpu');
      const figure = (name: string) => Number(new RegExp(`${name}:([\\d.]+)`).exec(text)?.[1]);
      return 1_000 * (figure('used_cpu_sys') + figure('used_cpu_user'));
    };
    const everybody = order.nodes * order.people;
    const whole = () =>
      presences.every((presence) =>
        [1, order.rooms].every((lotId) => presence.countsOf(lotId).viewers === everybody),
      );
    const giveUpAt = Date.now() + 90_000;
    while (!whole()) {
      if (Date.now() > giveUpAt) throw new Error('the nodes do not hear each other');
      await tick();
      await pause(1_000);
    }
    const [redisBefore, own, startedAt] = [await usedMs(), process.cpuUsage(), Date.now()];
    for (let i = 1; i <= MEASURED_S; i += 1) {
      await tick();
      await pause(Math.max(0, startedAt + 1_000 * i - Date.now()));
    }
    const tookMs = Date.now() - startedAt;
    const { user, system } = process.cpuUsage(own);
    const redisCorePercent = (100 * ((await usedMs()) - redisBefore)) / tookMs;
    const nodeCorePercent = (100 * (user + system)) / 1_000 / tookMs / order.nodes;
    for (const presence of presences) await presence.stop();
    redis.disconnect();
    return { redisCorePercent, nodeCorePercent };
  },
});
