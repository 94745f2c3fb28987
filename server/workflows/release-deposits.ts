import type { Notifications } from '#server/domains/notifications/index.ts';
import {
  createTradeApplicationsRepository,
  type TradeApplication,
} from '#server/domains/trade-applications/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { LOT_STATUS, type LotStatus } from '#shared/states/lot-status.ts';
import type { WorkflowCrashPoint } from './crash-steps.ts';
import { endDeposit } from './end-deposit.ts';

/** Applications settled in one transaction. */
const BATCH = 25;
/** Batches at the same moment: most of a batch is waiting for the database's answers. */
const LANES = 3;
const LOTS = 50;

export interface ReleaseDepositsDeps {
  db: AnyDb;
  notifications: Notifications;
  /** When the winner has to pay by, for the message. */
  payUntil: (lotId: number) => Promise<Date | null>;
  crashAt: WorkflowCrashPoint;
}

/** The lot has not got its outcome yet: to be asked again. */
export class LotNotEnded extends Error {
  constructor(lotId: number) {
    super(`lot ${lotId} has no outcome yet`);
    this.name = 'LotNotEnded';
  }
}

type EndedLot = NonNullable<
  Awaited<ReturnType<ReturnType<typeof createTradeApplicationsRepository>['endedLot']>>
>;

/** Results that nobody won, or won in vain: whoever led gets the deposit back, too. */
const NOBODY_WON: readonly LotStatus[] = [
  LOT_STATUS.notHeld,
  LOT_STATUS.withdrawn,
  LOT_STATUS.noPriceGiven,
  LOT_STATUS.resultCancelled,
];

export type ReleaseDeposits = ReturnType<typeof createReleaseDeposits>;

/**
 * What an ended auction means for its applications: the winner's deposit stays held, everybody else's is released. A winner
 * whose right was revoked by two persons has declined: that deposit is forfeited. On one person's word it never is. In batches by person, each one transaction, so that it may be repeated from anywhere.
 */
export function createReleaseDeposits({ db, notifications, payUntil, crashAt }: ReleaseDepositsDeps) {
  /** Who had the last confirmed price, where that counts. */
  const leaderOf = (lot: EndedLot): string | null => (NOBODY_WON.includes(lot.status) ? null : lot.winner);

  async function settleOne(tx: AnyDb, lot: EndedLot, application: TradeApplication, payBy: Date | null) {
    const applications = createTradeApplicationsRepository(tx);
    const { id, round, person_id: personId, confirmed_at: confirmedAt } = application;
    const led = leaderOf(lot) === personId;
    const won = led && !lot.winnerDeclines;
    const revocation = led && !won ? await applications.approvedRevocation(id) : null;
    const deposit = won
      ? application.deposit_state
      : await endDeposit(tx, application, {
          end: revocation ? 'forfeit' : 'release',
          reason: revocation ? `winner declined: request ${revocation.id}` : `auction ended: ${lot.outcome}`,
          actor: 'system',
        });
    crashAt('release-moved');
    const about = { lotId: lot.id, lotTitle: lot.title };
    const tell = (what: string, told: Parameters<Notifications['tell']>[1]['template'], params: object) =>
      notifications.tell(tx, {
        ...{ personId, key: `application:${id}:${round}:${what}`, template: told, params },
      } as Parameters<Notifications['tell']>[1]);
    const amountTiyin = application.deposit_tiyin;
    const tellDeposit = async (): Promise<void> => {
      if (deposit === 'forfeited')
        await tell('deposit', 'deposit-forfeited-revoked', {
          ...about,
          amountTiyin,
          reason: revocation?.reason ?? '',
        });
      if (deposit === 'released') await tell('deposit', 'deposit-released', { ...about, amountTiyin });
    };
    // Staff took the right away while this person led: that stands, and only the deposit ends here.
    if (application.status === 'revoked') {
      await applications.setDeposit(id, deposit);
      crashAt('release-written');
      if (confirmedAt !== null) await tellDeposit();
      return;
    }
    // The room carried the revocation out, and its process died before this was written.
    if (led && !won) {
      const reason = revocation?.reason ?? '';
      await applications.end(id, 'revoked', deposit, reason);
      crashAt('release-written');
      if (confirmedAt === null) return;
      await tell('revoked', 'application-revoked', { ...about, reason });
      await tellDeposit();
      return;
    }
    // The room never admitted this one, and will not any more.
    const late = application.status === 'requested';
    if (late) await applications.end(id, 'turned-down', deposit, 'closed');
    else await applications.end(id, won ? 'won' : 'lost', deposit, lot.outcome);
    crashAt('release-written');
    // Rehearsals, and people of the demo, who never confirmed anything.
    if (lot.practice || confirmedAt === null) return;
    const priceTiyin = lot.priceTiyin ?? 0;
    if (won) {
      await tell('ended', 'auction-won', { ...about, priceTiyin, payByMs: payBy?.getTime() ?? null });
      return;
    }
    if (late) await tell('ended', 'application-turned-down', { ...about, reason: '' });
    else if (lot.outcome === 'withdrawn') await tell('ended', 'auction-withdrawn', about);
    else if (lot.outcome === 'no-price-given') await tell('ended', 'auction-no-price', about);
    else if (leaderOf(lot) === null) await tell('ended', 'auction-not-held', about);
    else if (lot.winnerDeclines) await tell('ended', 'auction-winner-declined', { ...about, priceTiyin });
    else await tell('ended', 'auction-lost', { ...about, priceTiyin });
    await tellDeposit();
  }

  /** Returns how many were settled. */
  const settleBatch = (lotId: number, payBy: Date | null, which: 'all' | 'not-taken'): Promise<number> =>
    inTransaction(db, async (tx) => {
      const applications = createTradeApplicationsRepository(tx);
      const lot = await applications.endedLot(lotId);
      if (!lot) throw new LotNotEnded(lotId);
      const winner = lot.winnerDeclines ? null : leaderOf(lot);
      const batch = await applications.lockUnsettled(lotId, BATCH, { exceptDepositOf: winner, which });
      for (const application of batch) await settleOne(tx, lot, application, payBy);
      return batch.length;
    });

  /** Batches one after the other until nothing is left that nobody else is at. */
  async function lane(lotId: number, payBy: Date | null): Promise<number> {
    let settled = 0;
    for (;;) {
      const count = await settleBatch(lotId, payBy, 'not-taken');
      settled += count;
      if (count === 0) return settled;
      crashAt('release-batch-committed');
    }
  }

  /** Settles the whole lot; what is settled stays as it is. Returns how many were settled. @throws LotNotEnded */
  async function ofLot(lotId: number): Promise<number> {
    crashAt('release-begun');
    const payBy = await payUntil(lotId);
    const lanes = await Promise.all(Array.from({ length: LANES }, () => lane(lotId, payBy)));
    let settled = lanes.reduce((sum, count) => sum + count, 0);
    // Those another transaction was at, a cancellation for one, are waited for.
    for (;;) {
      const count = await settleBatch(lotId, payBy, 'all');
      settled += count;
      if (count === 0) return settled;
    }
  }

  return {
    ofLot,

    /** Finds ended auctions that nobody has settled, whatever happened to their events. */
    async sweep(onError: (error: unknown, lotId: number) => void): Promise<void> {
      for (const lotId of await createTradeApplicationsRepository(db).lotsToSettle(LOTS)) {
        try {
          await ofLot(lotId);
        } catch (error) {
          // Tried again in the next round; the other lots do not wait for it.
          onError(error, lotId);
        }
      }
    },
  };
}
