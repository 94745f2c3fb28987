import type { JournalContext } from './journal-memory.ts';
import type { LotHead } from './lot-head.ts';
import { LEASE_LIMIT_US, type RecoveryPlan } from './recovery-plan.ts';

/** Recoveries asked of Redis at the same time. */
const WIDTH = 64;

/**
 * Gives the rooms of these lots their time back, or pauses them, by entries in their own logs. Rooms that wait for
 * their start, are paused or closed need nothing. Rejects when Redis goes away; repeated then, for rooms that were
 * reached before the deadline only moves further.
 */
export async function recoverLots(
  context: JournalContext,
  lotIds: readonly number[],
  plan: RecoveryPlan,
  nowUs: number,
): Promise<void> {
  const { memory, state } = context;
  const held = lotIds.flatMap((lotId) => {
    const head = memory.lots.get(lotId);
    // Nobody has been in a lot without entries: there is nothing to give back.
    const used = head !== undefined && head.seq > 0;
    const running =
      used && (head.phase === 'running' || (head.phase === 'waiting' && head.opensAtUs <= nowUs));
    return running ? [head] : [];
  });
  for (let i = 0; i < held.length; i += WIDTH) {
    await Promise.all(
      held.slice(i, i + WIDTH).map((head) => {
        const { lotId, epoch } = head;
        return state.recover({ lotId, epoch, ...plan, outageFromUs: outageFrom(head, plan) });
      }),
    );
  }
  if (held.length === 0) return;
  context.counts.recoveries[plan.mode] += held.length;
  context.metrics?.journalEvents.inc({ event: `recovered-${plan.mode}` }, held.length);
  context.log.warn({ ...plan, lots: held.length }, 'rooms recovered after an interruption');
}

/**
 * Scripts go on deciding until the lease is too old. A room that ended within that time was open to its end: it stays
 * over. The script compares with its own deadline, which may be later than the committed one.
 */
function outageFrom(head: LotHead, { mode, outageFromUs }: RecoveryPlan): number {
  const heldFromUs = outageFromUs + LEASE_LIMIT_US;
  return mode !== 'rebuild' && head.deadlineUs <= heldFromUs ? heldFromUs : outageFromUs;
}
