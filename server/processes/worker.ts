import { createAuctionLogRepository, createRooms, openAuctionState } from '#server/auction/index.ts';
import {
  countOutboxJob,
  countQueueJob,
  openEventQueue,
  projectLots,
  purgeJobs,
  runJobs,
  startEventWorker,
} from '#server/jobs/index.ts';
import { startOutboxRelay } from '#server/platform/database/index.ts';
import { MODULES } from './modules.ts';
import type { Platform } from './platform.ts';
import type { Started } from './started.ts';

/** What happens after and next to bidding: events to their listeners, and the modules' repeated work. */
export async function startWorkerProcess(platform: Platform): Promise<Started> {
  const { config, database, queueRedis, metrics, shutdown } = platform;
  const { db, pool } = database;
  const logger = platform.logger.child({ part: 'worker' });
  database.reads.start();
  const auctionState = await openAuctionState(platform, 'worker');
  const rooms = createRooms({ state: auctionState, repository: createAuctionLogRepository(db), logger });
  shutdown.add('rooms of the worker', () => rooms.stop());
  const modules = MODULES.create({
    ...platform,
    invariants: MODULES.invariants,
    personalData: MODULES.personalData,
    auctionState,
    rooms,
  });
  const { gateways } = modules.parts;
  shutdown.add('mail', () => Promise.resolve(gateways.mail?.close()));

  const listeners = modules.listeners();
  const namespace = config.redisNamespace;
  const events = openEventQueue(queueRedis, namespace, listeners);
  shutdown.add('event queue', () => events.queue.close());
  const worker = startEventWorker({
    db,
    redis: queueRedis,
    namespace,
    listeners,
    logger,
    onFinished: (result) => metrics.jobs.inc({ queue: 'events', result }),
  });
  shutdown.add('event worker', () => worker.close());
  const relay = startOutboxRelay({
    db,
    pool,
    deliver: (row) => events.deliver(row),
    onError: (error, row) => logger.warn({ err: error, topic: row?.topic }, 'outbox row not delivered yet'),
  });
  shutdown.add('outbox relay', () => relay.stop());

  const feed = await openAuctionState(platform, 'lot projection');
  const projection = projectLots(feed, modules.parts, logger);
  shutdown.add('lot projection', () => projection.stop());

  const jobs = [
    ...modules.jobs(logger),
    ...purgeJobs(db, modules.retention()),
    countOutboxJob(db, metrics),
    countQueueJob('events', events.queue, metrics),
  ];
  shutdown.add('rounds', runJobs(jobs, logger));
  return {};
}
