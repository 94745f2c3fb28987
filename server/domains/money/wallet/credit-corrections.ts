import type { AnyDb } from '#server/platform/database/index.ts';
import type { Invariant } from '#server/platform/modules/index.ts';
import { createSetOffs } from './debts/set-offs.ts';
import { createLedgerRepository, type Journal } from './ledger.repository.ts';

/** Purpose of the account of what is owed because it was credited to the wrong person. */
const CREDITS = 'credits';

interface Correction {
  /** Unique among corrections. */
  key: string;
  /** Who has what is another person's. */
  personId: string;
  /** Whole tiyin above zero. */
  amountTiyin: number;
  /** `bank-line:17` */
  reference: string;
  actor: string;
}

/**
 * A sum that was credited to the wrong person, within the caller's transaction, which has the accounts of both locked in the order of their
 * ids. Whom it belongs to gets it once it is paid, never from what other people paid.
 */
export function createCreditCorrections(tx: AnyDb) {
  const ledger = createLedgerRepository(tx);
  const claims = () => ledger.platformAccount('claims', CREDITS);
  const indemnity = () => ledger.platformAccount('indemnity', 'operator');

  return {
    /** Opens and locks the accounts of both. */
    async lock(from: string, to: string): Promise<void> {
      await ledger.open(from, ['available', 'held', 'receivable']);
      await ledger.open(to);
      for (const personId of [from, to].sort()) await ledger.lock(personId);
    },

    /**
     * The person owes it, and what is on the balance pays it at once: whole, or as a part that lowers what is owed.
     * @returns whether it is paid
     */
    async claim({ key, personId, amountTiyin, reference, actor }: Correction): Promise<boolean> {
      const accounts = (await ledger.lock(personId))!;
      const movement = { key, personId, amountTiyin, reference, actor };
      const journalId = await ledger.post(
        { ...movement, kind: 'credit-claim', reason: 'a transfer of another person', resolvesId: null },
        accounts.receivable!.id,
        await claims(),
      );
      const { balanceTiyin } = accounts.available;
      if (balanceTiyin < amountTiyin) {
        await createSetOffs(ledger, accounts).add({ personId, actor, reference, key }, balanceTiyin);
        return false;
      }
      await ledger.post(
        {
          ...movement,
          kind: 'credit-claim-paid',
          reason: 'a transfer of another person was taken back',
          resolvesId: journalId,
        },
        accounts.available.id,
        accounts.receivable!.id,
      );
      return true;
    },

    /** Claims → available of whom it belongs to, once. @param personId whose it is */
    async move({ personId, ...movement }: Correction): Promise<void> {
      const accounts = await ledger.lock(personId);
      if (!accounts) throw new Error(`the ledger has no accounts of person ${personId}`);
      await ledger.post(
        {
          ...movement,
          personId,
          kind: 'credit-moved',
          reason: 'a transfer credited to another person',
          resolvesId: null,
        },
        await claims(),
        accounts.available.id,
      );
    },

    /**
     * Answers for what the person owes: indemnity → claims, once, where the operator has as much (`createIndemnity`). The debt stays.
     * @param correction.personId who owes it
     */
    async cover(correction: Correction): Promise<void> {
      await ledger.post(
        {
          ...correction,
          kind: 'credit-cover',
          reason: 'the operator answers for a transfer of another person',
          resolvesId: null,
        },
        await indemnity(),
        await claims(),
      );
    },

    /** Has the operator answered for the claim with this key? */
    isCovered: async (key: string): Promise<boolean> =>
      (await ledger.byKey('credit-cover', key)) !== undefined,

    /** The person has paid what the operator answered for: claims → indemnity, once. @returns false: the operator has not */
    async recover(key: string, actor: string): Promise<boolean> {
      const cover = await ledger.byKey('credit-cover', key);
      if (!cover) return false;
      const { id, personId, amountTiyin, reference } = cover;
      await ledger.post(
        {
          kind: 'credit-cover-back',
          key,
          personId,
          amountTiyin,
          reference,
          reason: 'a transfer of another person was paid back',
          actor,
          resolvesId: id,
        },
        await claims(),
        await indemnity(),
      );
      return true;
    },

    /** The claims of these journals. */
    async claimsOf(journalIds: readonly number[]): Promise<Journal[]> {
      const found = await Promise.all(journalIds.map((id) => ledger.byId('credit-claim', id)));
      return found.flatMap((journal) => journal ?? []);
    },

    claimByKey: (key: string) => ledger.byKey('credit-claim', key),
    endOf: (journalId: number) => ledger.endOf(journalId),
  };
}

export const CREDIT_CORRECTION_INVARIANTS: readonly Invariant[] = [
  {
    number: 6,
    name: 'a transfer credited to the wrong person is owed by a decision of two, and goes to whom they named once it is paid or answered for',
    query: `
      select c.id as claim, m.id as moved, d.id as decision
      from (select * from ledger_journal where kind = 'credit-claim') c
      full join (select * from decision where kind = 'correct-credit' and state = 'decided' and document is not null) d
        on c.idempotency_key = 'correction:' || d.id
      full join (select * from ledger_journal where kind = 'credit-moved') m on m.idempotency_key = c.idempotency_key
      left join ledger_journal p on p.resolves_id = c.id
      left join ledger_journal v on v.kind = 'credit-cover' and v.idempotency_key = c.idempotency_key
      where c.id is null or d.id is null or (coalesce(p.id, v.id) is null) <> (m.id is null) or m.amount_tiyin <> c.amount_tiyin
        or m.person_id = c.person_id or m.person_id <> d.payload->>'personId' or m.reference <> c.reference`,
  },
  {
    number: 6,
    name: 'what the operator answered for is a transfer that two decided about, and goes back to it once it is paid',
    query: `
      select v.id as cover, c.id as claim, p.id as payment, b.id as back
      from (select * from ledger_journal where kind = 'credit-cover') v
      left join ledger_journal c on c.kind = 'credit-claim' and c.idempotency_key = v.idempotency_key
      left join ledger_journal p on p.resolves_id = c.id
      left join ledger_journal b on b.resolves_id = v.id
      where c.id is null or c.person_id <> v.person_id or c.amount_tiyin <> v.amount_tiyin or (p.id is null) <> (b.id is null)
        or not exists (select from decision d where d.kind = 'credit-claim-end' and d.state = 'decided' and d.document is not null
          and 'bank-line:' || (d.payload->>'lineId') = v.reference)`,
  },
  {
    number: 6,
    name: 'what is owed to people whose transfers others have is the sum of what nothing has paid',
    query: `
      select coalesce(a.sum, 0)::text as account, coalesce(o.sum, 0)::text as owed
      from (
        select sum(e.amount_tiyin) as sum from ledger_entry e join ledger_account c on c.id = e.account_id
        where c.kind = 'claims' and c.purpose = '${CREDITS}'
      ) a, (
        select sum(amount_tiyin) as sum from ledger_journal j
        where kind = 'credit-claim' and not exists (select from ledger_journal r where r.resolves_id = j.id)
      ) o
      where coalesce(a.sum, 0) <> coalesce(o.sum, 0)`,
  },
];
