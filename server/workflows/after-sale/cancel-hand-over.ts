import { createHandOversRepository } from '#server/domains/trade/hand-overs/index.ts';
import type { StaffTasksService } from '#server/domains/staff/tasks/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { endTasks } from './hand-over-messages.ts';

/** Sales of a lot were undone: their hand-overs are cancelled. */
export function createCancelHandOver({ tasks }: { tasks: Pick<StaffTasksService, 'finishOccasion'> }) {
  return {
    /**
     * In the caller's transaction, which cancels the settlements too and has locked the lot's sales before. Open tasks of
     * staff end; an acceptance act stays readable with its watermark. Who undid the sale writes the messages. Returns how
     * many were in force.
     */
    async cancelOf(tx: AnyDb, sales: { lotId: number } | { settlementId: number }): Promise<number> {
      const handOvers = createHandOversRepository(tx);
      const inForce = await handOvers.lockInForce(sales);
      for (const handOver of inForce) {
        await handOvers.move(handOver, 'undo-sale', { cancelled: true });
        await endTasks(tx, tasks, { handOverId: handOver.id, by: 'rules', note: '' });
      }
      return inForce.length;
    },
  };
}
