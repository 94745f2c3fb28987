import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { isOpenRefund, type RefundAction } from '#shared/states/refund.ts';
import { refundReference, type RefundPorts } from './refund-ports.ts';
import {
  createRefundsRepository,
  WAITING,
  type Refund,
  type RefundsRepository,
  type RefundStep,
  type RefundsWanted,
} from './refunds.repository.ts';

/** Somebody of the staff, and the address they act from. */
export interface Decider {
  personId: string;
  name: string;
  address: string;
}

export type Decision =
  | { outcome: 'done'; refund: Refund }
  /** There is none; it is the decider's own; it is past this decision; the same person approved before. */
  | { outcome: 'none' | 'own' | 'decided' | 'second-person' };

export interface RefundWithSteps {
  refund: Refund;
  steps: RefundStep[];
}

export type RefundDesk = ReturnType<typeof createRefundDesk>;

/** Decisions of staff. Nobody decides about money of their own; a large sum leaves when two people have approved. */
export function createRefundDesk(ports: RefundPorts) {
  const { db, walletIn, tell, record } = ports;
  const rows = createRefundsRepository(db);

  interface Locked {
    refund: Refund;
    own: RefundsRepository;
    tx: AnyDb;
    step: (action: RefundAction, note?: string | null) => Promise<void>;
    money: { key: string; reason: string; actor: string };
  }

  const decide = (
    id: number,
    by: Decider,
    reason: string,
    work: (locked: Locked) => Promise<Decision>,
  ): Promise<Decision> =>
    inTransaction(db, async (tx) => {
      const own = createRefundsRepository(tx);
      const refund = await own.lock(id);
      if (!refund) return { outcome: 'none' };
      if (refund.person_id === by.personId) return { outcome: 'own' };
      const step = async (action: RefundAction, note: string | null = null) => {
        await own.addStep({
          ...{ refund_id: id, person_id: refund.person_id, action, note },
          ...{ actor: by.personId, actor_name: by.name },
        });
        if (action !== 'sent')
          await record(tx, {
            ...{ personId: by.personId, action, address: by.address },
            reason: refundReference(refund),
          });
      };
      const money = { key: refundReference(refund), reason, actor: by.personId };
      return work({ refund, own, tx, step, money });
    });

  /** The ledger agrees, or everything is undone. */
  const moved = (answer: { outcome: string; journalId?: number }, refund: Refund): number => {
    if (answer.outcome !== 'resolved' || answer.journalId === undefined)
      throw new Error(`the money of refund ${refund.id} does not move: ${answer.outcome}`);
    return answer.journalId;
  };

  return {
    async list(
      filter: RefundsWanted,
      page: { limit: number; offset: number },
    ): Promise<{ items: RefundWithSteps[]; total: number; waiting: number }> {
      const waitingOnly = filter.statuses === WAITING;
      const [refunds, total, waiting] = await Promise.all([
        rows.list(filter, page, waitingOnly ? 'oldest' : 'newest'),
        rows.count(filter),
        rows.count({ statuses: WAITING }),
      ]);
      const steps = await rows.steps(refunds.map(({ id }) => id));
      const items = refunds.map((refund) => ({
        refund,
        steps: steps.filter((step) => step.refund_id === refund.id),
      }));
      return { items, total, waiting };
    },

    stepsOf: (id: number): Promise<RefundStep[]> => rows.steps([id]),

    approve: (id: number, by: Decider): Promise<Decision> =>
      decide(id, by, 'refund approved', async ({ refund, own, tx, step, money }) => {
        const agreed = (await own.steps([id])).filter(({ action }) => action === 'approved');
        if (agreed.some(({ actor }) => actor === by.personId)) {
          // Pressed twice: the answer of the first time, unless somebody else is waited for.
          return refund.status === 'sent-to-bank' || refund.status === 'paid'
            ? { outcome: 'done', refund }
            : { outcome: refund.status === 'under-review' ? 'second-person' : 'decided' };
        }
        if (!isOpenRefund(refund.status)) return { outcome: 'decided' };
        await step('approved');
        if (agreed.length + 1 < refund.approvals_needed)
          return { outcome: 'done', refund: await own.change(id, { status: 'under-review' }) };
        const payOutId = moved(await walletIn(tx).payOut({ ...money, holdId: refund.hold_id! }), refund);
        await step('sent');
        return {
          outcome: 'done',
          refund: await own.change(id, { status: 'sent-to-bank', pay_out_id: payOutId }),
        };
      }),

    refuse: (id: number, by: Decider, reason: string): Promise<Decision> =>
      decide(id, by, 'refund refused', async ({ refund, own, tx, step, money }) => {
        if (!isOpenRefund(refund.status)) return { outcome: 'decided' };
        moved(await walletIn(tx).release({ ...money, holdId: refund.hold_id! }), refund);
        await step('refused', reason);
        const refused = await own.change(id, { status: 'rejected', reason });
        await tell(tx, { kind: 'refund-refused', refund: refused });
        return { outcome: 'done', refund: refused };
      }),

    paid: (id: number, by: Decider, bankDocument: string): Promise<Decision> =>
      decide(id, by, 'refund paid', async ({ refund, own, tx, step, money }) => {
        if (refund.status === 'paid' && refund.bank_document === bankDocument)
          return { outcome: 'done', refund };
        if (refund.status !== 'sent-to-bank') return { outcome: 'decided' };
        moved(await walletIn(tx).settlePayOut({ ...money, payOutId: refund.pay_out_id! }), refund);
        await step('paid', bankDocument);
        const paid = await own.change(id, { status: 'paid', bank_document: bankDocument });
        await tell(tx, { kind: 'refund-paid', refund: paid });
        return { outcome: 'done', refund: paid };
      }),

    returned: (id: number, by: Decider, reason: string): Promise<Decision> =>
      decide(id, by, 'refund came back', async ({ refund, own, tx, step, money }) => {
        if (refund.status !== 'sent-to-bank') return { outcome: 'decided' };
        moved(await walletIn(tx).returnPayOut({ ...money, payOutId: refund.pay_out_id! }), refund);
        await step('returned', reason);
        const back = await own.change(id, { status: 'rejected', reason });
        await tell(tx, { kind: 'refund-refused', refund: back });
        return { outcome: 'done', refund: back };
      }),
  };
}
