import { createTurningDown, mustStillDecide } from '#server/domains/people/accounts/index.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import { REFUND } from '#shared/lifecycles/refund.ts';
import { tashkentDay } from '#shared/time/tashkent.ts';
import { moved, type Decide, type Decider, type Decision, type LockedRefund } from './refund-decision.ts';
import type { RefundPorts } from './refund-ports.ts';
import type { RefundReturn } from './refunds.repository.ts';

/** The bank's document and reason; the owner of the money sees the reason. */
export interface BankReturn {
  documentNumber: string;
  /** `YYYY-MM-DD`. */
  documentOn: string;
  reason: string;
}

/** Money the bank sent back: a document of one person would pay it twice, so two people say so. */
export function createRefundReturns(
  { walletIn, notify, isSamePerson }: Pick<RefundPorts, 'walletIn' | 'notify' | 'isSamePerson'>,
  decide: Decide,
  now: () => number = Date.now,
) {
  const turning = createTurningDown(isSamePerson);

  const carryOut = async (
    { refund, own, tx, step, money }: LockedRefund,
    { id, reason, document_number: number, document_on: on }: RefundReturn,
  ): Promise<Decision> => {
    moved(await walletIn(tx).returnPayOut({ ...money, payOutId: refund.pay_out_id! }), refund);
    await step('returned', `${number}, ${on}: ${reason}`);
    const back = await own.move(refund.id, 'return', { reason, return_id: id });
    await notify(tx, { kind: 'refund-refused', refund: back });
    return { outcome: 'done', refund: back };
  };

  /** The pending return, if it is the one the caller has read. */
  const waiting = async (
    { refund, own }: LockedRefund,
    returnId: number,
  ): Promise<RefundReturn | 'decided' | 'return-changed'> => {
    if (!allows(REFUND, refund.status, 'return') || refund.return_id === null) return 'decided';
    if (refund.return_id !== returnId) return 'return-changed';
    return (await own.returns([returnId]))[0]!;
  };

  return {
    returned: (id: number, by: Decider, asked: BankReturn): Promise<Decision> =>
      decide(id, by, 'refund came back', async (locked) => {
        const { refund, own, step } = locked;
        const { documentNumber, documentOn, reason } = asked;
        if (refund.return_id !== null) {
          const [before] = await own.returns([refund.return_id]);
          const same =
            before?.asked_by === by.personId &&
            before.document_number === documentNumber &&
            before.document_on === documentOn &&
            before.reason === reason;
          if (same) return { outcome: 'done', refund };
          return { outcome: allows(REFUND, refund.status, 'return') ? 'return-asked' : 'decided' };
        }
        if (!allows(REFUND, refund.status, 'ask-return')) return { outcome: 'decided' };
        if (documentOn > tashkentDay(now()) || documentOn < tashkentDay(refund.created_at.getTime()))
          return { outcome: 'document-date' };
        await turning.mustMayAsk(locked.tx, `refund-return:${id}`, by.personId);
        const made = await own.addReturn({
          refund_id: id,
          person_id: refund.person_id,
          reason,
          document_number: documentNumber,
          document_on: documentOn,
          asked_by: by.personId,
          asked_by_name: by.name,
        });
        await step('return-asked', `${documentNumber}, ${documentOn}: ${reason}`);
        return {
          outcome: 'done',
          refund: await own.move(id, 'ask-return', { return_id: made.id }),
        };
      }),

    approveReturn: (id: number, by: Decider, returnId: number): Promise<Decision> =>
      decide(id, by, 'refund came back', async (locked) => {
        const { refund, own } = locked;
        // A repeat: this person's first call completed it.
        if (refund.status === 'rejected' && refund.return_id === returnId) {
          const last = (await own.steps([id])).findLast(({ action }) => action === 'returned');
          return last?.actor === by.personId ? { outcome: 'done', refund } : { outcome: 'decided' };
        }
        const found = await waiting(locked, returnId);
        if (typeof found === 'string') return { outcome: found };
        if (await locked.isOneOf([found.asked_by])) return { outcome: 'second-person' };
        await mustStillDecide(locked.tx, found.asked_by, 'decideRefunds');
        return carryOut(locked, found);
      }),

    rejectReturn: (id: number, by: Decider, returnId: number, reason: string): Promise<Decision> =>
      decide(id, by, 'refund did not come back', async (locked) => {
        const found = await waiting(locked, returnId);
        if (typeof found === 'string') return { outcome: found };
        const askedBy = found.asked_by;
        await turning.turnDown(locked.tx, `refund-return:${id}`, { by: by.personId, askedBy });
        await locked.step('return-rejected', reason);
        return {
          outcome: 'done',
          refund: await locked.own.move(id, 'reject-return', { return_id: null }),
        };
      }),
  };
}
