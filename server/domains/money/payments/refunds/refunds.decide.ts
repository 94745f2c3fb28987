import { createTurningDown, formerStaff, whoStillDecide } from '#server/domains/people/accounts/index.ts';
import type { Summed } from '#server/platform/database/index.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import { REFUND, WAITING_REFUNDS } from '#shared/lifecycles/refund.ts';
import type { PaymentAtBank } from '#shared/trade/staff-money.ts';
import { createDecide, moved, senderOf, type Decider, type Decision } from './refund-decision.ts';
import { moneyOf, type RefundPorts, type RefundVerdict } from './refund-ports.ts';
import {
  createRefundsRepository,
  type Refund,
  type RefundReturn,
  type RefundStep,
  type RefundsWanted,
} from './refunds.repository.ts';
import { createRefundReturns } from './refunds.return.ts';
import { sendRefund } from './send-refund.ts';

export type { Decider, Decision } from './refund-decision.ts';

export interface RefundWithSteps {
  refund: Refund;
  steps: RefundStep[];
  /** Those who approved and count: who has left is none of them, unless it was decided with them. */
  approvals: number;
  /** The pending or completed return. */
  returned: RefundReturn | null;
  verdict: RefundVerdict;
  /** What of it pays what the person owes: of one that waits, as much as it would be now. */
  setOffTiyin: number;
}

export type RefundDecisions = ReturnType<typeof createRefundDecisions>;

