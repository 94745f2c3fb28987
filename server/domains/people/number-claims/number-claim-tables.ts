import type { Generated, Selectable } from 'kysely';
import type { ClaimMove } from '#shared/api/cabinet/number-claims.ts';
import type { NumberClaimState } from '#shared/lifecycles/number-claim.ts';

export interface NumberClaimTables {
  number_claim: {
    id: Generated<number>;
    claimant_id: string;
    field: 'pinfl' | 'stir';
    number: string;
    statement: string;
    state: NumberClaimState;
    created_at: Generated<Date>;
    submitted_at: Date | null;
    proposed_by: string | null;
    /** Read by who loses the number. */
    proposed_reason: string | null;
    /** Accounts that had the number when the grant was proposed, in order. */
    holder_ids: string[] | null;
    decided_by: string | null;
    decided_at: Date | null;
    /** Of a rejection; the claimant reads it. */
    decision_reason: string | null;
  };
  number_claim_step: {
    id: Generated<number>;
    claim_id: number;
    action: ClaimAction;
    actor: string;
    note: string | null;
    at: Generated<Date>;
  };
  // Read for names; written by accounts.
  person: { id: string; name: string };
}

export type ClaimAction = 'begin' | 'submit' | 'withdraw' | ClaimMove;
export type ClaimRow = Selectable<NumberClaimTables['number_claim']>;
export type NamedClaimRow = ClaimRow & {
  claimant_name: string;
  proposed_by_name: string | null;
  decided_by_name: string | null;
};
