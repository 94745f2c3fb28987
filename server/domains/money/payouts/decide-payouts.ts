import { whoStillDecide } from '#server/domains/people/accounts/index.ts';
import { lockSales } from '#server/domains/trade/lots/index.ts';
import type { Notifications } from '#server/domains/content/notifications/index.ts';
import { createSalePayouts, type Debts } from '#server/domains/money/wallet/index.ts';
import type { MoneyJudge } from '#server/domains/money/staff-money/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { allows, type EventOf } from '#shared/lifecycles/lifecycle.ts';
import { PAYOUT, type PayoutHold } from '#shared/lifecycles/payout.ts';
import type { PaymentAtBank } from '#shared/trade/staff-money.ts';
import { payoutHolds } from './payout-holds.repository.ts';
import type { Payout } from './payout-tables.ts';
import { approvalsOf, markOf, moneyItemOf, senderOf } from './payout-views.ts';
import { createPayoutsRepository, type PayoutsRepository } from './payouts.repository.ts';

export type PayoutOutcome =
  | { outcome: 'done' }
  | { outcome: PayoutHold }
  | {
      outcome:
        | 'none'
        | 'over'
        | 'second-person'
        | 'own-money'
        | 'sender'
        | 'document-used'
        | 'requisites-changed'
        | 'too-few-approvals'
        | 'too-early'
        | 'no-requisites';
    };

export interface DecidePayoutsDeps {
  db: AnyDb;
  notifications: Pick<Notifications, 'notify'>;
  judge: MoneyJudge;
  debts: Pick<Debts, 'setOff'>;
}

const DONE = { outcome: 'done' } as const;

/**
 * What staff decide about payouts; every change locks its payout first. Given a transaction, a decision is part of it; otherwise
 * each is its own.
 */
