import { deadlineAfter, type WorkingCalendar } from '#server/domains/content/reference/index.ts';
import type { StaffTasksService } from '#server/domains/staff/tasks/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { DAY_MS } from '#shared/time/tashkent.ts';
import type { SaleClaim } from './result-cancellation-tables.ts';
import { createSaleClaimsRepository } from './sale-claims.repository.ts';

/** A buyer waits so many working days for the seller; then staff end it by two persons. */
const WAITED_DAYS = 30;
/** By when staff do. */
const DECIDED_DAYS = 5;
const BATCH = 50;

export interface OldClaimsDeps {
  db: AnyDb;
  tasks: Pick<StaffTasksService, 'open'>;
  calendar(): Promise<WorkingCalendar>;
  now?: () => number;
}

/** Another one once a court has decided: what it says is collected from the seller, who may still not pay. */
const taskOfClaim = ({ id, court_at: courtAt }: Pick<SaleClaim, 'id' | 'court_at'>): string =>
  courtAt === null ? `sale-claim:${id}:end` : `sale-claim:${id}:end:${courtAt.getTime()}`;

/** What a decision, or the seller's payment, has ended is no task any more: in the transaction that ended it. */
export const endTaskOfClaim = (
  tx: AnyDb,
  tasks: Pick<StaffTasksService, 'finishOccasion'>,
  { claim, by, note }: { claim: SaleClaim; by: string; note: string },
): Promise<void> => tasks.finishOccasion(taskOfClaim(claim), { personId: by, name: '' }, note, tx);

/** Asks staff to end what buyers have been owed for too long: once for each, and once more after each decision of a court. */
export const createAskAboutOldClaims =
  ({ db, tasks, calendar, now = Date.now }: OldClaimsDeps) =>
  async (onError: (error: unknown, claimId: number) => void): Promise<void> => {
    const at = now();
    const waited = new Date(at - WAITED_DAYS * DAY_MS);
    const found = await createSaleClaimsRepository(db).notAsked(waited, BATCH);
    if (found.length === 0) return;
    const days = await calendar();
    for (const { id, court_at: courtAt, task_at: taskAt, since } of found) {
      // The oldest first: those after it have waited less.
      if (deadlineAfter(days, since, WAITED_DAYS).getTime() > at) return;
      try {
        await inTransaction(db, async (tx) => {
          const claims = createSaleClaimsRepository(tx);
          const claim = await claims.lock(id);
          if (!claim || claim.ended !== null) return;
          // Asked, or decided by a court, since it was found.
          if (
            claim.task_at?.getTime() !== taskAt?.getTime() ||
            claim.court_at?.getTime() !== courtAt?.getTime()
          )
            return;
          await tasks.open(
            {
              occasion: taskOfClaim(claim),
              kind: 'end-claim',
              lotId: claim.lot_id,
              priceTiyin: claim.amount_tiyin,
              dueAt: deadlineAfter(days, new Date(at), DECIDED_DAYS),
            },
            tx,
          );
          await claims.asked(id);
        });
      } catch (error) {
        // Retried in the next round; the others do not wait for it.
        onError(error, id);
      }
    }
  };
