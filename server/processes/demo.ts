import { demoLines, runDemoBots, seedDemo } from '#server/demo/index.ts';
import { createAccounts } from '#server/domains/accounts/index.ts';
import { createActionLog } from '#server/domains/action-log/index.ts';
import { createVisitors } from '#server/domains/site/index.ts';
import { startDemoOperator } from './demo-operator.ts';
import { createDemoSigning } from './demo-signing.ts';
import type { Platform } from './platform.ts';
import type { Started } from './started.ts';

/** The demo: people, lots and bots on the public socket. When this process stops, nothing in it moves. */
export async function startDemoProcess(platform: Platform): Promise<Started> {
  const { config, database, redis, sessions, shutdown } = platform;
  const logger = platform.logger.child({ part: 'demo' });
  const accounts = createAccounts({ db: database.db, sessions, actions: createActionLog(database.db) });
  const world = await seedDemo({
    database,
    accounts,
    signOffer: createDemoSigning(platform, accounts),
    twinsAllowed: config.twinsAllowed,
    secret: config.sessionSecret,
    personalIdSecret: config.personalIdSecret,
    publicUrl: config.publicUrl,
  });
  const visitors = createVisitors(redis, config.redisNamespace);
  const bots = runDemoBots({
    database,
    world,
    publicUrl: config.publicUrl,
    identityUrl: config.signIn.identityUrl,
    logger,
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
