import type { HandOver } from '#server/domains/trade/hand-overs/index.ts';
import type { Notifications } from '#server/domains/content/notifications/index.ts';
import type { StaffTasksService } from '#server/domains/staff/tasks/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';

/** Occasions of the tasks that staff can have because of a hand-over. */
export const tasksOfHandOver = (id: number) => [`hand-over:${id}:confirm`, `hand-over:${id}:settle`] as const;

/** What open tasks about a hand-over ask for is decided: they end with it, in the transaction that decides. */
export async function endTasks(
  tx: AnyDb,
  tasks: Pick<StaffTasksService, 'finishOccasion'>,
  { handOverId, by, note }: { handOverId: number; by: string; note: string },
): Promise<void> {
  for (const occasion of tasksOfHandOver(handOverId))
    await tasks.finishOccasion(occasion, { personId: by, name: '' }, note, tx);
}

interface Message {
  template: 'handed-over' | 'hand-over-settled' | 'hand-over-disputed';
  lotTitle: LocalizedText;
  /** What staff stated; empty: nothing. */
  reason: string;
}

/** One message to the buyer and one to the seller, once, in the transaction that makes it true. */
export async function tellBothSides(
  tx: AnyDb,
  notifications: Pick<Notifications, 'notify'>,
  { id, lot_id: lotId, buyer_id, seller_id }: HandOver,
  { template, lotTitle, reason }: Message,
): Promise<void> {
  const about = { lotId, lotTitle };
  for (const [side, personId] of [
    ['buyer', buyer_id],
    ['seller', seller_id],
  ] as const) {
    if (personId === null) continue;
    const key = `hand-over:${id}:${template}:${side}`;
    if (template === 'hand-over-settled')
      await notifications.notify(tx, { personId, key, template, params: { ...about, reason } });
    else await notifications.notify(tx, { personId, key, template, params: about });
  }
}
