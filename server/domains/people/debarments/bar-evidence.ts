import type { FileOwnerKind, FileTarget } from '#server/domains/content/files/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { conflict, notFound } from '#server/platform/errors/index.ts';
import { BAR_PROPOSAL } from '#shared/lifecycles/bar-proposal.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import { hasRight } from '#shared/api/console/staff-rights.ts';
import { createDebarmentProposalsRepository } from './bar-proposals.repository.ts';

const OWNER = 'bar-proposal';

/** The evidence of a proposal. */
export const evidenceOf = (proposalId: number): FileTarget => ({ owner: OWNER, ownerId: proposalId });

/** Evidence: for staff who read bars; of a draft for who began it alone, who changes it until it is submitted. */
export const barEvidenceOwner = (db: AnyDb): FileOwnerKind => ({
  name: OWNER,

  async access(id, viewer) {
    if (!viewer || !hasRight(viewer.roles, 'readBars')) return null;
    const row = await createDebarmentProposalsRepository(db).find(id);
    if (!row) return null;
    return row.submitted_at !== null || row.proposed_by === viewer.personId ? 'staff' : null;
  },

  async lockForChange(tx, id, personId) {
    const row = await createDebarmentProposalsRepository(tx).lock(id);
    if (row?.proposed_by !== personId) throw notFound();
    if (row.due || !allows(BAR_PROPOSAL, row.state, 'submit')) throw conflict('bars.decided');
  },

  touched: () => Promise.resolve(),
});
