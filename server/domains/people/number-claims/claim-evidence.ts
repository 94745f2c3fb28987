import type { FileOwnerKind, FileTarget } from '#server/domains/content/files/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { conflict, notFound } from '#server/platform/errors/index.ts';
import { hasRight } from '#shared/api/console/staff-rights.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import { NUMBER_CLAIM } from '#shared/lifecycles/number-claim.ts';
import { CLAIM_FILES_MAX } from '#shared/limits/number-claims.ts';
import { createNumberClaimsRepository } from './number-claims.repository.ts';

const OWNER = 'number-claim';

/** The documents of a claim. */
export const evidenceOfClaim = (claimId: number): FileTarget => ({ owner: OWNER, ownerId: claimId });

/** Evidence: of the claimant, who changes it until it is submitted; then read by staff as well. */
export const claimEvidenceOwner = (db: AnyDb): FileOwnerKind => ({
  name: OWNER,
  most: { image: 0, document: CLAIM_FILES_MAX },

  async access(id, viewer) {
    const row = viewer ? await createNumberClaimsRepository(db).find(id) : null;
    if (!viewer || !row) return null;
    if (row.claimant_id === viewer.personId) return 'owner';
    return row.submitted_at !== null && hasRight(viewer.roles, 'readNumberClaims') ? 'staff' : null;
  },

  async lockForChange(tx, id, personId) {
    const row = await createNumberClaimsRepository(tx).lock(id);
    if (row?.claimant_id !== personId) throw notFound();
    if (!allows(NUMBER_CLAIM, row.state, 'submit')) throw conflict('number-claims.decided');
  },

  // Nothing else depends on them.
  touched: () => Promise.resolve(),
});
