import type { PaymentProviders } from '#server/integrations/payment-providers/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { DecisionKind } from '#server/platform/modules/index.ts';
import type { MismatchKind } from '#shared/api/cabinet/payments.ts';
import { isCreditable, missedPayment, stated } from './credit-missed-payment.ts';
import { createMismatchRepository, type MismatchRow } from './mismatches.repository.ts';
import { createTopUpRepository } from './top-up.repository.ts';

/** Money that one of the two books has and the other has not; the other kinds are calls that moved nothing. */
const OF_BOOKS: readonly MismatchKind[] = [
  'missing-here',
  'missing-there',
  'amount-differs',
  'state-differs',
];

/** What a note ends, in tiyin: the larger sum where both books have one. */
const sumOf = ({ kind, ours, theirs }: MismatchRow): number =>
  OF_BOOKS.includes(kind) ? Math.max(ours?.amountTiyin ?? 0, theirs?.amountTiyin ?? 0) : 0;

/** Persons who decide about so much where nothing moves by it. */
export interface NoteJudge {
  personsFor(on: AnyDb, amountTiyin: number): Promise<1 | 2>;
}

export interface MismatchNotesDeps {
  db: AnyDb;
  providers: () => PaymentProviders['list'];
  judge: NoteJudge;
}

export type NoteOutcome =
  | { outcome: 'settled'; mismatch: MismatchRow }
  | { outcome: 'unknown' }
  /** The provider has the money of a payment that was begun here: it is credited, and no one's note takes it from its payer. */
  | { outcome: 'paid-there' }
  /** Above the limit: a decision of two persons. */
  | { outcome: 'two-persons' }
  /** The provider does not answer; nothing was changed. */
  | { outcome: 'away'; cause: unknown };

/** Ends a difference by a note of one member of staff, up to the limit of one person; the first decision counts. */
export function createMismatchNotes({ db, providers, judge }: MismatchNotesDeps) {
  return async (
    mismatchId: number,
    by: { personId: string; name: string },
    note: string,
  ): Promise<NoteOutcome> => {
    const missed = await missedPayment(db, mismatchId);
    if (missed && isCreditable(missed)) {
      const statement = providers().find(({ id }) => id === missed.mismatch.provider)?.statement;
      if (!statement) return { outcome: 'paid-there' };
      try {
        const now = await stated(statement, missed.transaction);
        if (now?.state === 'paid') return { outcome: 'paid-there' };
      } catch (cause) {
        // Not retried here: the answer to staff says that the provider is away.
        return { outcome: 'away', cause };
      }
    }
    const mismatches = createMismatchRepository(db);
    const before = await mismatches.byId(mismatchId);
    if (before && before.settledAt === null && (await judge.personsFor(db, sumOf(before))) > 1)
      return { outcome: 'two-persons' };
    await mismatches.settle(mismatchId, by, note);
    const mismatch = await mismatches.byId(mismatchId);
    return mismatch ? { outcome: 'settled', mismatch } : { outcome: 'unknown' };
  };
}

async function mustExist(on: AnyDb, mismatchId: number): Promise<MismatchRow> {
  const mismatch = await createMismatchRepository(on).byId(mismatchId);
  if (!mismatch) throw new Error(`there is no difference ${mismatchId}`);
  return mismatch;
}

/** Whose payment it is; null: of no one known here. */
async function payerOf(on: AnyDb, { paymentId }: MismatchRow): Promise<string | null> {
  const topUp = paymentId === null ? undefined : await createTopUpRepository(on).byId(paymentId);
  return topUp?.personId ?? null;
}

/** The same by two persons, whatever the sum: the reason of the decision is the note. */
export const noteDifference = (
  namesOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>,
): DecisionKind<'note-difference'> => ({
  name: 'note-difference',
  subjectOf: ({ mismatchId }) => `payment-note:${mismatchId}`,

  async lock(tx, { mismatchId }) {
    await createMismatchRepository(tx).lock(mismatchId);
  },

  async stateOf(on, { mismatchId }) {
    const mismatch = await createMismatchRepository(on).byId(mismatchId);
    if (!mismatch) return null;
    const { kind, ours, theirs, settledAt } = mismatch;
    return { kind, ours, theirs, settled: settledAt !== null };
  },

  async concerns(on, { mismatchId }) {
    const payer = await payerOf(on, await mustExist(on, mismatchId));
    return { personIds: payer === null ? [] : [payer], lotId: null };
  },

  async judge(on, { mismatchId }) {
    const { settledAt, theirs } = await mustExist(on, mismatchId);
    const missed = await missedPayment(on, mismatchId);
    // The provider has the money of a payment that was begun here: it is credited.
    const isToCredit = missed !== null && isCreditable(missed) && theirs?.state === 'paid';
    return settledAt !== null || isToCredit ? 'nothing-to-do' : null;
  },

  async preview(on, { mismatchId }) {
    const mismatch = await mustExist(on, mismatchId);
    const payer = await payerOf(on, mismatch);
    const name = payer === null ? undefined : (await namesOf([payer])).get(payer);
    return [
      { fact: 'sum', type: 'money', tiyin: sumOf(mismatch) },
      ...(name ? [{ fact: 'person', type: 'text', text: name } as const] : []),
    ];
  },

  async apply(tx, { mismatchId }, { decidedBy, reason }) {
    const name = (await namesOf([decidedBy])).get(decidedBy) ?? '';
    await createMismatchRepository(tx).settle(mismatchId, { personId: decidedBy, name }, reason);
    return null;
  },
});
