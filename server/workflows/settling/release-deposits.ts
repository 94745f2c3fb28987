import type { Notifications } from '#server/domains/content/notifications/index.ts';
import {
  createTradeApplicationsRepository,
  isHeldForSale,
  type TradeApplication,
} from '#server/domains/trade/trade-applications/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import { NO_WINNER_STATUSES } from '#shared/lifecycles/lot.ts';
import { TRADE_APPLICATION } from '#shared/lifecycles/trade-application.ts';
import type { WorkflowCrashPoint } from '../crash-steps.ts';
import { endDeposit } from './end-deposit.ts';

/** Applications settled in one transaction. */
const BATCH = 25;
/** Concurrent batches: most of a batch's time is waiting for the database. */
const LANES = 3;
const LOTS = 50;

export interface ReleaseDepositsDeps {
  db: AnyDb;
  notifications: Notifications;
  /** The winner's payment deadline, for the message. */
  payUntil: (lotId: number) => Promise<Date | null>;
  crashAt: WorkflowCrashPoint;
  /** Called once the transaction is committed. */
  onSettled?: (deposit: TradeApplication['deposit_state']) => void;
}

/** Why a deposit ends, for the ledger. */
function reasonOf(lot: EndedLot, revocation: { id: number } | null, byBar: boolean): string {
  if (revocation) return `winner declined: request ${revocation.id}`;
  return byBar ? 'winner declined: barred' : `auction ended: ${lot.outcome}`;
}

/** The lot has no outcome yet: to be retried. */
class LotNotEnded extends Error {
  constructor(lotId: number) {
    super(`lot ${lotId} has no outcome yet`);
    this.name = 'LotNotEnded';
  }
}

type EndedLot = NonNullable<
  Awaited<ReturnType<ReturnType<typeof createTradeApplicationsRepository>['endedLot']>>
>;

export type ReleaseDeposits = ReturnType<typeof createReleaseDeposits>;

/**
 * Settles the applications of an ended auction: the winner's deposit stays held, all others are released. A winner whose
 * right was revoked by two persons or by a bar has declined: that deposit is forfeited, which one person alone never causes. In
 * batches by person, each one transaction, so that it may be interrupted and repeated at any point.
 */
