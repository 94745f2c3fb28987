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
    name: 'a transfer credited to the wrong person is owed by a decision of two, and goes to whom they named once it is paid',
    query: `
      select c.id as claim, m.id as moved, d.id as decision
      from (select * from ledger_journal where kind = 'credit-claim') c
      full join (select * from decision where kind = 'correct-credit' and state = 'decided' and document is not null) d
        on c.idempotency_key = 'correction:' || d.id
      full join (select * from ledger_journal where kind = 'credit-moved') m on m.idempotency_key = c.idempotency_key
      left join ledger_journal p on p.resolves_id = c.id
      where c.id is null or d.id is null or (p.id is null) <> (m.id is null) or m.amount_tiyin <> c.amount_tiyin
        or m.person_id = c.person_id or m.person_id <> d.payload->>'personId' or m.reference <> c.reference`,
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
