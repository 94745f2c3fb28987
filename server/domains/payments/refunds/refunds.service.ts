import { inTransaction } from '#server/platform/database/index.ts';
import { isOpenRefund } from '#shared/states/refund.ts';
import type { Destination } from './destinations.ts';
import { refundReference, type RefundPorts } from './refund-ports.ts';
import {
  createRefundsRepository,
  PAID_OR_MAY_BE,
  type Refund,
  type RefundsWanted,
} from './refunds.repository.ts';

/** Applications of one person that wait at once. */
export const OPEN_MAX = 5;

/** A large sum asked for in parts within this time is a large sum still. */
const SUMMED_MS = 24 * 3_600_000;

export interface RefundAsk {
  personId: string;
  /** One intent of the person: sent again, it is the same application. */
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

/** Takes back what a transaction has begun, and says why. */
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
        ...{ kind: to.kind, bank_name: to.bankName, mfo: to.mfo, account_number: to.account },
        ...{ card_type: null, card_mask: null, card_token: null },
      }
    : {
        ...{ kind: to.kind, bank_name: null, mfo: null, account_number: null },
        ...{ card_type: to.type, card_mask: to.mask, card_token: to.token },
      };

export type Refunds = ReturnType<typeof createRefunds>;

/** Applications of people for their money. Every change locks the refund first, then moves money: one order for all. */
export function createRefunds(deps: RefundsDeps) {
  const { db, walletIn, tell, record, limits, findDestination } = deps;
  const rows = createRefundsRepository(db);

  const repeat = (earlier: Refund, { amountTiyin, destination }: RefundAsk): RefundCreated =>
    earlier.amount_tiyin === amountTiyin &&
    earlier.kind === destination.kind &&
    // Refunds of an earlier release did not keep it.
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

    openOf: (personId: string) => rows.count({ personId, statuses: ['created', 'under-review'] }),

    /** Keeps the application and holds its sum, both or neither. */
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
            ...{ person_id: personId, request_key: requestKey, amount_tiyin: amountTiyin },
            ...columnsOf(to),
            ...{ approvals_needed: 2, destination_id: destination.id },
          });
          // The same intent in another tab was first: it has committed, because this one waited for it.
          if (!added) return repeat((await own.byKey(personId, requestKey))!, ask);
          const reference = refundReference(added);
          const held = await walletIn(tx).hold({
            ...{ personId, amountTiyin, reference, key: reference },
            ...{ reason: 'refund asked for', actor: personId },
          });
          if (held.outcome === 'short') throw new Undone(held);
          if (held.outcome !== 'held') throw new Error(`the hold of ${reference} is ${held.outcome}`);
          // Counted under the wallet's lock: applications of one person come one after the other.
          const open = await own.count({ personId, statuses: ['created', 'under-review'] });
          if (open > OPEN_MAX) throw new Undone({ outcome: 'too-many-open' });
          const ofTheDay = await own.sum({
            ...{ personId, statuses: PAID_OR_MAY_BE },
            since: new Date(added.created_at.getTime() - SUMMED_MS),
          });
          const refund = await own.change(added.id, {
            ...{ status: 'created', hold_id: held.holdId },
            approvals_needed: ofTheDay > limits.secondPersonTiyin ? 2 : 1,
          });
          await own.addStep({
            ...{ refund_id: refund.id, person_id: personId, action: 'requested', actor: personId },
            ...{ actor_name: null, note: null },
          });
          await tell(tx, { kind: 'refund-requested', refund });
          await record(tx, { personId, action: 'requested', address });
          return { outcome: 'created', refund, repeated: false };
        });
      } catch (error) {
        // Not retried: what was begun is undone, and the answer says why.
        if (error instanceof Undone) return error.why;
        throw error;
      }
    },

    /** The owner takes it back while staff have not decided; the money is free again. */
    cancel: (personId: string, id: number, address: string): Promise<RefundCancelled> =>
      inTransaction(db, async (tx) => {
        const own = createRefundsRepository(tx);
        const refund = await own.lock(id);
        if (!refund || refund.person_id !== personId) return { outcome: 'none' };
        if (refund.status === 'cancelled') return { outcome: 'cancelled', refund };
        if (!isOpenRefund(refund.status)) return { outcome: 'decided' };
        const ended = await walletIn(tx).release({
          ...{ key: refundReference(refund), holdId: refund.hold_id! },
          ...{ reason: 'refund cancelled', actor: personId },
        });
        if (ended.outcome !== 'resolved') throw new Error(`refund ${id} cannot be let go: ${ended.outcome}`);
        const cancelled = await own.change(id, { status: 'cancelled' });
        await own.addStep({
          ...{ refund_id: id, person_id: personId, action: 'cancelled', actor: personId },
          ...{ actor_name: null, note: null },
        });
        await record(tx, { personId, action: 'cancelled', address });
        return { outcome: 'cancelled', refund: cancelled };
      }),
  };
}