export function createDecidePayouts({ db, notifications, judge, debts }: DecidePayoutsDeps) {
  async function locked(
    tx: AnyDb,
    id: number,
    event: EventOf<typeof PAYOUT>,
    work: (tx: AnyDb, payout: Payout, payouts: PayoutsRepository) => Promise<PayoutOutcome>,
  ): Promise<PayoutOutcome> {
    const payouts = createPayoutsRepository(tx);
    const payout = await payouts.lock(id);
    if (!payout) return { outcome: 'none' };
    return allows(PAYOUT, payout.state, event) ? work(tx, payout, payouts) : { outcome: 'over' };
  }

  const onLocked = (
    id: number,
    event: EventOf<typeof PAYOUT>,
    work: (tx: AnyDb, payout: Payout, payouts: PayoutsRepository) => Promise<PayoutOutcome>,
  ): Promise<PayoutOutcome> =>
    db.isTransaction ? locked(db, id, event, work) : inTransaction(db, (tx) => locked(tx, id, event, work));

  /** The same one after the other, so that no two are paid by one document. */
  async function onJudged(
    id: number,
    ...rest: [event: 'settle', work: Parameters<typeof onLocked>[2]]
  ): Promise<PayoutOutcome> {
    const judged = async (tx: AnyDb) => {
      await judge.lock(tx);
      return locked(tx, id, ...rest);
    };
    return db.isTransaction ? judged(db) : inTransaction(db, judged);
  }

  /** The same while nothing holds the payout, and nothing can begin to until the transaction ends. */
  async function unlessHeld(
    id: number,
    event: 'approve' | 'send',
    work: Parameters<typeof onLocked>[2],
  ): Promise<PayoutOutcome> {
    const seen = await createPayoutsRepository(db).rowOf(id);
    if (!seen) return { outcome: 'none' };
    return inTransaction(db, async (tx) => {
      await judge.lock(tx);
      await lockSales(tx, seen.lot_id);
      const hold = (await payoutHolds(tx, [seen.settlement_id])).get(seen.settlement_id);
      if (hold) return { outcome: hold };
      return locked(tx, id, event, work);
    });
  }

  /** Is it money of this person, under any account? Of a sale both sides. */
  const isOwn = async (tx: AnyDb, payouts: PayoutsRepository, id: number, by: string): Promise<boolean> =>
    judge.isOneOf(tx, by, moneyItemOf((await payouts.rowOf(id))!).personIds);

  /** The seller gave other requisites: what was approved does not count for them. */
  async function startOver(payouts: PayoutsRepository, payout: Payout, by: string): Promise<PayoutOutcome> {
    await payouts.step(payout, 'requisites-changed', by);
    await payouts.move(payout, 'change-requisites', { round: payout.round + 1, requisites: null });
    return { outcome: 'requisites-changed' };
  }

  async function tell(
    tx: AnyDb,
    payout: Payout,
    template: 'payout-sent' | 'payout-paid' | 'payout-returned',
    amountTiyin = payout.amount_tiyin - payout.set_off_tiyin,
  ): Promise<void> {
    // What others get of the price is seen with the sale.
    if (payout.recipient) return;
    const row = await createPayoutsRepository(tx).rowOf(payout.id);
    await notifications.notify(tx, {
      personId: payout.seller_id,
      key: `payout:${payout.id}:${template}:${payout.round}`,
      template,
      params: { lotId: row!.lot_id, lotTitle: row!.lot_title, amountTiyin },
    });
  }

  /** What the seller owes stays: it pays that. @returns all that was set off against this payout, in tiyin */
  async function setOff(tx: AnyDb, payout: Payout, reference: string, by: string): Promise<number> {
    const before = payout.set_off_tiyin;
    // What others get of the price pays no debts of the seller.
    if (payout.recipient) return before;
    const key = `payout:${payout.id}:${payout.round}`;
    const { seller_id: personId } = payout;
    const money = createSalePayouts(tx);
    const about = {
      sellerId: personId,
      reference,
      actor: by,
      reason: 'set off against what the seller owes',
    };
    const tiyin = await debts.setOff(tx, {
      personId,
      sumTiyin: payout.amount_tiyin - before,
      reference,
      key,
      actor: by,
      bring: (amountTiyin) => money.setOff({ ...about, key, amountTiyin }),
    });
    if (tiyin > 0) {
      await createPayoutsRepository(tx).step(payout, 'set-off', by);
      await notifications.notify(tx, {
        personId,
        key: `${key}:set-off`,
        template: 'debts-set-off',
        params: { amountTiyin: tiyin },
      });
    }
    return before + tiyin;
  }

  /** Approvals of this round of a locked payout, and what they and this person make of it. The call was judged before the lock. */
  async function judged(tx: AnyDb, payout: Payout, payouts: PayoutsRepository, by: string) {
    const approvals = approvalsOf(await payouts.steps([payout.id]), payout);
    const before = approvals.map(({ actor }) => actor);
    const item = moneyItemOf((await payouts.rowOf(payout.id))!);
    const { approvers, refused } = await judge.judge(tx, item, { by, before });
    return { approvals, approvers, refused };
  }

  return {
    /** What the bank pays out; null: there is none. */
    async partOf(id: number): Promise<PaymentAtBank | null> {
      const payouts = createPayoutsRepository(db);
      const row = await payouts.rowOf(id);
      if (!row) return null;
      const { seller_id: personId, state, requisites } = row;
      return {
        personId,
        amountTiyin: row.amount_tiyin - row.set_off_tiyin,
        isAtBank: allows(PAYOUT, state, 'settle'),
        account: requisites?.kind === 'account' ? requisites.account : null,
        sentBy: senderOf(await payouts.steps([id]), row),
      };
    },

    /** @param mark of the requisites that the member of staff has seen */
    approve: (id: number, { mark, by }: { mark: string; by: string }): Promise<PayoutOutcome> =>
      unlessHeld(id, 'approve', async (tx, payout, payouts) => {
        if (payout.not_before > (await payouts.now())) return { outcome: 'too-early' };
        const requisites = (await payouts.requisitesNow([payout])).get(payout.id) ?? null;
        const present = markOf(requisites);
        if (payout.requisites && markOf(payout.requisites) !== present) return startOver(payouts, payout, by);
        if (!requisites) return { outcome: 'no-requisites' };
        if (present !== mark) return { outcome: 'requisites-changed' };
        const { refused, approvals, approvers } = await judged(tx, payout, payouts, by);
        if (refused) return { outcome: refused };
        await payouts.step(payout, 'approved', by);
        const agreed = (await whoStillDecide(tx, approvals, 'decidePayouts')).length + 1;
        await payouts.move(payout, agreed < approvers ? 'approve-first' : 'approve', { requisites });
        return DONE;
      }),

    /** The fee and the seller's money leave the account of sales, what the seller owes is set off, sent by one who has not approved it. */
    send: (id: number, by: string): Promise<PayoutOutcome> =>
      unlessHeld(id, 'send', async (tx, payout, payouts) => {
        const { refused, approvals, approvers } = await judged(tx, payout, payouts, by);
        if (refused) return { outcome: refused };
        // More may have moved since, and approvers may have left. Those who approved still count.
        if ((await whoStillDecide(tx, approvals, 'decidePayouts')).length < approvers) {
          await payouts.step(payout, 'too-few-approvals', by);
          await payouts.move(payout, 'approve-more');
          return { outcome: 'too-few-approvals' };
        }
        if (
          markOf(payout.requisites) !==
          markOf((await payouts.requisitesNow([payout], { locked: true })).get(payout.id) ?? null)
        )
          return startOver(payouts, payout, by);
        const row = await payouts.rowOf(id);
        const money = createSalePayouts(tx);
        const about = { sellerId: payout.seller_id, reference: `lot:${row!.lot_id}`, actor: by };
        const fee =
          payout.fee_id === null && payout.fee_tiyin > 0
            ? await money.takeFee({
                ...about,
                key: `payout:${id}`,
                amountTiyin: payout.fee_tiyin,
                reason: 'the fee of the operator',
              })
            : payout.fee_id;
        const setOffTiyin = await setOff(tx, payout, about.reference, by);
        const restTiyin = payout.amount_tiyin - setOffTiyin;
        const sentAt = await payouts.now();
        const change = { fee_id: fee, set_off_tiyin: setOffTiyin, sent_at: sentAt };
        if (restTiyin === 0) {
          await payouts.move(payout, 'set-off', { ...change, pay_out_id: null, paid_at: sentAt });
          return DONE;
        }
        const out = await money.send({
          ...about,
          key: `payout:${id}:${payout.round}`,
          amountTiyin: restTiyin,
          reason: payout.recipient
            ? 'a share of the price'
            : payout.through_part === null
              ? 'the price without the fee'
              : 'parts of the price without the fee',
        });
        await payouts.step(payout, 'sent', by);
        await payouts.move(payout, 'send', { ...change, pay_out_id: out });
        await tell(tx, payout, 'payout-sent', restTiyin);
        return DONE;
      }),

    /**
     * Who sent it never says that it arrived: neither by a document nor by a line of a statement.
     * @param document number of the bank's document
     */
    settle: (id: number, { document, by }: { document: string; by: string }): Promise<PayoutOutcome> =>
      onJudged(id, 'settle', async (tx, payout, payouts) => {
        if (await isOwn(tx, payouts, id, by)) return { outcome: 'own-money' };
        const sender = senderOf(await payouts.steps([id]), payout);
        if (sender !== null && (await judge.isOneOf(tx, by, [sender]))) return { outcome: 'sender' };
        const amountTiyin = payout.amount_tiyin - payout.set_off_tiyin;
        if (await judge.isDocumentUsed(tx, { document, amountTiyin })) return { outcome: 'document-used' };
        await createSalePayouts(tx).settle(payout.pay_out_id!, by);
        await payouts.step(payout, 'paid', by, document);
        await payouts.move(payout, 'settle', { bank_document: document, paid_at: await payouts.now() });
        await tell(tx, payout, 'payout-paid');
        return DONE;
      }),

    /** The bank sent it back. @param given.decisionId of the two persons who say so @param given.note the bank's document and why */
    giveBack: (
      id: number,
      { note, by, decisionId }: { note: string; by: string; decisionId: number },
    ): Promise<PayoutOutcome> =>
      onLocked(id, 'return', async (tx, payout, payouts) => {
        if (await isOwn(tx, payouts, id, by)) return { outcome: 'own-money' };
        await createSalePayouts(tx).giveBack(payout.pay_out_id!, by);
        await payouts.step(payout, 'returned', by, note, decisionId);
        await payouts.move(payout, 'return');
        await tell(tx, payout, 'payout-returned');
        return DONE;
      }),

    planAgain: (id: number, by: string): Promise<PayoutOutcome> =>
      onLocked(id, 'plan-again', async (tx, payout, payouts) => {
        if (await isOwn(tx, payouts, id, by)) return { outcome: 'own-money' };
        await payouts.step(payout, 'planned-again', by);
        await payouts.move(payout, 'plan-again', { round: payout.round + 1, requisites: null });
        return DONE;
      }),
  };
}
export type DecidePayouts = ReturnType<typeof createDecidePayouts>;
