import { demoLines, runDemoBots, seedDemo, writeCustomerOrders } from '#server/demo/index.ts';
import { startDemoOperator } from './demo-operator.ts';
import { createDemoSigning } from './demo-signing.ts';
import { makeDemoTrails } from './demo-scenarios.ts';
import { MODULES, MODULES_WITHOUT_ROOMS } from './modules.ts';
import type { Platform } from './platform.ts';
import type { Started } from './started.ts';

/** The demo: people, lots and bots on the public socket. When this process stops, nothing in it moves. */
export async function startDemoProcess(platform: Platform): Promise<Started> {
  const { config, database, shutdown } = platform;
  const logger = platform.logger.child({ part: 'demo' });
  const { accounts, visitors, files, lotPhotos, orders, orderActions, moderation, ...office } =
    MODULES_WITHOUT_ROOMS.create({
      ...platform,
      invariants: MODULES.invariants,
      personalData: MODULES.personalData,
    }).parts;
  const signing = createDemoSigning(office);
  const world = await seedDemo({
    database,
    accounts,
    signOffer: signing.signOffer,
    sandboxesAllowed: config.sandboxesAllowed,
    secret: config.sessionSecret,
    personalIdSecret: config.personalIdSecret,
    publicUrl: config.publicUrl,
  });
  // Next to what visitors wait for: their pictures take seconds.
  const trails = makeDemoTrails(platform, world);
  shutdown.add('trails of the demo', () => trails.stop());
  void writeCustomerOrders(
    {
      db: database.db,
      orders,
      orderActions,
      moderation,
      files,
      sign: (personId, document) => signing.sign(personId, world.password, document),
    },
    world,
  ).catch((error: unknown) =>
    // Not retried here: the next start writes what is missing.
    logger.warn({ err: error }, 'orders of the demo not written'),
  );
  const bots = runDemoBots({
    database,
    world,
    files,
    lotPhotos,
    publicUrl: config.publicUrl,
    identityUrl: config.signIn.identityUrl,
    logger,
    scenariosPlayed: trails.made,
    lastVisitMs: () => visitors.lastSeenAtMs(),
  });
  shutdown.add('bots', () => bots.stop());
  const stopOperator = startDemoOperator({
    publicUrl: config.publicUrl,
    identityUrl: config.signIn.identityUrl,
    world,
    logger,
  });
  shutdown.add('demo operator', stopOperator);
  return { lines: demoLines(world) };
}
