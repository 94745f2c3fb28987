import { createAuctionLogRepository } from '#server/auction/index.ts';
import type { NewLot } from '#server/domains/lots/index.ts';
import type { ProtocolsService } from '#server/domains/protocols/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { concludeAuction, termsOf, type Hammer } from '#server/workflows/index.ts';
import type { LotOutcome } from '#shared/lifecycles/lot-outcome.ts';
import type { LotEvent } from '#shared/lifecycles/lot.ts';
import type { ProtocolCancelReason } from '#shared/lifecycles/protocol.ts';
import { DAY_MS } from '#shared/time/tashkent.ts';
import type { DemoLot } from './content/index.ts';
import { pastAuction, type PastOutcome } from './past-auction.ts';
import { commitPastAuction } from './past-auctions.repository.ts';
import { randomOf, whole } from './pictures/random.ts';
import type { DemoLots, DemoWorld, Ordered } from './demo-lots.ts';
import { pastTrade } from './trade-plans.ts';

const HOUR_MS = 3_600_000;

/** One more change after the hammer. */
interface Step {
  event: LotEvent;
  afterMs: number;
  by?: 'system' | 'customer' | 'staff';
  reason?: string;
  outcome?: LotOutcome;
  /** The protocol is cancelled with it. */
  cancelsProtocol?: ProtocolCancelReason;
}

interface PastLot {
  outcome: PastOutcome;
  daysAgo: number;
  after?: readonly Step[];
  more?: Partial<Pick<NewLot, 'instalmentMonths' | 'orderId'>> & { order?: Ordered };
}

const toPay: Step = { event: 'confirm-protocol', afterMs: HOUR_MS };

/** How the finished auctions of an empty database went, oldest first: every status a finished lot can have. */
export const PAST: readonly PastLot[] = [
  {
    outcome: 'sold',
    daysAgo: 24,
    after: [toPay, { event: 'fall-due', afterMs: 16 * DAY_MS }],
  },
  {
    outcome: 'sold',
    daysAgo: 9,
    after: [
      toPay,
      {
        event: 'cancel-result',
        afterMs: 4 * DAY_MS,
        by: 'staff',
        reason: 'Ishtirokchining eʼtirozi qanoatlantirildi',
        cancelsProtocol: 'protest-upheld',
      },
    ],
  },
  { outcome: 'not-held', daysAgo: 7 },
  { outcome: 'sold', daysAgo: 6, after: [toPay, { event: 'pay', afterMs: 2 * DAY_MS }] },
  { outcome: 'no-price-given', daysAgo: 6 },
  {
    outcome: 'sold',
    daysAgo: 5,
    more: { instalmentMonths: 12 },
    after: [toPay, { event: 'pay-in-part', afterMs: DAY_MS }],
  },
  {
    outcome: 'not-held',
    daysAgo: 4,
    after: [
      { event: 'offer-to-sole', afterMs: HOUR_MS },
      { event: 'lose-price', afterMs: DAY_MS, outcome: 'price-not-confirmed' },
    ],
  },
  { outcome: 'withdrawn', daysAgo: 3 },
  { outcome: 'not-held', daysAgo: 3 },
  { outcome: 'sold', daysAgo: 2, after: [toPay] },
  { outcome: 'not-held', daysAgo: 1, after: [{ event: 'offer-to-sole', afterMs: HOUR_MS }] },
  { outcome: 'sold', daysAgo: 1 },
];

/** Bots that took part, with their numbers. */
async function admitted(demo: DemoLots, world: DemoWorld, lotId: number, lot: DemoLot, outcome: PastOutcome) {
  const row = await demo.lots.get(lotId);
  if (!row) throw new Error(`lot ${lotId} is not there`);
  const random = randomOf(`bidders:${lot.key}`);
  const people = outcome === 'not-held' ? 1 : whole(random, 3, 6);
  const first = whole(random, 0, world.bots.length - 1);
  const bidders = [];
  for (let i = 0; i < people; i += 1) {
    const bot = world.bots[(first + i) % world.bots.length];
    if (!bot) continue;
    const terms = {
      lotId,
      personId: bot.personId,
      depositTiyin: row.deposit_tiyin,
      heldAt: row.published_at,
    };
    const application = await demo.applyForBot(terms);
    await demo.applications.decide(application.id, 'admit');
    bidders.push({ person: bot.personId, number: application.number });
  }
  return bidders;
}

