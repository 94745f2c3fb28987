import type { JournalContext } from './journal-memory.ts';
import type { LoadJob } from './load-queue.ts';
import type { LotHead } from './lot-head.ts';
import { LEASE_LIMIT_US, planRecovery, type RecoveryPlan } from './recovery-plan.ts';

/** Concurrent recoveries. */
const CONCURRENCY = 512;

/**
 * What a room gets back when it is loaded at `nowUs` (Redis's time) after it lost the time since `lostFromUs`; null:
 * nothing. An unstable one pauses until staff resume it, one that is held in every phase.
 */
export function recoveryOf(job: LoadJob, nowUs: number): RecoveryPlan | null {
  const { row, request, unstable, rewound, held } = job;
  const outageFromUs = Math.min(request.lostFromUs, nowUs);
  if (held) return { mode: 'hold', outageFromUs, resumeAtUs: null };
  if (!isAffected(row, nowUs)) return null;
  if (unstable) return withOutage(row, { mode: 'outage', outageFromUs, resumeAtUs: null });
  // Whether people had to wait is known by Redis; what the room gets back counts from what PostgreSQL has.
  const heldFromUs = rewound ? (request.heldFromUs ?? outageFromUs) : outageFromUs;
  const plan = planRecovery(heldFromUs, nowUs, { rebuilt: true });
  return plan && withOutage(row, { ...plan, outageFromUs });
}

const withOutage = (head: Pick<LotHead, 'deadlineUs'>, plan: RecoveryPlan): RecoveryPlan => ({
  ...plan,
  outageFromUs: outageFrom(head, plan),
});

/** Rooms that wait for their start, are paused or closed need nothing; one without entries had no participants. */
function isAffected({ seq, phase, terms }: Pick<LotHead, 'seq' | 'phase' | 'terms'>, nowUs: number): boolean {
  return seq > 0 && (phase === 'running' || (phase === 'waiting' && terms.opensAtMs * 1_000 <= nowUs));
}

/**
 * Restores the lost time of these lots' rooms, or pauses them, by entries in their own logs. Rejects when Redis fails;
 * repeating it gives no time twice.
 */
export async function recoverLots(
  context: JournalContext,
  lotIds: readonly number[],
  plan: RecoveryPlan,
  nowUs: number,
): Promise<void> {
  const { memory, state } = context;
  const affected = lotIds.flatMap((lotId) => {
    const head = memory.lots.get(lotId);
    return head && isAffected(head, nowUs) ? [head] : [];
  });
  for (let i = 0; i < affected.length; i += CONCURRENCY) {
    await Promise.all(
      affected.slice(i, i + CONCURRENCY).map((head) => {
        const { lotId, epoch } = head;
        return state.recover({ lotId, epoch, ...plan, outageFromUs: outageFrom(head, plan) });
      }),
    );
  }
  if (affected.length === 0) return;
  context.counts.recoveries[plan.mode] += affected.length;
  context.metrics?.journalEvents.inc({ event: `recovered-${plan.mode}` }, affected.length);
  context.log.warn({ ...plan, lots: affected.length }, 'rooms recovered after an interruption');
}

/**
 * Scripts continue to decide until the lease expires. A room that ended within that time was open to its end and stays
 * closed. The script compares with its own deadline, which may be after the committed one.
 */
function outageFrom(head: Pick<LotHead, 'deadlineUs'>, { mode, outageFromUs }: RecoveryPlan): number {
  const heldFromUs = outageFromUs + LEASE_LIMIT_US;
  return mode !== 'rebuild' && head.deadlineUs <= heldFromUs ? heldFromUs : outageFromUs;
}
