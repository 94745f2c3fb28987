import type { LotsRepository } from '#server/domains/lots/index.ts';
import type { SaleToRecord } from '#server/domains/protocols/index.ts';
import type { ReferenceService } from '#server/domains/reference/index.ts';
import type { AuctionEntry } from '#shared/auction/entries.ts';
import { statusAfterHammer } from '#shared/states/lot-status.ts';
import type { WorkflowCrashPoint } from './crash-steps.ts';
import { repeatPractice, type PracticeLots } from './repeat-practice.ts';

export type Hammer = Extract<AuctionEntry, { kind: 'closed' }>;

export interface ConcludeAuctionDeps {
  lots: Pick<LotsRepository, 'get' | 'conclude'> & PracticeLots;
  reference: Pick<ReferenceService, 'ruleSetAt' | 'baseAmountAt' | 'workingCalendar'>;
  /** Confirmed prices of the room, from its committed head. */
  confirmedPrices: (lotId: number) => Promise<number>;
  /** Makes the protocol of a sale; a second time changes nothing. */
  recordSale: (sale: SaleToRecord) => Promise<unknown>;
  /** Tells the core that the hammer's consequences are done. */
  confirmHandOver: (lotId: number) => Promise<void>;
  /** Opens a room in the core, see schedule-auction. */
  openRoom: (lotId: number) => Promise<void>;
  /** Tests kill the process between two steps. */
  crashAt?: WorkflowCrashPoint;
}

/**
 * What follows from the hammer: the lot gets its outcome, and a practice room its next round.
 * Delivered at least once; every step is done only where it has not been done.
 */
export async function concludeAuction(deps: ConcludeAuctionDeps, hammer: Hammer): Promise<void> {
  const crashAt: WorkflowCrashPoint = deps.crashAt ?? (() => undefined);
  crashAt('conclude-begun');
  const lot = await deps.lots.get(hammer.lotId);
  if (lot) {
    const endedAt = new Date(Math.floor(hammer.atUs / 1000));
    const toPay = hammer.outcome === 'sold' && !hammer.winnerDeclines && lot.payment_working_days > 0;
    const calendar = await deps.reference.workingCalendar();
    await deps.lots.conclude(hammer.lotId, {
      outcome: hammer.outcome,
      status: statusAfterHammer(hammer.outcome),
      priceTiyin: hammer.priceTiyin,
      count: await deps.confirmedPrices(hammer.lotId),
      winnerPersonId: hammer.winner,
      winnerNumber: hammer.winnerNumber,
      reservePersonId: hammer.reserve,
      reserveNumber: hammer.reserveNumber,
      reservePriceTiyin: hammer.reservePriceTiyin,
      winnerDeclines: hammer.winnerDeclines,
      participants: hammer.participants,
      payUntil: toPay ? calendar.addWorkingDays(endedAt, lot.payment_working_days) : null,
      endedAt,
      // Only staff can end a room before its time.
      cause:
        hammer.outcome === 'withdrawn' ? { by: 'staff', reason: hammer.reason || null } : { by: 'system' },
    });
    crashAt('conclude-outcome-written');
    const { winner, winnerNumber, priceTiyin } = hammer;
    // A rehearsal sells nothing.
    if (hammer.outcome === 'sold' && !lot.practice && winner && winnerNumber && priceTiyin)
      await deps.recordSale({
        lotId: lot.id,
        cause: 'hammer',
        ...{ priceTiyin, winnerNumber, winnerPersonId: winner, endedAt },
      });
    crashAt('conclude-sale-recorded');
    if (lot.practice && hammer.outcome !== 'withdrawn') {
      const next = await repeatPractice(deps, hammer.lotId, { endedAt, participants: hammer.participants });
      await deps.openRoom(next);
    }
  }
  await deps.confirmHandOver(hammer.lotId);
  crashAt('conclude-handed-over');
}
