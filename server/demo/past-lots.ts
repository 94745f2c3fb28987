import { createAuctionLogRepository } from '#server/auction/index.ts';
import type { NewLot } from '#server/domains/lots/index.ts';
import type { ProtocolsService } from '#server/domains/protocols/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { concludeAuction, termsOf, type Hammer } from '#server/workflows/index.ts';
import type { LotOutcome } from '#shared/states/lot-outcome.ts';
import { LOT_STATUS, type LotStatus } from '#shared/states/lot-status.ts';
import { DAY_MS } from '#shared/time/tashkent.ts';
import type { DemoLot } from './content/index.ts';
import { pastAuction, type PastOutcome } from './past-auction.ts';
import { commitPastAuction } from './past-auctions.repository.ts';
import { randomOf, whole } from './pictures/random.ts';
import type { DemoLotsDoor, DemoWorld } from './demo-lots.ts';
import { pastTrade } from './trade-plans.ts';

const HOUR_MS = 3_600_000;

/** One more change after the hammer. */
interface Step {
  to: LotStatus;
  afterMs: number;
  by?: 'system' | 'customer' | 'staff';
  reason?: string;
  outcome?: LotOutcome;
  /** The protocol is cancelled with it. */
  cancelsProtocol?: boolean;
}

interface PastLot {
  outcome: PastOutcome;
  daysAgo: number;
  after?: readonly Step[];
  more?: Partial<Pick<NewLot, 'instalmentMonths' | 'orderId'>>;
}

const toPay: Step = { to: LOT_STATUS.awaitingPayment, afterMs: HOUR_MS };

/** How the finished auctions of an empty database went, oldest first: every status a finished lot can have. */
export const PAST: readonly PastLot[] = [
  {
    outcome: 'sold',
    daysAgo: 24,
    after: [toPay, { to: LOT_STATUS.paymentOverdue, afterMs: 16 * DAY_MS }],
  },
  {
    outcome: 'sold',
    daysAgo: 9,
    after: [
      toPay,
      {
        to: LOT_STATUS.resultCancelled,
        afterMs: 4 * DAY_MS,
        by: 'staff',
        reason: 'Ishtirokchining eʼtirozi qanoatlantirildi',
        cancelsProtocol: true,
      },
    ],
  },
  { outcome: 'not-held', daysAgo: 7 },
  { outcome: 'sold', daysAgo: 6, after: [toPay, { to: LOT_STATUS.soldAndPaid, afterMs: 2 * DAY_MS }] },
  { outcome: 'no-price-given', daysAgo: 6 },
  {
    outcome: 'sold',
    daysAgo: 5,
    more: { instalmentMonths: 12 },
    after: [toPay, { to: LOT_STATUS.paidInPart, afterMs: DAY_MS }],
  },
  {
    outcome: 'not-held',
    daysAgo: 4,
    after: [
      { to: LOT_STATUS.offeredToOne, afterMs: HOUR_MS },
      { to: LOT_STATUS.priceNotConfirmed, afterMs: DAY_MS, outcome: 'price-not-confirmed' },
    ],
  },
  { outcome: 'withdrawn', daysAgo: 3 },
  { outcome: 'not-held', daysAgo: 3 },
  { outcome: 'sold', daysAgo: 2, after: [toPay] },
  { outcome: 'not-held', daysAgo: 1, after: [{ to: LOT_STATUS.offeredToOne, afterMs: HOUR_MS }] },
  { outcome: 'sold', daysAgo: 1 },
];

/** Bots that took part, with their numbers. */
async function admitted(
  door: DemoLotsDoor,
  world: DemoWorld,
  lotId: number,
  lot: DemoLot,
  outcome: PastOutcome,
) {
  const row = await door.lots.get(lotId);
  if (!row) throw new Error(`lot ${lotId} is not there`);
  const random = randomOf(`bidders:${lot.key}`);
  const people = outcome === 'not-held' ? 1 : whole(random, 3, 6);
  const first = whole(random, 0, world.bots.length - 1);
  const bidders = [];
  for (let i = 0; i < people; i += 1) {
    const bot = world.bots[(first + i) % world.bots.length];
    if (!bot) continue;
    const seat = { lotId, personId: bot.personId, depositTiyin: row.deposit_tiyin, heldAt: row.published_at };
    const application = await door.takeSeat(seat);
    await door.applications.decide(application.id, 'admitted');
    bidders.push({ person: bot.personId, number: application.number });
  }
  return bidders;
}

/**
 * An auction that is over, with its log, its protocol and what followed: nobody has to wait days to see results.
 * The hammer is concluded here, and once more by whoever hears of it: the second time changes nothing.
 */
export async function publishPast(
  db: AnyDb,
  door: DemoLotsDoor,
  world: DemoWorld,
  protocols: Pick<ProtocolsService, 'record' | 'cancel'>,
  lot: DemoLot,
  past: PastLot,
): Promise<number> {
  const plan = { ...pastTrade(lot.key, lot.price * 100, Date.now(), past.daysAgo), ...past.more };
  const lotId = await door.publish(lot, { ...plan, roomOpenedAt: plan.publishedAt }, world.customerPersonId);
  const bidders = await admitted(door, world, lotId, lot, past.outcome);
  const row = await door.lots.roomToOpen(lotId);
  if (!row) return lotId;
  const entries = pastAuction(termsOf(row), bidders, past.outcome);
  await commitPastAuction(db, termsOf(row), entries);
  const opened = entries.find(({ kind }) => kind === 'opened');
  if (opened)
    await door.lots.setStatus(lotId, [LOT_STATUS.acceptingApplications], LOT_STATUS.biddingNow, {
      by: 'system',
      at: new Date(opened.atUs / 1000),
    });

  const hammer = entries.at(-1) as Hammer;
  let protocol: string | null = null;
  const log = createAuctionLogRepository(db);
  await concludeAuction(
    {
      lots: door.lots,
      reference: door.reference,
      confirmedPrices: () => Promise.resolve(entries.filter(({ kind }) => kind === 'price').length),
      recordSale: async (sale) => {
        protocol = await protocols.record(sale);
      },
      // What followed is told below; nobody has to do it.
      openTask: () => Promise.resolve(),
      confirmHandOver: (id) => log.confirmHandOver(id),
      openRoom: () => Promise.resolve(),
    },
    hammer,
  );
  const paid = past.after?.some(({ to }) => to === LOT_STATUS.soldAndPaid || to === LOT_STATUS.paidInPart);
  if (paid && hammer.winner) await door.spendDeposit(lotId, hammer.winner);
  await follow(door, lotId, hammer, past.after ?? [], async (reason) => {
    if (protocol) await protocols.cancel(protocol, reason);
  });
  return lotId;
}

/** What came after the hammer, at its times; nothing is dated into the future. */
async function follow(
  door: DemoLotsDoor,
  lotId: number,
  hammer: Hammer,
  steps: readonly Step[],
  cancelProtocol: (reason: string) => Promise<void>,
): Promise<void> {
  let from = (await door.lots.get(lotId))?.status;
  for (const { to, afterMs, by = 'system', reason, outcome, cancelsProtocol } of steps) {
    if (from === undefined) return;
    const at = new Date(Math.min(hammer.atUs / 1000 + afterMs, Date.now()));
    const cause = { by, at, ...(reason ? { reason } : {}) };
    if (outcome) await door.lots.changeOutcome(lotId, [from], { status: to, outcome }, cause);
    else await door.lots.setStatus(lotId, [from], to, cause);
    if (cancelsProtocol) await cancelProtocol(reason ?? '');
    from = to;
  }
}
