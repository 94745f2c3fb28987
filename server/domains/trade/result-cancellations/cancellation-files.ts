import type { FileOwnerKind, FileTarget } from '#server/domains/content/files/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { conflict, notFound } from '#server/platform/errors/index.ts';
import { hasRight } from '#shared/api/console/staff-rights.ts';
import { createResultCancellationsRepository } from './result-cancellations.repository.ts';

const OWNER = 'result-cancellation';

export const filesOfCancellation = (cancellationId: number): FileTarget => ({
  owner: OWNER,
  ownerId: cancellationId,
});

/** Documents of a cancellation: for staff alone, without a part in the lot; changed by the one who prepares it until it is proposed. */
export const cancellationFileOwner = (
  db: AnyDb,
  rivalLots: (personId: string) => Promise<readonly number[]>,
): FileOwnerKind => ({
  name: OWNER,

  async access(id, viewer) {
    if (!viewer || !hasRight(viewer.roles, 'readResultCancellations')) return null;
    const row = await createResultCancellationsRepository(db).byId(id);
    if (!row) return null;
    if ((await rivalLots(viewer.personId)).includes(row.lot_id)) return null;
    return row.proposed_by === viewer.personId ? 'owner' : 'staff';
  },

  async lockForChange(tx, id, personId) {
    const row = await createResultCancellationsRepository(tx).lock(id);
    if (row?.proposed_by !== personId) throw notFound();
    if (row.state !== 'prepared') throw conflict('result-cancellations.over');
  },

  // They are read again with each answer.
  touched: () => Promise.resolve(),
});