/** Decisions of staff, never about their own money: enough approve, and one more person sends. */
export function createRefundDecisions(ports: RefundPorts) {
  const { db, walletIn, notify, judge } = ports;
  const turning = createTurningDown(ports.isSamePerson);
  const rows = createRefundsRepository(db);

  const decide = createDecide(ports);

  /** @param by who reads them */
  async function withSteps(refunds: Refund[], by: string): Promise<RefundWithSteps[]> {
    const [steps, returns] = await Promise.all([
      rows.steps(refunds.map(({ id }) => id)),
      rows.returns(refunds.flatMap(({ return_id: id }) => id ?? [])),
    ]);
    const left = await formerStaff(
      db,
      steps.map(({ actor }) => actor),
      'decideRefunds',
    );
    const [verdicts, setOffs] = await Promise.all([
      judge.judgeAll(
        db,
        refunds.map((refund) => ({ item: moneyOf(refund), acting: { by, before: [] } })),
      ),
      walletIn(db).setOffsOf(
        refunds.flatMap(({ status, person_id: id }) => (allows(REFUND, status, 'set-off') ? [id] : [])),
      ),
    ]);
    return refunds.map((refund, at) => ({
      refund,
      steps: steps.filter((step) => step.refund_id === refund.id),
      approvals: steps.filter(
        ({ refund_id: id, action, actor }) =>
          id === refund.id &&
          action === 'approved' &&
          !(allows(REFUND, refund.status, 'send') && left.has(actor)),
      ).length,
      returned: returns.find(({ id }) => id === refund.return_id) ?? null,
      verdict: verdicts[at]!,
      setOffTiyin: allows(REFUND, refund.status, 'set-off')
        ? Math.min(refund.amount_tiyin, setOffs.get(refund.person_id)!)
        : refund.set_off_tiyin,
    }));
  }

  return {
    /** @param page.most counts no further */
    async list(
      filter: RefundsWanted,
      page: { limit: number; offset: number; most?: number },
      by: string,
    ): Promise<Summed<'amountTiyin'> & { items: RefundWithSteps[]; waiting: number }> {
      const [refunds, summed, waiting] = await Promise.all([
        rows.list(filter, page, filter.statuses === WAITING_REFUNDS ? 'oldest' : 'newest'),
        rows.sum(filter, page.most),
        rows.count({ statuses: WAITING_REFUNDS }),
      ]);
      return { items: await withSteps(refunds, by), ...summed, waiting };
    },

    withSteps: async (refund: Refund, by: string): Promise<RefundWithSteps> =>
      (await withSteps([refund], by))[0]!,

    /** What the bank pays out; null: there is none. */
    async partOf(id: number): Promise<PaymentAtBank | null> {
      const refund = await rows.byId(id);
      if (!refund) return null;
      const { person_id: personId, amount_tiyin: sum, set_off_tiyin: setOff, status } = refund;
      return {
        personId,
        amountTiyin: sum - setOff,
        isAtBank: allows(REFUND, status, 'confirm-paid'),
        account: refund.account_number,
        sentBy: senderOf(await rows.steps([id])),
      };
    },

    approve: (id: number, by: Decider): Promise<Decision> =>
      decide(id, by, 'refund approved', async (locked) => {
        const { refund, own, tx, step } = locked;
        const agreed = (await own.steps([id])).filter(({ action }) => action === 'approved');
        if (agreed.some(({ actor }) => actor === by.personId)) {
          // A repeat gets the first answer, unless a second person has to approve.
          return refund.status === 'sent-to-bank' || refund.status === 'paid'
            ? { outcome: 'done', refund }
            : { outcome: refund.status === 'under-review' ? 'second-person' : 'decided' };
        }
        if (!allows(REFUND, refund.status, 'send')) return { outcome: 'decided' };
        const before = agreed.map(({ actor }) => actor);
        const { refused, approvers } = await judge.judge(tx, moneyOf(refund), { by: by.personId, before });
        if (refused) return { outcome: refused === 'own-money' ? 'own' : refused };
        const counted = await whoStillDecide(tx, agreed, 'decideRefunds');
        await step('approved');
        if (counted.length < approvers)
          // Under review already where those who approved before have left.
          return {
            outcome: 'done',
            refund: allows(REFUND, refund.status, 'approve-first')
              ? await own.move(id, 'approve-first')
              : refund,
          };
        return { outcome: 'done', refund: await sendRefund(ports, locked) };
      }),

    refuse: (id: number, by: Decider, reason: string): Promise<Decision> =>
      decide(id, by, 'refund refused', async ({ refund, own, tx, step, money }) => {
        if (!allows(REFUND, refund.status, 'refuse')) return { outcome: 'decided' };
        await turning.turnDown(tx, `refund:${refund.person_id}`, { by: by.personId });
        moved(await walletIn(tx).release({ ...money, holdId: refund.hold_id! }), refund);
        await step('refused', reason);
        const refused = await own.move(id, 'refuse', { reason });
        await notify(tx, { kind: 'refund-refused', refund: refused });
        return { outcome: 'done', refund: refused };
      }),

    paid: (id: number, by: Decider, bankDocument: string): Promise<Decision> =>
      decide(id, by, 'refund paid', async ({ refund, own, tx, step, money, isOneOf }) => {
        if (refund.status === 'paid' && refund.bank_document === bankDocument)
          return { outcome: 'done', refund };
        if (!allows(REFUND, refund.status, 'confirm-paid')) return { outcome: 'decided' };
        if (refund.return_id !== null) return { outcome: 'return-asked' };
        const sender = senderOf(await own.steps([id]));
        if (sender !== null && (await isOneOf([sender]))) return { outcome: 'sender' };
        const amountTiyin = refund.amount_tiyin - refund.set_off_tiyin;
        if (await judge.isDocumentUsed(tx, { document: bankDocument, amountTiyin }))
          return { outcome: 'document-used' };
        moved(await walletIn(tx).settlePayOut({ ...money, payOutId: refund.pay_out_id! }), refund);
        await step('paid', bankDocument);
        const paid = await own.move(id, 'confirm-paid', { bank_document: bankDocument });
        await notify(tx, { kind: 'refund-paid', refund: paid });
        return { outcome: 'done', refund: paid };
      }),

    ...createRefundReturns(ports, decide),
  };
}
