import type { FileOwnerKind } from '#server/domains/content/files/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { conflict, notFound } from '#server/platform/errors/index.ts';
import { DOCUMENT_LIMITS } from '#shared/api/cabinet/files.ts';
import { hasRight } from '#shared/api/console/staff-rights.ts';
import { HAND_OVER } from '#shared/lifecycles/hand-over.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import { createHandOversRepository } from './hand-overs.repository.ts';

/**
 * Files of disputes: added by the buyer before the dispute is filed and frozen with it; then the seller reads them too. Staff
 * without a part in the lot sees them at any time.
 */
export const disputeFileOwner = (
  db: AnyDb,
  rivalLots: (personId: string) => Promise<readonly number[]>,
): FileOwnerKind => ({
  name: 'hand-over',
  most: { image: 0, document: DOCUMENT_LIMITS.count },

  async access(handOverId, viewer) {
    const row = viewer ? await createHandOversRepository(db).byId(handOverId) : null;
    if (!viewer || !row) return null;
    if (row.buyer_id === viewer.personId) return 'owner';
    if (hasRight(viewer.roles, 'readHandOvers') && !(await rivalLots(viewer.personId)).includes(row.lot_id))
      return 'staff';
    return row.seller_id === viewer.personId && row.dispute !== null ? 'reader' : null;
  },

  async lockForChange(tx, handOverId, personId) {
    const row = await createHandOversRepository(tx).lock(handOverId);
    if (row?.buyer_id !== personId) throw notFound();
    if (!allows(HAND_OVER, row.state, 'dispute')) throw conflict('hand-overs.over');
  },

  // Nothing else depends on them.
  touched: () => Promise.resolve(),
});
