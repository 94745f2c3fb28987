import { createTradeApplicationsRepository } from '#server/domains/trade/trade-applications/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { TO_THE_END, type StoredApplicationStatus } from '#shared/lifecycles/trade-application.ts';
import { interestInLot } from './interest-in-lot.repository.ts';

const READING: readonly StoredApplicationStatus[] = ['requested', ...TO_THE_END];

/**
 * Who takes part in the trade of a lot may read what is not public about it: its bidders, also after the hammer, those who
 * have reserved or bought units, and those who are asked whether they take it.
 */
export const participantsModule = defineModule({
  name: 'participants',
  create({ database: { db } }: Pick<Base, 'database'>) {
    const applications = createTradeApplicationsRepository(db);
    return {
      async isParticipant(lotId: number, personId: string): Promise<boolean> {
        const application = await applications.find(lotId, personId);
        if (application && READING.includes(application.status)) return true;
        const interest = await interestInLot(db, lotId);
        return interest.some((each) => each.personId === personId && each.kind !== 'application');
      },
      /** Has anybody applied for it, reserved or bought of it? */
      isWanted: async (lotId: number, on: AnyDb = db): Promise<boolean> =>
        (await interestInLot(on, lotId)).length > 0,
      /** Those people, each once. */
      interestedIn: async (lotId: number, on: AnyDb = db): Promise<readonly string[]> => [
        ...new Set((await interestInLot(on, lotId)).map(({ personId }) => personId)),
      ],
    };
  },
});
