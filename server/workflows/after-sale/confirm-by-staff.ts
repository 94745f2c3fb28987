import { createHandOversRepository, type HandOverRow } from '#server/domains/trade/hand-overs/index.ts';
import { lockSales } from '#server/domains/trade/lots/index.ts';
import { createProtestsRepository } from '#server/domains/trade/protests/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { DecisionKind } from '#server/platform/modules/index.ts';
import { HAND_OVER } from '#shared/lifecycles/hand-over.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import { isHeldUp } from '#server/domains/money/settlements/index.ts';
import type { ConfirmHandOver } from './confirm-hand-over.ts';

interface ConfirmByStaffDeps {
  confirming: Pick<ConfirmHandOver, 'confirmIn'>;
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** What staff's word is about, where they have a say: the buyer was silent, or disputes. */
const eventOf = ({ state }: HandOverRow) =>
  (['confirm-by-staff', 'settle-dispute'] as const).find((event) => allows(HAND_OVER, state, event)) ?? null;

async function mustExist(on: AnyDb, id: number): Promise<HandOverRow> {
  const row = await createHandOversRepository(on).rowOf(id);
  if (!row) throw new Error(`there is no hand-over ${id}`);
  return row;
}

/**
 * The buyer has the property though they have not said so by the deadline, or dispute it: two of staff say so, by a document, whatever the
 * sum. A dispute that is filed meanwhile, or a word of the buyer, makes the proposal lapse.
 */
export const confirmByStaff = ({
  confirming,
  namesOf,
}: ConfirmByStaffDeps): DecisionKind<'confirm-hand-over'> => ({
  name: 'confirm-hand-over',
  subjectOf: ({ handOverId }) => `hand-over:${handOverId}`,

  async lock(tx, { handOverId }) {
    const seen = await createHandOversRepository(tx).byId(handOverId);
    if (!seen) return;
    await lockSales(tx, seen.lot_id);
    await createHandOversRepository(tx).lock(handOverId);
  },

  async stateOf(on, { handOverId }) {
    const row = await createHandOversRepository(on).byId(handOverId);
    return row && { state: row.state, disputedAt: row.disputed_at };
  },

  async concerns(on, { handOverId }) {
    const { buyer_id: buyer, seller_id: seller, lot_id: lotId } = await mustExist(on, handOverId);
    return { personIds: [buyer, ...(seller === null ? [] : [seller])], lotId };
  },

  async judge(on, { handOverId }) {
    const row = await mustExist(on, handOverId);
    const event = eventOf(row);
    if (event === null) return 'nothing-to-do';
    // Silence says nothing of a buyer who cannot speak: one member of staff has shut the account.
    if (event === 'confirm-by-staff') {
      const now = await createHandOversRepository(on).now();
      const { buyer_id: personId, opened_at: begun, due_at: dueAt } = row;
      if (dueAt > now || (await isHeldUp(on, { personId, begun, dueAt }, now))) return 'too-early';
    }
    return (await createProtestsRepository(on).hasOpen([row.lot_id])) ? 'protested' : null;
  },

  async preview(on, { handOverId }) {
    const row = await mustExist(on, handOverId);
    const name = (await namesOf([row.buyer_id])).get(row.buyer_id);
    return [
      { fact: 'lot', type: 'lot', lotId: row.lot_id },
      { fact: 'sum', type: 'money', tiyin: row.price_tiyin },
      ...(name ? [{ fact: 'person', type: 'text', text: name } as const] : []),
      row.dispute === null
        ? { fact: 'deadline', type: 'time', atMs: row.due_at.getTime() }
        : { fact: 'dispute', type: 'text', text: row.dispute },
    ];
  },

  async apply(tx, { handOverId }, { decidedBy, reason }) {
    const row = await mustExist(tx, handOverId);
    const event = eventOf(row);
    if (event === null) return 'nothing-to-do';
    await confirming.confirmIn(tx, row, { event, by: decidedBy, note: reason });
    return null;
  },
});
