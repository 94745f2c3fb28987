import { inTransaction } from '#server/platform/database/index.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import { OPEN_REFUNDS, REFUND } from '#shared/lifecycles/refund.ts';
import type { Destination } from './destinations.ts';
import { refundReference, type RefundPorts } from './refund-ports.ts';
import { createRefundsRepository, type Refund, type RefundsWanted } from './refunds.repository.ts';

/** Maximum of a person's pending refunds. */
export const OPEN_MAX = 5;

export interface RefundAsk {
  personId: string;
  /** Idempotency key of the person's request. */
  requestKey: string;
  amountTiyin: number;
  destination: { kind: 'account' | 'card'; id: number };
  /** Client address, for the action log. */
  address: string;
}

type NotCreated =
  | { outcome: 'limits' | 'no-destination' | 'too-many-open' | 'other-request' }
  | { outcome: 'short'; missingTiyin: number };
export type RefundCreated = { outcome: 'created'; refund: Refund; repeated: boolean } | NotCreated;

export type RefundCancelled = { outcome: 'cancelled'; refund: Refund } | { outcome: 'none' | 'decided' };

export interface RefundsDeps extends RefundPorts {
  findDestination(personId: string, kind: 'account' | 'card', id: number): Promise<Destination | null>;
}

/** Rolls a transaction back, with the reason. */
class Undone extends Error {
  readonly why: NotCreated;
  constructor(why: NotCreated) {
    super(why.outcome);
    this.why = why;
  }
}

const columnsOf = (to: Destination) =>
  to.kind === 'account'
    ? {
        kind: to.kind,
        bank_name: to.bankName,
        mfo: to.mfo,
        account_number: to.account,
        card_type: null,
        card_mask: null,
        card_token: null,
      }
    : {
        kind: to.kind,
        bank_name: null,
        mfo: null,
        account_number: null,
        card_type: to.type,
        card_mask: to.mask,
        card_token: to.token,
      };

export type Refunds = ReturnType<typeof createRefunds>;

/** Refund requests of people. Every change locks the refund first, then moves money: one lock order for all. */
export function createRefunds(deps: RefundsDeps) {
  const { db, walletIn, notify, record, limits, findDestination } = deps;
  const rows = createRefundsRepository(db);

  const repeat = (earlier: Refund, { amountTiyin, destination }: RefundAsk): RefundCreated =>
    earlier.amount_tiyin === amountTiyin &&
    earlier.kind === destination.kind &&
    // Refunds of an earlier release did not store it.
    (earlier.destination_id === null || earlier.destination_id === destination.id)
      ? { outcome: 'created', refund: earlier, repeated: true }
      : { outcome: 'other-request' };

  return {
    limits,

    list: (filter: RefundsWanted, page: { limit: number; offset: number }) => rows.list(filter, page),
    count: (filter: RefundsWanted) => rows.count(filter),

    async of(personId: string, id: number): Promise<Refund | null> {
      const refund = await rows.byId(id);
      return refund?.person_id === personId ? refund : null;
    },

    openOf: (personId: string) => rows.count({ personId, statuses: OPEN_REFUNDS }),

    /** Stores the request and holds its sum in one transaction. */
    async create(ask: RefundAsk): Promise<RefundCreated> {
      const { personId, requestKey, amountTiyin, destination, address } = ask;
      const earlier = await rows.byKey(personId, requestKey);
      if (earlier) return repeat(earlier, ask);
      if (amountTiyin < limits.minTiyin || amountTiyin > limits.maxTiyin) return { outcome: 'limits' };
      const to = await findDestination(personId, destination.kind, destination.id);
      if (!to) return { outcome: 'no-destination' };
      try {
        return await inTransaction(db, async (tx) => {
          const own = createRefundsRepository(tx);
          const added = await own.add({
            person_id: personId,
            request_key: requestKey,
            amount_tiyin: amountTiyin,
            ...columnsOf(to),
            destination_id: destination.id,
          });
          // The same request from another tab was first: it has committed, because this one waited for it.
          if (!added) return repeat((await own.byKey(personId, requestKey))!, ask);
          const reference = refundReference(added);
          const held = await walletIn(tx).hold({
            personId,
            amountTiyin,
            reference,
            key: reference,
            reason: 'refund asked for',
            actor: personId,
          });
          if (held.outcome === 'short') throw new Undone(held);
          if (held.outcome !== 'held') throw new Error(`the hold of ${reference} is ${held.outcome}`);
          // Counted under the wallet's lock, which serialises one person's requests.
          const open = await own.count({ personId, statuses: OPEN_REFUNDS });
          if (open > OPEN_MAX) throw new Undone({ outcome: 'too-many-open' });
          const refund = await own.secure(added.id, held.holdId);
          await own.addStep({
            refund_id: refund.id,
            person_id: personId,
            action: 'requested',
            actor: personId,
            actor_name: null,
            note: null,
          });
          await notify(tx, { kind: 'refund-requested', refund });
          await record(tx, { personId, action: 'requested', address });
          return { outcome: 'created', refund, repeated: false };
        });
      } catch (error) {
        // Not retried: the transaction is rolled back, and the answer says why.
        if (error instanceof Undone) return error.why;
        throw error;
      }
    },

    /** The owner withdraws it before a decision of staff; the money is available again. */
    cancel: (personId: string, id: number, address: string): Promise<RefundCancelled> =>
      inTransaction(db, async (tx) => {
        const own = createRefundsRepository(tx);
        const refund = await own.lock(id);
        if (!refund || refund.person_id !== personId) return { outcome: 'none' };
        if (refund.status === 'cancelled') return { outcome: 'cancelled', refund };
        if (!allows(REFUND, refund.status, 'cancel')) return { outcome: 'decided' };
        const ended = await walletIn(tx).release({
          key: refundReference(refund),
          holdId: refund.hold_id!,
          reason: 'refund cancelled',
          actor: personId,
        });
        if (ended.outcome !== 'resolved') throw new Error(`refund ${id} cannot be let go: ${ended.outcome}`);
        const cancelled = await own.move(id, 'cancel');
        await own.addStep({
          refund_id: id,
          person_id: personId,
          action: 'cancelled',
          actor: personId,
          actor_name: null,
          note: null,
        });
        await record(tx, { personId, action: 'cancelled', address });
        return { outcome: 'cancelled', refund: cancelled };
      }),
  };
}
