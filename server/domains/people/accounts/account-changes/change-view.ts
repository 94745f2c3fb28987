import type { AccountChange } from '#shared/api/console/console-accounts.ts';
import type { Role } from '#shared/api/contract.ts';
import { hasRight } from '#shared/api/console/staff-rights.ts';
import { ACCOUNT_CHANGE } from '#shared/lifecycles/account-change.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import type { NamedChangeRow } from './account-changes.repository.ts';

const named = (id: string | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });

/** A change as staff read it, with what the reader may do about it. */
export function changeView(
  row: NamedChangeRow,
  reader: { personId: string; roles: readonly Role[] },
): AccountChange {
  const decides = hasRight(reader.roles, 'manageStaff') && reader.personId !== row.person_id;
  const may: AccountChange['may'] = [];
  if (decides && allows(ACCOUNT_CHANGE, row.state, 'approve') && reader.personId !== row.asked_by)
    may.push('approve');
  if (decides && allows(ACCOUNT_CHANGE, row.state, 'refuse')) may.push('refuse');
  return {
    id: row.id,
    kind: row.kind,
    role: row.role,
    state: row.state,
    reason: row.reason,
    evidence: row.evidence,
    decisionReason: row.decision_reason,
    may,
    person: { id: row.person_id, name: row.person_name },
    askedBy: named(row.asked_by, row.asked_by_name),
    askedAtMs: row.asked_at.getTime(),
    decidedBy: named(row.decided_by, row.decided_by_name),
    decidedAtMs: row.decided_at?.getTime() ?? null,
  };
}
