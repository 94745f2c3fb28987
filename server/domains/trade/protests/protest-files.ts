import type { FileOwnerKind, FileTarget } from '#server/domains/content/files/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { conflict, notFound } from '#server/platform/errors/index.ts';
import { hasRight } from '#shared/api/console/staff-rights.ts';
import { PROTEST_FILES_MAX } from '#shared/limits/protests.ts';
import { canWithdraw } from './protest-views.ts';
import { createProtestsRepository } from './protests.repository.ts';

const OWNER = 'protest';

export const filesOf = (protestId: number): FileTarget => ({ owner: OWNER, ownerId: protestId });

/** Files of protests: of their author, who may add some for a while; read by the lot's customer, and by staff without a part in the lot. */
export const protestFileOwner = (
  db: AnyDb,
  rivalLots: (personId: string) => Promise<readonly number[]>,
): FileOwnerKind => ({
  name: OWNER,
  most: { image: 0, document: PROTEST_FILES_MAX },

  async access(protestId, viewer) {
    const row = viewer ? await createProtestsRepository(db).rowOf(protestId) : null;
    if (!viewer || !row) return null;
    if (row.person_id === viewer.personId) return 'owner';
    if (row.seller === viewer.personId) return 'reader';
    if (!hasRight(viewer.roles, 'readProtests')) return null;
    return (await rivalLots(viewer.personId)).includes(row.lot_id) ? null : 'staff';
  },

  async lockForChange(tx, protestId, personId) {
    const protests = createProtestsRepository(tx);
    const row = await protests.lock(protestId);
    if (row?.person_id !== personId) throw notFound();
    if (!canWithdraw(row) || row.files_until <= (await protests.now()))
      throw conflict('protests.files-closed');
  },

  // Nothing else depends on them.
  touched: () => Promise.resolve(),
});