export function createReleaseDeposits({
  db,
  notifications,
  payUntil,
  crashAt,
  onSettled = () => undefined,
}: ReleaseDepositsDeps) {
  /** Who had the last confirmed price, where that counts. */
  const leaderOf = (lot: EndedLot): string | null =>
    NO_WINNER_STATUSES.includes(lot.status) ? null : lot.winner;

  async function settleOne(tx: AnyDb, lot: EndedLot, application: TradeApplication, payBy: Date | null) {
    const applications = createTradeApplicationsRepository(tx);
    const { id, round, person_id: personId, confirmed_at: confirmedAt } = application;
    const led = leaderOf(lot) === personId;
    const won = led && !lot.winnerDeclines;
    const declined = led && !won;
    const revocation = declined ? await applications.approvedRevocation(id) : null;
    const byBar = declined && application.barred_at !== null;
    // An offer of the lot may have been accepted before this application was settled: its deposit secures that sale.
    const held = won || (application.hold_id !== null && (await isHeldForSale(tx, application.hold_id)));
    const deposit = held
      ? application.deposit_state
      : await endDeposit(tx, application, {
          end: revocation || byBar ? 'forfeit' : 'release',
          reason: reasonOf(lot, revocation, byBar),
          actor: 'system',
        });
    crashAt('release-moved');
    const about = { lotId: lot.id, lotTitle: lot.title };
    const notify = (
      what: string,
      template: Parameters<Notifications['notify']>[1]['template'],
      params: object,
    ) =>
      notifications.notify(tx, {
        personId,
        key: `application:${id}:${round}:${what}`,
        template,
        params,
      } as Parameters<Notifications['notify']>[1]);
    const amountTiyin = application.deposit_tiyin;
    const notifyAboutDeposit = async (): Promise<void> => {
      if (deposit === 'forfeited')
        await notify('deposit', 'deposit-forfeited-revoked', {
          ...about,
          amountTiyin,
          reason: revocation?.reason ?? (byBar ? (application.reason ?? '') : ''),
        });
      if (deposit === 'released') await notify('deposit', 'deposit-released', { ...about, amountTiyin });
    };
    const late = allows(TRADE_APPLICATION, application.status, 'turn-down');
    const event = declined ? 'revoke-after-hammer' : late ? 'turn-down' : won ? 'win' : ('lose' as const);
    // Staff revoked the right while this person led: that is final, and only the deposit ends here.
    if (!allows(TRADE_APPLICATION, application.status, event)) {
      await applications.setDeposit(id, deposit);
      crashAt('release-written');
      if (confirmedAt !== null) await notifyAboutDeposit();
      return deposit;
    }
    // The room executed the revocation, but the process died before recording it.
    if (declined) {
      const reason = revocation?.reason ?? '';
      await applications.end(id, event, deposit, reason);
      crashAt('release-written');
      if (confirmedAt === null) return deposit;
      await notify('revoked', 'application-revoked', { ...about, reason });
      await notifyAboutDeposit();
      return deposit;
    }
    // The room never admitted this application, and no longer will.
    await applications.end(id, event, deposit, late ? 'closed' : lot.outcome);
    crashAt('release-written');
    // Rehearsals, and people of the demo, who confirmed nothing.
    if (lot.practice || confirmedAt === null) return deposit;
    const priceTiyin = lot.priceTiyin ?? 0;
    if (won) {
      await notify('ended', 'auction-won', { ...about, priceTiyin, payByMs: payBy?.getTime() ?? null });
      return deposit;
    }
    if (late) await notify('ended', 'application-turned-down', { ...about, reason: '' });
    else if (lot.outcome === 'withdrawn') await notify('ended', 'auction-withdrawn', about);
    else if (lot.outcome === 'no-price-given') await notify('ended', 'auction-no-price', about);
    else if (leaderOf(lot) === null) await notify('ended', 'auction-not-held', about);
    else if (lot.winnerDeclines) await notify('ended', 'auction-winner-declined', { ...about, priceTiyin });
    else await notify('ended', 'auction-lost', { ...about, priceTiyin });
    await notifyAboutDeposit();
    return deposit;
  }

  /** Returns how many were settled. */
  async function settleBatch(lotId: number, payBy: Date | null, which: 'all' | 'not-taken'): Promise<number> {
    const deposits = await inTransaction(db, async (tx) => {
      const applications = createTradeApplicationsRepository(tx);
      const lot = await applications.endedLot(lotId);
      if (!lot) throw new LotNotEnded(lotId);
      const winner = lot.winnerDeclines ? null : leaderOf(lot);
      const batch = await applications.lockUnsettled(lotId, BATCH, { exceptDepositOf: winner, which });
      const settled: TradeApplication['deposit_state'][] = [];
      for (const application of batch) settled.push(await settleOne(tx, lot, application, payBy));
      return settled;
    });
    for (const deposit of deposits) onSettled(deposit);
    return deposits.length;
  }

  /** Processes batches until no unlocked rows are left. */
  async function lane(lotId: number, payBy: Date | null): Promise<number> {
    let settled = 0;
    for (;;) {
      const count = await settleBatch(lotId, payBy, 'not-taken');
      settled += count;
      if (count === 0) return settled;
      crashAt('release-batch-committed');
    }
  }

  /** Settles the whole lot; idempotent. Returns how many were settled. @throws LotNotEnded */
  async function ofLot(lotId: number): Promise<number> {
    crashAt('release-begun');
    const payBy = await payUntil(lotId);
    const lanes = await Promise.all(Array.from({ length: LANES }, () => lane(lotId, payBy)));
    let settled = lanes.reduce((sum, count) => sum + count, 0);
    // Then waits for rows that other transactions had locked, such as a cancellation.
    for (;;) {
      const count = await settleBatch(lotId, payBy, 'all');
      settled += count;
      if (count === 0) return settled;
    }
  }

  return {
    ofLot,

    /** Finds unsettled ended auctions, independently of their events. */
    async sweep(onError: (error: unknown, lotId: number) => void): Promise<void> {
      for (const lotId of await createTradeApplicationsRepository(db).lotsToSettle(LOTS)) {
        try {
          await ofLot(lotId);
        } catch (error) {
          // Retried in the next round; the other lots do not wait for it.
          onError(error, lotId);
        }
      }
    },
  };
}
