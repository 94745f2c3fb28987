import { createStandstills } from '#server/domains/people/accounts/index.ts';
import { deadlineAfter, type ReferenceService } from '#server/domains/content/reference/index.ts';
import { createSettlementsRepository } from '#server/domains/money/settlements/index.ts';
import type { StaffTasksService } from '#server/domains/staff/tasks/index.ts';
import { createHandOversRepository } from '#server/domains/trade/hand-overs/index.ts';
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

/** Lots of whose sales the person has something to pay, to answer or to confirm, each once, in the order of their ids. */
export async function lotsHeldUpBy(db: AnyDb, personId: string): Promise<number[]> {
  const lotIds = [
    ...(await createSettlementsRepository(db).lotsToPayOf(personId)),
    ...(await createSecondOffersRepository(db).lotsToAnswerOf(personId)),
    ...(await createHandOversRepository(db).lotsToConfirmOf(personId)),
  ];
  return [...new Set(lotIds)].toSorted((one, other) => one - other);
}

/**
 * One member of staff has shut an account alone, and sales wait for it: a second one shuts it too, or opens it. One task for each lot; a
 * repeat changes nothing.
 */
export function createAskAboutStandstills({ db, reference, tasks }: AskAboutStandstillsDeps) {
  return async (): Promise<void> => {
    const calendar = await reference.workingCalendar();
    for (const { person_id: personId, since } of await createStandstills(db).lasting(BATCH))
      for (const lotId of await lotsHeldUpBy(db, personId))
        await tasks.open({
          occasion: standstillTask(lotId, since),
          kind: 'second-shutting',
          lotId,
          dueAt: deadlineAfter(calendar, new Date(), SECOND_SHUTTING_DAYS),
        });
  };
}
