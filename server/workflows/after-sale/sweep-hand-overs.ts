import { createHandOversRepository } from '#server/domains/trade/hand-overs/index.ts';
import type { Notifications } from '#server/domains/content/notifications/index.ts';
import { deadlineAfter, type ReferenceService } from '#server/domains/content/reference/index.ts';
import type { StaffTasksService } from '#server/domains/staff/tasks/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { HAND_OVER } from '#shared/lifecycles/hand-over.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import { createRound, type RoundError } from '../retrying-sweep.ts';
import { isHeldUp } from '#server/domains/money/settlements/index.ts';
import { tasksOfHandOver } from './hand-over-messages.ts';

const BATCH = 100;
/** Staff confirms within so many working days after the buyer's deadline. */
const CONFIRM_DAYS = 2;

export interface LookAtHandOversDeps {
  db: AnyDb;
  notifications: Pick<Notifications, 'notify'>;
  reference: Pick<ReferenceService, 'workingCalendar'>;
  tasks: Pick<StaffTasksService, 'open'>;
  /** ms of a clock that only rises; given by tests. */
  now?: () => number;
}

/**
 * The buyer's deadline has passed: staff gets a task to confirm the hand-over, and the buyer a message; both may still confirm
 * it, and the buyer may dispute it, until somebody has. Looking twice, late or at two places at once changes nothing.
 */
export function createLookAtHandOvers({ db, notifications, reference, tasks, now }: LookAtHandOversDeps) {
  const round = createRound(now);

  async function look(id: number): Promise<void> {
    const calendar = await reference.workingCalendar();
    await inTransaction(db, async (tx) => {
      const handOvers = createHandOversRepository(tx);
      const handOver = await handOvers.lock(id);
      const at = await handOvers.now();
      if (!handOver || !allows(HAND_OVER, handOver.state, 'confirm-by-staff')) return;
      if (handOver.task_at !== null || handOver.due_at > at) return;
      const { buyer_id: personId, opened_at: begun, due_at: dueAt } = handOver;
      if (await isHeldUp(tx, { personId, begun, dueAt }, at)) return;
      const row = (await handOvers.rowOf(id))!;
      await tasks.open(
        {
          occasion: tasksOfHandOver(id)[0],
          kind: 'confirm-hand-over',
          lotId: handOver.lot_id,
          bidderNumber: row.bidder_number,
          priceTiyin: row.price_tiyin,
          dueAt: deadlineAfter(calendar, at, CONFIRM_DAYS),
        },
        tx,
      );
      await handOvers.taskOpened(id);
      await notifications.notify(tx, {
        personId: handOver.buyer_id,
        key: `hand-over:${id}:late`,
        template: 'hand-over-late',
        params: { lotId: handOver.lot_id, lotTitle: row.lot_title },
      });
    });
  }

  return {
    look,

    /** Everything that is due; one that fails does not hold up the others. */
    lookAtDue: (onError: RoundError): Promise<void> =>
      round.run({ page: (after) => createHandOversRepository(db).late(after, BATCH), work: look, onError }),
  };
}
