import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { applied } from './apply-for-lot.policy.ts';
import { createTradeApplicationsRepository } from './trade-applications.repository.ts';

/** Who takes part in the trade of a lot: participants may read what is not public about it. */
export const participantsModule = defineModule({
  name: 'participants',
  create({ database: { db } }: Pick<Base, 'database'>) {
    const applications = createTradeApplicationsRepository(db);
    return {
      isParticipant: async (lotId: number, personId: string) =>
        applied(await applications.find(lotId, personId)),
    };
  },
});
