import {
  BY_RULES,
  createTradeApplicationsRepository,
  type StaffMember,
} from '#server/domains/trade-applications/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { RevokeApplication } from './revoke-application.ts';

/** A room did not answer: to be tried again with the whole event. */
export class ParticipationNotEnded extends Error {
  constructor(applicationId: number) {
    super(`the room of application ${applicationId} did not answer`);
    this.name = 'ParticipationNotEnded';
  }
}

export interface ExcludedPerson {
  personId: string;
  cause: 'disabled' | 'barred';
  /** Who decided; null: the rules. */
  by: StaffMember | null;
  /** As staff stated it; empty where none was given. */
  reason: string;
}

export type EndParticipation = ReturnType<typeof createEndParticipation>;

/**
 * A person who was disabled or barred takes part in no auction any more. Whoever leads a room is not revoked by that alone:
 * a request of two persons opens instead. Safe to repeat; rehearsals are left alone.
 */
export function createEndParticipation({
  db,
  revoking,
}: {
  db: AnyDb;
  revoking: Pick<RevokeApplication, 'revoke' | 'openFor'>;
}) {
  return async ({ personId, cause, by, reason }: ExcludedPerson): Promise<void> => {
    const ids = await createTradeApplicationsRepository(db).livingOf(personId);
    const silent: number[] = [];
    for (const id of ids) {
      const answer = await revoking.revoke(id, by ?? { personId: BY_RULES, name: '' }, reason);
      if (answer?.outcome !== 'refused') continue;
      if (answer.reason === 'leading') await revoking.openFor(id, { by, reason, cause });
      if (answer.reason === 'busy') silent.push(id);
    }
    // The others are done; the next attempt finds them ended.
    const [first] = silent;
    if (first !== undefined) throw new ParticipationNotEnded(first);
  };
}
