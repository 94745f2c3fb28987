import { createStandstills } from '#server/domains/people/accounts/index.ts';
import { deadlineAfter, type ReferenceService } from '#server/domains/content/reference/index.ts';
import { createSettlementsRepository } from '#server/domains/money/settlements/index.ts';
import type { StaffTasksService } from '#server/domains/staff/tasks/index.ts';
import { createHandOversRepository } from '#server/domains/trade/hand-overs/index.ts';
import { createOrderTrade } from '#server/domains/trade/orders/index.ts';
import { createProtestsRepository } from '#server/domains/trade/protests/index.ts';
import { createRelistingsRepository } from '#server/domains/trade/relistings/index.ts';
import { createSecondOffersRepository } from '#server/domains/trade/second-offers/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { SECOND_SHUTTING_DAYS } from '#shared/limits/standstills.ts';

/** Standstills looked at in one round. */
const BATCH = 1_000;

export interface AskAboutStandstillsDeps {
  db: AnyDb;
  reference: Pick<ReferenceService, 'workingCalendar'>;
  tasks: Pick<StaffTasksService, 'open'>;
}

/** A task about the lot, once for a standstill. */
export const standstillTask = (lotId: number, since: Date): string =>
  `standstill:${lotId}:${since.getTime()}`;

/** A task about all that the person sells, once for a standstill. */
export const sellerStandstillTask = (personId: string, since: Date): string =>
  `standstill:${personId}:${since.getTime()}`;

/** Lots of whose sales the person has something to pay, to answer or to confirm, each once, in the order of their ids. */
export async function lotsHeldUpBy(db: AnyDb, personId: string): Promise<number[]> {
  const lotIds = [
    ...(await createSettlementsRepository(db).lotsToPayOf(personId)),
    ...(await createSecondOffersRepository(db).lotsToAnswerOf(personId)),
    ...(await createHandOversRepository(db).lotsToConfirmOf(personId)),
  ];
  return [...new Set(lotIds)].toSorted((one, other) => one - other);
}

/** The first order of the person that is to be published or repeated, or about whose lot a protest is to be answered; null: there is none. */
async function orderHeldUpBy(db: AnyDb, personId: string): Promise<number | null> {
  const orderIds = [
    ...(await createOrderTrade(db).unpublishedOf(personId)),
    ...(await createRelistingsRepository(db).ordersToRepeatOf(personId)),
    ...(await createProtestsRepository(db).ordersToAnswerOf(personId)),
  ];
  return orderIds.length === 0 ? null : Math.min(...orderIds);
}

/**
 * One member of staff has shut an account alone, and sales wait for it: a second one shuts it too, or opens it. One task for each lot of a
 * buyer, and one for all that a seller has; a repeat changes nothing.
 */
export function createAskAboutStandstills({ db, reference, tasks }: AskAboutStandstillsDeps) {
  return async (): Promise<void> => {
    const calendar = await reference.workingCalendar();
    for (const { person_id: personId, since } of await createStandstills(db).lasting(BATCH)) {
      const asked = {
        kind: 'second-shutting',
        dueAt: deadlineAfter(calendar, new Date(), SECOND_SHUTTING_DAYS),
      } as const;
      for (const lotId of await lotsHeldUpBy(db, personId))
        await tasks.open({ ...asked, occasion: standstillTask(lotId, since), lotId });
      const orderId = await orderHeldUpBy(db, personId);
      if (orderId !== null)
        await tasks.open({ ...asked, occasion: sellerStandstillTask(personId, since), orderId });
    }
  };
}
