import type { Database } from '#server/platform/database/index.ts';
import type { Logger } from '#server/platform/logging/index.ts';
import { createSandboxOutbox } from '#server/platform/sandbox-outbox/index.ts';
import { storePhotos, type StorePhotosDeps } from '../pictures/store-photos.ts';
import { demoLots, type DemoWorld } from '../seed.ts';
import { codeIn } from '../sent-code.ts';
import { createUnitShopping } from './unit-shopping.ts';
import { createVisitorActivity } from './visitor-activity.ts';
import { Bot } from './bot.ts';
import { createDemoMaintenance } from './maintain-demo.ts';

export interface DemoBotsDeps extends StorePhotosDeps {
  database: Pick<Database, 'db'>;
  world: DemoWorld;
  /** Address of the product. */
  publicUrl: string;
  identityUrl: string;
  logger: Logger;
  /** When a page of the site was opened last; null: not known. */
  lastVisitMs: () => Promise<number | null>;
  /** Settles once the lots that come with sales are made: others by units are added only then. */
  scenariosPlayed?: Promise<unknown>;
}

export interface DemoBots {
  /** Stops every bot. */
  stop(): Promise<void>;
}

const ROUND_MS = 4_000;
/** Bots pay for what they have won about so often. */
const PAY_MS = 5 * 60_000;
/** A code that was just sent is among the newest messages of its phone. */
const MESSAGES_READ = 3;
/** Pictures are stored after the start, whose first pages need the processor: a lot in each round. */
const PICTURES_AFTER_MS = 20_000;
/** Sign-ins are spread: password hashing is slow on purpose. */
const BETWEEN_SIGN_INS_MS = 250;

/** Runs the bots and the rounds of the demo until stopped. */
export function runDemoBots(deps: DemoBotsDeps): DemoBots {
  const { database, world, publicUrl, identityUrl, logger, lastVisitMs } = deps;
  const outbox = createSandboxOutbox(database.db);
  const startedAtMs = performance.now();
  const activity = createVisitorActivity(Date.now());
  const botsIn = new Map<number, number>();
  const options = {
    publicUrl,
    identityUrl,
    password: world.password,
    logger,
    viewers: (lotId: number, viewers: number) => {
      if (viewers > (botsIn.get(lotId) ?? 0)) seen(Date.now());
    },
    wokenAtMs: activity.wokenAtMs,
    codeOn: async (phone: string) => codeIn(await outbox.newest(MESSAGES_READ, phone)),
  };
  const bots = new Map(world.bots.map((who) => [who.personId, new Bot(who, options)]));
  let withScenarios = deps.scenariosPlayed === undefined;
  void deps.scenariosPlayed?.finally(() => {
    withScenarios = true;
  });
  const maintenance = createDemoMaintenance(demoLots(database.db), world, () => withScenarios);
  const shopping = createUnitShopping(world.bots.map(({ personId }) => personId));
  /** The visit that ends a rest wakes the bots. */
  function seen(atMs: number): void {
    if (!activity.seen(atMs)) return;
    for (const bot of bots.values()) bot.wake();
  }
  let paidAtMs = startedAtMs;
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
      const watched = activity.watched(Date.now());
      const { rooms, toStore, units } = await maintenance.round(watched);
      const wish = watched ? shopping.next(units, Date.now()) : null;
      if (wish) await bots.get(wish.personId)?.buy(wish.lotId);
      if (performance.now() - paidAtMs > PAY_MS) {
        paidAtMs = performance.now();
        for (const bot of bots.values()) await bot.pay();
      }
      botsIn.clear();
      for (const places of rooms.values())
        for (const { lotId } of places) botsIn.set(lotId, (botsIn.get(lotId) ?? 0) + 1);
      for (const [personId, places] of rooms) bots.get(personId)?.enterOnly(places);
      if (toStore && performance.now() - startedAtMs > PICTURES_AFTER_MS) await storePhotos(toStore, deps);
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