/**
 * A past auction with its log, its protocol and what followed, so that results can be seen without waiting for days.
 * The hammer is processed here, and again by the listeners of its event, which changes nothing.
 */
export async function publishPast(
  db: AnyDb,
  demo: DemoLots,
  world: DemoWorld,
  protocols: Pick<ProtocolsService, 'record' | 'cancelIn'>,
  lot: DemoLot,
  past: PastLot,
): Promise<number> {
  const plan = { ...pastTrade(lot.key, lot.price * 100, Date.now(), past.daysAgo), ...past.more };
  const lotId = await demo.publish(lot, { ...plan, roomOpenedAt: plan.publishedAt }, world.customerPersonId);
  const bidders = await admitted(demo, world, lotId, lot, past.outcome);
  const row = await demo.lots.roomToOpen(lotId);
  if (!row) return lotId;
  const entries = pastAuction(termsOf(row), bidders, past.outcome);
  await commitPastAuction(db, termsOf(row), entries);
  const opened = entries.find(({ kind }) => kind === 'opened');
  if (opened)
    await demo.lots.move(lotId, 'start-bidding', {
      by: 'system',
      at: new Date(opened.atUs / 1000),
    });

  const hammer = entries.at(-1) as Hammer;
  let payUntil: Date | null = null;
  const log = createAuctionLogRepository(db);
  await concludeAuction(
    {
      // Without a deadline no worker settles it meanwhile; it gets the deadline with what followed.
      lots: {
        ...demo.lots,
        conclude: (id, conclusion) => {
          payUntil = conclusion.payUntil;
          return demo.lots.conclude(id, { ...conclusion, payUntil: null });
        },
      },
      reference: demo.reference,
      closedByCustomer: () => Promise.resolve(false),
      confirmedPrices: () => Promise.resolve(entries.filter(({ kind }) => kind === 'price').length),
      recordOutcome: (outcome) => protocols.record(outcome),
      // What followed is written below, as it was then.
      offerLot: async () => undefined,
      openSettlement: () => Promise.resolve(),
      // Later changes are written below, so no task is opened.
      openTask: () => Promise.resolve(),
      confirmHandOver: (id) => log.confirmHandOver(id),
      openRoom: () => Promise.resolve(),
    },
    hammer,
  );
  const paid = past.after?.some(({ event }) => event === 'pay' || event === 'pay-in-part');
  if (paid && hammer.winner) await demo.spendDeposit(lotId, hammer.winner);
  await follow(demo, lotId, hammer, past.after ?? [], async (reason) => {
    await inTransaction(db, (tx) => protocols.cancelIn(tx, lotId, reason));
  });
  if (payUntil && past.after) await demo.lots.setPayUntil(lotId, payUntil);
  return lotId;
}

/** What came after the hammer, at its times; nothing is dated into the future. */
async function follow(
  demo: DemoLots,
  lotId: number,
  hammer: Hammer,
  steps: readonly Step[],
  cancelProtocol: (reason: ProtocolCancelReason) => Promise<void>,
): Promise<void> {
  for (const { event, afterMs, by = 'system', reason, outcome, cancelsProtocol } of steps) {
    const at = new Date(Math.min(hammer.atUs / 1000 + afterMs, Date.now()));
    const cause = { by, at, ...(reason ? { reason } : {}), ...(outcome ? { outcome } : {}) };
    await demo.lots.move(lotId, event, cause);
    if (cancelsProtocol) await cancelProtocol(cancelsProtocol);
  }
}
