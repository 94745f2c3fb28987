import {
  BY_RULES,
  createTradeApplicationsRepository,
  type StaffMember,
} from '#server/domains/trade-applications/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { RevokeApplication } from './revoke-application.ts';

/** A room did not answer: the whole event has to be retried. */
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
 * Ends the participation of a disabled or barred person in all auctions. The leader of a room is not revoked by that
 * alone: a request for two persons opens instead. Idempotent; does not affect rehearsals.
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
    // The others are done; a retry skips them.
    const [first] = silent;
    if (first !== undefined) throw new ParticipationNotEnded(first);
  };
}
