import { deadlineAfter, type WorkingCalendar } from '#server/domains/content/reference/index.ts';
import type { StaffTasksService } from '#server/domains/staff/tasks/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { DAY_MS } from '#shared/time/tashkent.ts';
import { owedFor } from './credit-claim-end.ts';
import { correctionsNotPaid } from './credit-corrections.repository.ts';
import { createLinesRepository } from './lines.repository.ts';

/** Whose transfer it is waits so many working days for who has it; then staff may end it by two persons. */
const WAITED_DAYS = 30;
/** By when staff decide. */
const DECIDED_DAYS = 5;
const BATCH = 50;

export interface OldCreditClaimsDeps {
  db: AnyDb;
  tasks: Pick<StaffTasksService, 'open'>;
  calendar(): Promise<WorkingCalendar>;
  now?: () => number;
}

/** Asks staff about transfers that were taken back and are not paid for too long, once for each. */
export const createAskAboutOldCreditClaims =
  ({ db, tasks, calendar, now = Date.now }: OldCreditClaimsDeps) =>
  async (onError: (error: unknown, lineId: number) => void): Promise<void> => {
    const at = now();
    const found = await correctionsNotPaid(db, new Date(at - WAITED_DAYS * DAY_MS), BATCH);
    if (found.length === 0) return;
    const days = await calendar();
    for (const { lineId, key, occasion, since, amountTiyin } of found) {
      // The oldest first: those after it have waited less.
      if (deadlineAfter(days, since, WAITED_DAYS).getTime() > at) return;
      try {
        await inTransaction(db, async (tx) => {
          await createLinesRepository(tx).lock(lineId);
          const owed = await owedFor(tx, lineId);
          if (owed?.key !== key || !owed.isOpen) return;
          await tasks.open(
            {
              occasion,
              kind: 'end-credit-claim',
              bankLineId: lineId,
              priceTiyin: amountTiyin,
              dueAt: deadlineAfter(days, new Date(at), DECIDED_DAYS),
            },
            tx,
          );
        });
      } catch (error) {
        // Retried in the next round; the others do not wait for it.
        onError(error, lineId);
      }
    }
  };
