import type { ChangeCause, LotsRepository } from '#server/domains/trade/lots/index.ts';
import type { OutcomeToRecord } from '#server/domains/trade/protocols/index.ts';
import { deadlineAfter, type ReferenceService } from '#server/domains/content/reference/index.ts';
import type { NewStaffTask } from '#server/domains/staff/tasks/index.ts';
import { PROTEST_DAYS } from '#shared/limits/protests.ts';
import { lotAfterHammer, taskAfterHammer, type Hammer } from './after-hammer.ts';
import type { WorkflowCrashPoint } from '../crash-steps.ts';
import { repeatPractice, type PracticeLots } from '../selling/repeat-practice.ts';

export interface ConcludeAuctionDeps {
  lots: Pick<LotsRepository, 'get' | 'conclude'> & PracticeLots;
  reference: Pick<ReferenceService, 'ruleSetAt' | 'baseAmountAt' | 'workingCalendar'>;
  /** Whether a room that was withdrawn for this reason closed at the customer's wish. */
  closedByCustomer: (lotId: number, reason: string) => Promise<boolean>;
  /** Confirmed prices of the room, from its committed head. */
  confirmedPrices: (lotId: number) => Promise<number>;
  /** Creates the protocol of a sale, or the minutes of an auction without one; idempotent. */
  recordOutcome: (outcome: OutcomeToRecord) => Promise<unknown>;
  /** Opens what the winner owes, and moves the lot to awaiting payment; idempotent. */
  openSettlement: (lotId: number) => Promise<void>;
  /** Offers the lot to the reserve or the sole participant, where the rules call for it; idempotent. */
  makeSecondOffer: (lotId: number) => Promise<void>;
  /** Opens a task for staff; idempotent per occasion. */
  openTask: (task: NewStaffTask) => Promise<void>;
  /** Reports to the core that the hammer was processed. */
  confirmHandOver: (lotId: number) => Promise<void>;
  /** Opens a room in the core, see schedule-auction. */
  openRoom: (lotId: number) => Promise<void>;
  /** Tests kill the process between two steps. */
  crashAt?: WorkflowCrashPoint;
}

/**
 * Processes the hammer: the lot gets its outcome, and a practice room its next round, unless it is a rehearsal of staff.
 * Delivered at least once; every step is idempotent.
 */
export async function concludeAuction(deps: ConcludeAuctionDeps, hammer: Hammer): Promise<void> {
  const crashAt: WorkflowCrashPoint = deps.crashAt ?? (() => undefined);
  crashAt('conclude-begun');
  const lot = await deps.lots.get(hammer.lotId);
  if (lot) {
    const endedAt = new Date(Math.floor(hammer.atUs / 1000));
    const { outcome, event, won } = lotAfterHammer(hammer);
    const toPay = won && lot.payment_working_days > 0;
    const calendar = await deps.reference.workingCalendar();
    const concluded = await deps.lots.conclude(hammer.lotId, {
      outcome,
      event,
      priceTiyin: hammer.priceTiyin,
      count: await deps.confirmedPrices(hammer.lotId),
      winnerPersonId: hammer.winner,
      winnerNumber: hammer.winnerNumber,
      reservePersonId: hammer.reserve,
      reserveNumber: hammer.reserveNumber,
      reservePriceTiyin: hammer.reservePriceTiyin,
      winnerDeclines: hammer.winnerDeclines,
      participants: hammer.participants,
      payUntil: toPay ? deadlineAfter(calendar, endedAt, lot.payment_working_days) : null,
      endedAt,
      protestUntil: deadlineAfter(calendar, endedAt, PROTEST_DAYS),
      cause: await causeOf(deps, hammer),
    });
    if (!concluded && (await deps.lots.get(hammer.lotId))?.outcome === null)
      throw new Error(`lot ${hammer.lotId} has a status that no hammer can end`);
    crashAt('conclude-outcome-written');
    const record = lot.practice ? null : outcomeToRecord(hammer, won, endedAt);
    if (record) await deps.recordOutcome(record);
    crashAt('conclude-sale-recorded');
    await deps.openSettlement(hammer.lotId);
    crashAt('conclude-settlement-opened');
    await deps.makeSecondOffer(hammer.lotId);
    crashAt('conclude-offered');
    const task = await taskAfterHammer(deps.reference, lot, hammer);
    if (task) await deps.openTask(task);
    if (lot.rehearsal) await deps.lots.move(hammer.lotId, 'take-off-lists');
    else if (lot.practice && hammer.outcome !== 'withdrawn') {
      const next = await repeatPractice(deps, hammer.lotId, { endedAt, participants: hammer.participants });
      await deps.openRoom(next);
    }
  }
  await deps.confirmHandOver(hammer.lotId);
  crashAt('conclude-handed-over');
}

/** What gets a protocol: a sale, unless the winner declines, and a result without one. Null: nothing. */
function outcomeToRecord(hammer: Hammer, won: boolean, endedAt: Date): OutcomeToRecord | null {
  const { lotId, winner, winnerNumber, priceTiyin } = hammer;
  if (hammer.outcome === 'not-held') return { lotId, cause: 'not-held', endedAt };
  if (hammer.outcome === 'no-price-given') return { lotId, cause: 'no-price', endedAt };
  if (!won || !winner || !winnerNumber || !priceTiyin) return null;
  return { lotId, cause: 'hammer', priceTiyin, winnerNumber, winnerPersonId: winner, endedAt };
}

/** Only staff and the customer can end a room early. */
async function causeOf(
  { closedByCustomer }: Pick<ConcludeAuctionDeps, 'closedByCustomer'>,
  { lotId, outcome, reason }: Hammer,
): Promise<ChangeCause> {
  if (outcome !== 'withdrawn') return { by: 'system' };
  return (await closedByCustomer(lotId, reason))
    ? { by: 'customer' }
    : { by: 'staff', reason: reason || null };
}
