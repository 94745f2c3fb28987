import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import type { RefundAction } from '#shared/lifecycles/refund.ts';
import { refundReference, type RefundPorts } from './refund-ports.ts';
import {
  createRefundsRepository,
  type Refund,
  type RefundsRepository,
  type RefundStep,
} from './refunds.repository.ts';

/** A member of staff, and the address they act from. */
export interface Decider {
  personId: string;
  name: string;
  address: string;
}

export type Decision =
  | { outcome: 'done'; refund: Refund }
  /** There is none; it is the decider's own; it is past this decision; the same person approved or asked before. */
  | { outcome: 'none' | 'own' | 'decided' | 'second-person' }
  /** Sent by this person: whether it arrived is for others to say. */
  | { outcome: 'sender' }
  /** Another payment was noted as paid by this document of the bank. */
  | { outcome: 'document-used' }
  /** This person has refused others of the same applicant: a colleague judges the next one. */
  /** A return waits for a second person; another one than was read; its document has an impossible date. */
  | { outcome: 'return-asked' | 'return-changed' | 'document-date' };

/** A refund under decision. */
export interface LockedRefund {
  refund: Refund;
  own: RefundsRepository;
  tx: AnyDb;
  step: (action: RefundAction, note?: string | null) => Promise<void>;
  money: { key: string; reason: string; actor: string };
  /** Is the decider one of these, under this account or another? Checked with the refund locked, so the list cannot grow. */
  isOneOf: (personIds: readonly string[]) => Promise<boolean>;
}

export type Decide = ReturnType<typeof createDecide>;

/** Runs a decision with the refund locked, in the caller's transaction or one of its own. Staff cannot decide about their own money. */
export const createDecide =
  ({ db, record, isSamePerson, judge }: Pick<RefundPorts, 'db' | 'record' | 'isSamePerson' | 'judge'>) =>
  (
    id: number,
    by: Decider,
    reason: string,
    work: (locked: LockedRefund) => Promise<Decision>,
  ): Promise<Decision> => {
    const locked = async (tx: AnyDb): Promise<Decision> => {
      await judge.lock(tx);
      const own = createRefundsRepository(tx);
      const refund = await own.lock(id);
      if (!refund) return { outcome: 'none' };
      if (refund.person_id === by.personId) return { outcome: 'own' };
      const step = async (action: RefundAction, note: string | null = null) => {
        await own.addStep({
          refund_id: id,
          person_id: refund.person_id,
          action,
          note,
          actor: by.personId,
          actor_name: by.name,
        });
        if (action !== 'sent')
          await record(tx, {
            personId: by.personId,
            action,
            address: by.address,
            reason: refundReference(refund),
          });
      };
      const money = { key: refundReference(refund), reason, actor: by.personId };
      const isOneOf = async (personIds: readonly string[]) => {
        for (const each of personIds) if (await isSamePerson(tx, by.personId, each)) return true;
        return false;
      };
      return work({ refund, own, tx, step, money, isOneOf });
    };
    return db.isTransaction ? locked(db) : inTransaction(db, locked);
  };

/** Who sent it to the bank; null: no one has. @param steps of one refund */
export const senderOf = (steps: readonly Pick<RefundStep, 'action' | 'actor'>[]): string | null =>
  steps.findLast(({ action }) => action === 'sent')?.actor ?? null;

/** Throws, which rolls everything back, unless the ledger accepted the movement. */
export const moved = (answer: { outcome: string; journalId?: number }, refund: Refund): number => {
  if (answer.outcome !== 'resolved' || answer.journalId === undefined)
    throw new Error(`the money of refund ${refund.id} does not move: ${answer.outcome}`);
  return answer.journalId;
};
