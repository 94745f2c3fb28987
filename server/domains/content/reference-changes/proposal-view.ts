import type { Role } from '#shared/api/contract.ts';
import type { ReferenceProposal } from '#shared/api/console/reference-proposals.ts';
import { hasRight } from '#shared/api/console/staff-rights.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import { REFERENCE_PROPOSAL } from '#shared/lifecycles/reference-proposal.ts';
import type { StoredProposal } from './proposals.repository.ts';

/** What a proposal follows. */
export interface Latest {
  base: string;
  /** Of a rule set: from when its newest version is in force. */
  validFrom: Date | null;
}

/** A proposal as staff read it, with what the reader may do about it. */
export function proposalView(
  row: StoredProposal,
  latest: Latest,
  reader: { personId: string; roles: readonly Role[] },
  nowMs: number,
): ReferenceProposal {
  const own = row.proposed_by === reader.personId;
  const open = allows(REFERENCE_PROPOSAL, row.state, 'approve');
  const outdated = open && (row.base !== latest.base || row.valid_from.getTime() <= nowMs);
  const may: ReferenceProposal['may'] = [];
  if (open && hasRight(reader.roles, 'writeReference')) {
    if (!own && !outdated) may.push('approve');
    if (!own) may.push('turn-down');
    may.push('change');
    if (own) may.push('withdraw');
  }
  return {
    id: row.id,
    version: row.version,
    state: row.state,
    content: row.content,
    reason: row.reason,
    proposed: { by: row.proposed_by_name, atMs: row.created_at.getTime(), own },
    decided:
      row.decided_at === null
        ? null
        : { by: row.decided_by_name ?? '', atMs: row.decided_at.getTime(), note: row.note },
    outdated,
    may,
  };
}
