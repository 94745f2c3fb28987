import { mustStillDecide, type NumberMoves } from '#server/domains/people/accounts/index.ts';
import type { Notifications } from '#server/domains/content/notifications/index.ts';
import {
  createNumberClaimsRepository,
  type ClaimDecider,
  type DecideClaims,
} from '#server/domains/people/number-claims/index.ts';
import { takenOf } from '#server/identity/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { conflict } from '#server/platform/errors/index.ts';

export interface GrantNumberClaimDeps {
  db: AnyDb;
  deciding: Pick<DecideClaims, 'lock' | 'demandNoTies' | 'record'>;
  moves: NumberMoves;
  notify: Notifications['notify'];
  isSamePerson(on: AnyDb, one: string, other: string): Promise<boolean>;
}

export type GrantNumberClaim = ReturnType<typeof createGrantNumberClaim>;

/**
 * Grants a claim as a second person: the number moves to the claimant, each account that had it is shut, everybody gets a
 * message, all in one transaction under the locks of the claim, of the accounts and of the number. Sessions end after it.
 */
export function createGrantNumberClaim(deps: GrantNumberClaimDeps) {
  const { db, deciding, moves, notify, isSamePerson } = deps;

  /**
   * @throws 404; 403 `conflict-of-interest`; 409 `number-claims.decided`, `number-claims.second-person`, `asker-left`,
   * `number-claims.holder-changed`, `number-claims.kind-changed`, `number-claims.shut`, `number-claims.tied`,
   * `profile.id-is-set`, `profile.taken`
   */
  return async (claimId: number, by: ClaimDecider): Promise<void> => {
    try {
      const { claimantId, holderIds } = await inTransaction(db, async (tx) => {
        const { row } = await deciding.lock(tx, claimId, 'approve', by);
        const { field, number, claimant_id: claimantId, proposed_by: first } = row;
        if (first === null || (await isSamePerson(tx, first, by.personId)))
          throw conflict('number-claims.second-person');
        await mustStillDecide(tx, first, 'decideNumberClaims');
        const move = { claimantId, field, number, holderIds: row.holder_ids ?? [] };
        const locked = await moves.lock(tx, move);
        if (locked.outcome === 'id-is-set') throw conflict('profile.id-is-set');
        if (locked.outcome !== 'locked') throw conflict(`number-claims.${locked.outcome}`);
        await deciding.demandNoTies(tx, move.holderIds);
        await createNumberClaimsRepository(tx).move(claimId, 'approve', by.personId);
        await deciding.record(tx, by, 'claim-approved', claimId);
        const evidence = `number-claim:${claimId}`;
        await moves.move(tx, locked, {
          field,
          number,
          evidence,
          proposedBy: first,
          by,
          reason: row.proposed_reason ?? '',
        });
        await notify(tx, {
          personId: claimantId,
          key: evidence,
          template: 'number-claim-granted',
          params: {},
        });
        return move;
      });
      await moves.finish(claimantId, holderIds);
    } catch (error) {
      // Not retried: a third account took the number at the sign-in site, which the answer to staff says.
      if (takenOf(error)) throw conflict('profile.taken');
      throw error;
    }
  };
}
