import type { AnyDb } from '#server/platform/database/index.ts';
import { actPdf } from './act-pdf.ts';
import { createActsRepository, type ActFile, type ActKind } from './act-facts.repository.ts';
import type { HandOver } from './hand-over-tables.ts';

export interface ActsDeps {
  db: AnyDb;
  /** Public address, without a trailing slash; called when a document is rendered. */
  publicUrl: () => string;
}

/** Number of the act of a hand-over, as it is printed. */
export const actNumber = ({ id }: Pick<HandOver, 'id'>): string => `A-${String(id).padStart(6, '0')}`;

/** The acceptance act of a confirmed hand-over, rendered at its first request; afterwards its bytes never change. */
export function createActs({ db, publicUrl }: ActsDeps) {
  const acts = createActsRepository(db);
  return {
    /** null: it was never confirmed. */
    async of(handOver: HandOver): Promise<ActFile | null> {
      const { id, act: facts, confirmed_at: confirmedAt, cancelled_at: cancelledAt } = handOver;
      if (!facts || !confirmedAt) return null;
      const kind: ActKind = cancelledAt ? 'cancelled' : 'active';
      const stored = await acts.find(id, kind);
      if (stored) return stored;
      const number = actNumber(handOver);
      const operator = { name: 'Savdo', site: new URL(publicUrl()).host };
      const body = await actPdf({ number, facts, confirmedAt, cancelledAt, operator });
      await acts.store(id, kind, `${number}${cancelledAt ? '-cancelled' : ''}.pdf`, body);
      // Read again: a concurrent request may have stored it first, and the first file counts.
      return acts.find(id, kind);
    },
  };
}
