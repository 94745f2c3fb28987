import type { Database } from '#server/platform/database/index.ts';
import type { Logger } from '#server/platform/logging/index.ts';
import { demoLots, type DemoWorld } from '../seed.ts';
import { createAttention } from './attention.ts';
import { Bot } from './bot.ts';
import { createDirector } from './director.ts';

export interface DemoBotsDeps {
  database: Pick<Database<unknown>, 'db'>;
  world: DemoWorld;
  /** Address of the product. */
  publicUrl: string;
  identityUrl: string;
  logger: Logger;
  /** When a page of the site was opened last; null: not known. */
  lastVisitMs: () => Promise<number | null>;
}

export interface DemoBots {
  /** Ends every bot: nothing in the demo moves afterwards. */
  stop(): Promise<void>;
}

const ROUND_MS = 4_000;
/** Sign-ins are spread: password hashing is slow on purpose. */
const BETWEEN_SIGN_INS_MS = 250;

/** Sets the bots to work and keeps the demo's rooms coming until stopped. */
export function runDemoBots(deps: DemoBotsDeps): DemoBots {
  const { database, world, publicUrl, identityUrl, logger, lastVisitMs } = deps;
  const attention = createAttention(Date.now());
  const seats = new Map<number, number>();
  const options = {
    publicUrl,
    identityUrl,
    password: world.password,
    logger,
    viewers: (lotId: number, viewers: number) => {
      if (viewers > (seats.get(lotId) ?? 0)) seen(Date.now());
    },
    wokenAtMs: attention.wokenAtMs,
  };
  const bots = new Map(world.bots.map((who) => [who.personId, new Bot(who, options)]));
  const director = createDirector(demoLots(database.db), world);
  /** The visit that ends a rest wakes the bots. */
  function seen(atMs: number): void {
    if (!attention.seen(atMs)) return;
    for (const bot of bots.values()) bot.wake();
  }
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  async function signIn(): Promise<void> {
    for (const bot of bots.values()) {
      if (stopped) return;
      await bot.start();
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_SIGN_INS_MS));
    }
  }

  async function round(): Promise<void> {
    try {
      const visitMs = await lastVisitMs();
      if (visitMs !== null) seen(visitMs);
      const { rooms } = await director.round(attention.watched(Date.now()));
      seats.clear();
      for (const places of rooms.values())
        for (const { lotId } of places) seats.set(lotId, (seats.get(lotId) ?? 0) + 1);
      for (const [personId, places] of rooms) bots.get(personId)?.sit(places);
    } catch (error) {
      // The next round starts from what is there then.
      logger.warn({ err: error }, 'round of the demo failed');
    }
    if (!stopped) timer = setTimeout(next, ROUND_MS);
  }
  function next(): void {
    running = round();
  }

  const signingIn = signIn();
  next();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      for (const bot of bots.values()) bot.stop();
      await Promise.all([running, signingIn]);
      for (const bot of bots.values()) bot.stop();
    },
  };
}
