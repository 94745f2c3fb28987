import { createStandstills } from '#server/domains/people/accounts/index.ts';
import { createHandOversRepository } from '#server/domains/trade/hand-overs/index.ts';
import { lockSales, type LotsRepository } from '#server/domains/trade/lots/index.ts';
import {
  deadlineAfterTime,
  workingTime,
  type ReferenceService,
} from '#server/domains/content/reference/index.ts';
import type { StaffTasksService } from '#server/domains/staff/tasks/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import type { SalesClock } from '../selling/sales-clock.ts';
import { lotsHeldUpBy, sellerStandstillTask, standstillTask } from './ask-about-standstills.ts';
import { heldUpUntil } from '#server/domains/money/settlements/index.ts';

export interface EndStandstillDeps {
  db: AnyDb;
  clock: Pick<SalesClock, 'resumeOf'>;
  lots: Pick<LotsRepository, 'get'>;
  reference: Pick<ReferenceService, 'workingCalendar'>;
  graceDaysOf(lotId: number): Promise<number>;
  tasks: Pick<StaffTasksService, 'finishOccasion'>;
}

/**
 * An account that one member of staff had shut is open again, or two have shut it: settlements, offers and hand-overs of its owner run on
 * with the working time that was left when it was shut, or once it had waited for as long as it may. Until this is done nothing of them falls due; a repeat changes nothing.
 */
export function createEndStandstill({ db, clock, lots, reference, graceDaysOf, tasks }: EndStandstillDeps) {
  return async (personId: string): Promise<void> => {
    const calendar = await reference.workingCalendar();
    // Sales are locked in one order wherever several are.
    const ordered = await lotsHeldUpBy(db, personId);
    const graceDays = new Map<number, number>();
    for (const lotId of ordered) graceDays.set(lotId, await graceDaysOf(lotId));
    await inTransaction(db, async (tx) => {
      for (const lotId of ordered) await lockSales(tx, lotId);
      const standstills = createStandstills(tx);
      const since = await standstills.lockEnded(personId);
      if (since === null) return;
      const by = { personId: 'rules', name: '' };
      await tasks.finishOccasion(sellerStandstillTask(personId, since), by, '', tx);
      const key = `standstill:${since.getTime()}`;
      for (const lotId of ordered) {
        const lot = await lots.get(lotId, tx);
        const rules = { calendar, graceDays: graceDays.get(lotId)! };
        if (lot) await clock.resumeOf(tx, lot, personId, rules, key);
        await tasks.finishOccasion(standstillTask(lotId, since), by, '', tx);
      }
      const handOvers = createHandOversRepository(tx);
      const now = await handOvers.now();
      for (const { id, due_at: dueAt, opened_at: begun } of await handOvers.awaitingOf(personId, since)) {
        const held = await heldUpUntil(tx, calendar, { personId, begun });
        if (held === null) continue;
        const leftMs = workingTime(calendar, held.since, dueAt);
        await handOvers.postpone(
          id,
          deadlineAfterTime(calendar, now < held.until ? now : held.until, leftMs),
        );
      }
      await standstills.handled(personId);
    });
  };
}
