import {
  BY_RULES,
  createTradeApplicationsRepository,
  type StaffMember,
} from '#server/domains/trade/trade-applications/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { RevokeApplication } from './revoke-application.ts';

/** A room did not answer: the whole event has to be retried. */
class ParticipationNotEnded extends Error {
  constructor(applicationId: number) {
    super(`the room of application ${applicationId} did not answer`);
    this.name = 'ParticipationNotEnded';
  }
}

export interface ExcludedPerson {
  personId: string;
  cause: 'disabled' | 'barred';
  /** Who shut the account, or the last of those who barred; null: the rules, or a command on the server. */
  by: StaffMember | null;
  /** As staff stated it; empty where none was given. */
  reason: string;
}

/**
 * Ends the participation of a disabled or barred person in all auctions: of a barred one also where they lead. A disabled
 * leader is not revoked by that alone, nor is anybody whose account one person shut, before bidding begins or after: a request for two
 * persons opens instead. Nothing ends of somebody who is back by now: the event may be handled late, or tried again by one
 * member of staff weeks later. Idempotent; does not affect rehearsals.
 */
export function createEndParticipation({
  db,
  revoking,
  isExcluded,
}: {
  db: AnyDb;
  revoking: Pick<RevokeApplication, 'revokeBarred' | 'revokeDecided' | 'openFor'>;
  /** Is the account still shut, or the person still barred? */
  isExcluded: (personId: string, cause: ExcludedPerson['cause']) => Promise<boolean>;
}) {
  return async ({ personId, cause, by, reason }: ExcludedPerson): Promise<void> => {
    if (!(await isExcluded(personId, cause))) return;
    const ids = await createTradeApplicationsRepository(db).livingOf(personId);
    const end = cause === 'barred' ? revoking.revokeBarred : revoking.revokeDecided;
    const silent: number[] = [];
    for (const id of ids) {
      if (cause === 'disabled' && by !== null) {
        await revoking.openFor(id, { by, reason, cause });
        continue;
      }
      const answer = await end(id, by ?? { personId: BY_RULES, name: '' }, reason);
      if (answer?.outcome !== 'refused') continue;
      if (cause === 'disabled' && answer.reason === 'leading')
        await revoking.openFor(id, { by, reason, cause });
      if (answer.reason === 'busy') silent.push(id);
    }
    // The others are done; a retry skips them.
    const [first] = silent;
    if (first !== undefined) throw new ParticipationNotEnded(first);
  };
}
