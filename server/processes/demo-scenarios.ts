import { pastRoomsModule, playTrails, type DemoWorld } from '#server/demo/index.ts';
import { createShutdown } from '#server/platform/shutdown/index.ts';
import {
  applicationsModule,
  concludeAuctionModule,
  ordersOnTradeModule,
  protestingModule,
  purchasingModule,
  repeatingModule,
  settlingModule,
} from '#server/workflows/index.ts';
import { createDemoSigning } from './demo-signing.ts';
import { MODULES, MODULES_WITHOUT_ROOMS } from './modules.ts';
import type { Platform } from './platform.ts';

/** The product with rooms of the past in place of those that run: what `MODULES` has, for trails. */
const PAST = MODULES_WITHOUT_ROOMS.with(pastRoomsModule)
  .with(applicationsModule)
  .with(purchasingModule)
  .with(settlingModule)
  .with(protestingModule)
  .with(concludeAuctionModule)
  .with(repeatingModule)
  .with(ordersOnTradeModule);

export interface DemoTrails {
  /** How many were made by this start. */
  made: Promise<number>;
  /** Ends with the trail that is being made. */
  stop(): Promise<void>;
}

/** Makes the lots of the demo that show how lots end, next to a site that is up. */
export function makeDemoTrails(platform: Platform, world: DemoWorld): DemoTrails {
  const logger = platform.logger.child({ part: 'demo' });
  let stopped = false;
  const made = playTrails({
    database: platform.database,
    world,
    logger,
    goOn: () => !stopped,
    toolsOn(db) {
      const shutdown = createShutdown((step, error) =>
        logger.warn({ err: error, step }, 'parts of a trail not closed'),
      );
      const database = { ...platform.database, db };
      const { parts } = PAST.create({
        ...platform,
        shutdown,
        database,
        invariants: MODULES.invariants,
        personalData: MODULES.personalData,
      });
      const signing = createDemoSigning(parts);
      const tools = {
        ...parts,
        lots: parts.lotsRepository,
        db,
        sign: (personId: string, document: Buffer) => signing.sign(personId, world.password, document),
        signOffer: (personId: string) => signing.signOffer(personId, world.password),
      };
      return { tools, end: () => shutdown.run() };
    },
  }).catch((error: unknown) => {
    // Not retried here: the next start makes what is missing.
    logger.warn({ err: error }, 'trails of the demo not made');
    return 0;
  });
  return {
    made,
    async stop() {
      stopped = true;
      await made;
    },
  };
}
