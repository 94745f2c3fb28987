import { createRooms, followCommitted } from '#server/auction/index.ts';
import { createLotProjection } from '#server/domains/lots/index.ts';
import { checkLedger } from '#server/domains/wallet/index.ts';
import { openEventQueue, startEventWorker } from '#server/jobs/index.ts';
import { purgeOutbox, startOutboxRelay } from '#server/platform/database/index.ts';
import { watchCodes } from '#server/platform/one-time-codes/index.ts';
import { createTellParticipants } from '#server/workflows/index.ts';
import { openAuction, openAuctionState } from './auction-parts.ts';
import { createBusiness } from './business.ts';
import { createConcluding } from './concluding.ts';
import { every } from './every.ts';
import { readRoomFigures } from './figures.repository.ts';
import type { Platform } from './platform.ts';
import type { Started } from './started.ts';
import { eventListeners } from './wiring.ts';

const SCHEDULE_MS = 2_000;
const APPLICATIONS_MS = 1_000;
/** What events do at once, a look at the tables does in case they were lost. */
const SETTLE_MS = 5_000;
const LIMITS_MS = 400;
const FIGURES_MS = 5_000;
const DELIVERIES_MS = 1_000;
const CODES_MS = 300_000;
const PARTICIPANTS_MS = 60_000;
const OVERDUE_MS = 60_000;
const RECONCILE_MS = 900_000;
const PURGE_MS = 3_600_000;
const LEDGER_MS = 3_600_000;
/** Delivered events stay for people who ask what happened. */
const OUTBOX_DAYS = 90;

/** What happens after and beside bidding: events to workflows, rooms opened on time, lists kept in step. */
export async function startWorkerProcess(platform: Platform): Promise<Started> {
  const { config, database, queueRedis, metrics, shutdown } = platform;
  const logger = platform.logger.child({ part: 'worker' });
  const auction = await openAuction(platform, 'worker');
  const rooms = createRooms({ ...auction, logger });
  shutdown.add('rooms of the worker', () => rooms.stop());
  const business = createBusiness(platform, { ...auction, rooms });

  const concluding = createConcluding(business, auction);
  const { gateways, postOffice } = business.messaging;
  shutdown.add('mail', () => Promise.resolve(gateways.mail?.close()));
  const listeners = eventListeners(business, concluding, {
    mail: gateways.mail,
    operator: config.supportEmail,
  });
  const events = openEventQueue(queueRedis, config.redisNamespace, listeners);
  shutdown.add('event queue', () => events.queue.close());
  const worker = startEventWorker({
    db: database.db,
    redis: queueRedis,
    namespace: config.redisNamespace,
    listeners,
    logger,
    onFinished: (result) => metrics.jobs.inc({ queue: 'events', result }),
  });
  shutdown.add('event worker', () => worker.close());
  const relay = startOutboxRelay({
    db: database.db,
    pool: database.pool,
    deliver: (row) => events.deliver(row),
    onError: (error, row) => logger.warn({ err: error, topic: row?.topic }, 'outbox row not delivered yet'),
  });
  shutdown.add('outbox relay', () => relay.stop());

  // A follower of the committed feed needs a connection of its own: it waits in blocking reads.
  const feed = await openAuctionState(platform, 'lot projection');
  const projection = createLotProjection({
    lots: business.lotsRepository,
    follow: (changed) => followCommitted(feed, logger, changed),
    heads: (lotIds) => business.door.heads(lotIds),
    onError: (error) => logger.warn({ err: error }, 'lot projection'),
  });
  shutdown.add('lot projection', () => projection.stop());

  const stops = [
    every(SCHEDULE_MS, 'open due rooms', logger, () => business.schedule.openDue()),
    every(APPLICATIONS_MS, 'approve applications', logger, () =>
      business.applications.admission.admitWaiting((error, id) =>
        logger.warn({ err: error, application: id }, 'application not admitted yet'),
      ),
    ),
    every(SETTLE_MS, 'settle applications', logger, async () => {
      const { deposits } = business.applications;
      await concluding.concludeLost((error, lotId) =>
        logger.warn({ err: error, lotId }, 'lot not concluded yet'),
      );
      await business.cancelling.finishStuck((error, id) =>
        logger.warn({ err: error, application: id }, 'application not cancelled yet'),
      );
      await business.roomRequests.carryOutLeft((error, id) =>
        logger.warn({ err: error, request: id }, 'approved request not carried out yet'),
      );
      await deposits.sweep((error, lotId) => logger.warn({ err: error, lotId }, 'deposits not released yet'));
    }),
    every(LIMITS_MS, 'tell rooms of limits', logger, () =>
      business.applications.limits.tellRooms((error, id) =>
        logger.warn({ err: error, application: id }, 'limit not told yet'),
      ),
    ),
    every(OVERDUE_MS, 'end overdue payments', logger, () => business.paying.rounds.endOverdue()),
    every(RECONCILE_MS, 'reconcile payments', logger, () => business.paying.rounds.reconcile()),
    every(PURGE_MS, 'purge the outbox', logger, () => purgeOutbox(database.db, OUTBOX_DAYS)),
    every(DELIVERIES_MS, 'deliver messages', logger, () =>
      postOffice.deliver(gateways, (channel, result, error) => {
        metrics.deliveries.inc({ channel, result });
        if (result === 'later') logger.warn({ err: error, channel }, 'message not delivered yet');
        if (result === 'given-up') logger.error({ err: error, channel }, 'message not delivered, given up');
      }),
    ),
    every(
      PARTICIPANTS_MS,
      'tell participants',
      logger,
      createTellParticipants({ db: database.db, notifications: business.notifications }),
    ),
    every(PURGE_MS, 'purge deliveries', logger, () => postOffice.deliveries.purge(OUTBOX_DAYS)),
    every(CODES_MS, 'watch codes', logger, async () => {
      const { sent, entered, suspicious } = await watchCodes(database.db);
      metrics.codesEntered.set(sent === 0 ? 1 : entered / sent);
      if (suspicious) logger.warn({ sent, entered }, 'codes are asked for and hardly ever entered');
    }),
    every(LEDGER_MS, 'check the ledger', logger, async () => {
      const broken = await checkLedger(database.db);
      metrics.ledgerBroken.set(broken.length);
      for (const { number, name, rows } of broken)
        logger.error({ invariant: number, rows: rows.slice(0, 5) }, `the ledger is broken: ${name}`);
    }),
    every(FIGURES_MS, 'figures', logger, async () => {
      const figures = await readRoomFigures(database.db);
      for (const { phase, rooms: count } of figures.rooms) metrics.rooms.set({ phase }, count);
      metrics.outboxWaiting.set(figures.outboxWaiting);
    }),
  ];
  shutdown.add('rounds', async () => {
    await Promise.all(stops.map((stop) => stop()));
  });
  return {};
}
