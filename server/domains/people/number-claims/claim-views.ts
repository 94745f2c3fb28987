import { publicPinfl, publicStir, type Person } from '#server/domains/people/accounts/index.ts';
import type { Role } from '#shared/api/contract.ts';
import type { ClaimAccount, ClaimMove, ListedClaim, MyClaim } from '#shared/api/cabinet/number-claims.ts';
import { hasRight } from '#shared/api/console/staff-rights.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import { NUMBER_CLAIM } from '#shared/lifecycles/number-claim.ts';
import type { AccountTie } from '#shared/limits/number-claims.ts';
import type { ClaimRow, NamedClaimRow } from './number-claim-tables.ts';

/** A member of staff who reads. */
export interface ClaimReader {
  personId: string;
  roles: readonly Role[];
}

export const maskedNumber = ({ field, number }: Pick<ClaimRow, 'field' | 'number'>): string =>
  field === 'pinfl' ? publicPinfl(number) : publicStir(number);

export const myClaimView = (row: ClaimRow): MyClaim => ({
  id: row.id,
  field: row.field,
  number: row.number,
  statement: row.statement,
  state: row.state,
  createdAtMs: row.created_at.getTime(),
  decidedAtMs: row.decided_at?.getTime() ?? null,
  reason: row.decision_reason,
});

export const listedClaimView = (row: NamedClaimRow): ListedClaim => ({
  id: row.id,
  field: row.field,
  numberMasked: maskedNumber(row),
  state: row.state,
  claimant: { id: row.claimant_id, name: row.claimant_name },
  submittedAtMs: (row.submitted_at ?? row.created_at).getTime(),
  proposedBy: row.proposed_by_name,
  decidedBy: row.decided_by_name,
  decidedAtMs: row.decided_at?.getTime() ?? null,
  reason: row.decision_reason,
});

export const claimAccountView = (
  person: Person,
  { certified, ties }: { certified: boolean; ties: AccountTie[] },
): ClaimAccount => ({
  id: person.id,
  kind: person.kind,
  name: person.name,
  phone: person.phone,
  email: person.email,
  phoneConfirmed: person.phoneConfirmed,
  emailConfirmed: person.emailConfirmed,
  certified,
  disabled: person.disabled,
  ties,
  createdAtMs: person.createdAt.getTime(),
  signedInAtMs: person.signedInAt?.getTime() ?? null,
});

/** What the reader may do about a claim; the second person is judged again by the call. */
export function movesOfClaim(row: ClaimRow, { personId, roles }: ClaimReader): ClaimMove[] {
  if (!hasRight(roles, 'decideNumberClaims') || row.claimant_id === personId) return [];
  const moves: ClaimMove[] = ['propose', 'approve', 'return', 'reject'];
  return moves.filter(
    (move) => allows(NUMBER_CLAIM, row.state, move) && (move !== 'approve' || row.proposed_by !== personId),
  );
}
