import type { LotsRepository, LotsService } from '#server/domains/trade/lots/index.ts';
import {
  createTradeApplicationsRepository,
  practiceRefusal,
} from '#server/domains/trade/trade-applications/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { hasRight } from '#shared/api/console/staff-rights.ts';
import type { JoinPracticeAnswer, JoinRefusal } from '#shared/api/cabinet/trade-applications.ts';
import type { ApproveApplication } from './approve-application.ts';

export interface JoinPracticeDeps {
  db: AnyDb;
  lots: Pick<LotsService, 'cards'>;
  lotsRepository: Pick<LotsRepository, 'get'>;
  admission: Pick<ApproveApplication, 'admitInTurn'>;
}

/** null: no such lot, or a rehearsal for someone who is not of the staff. */
export type JoinPractice = (
  lotId: number,
  person: { personId: string; roles: readonly string[] },
) => Promise<JoinPracticeAnswer | null>;

/** Applies for a practice room without a code or a deposit, and is admitted at once; a repeat gives the same number. */
export function createJoinPractice({ db, lots, lotsRepository, admission }: JoinPracticeDeps): JoinPractice {
  const applications = createTradeApplicationsRepository(db);

  return async (lotId, { personId, roles }) => {
    const refused = (reason: JoinRefusal) => ({ verdict: 'refused', lotId, reason }) as const;
    const admitted = (number: number, already: boolean) =>
      ({ verdict: 'admitted', lotId, number, already }) as const;

    const [lot] = await lots.cards([lotId]);
    if (!lot) return null;
    if (!hasRight(roles, 'watchRooms') && (await lotsRepository.get(lotId))?.rehearsal) return null;
    const existing = await applications.find(lotId, personId);
    if (existing?.status === 'admitted') return admitted(existing.number, true);
    if (existing?.status === 'revoked') return refused('revoked');
    const refusal = practiceRefusal(lot);
    if (refusal) return refused(refusal);

    const application = existing ?? (await applications.request(lotId, personId, null));
    if (application.status === 'turned-down') return refused('closed');
    switch (await admission.admitInTurn(application.id)) {
      case 'admitted':
        return admitted(application.number, false);
      case 'turned-down':
        return refused('closed');
      case 'busy':
        return refused('busy');
      case 'decided': {
        // By a simultaneous call, or by the worker.
        const status = (await applications.find(lotId, personId))?.status;
        if (status === 'admitted') return admitted(application.number, true);
        return refused(status === 'revoked' ? 'revoked' : 'closed');
      }
    }
  };
}
