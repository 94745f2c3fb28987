import type { AnyDb } from '#server/platform/database/index.ts';
import type { DecisionKind } from '#server/platform/modules/index.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import { PAYOUT } from '#shared/lifecycles/payout.ts';
import { tashkentDay } from '#shared/time/tashkent.ts';
import type { DecidePayouts } from './decide-payouts.ts';
import type { PayoutRow } from './payout-tables.ts';
import { createPayoutsRepository } from './payouts.repository.ts';

export interface PayoutReturnDeps {
  /** Decisions within a transaction. */
  payoutsIn(tx: AnyDb): Pick<DecidePayouts, 'giveBack'>;
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

async function mustExist(on: AnyDb, payoutId: number): Promise<PayoutRow> {
  const row = await createPayoutsRepository(on).rowOf(payoutId);
  if (!row) throw new Error(`there is no payout ${payoutId}`);
  return row;
}

/**
 * The bank sent a payout back, by its dated document. It can be sent again then, and no longer keeps its sale from being cancelled:
 * on the word of one person it would be paid twice.
 */
export const payoutReturn = ({ payoutsIn, namesOf }: PayoutReturnDeps): DecisionKind<'payout-return'> => ({
  name: 'payout-return',
  subjectOf: ({ payoutId }) => `payout:${payoutId}`,

  async lock(tx, { payoutId }) {
    await createPayoutsRepository(tx).lock(payoutId);
  },

  async stateOf(on, { payoutId }) {
    const row = await createPayoutsRepository(on).rowOf(payoutId);
    return row && { state: row.state, round: row.round };
  },

  async concerns(on, { payoutId }) {
    const { seller_id: sellerId, buyer_id: buyerId, lot_id: lotId } = await mustExist(on, payoutId);
    return { personIds: [...new Set([sellerId, buyerId])], lotId };
  },

  async judge(on, { payoutId, documentOn }) {
    const { state, sent_at: sentAt } = await mustExist(on, payoutId);
    if (!allows(PAYOUT, state, 'return') || sentAt === null) return 'nothing-to-do';
    const now = await createPayoutsRepository(on).now();
    return documentOn < tashkentDay(sentAt) || documentOn > tashkentDay(now) ? 'document-date' : null;
  },

  async preview(on, { payoutId, documentOn }) {
    const row = await mustExist(on, payoutId);
    const name = (await namesOf([row.seller_id])).get(row.seller_id);
    return [
      { fact: 'sum', type: 'money', tiyin: row.amount_tiyin - row.set_off_tiyin },
      ...(name ? [{ fact: 'person', type: 'text', text: name } as const] : []),
      { fact: 'lot', type: 'lot', lotId: row.lot_id },
      { fact: 'document-on', type: 'text', text: documentOn },
    ];
  },

  async apply(tx, { payoutId, documentOn }, { decisionId, decidedBy, document, reason }) {
    const note = `${document}, ${documentOn}: ${reason}`;
    const { outcome } = await payoutsIn(tx).giveBack(payoutId, { note, by: decidedBy, decisionId });
    if (outcome === 'own-money') return 'own-money';
    return outcome === 'done' ? null : 'nothing-to-do';
  },
});
