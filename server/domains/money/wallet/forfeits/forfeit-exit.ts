import { accountsOfPerson } from '#server/domains/people/accounts/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { DecisionKind, Invariant } from '#server/platform/modules/index.ts';
import { receiverOfForfeit, type ForfeitReceiver } from '#shared/rule-sets/forfeit-receivers.ts';
import { createDebtsRepository } from '../debts/debts.repository.ts';
import {
  createLedgerRepository,
  type ForfeitExitKind,
  type Journal,
  type LotOfLoss,
  type PlatformAccountKind,
} from '../ledger.repository.ts';

type ForfeitKind = 'forfeit' | 'penalty-paid';

interface Way {
  out: ForfeitExitKind;
  account: PlatformAccountKind;
  /** Of the account. */
  purpose: string;
  lost: Parameters<typeof receiverOfForfeit>[0];
}

/** What people lost stays in these accounts of the platform until a bank has paid it to whom it belongs. */
const WAYS: Readonly<Record<ForfeitKind, Way>> = {
  forfeit: { out: 'forfeit-out', account: 'forfeit', purpose: 'sales', lost: 'deposit' },
  'penalty-paid': { out: 'penalty-out', account: 'penalty', purpose: 'withdrawals', lost: 'penalty' },
};

interface Loss {
  journal: Journal;
  way: Way;
  lot: LotOfLoss | null;
  /** As the rule set of the lot says. */
  receiver: ForfeitReceiver;
}

async function lossOf(on: AnyDb, journal: Journal, way: Way): Promise<Loss> {
  const lot = await createLedgerRepository(on).lotOfReference(journal.reference);
  const receiver = receiverOfForfeit(way.lost, lot?.figures ?? {}, Boolean(lot?.sellerId));
  return { journal, way, lot, receiver };
}

/** Who gets what was lost by this journal, a forfeited deposit or a paid penalty, as the rule set of its lot says. */
export const receiverOf = async (on: AnyDb, journal: Journal): Promise<ForfeitReceiver> =>
  (await lossOf(on, journal, WAYS[journal.kind as ForfeitKind])).receiver;

async function forfeited(on: AnyDb, journalId: number): Promise<Loss | null> {
  const ledger = createLedgerRepository(on);
  for (const kind of Object.keys(WAYS) as ForfeitKind[]) {
    const journal = await ledger.byId(kind, journalId);
    if (journal) return lossOf(on, journal, WAYS[kind]);
  }
  return null;
}

async function mustExist(on: AnyDb, journalId: number): Promise<Loss> {
  const found = await forfeited(on, journalId);
  if (!found)
    throw new Error(`journal ${journalId} is neither a forfeited deposit nor a penalty that was paid`);
  return found;
}

export interface ForfeitExitDeps {
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Has the bank's document paid something else? */
  isDocumentUsed(tx: AnyDb, paid: { document: string; amountTiyin: number }): Promise<boolean>;
}

/**
 * A forfeited deposit, or a penalty that was paid, leaves the platform's account once, whole, with a document of the bank that paid nothing
 * else. It waits as long as the seller who gets it owes money here: from payouts and refunds that is set off.
 */
export const forfeitExit = ({ namesOf, isDocumentUsed }: ForfeitExitDeps): DecisionKind<'forfeit-exit'> => ({
  name: 'forfeit-exit',
  subjectOf: ({ journalId }) => `journal:${journalId}`,

  async lock(tx, { journalId }) {
    const found = await forfeited(tx, journalId);
    if (found) await createLedgerRepository(tx).lock(found.journal.personId);
  },

  async stateOf(on, { journalId }) {
    const found = await forfeited(on, journalId);
    if (!found) return null;
    const end = await createLedgerRepository(on).endOf(journalId);
    return { sum: found.journal.amountTiyin, end: end?.id ?? null };
  },

  async concerns(on, { journalId }) {
    const { journal, lot } = await mustExist(on, journalId);
    return { personIds: [journal.personId], lotId: lot?.lotId ?? null };
  },

  async money(on, { journalId }) {
    const { journal, lot } = await mustExist(on, journalId);
    return {
      ref: `forfeit:${journalId}`,
      amountTiyin: journal.amountTiyin,
      personIds: [...new Set([journal.personId, ...(lot?.sellerId ? [lot.sellerId] : [])])],
      leaves: true,
      statedBy: [],
    };
  },

  async judge(on, { journalId }) {
    if (await createLedgerRepository(on).endOf(journalId)) return 'nothing-to-do';
    const { receiver, lot } = await mustExist(on, journalId);
    if (receiver !== 'seller' || !lot?.sellerId) return null;
    const accounts = await accountsOfPerson(on, lot.sellerId);
    return (await createDebtsRepository(on).owed(accounts)) > 0 ? 'receiver-owes' : null;
  },

  async preview(on, { journalId }) {
    const { journal, lot, receiver } = await mustExist(on, journalId);
    const name = (await namesOf([journal.personId])).get(journal.personId);
    return [
      { fact: 'sum', type: 'money', tiyin: journal.amountTiyin },
      { fact: 'receiver', type: 'choice', choice: receiver },
      ...(name ? [{ fact: 'person', type: 'text', text: name } as const] : []),
      ...(lot ? [{ fact: 'lot', type: 'lot', lotId: lot.lotId } as const] : []),
    ];
  },

  async apply(tx, { journalId }, { document, decidedBy }) {
    const { journal, way, receiver } = await mustExist(tx, journalId);
    const ledger = createLedgerRepository(tx);
    if (await ledger.endOf(journalId)) return 'nothing-to-do';
    if (await isDocumentUsed(tx, { document: document!, amountTiyin: journal.amountTiyin }))
      return 'document-used';
    await ledger.post(
      {
        kind: way.out,
        key: String(journalId),
        personId: journal.personId,
        amountTiyin: journal.amountTiyin,
        reference: journal.reference,
        reason: `${receiver}: ${document}`,
        actor: decidedBy,
        resolvesId: journalId,
      },
      await ledger.platformAccount(way.account, way.purpose),
      await ledger.platformAccount('bank', way.purpose),
    );
    return null;
  },
});

export const FORFEIT_INVARIANTS: readonly Invariant[] = [
  {
    number: 6,
    name: 'what people lost leaves the platform by a decision of two persons with a document',
    query: `
      select j.id as journal, j.kind, d.id as decision
      from (select * from ledger_journal where kind in ('forfeit-out', 'penalty-out')) j
      full join (
        select id, (payload->>'journalId')::bigint as journal_id from decision
        where kind = 'forfeit-exit' and state = 'decided' and document is not null
      ) d on d.journal_id = j.resolves_id
      where j.id is null or d.id is null`,
  },
  {
    number: 6,
    name: 'the accounts of what people lost hold what has not left, and penalties not paid yet',
    query: `
      select a.kind, a.sum::text as account, coalesce(o.sum, 0)::text as movements
      from (
        select c.kind, sum(e.amount_tiyin) as sum from ledger_entry e join ledger_account c on c.id = e.account_id
        where c.kind in ('forfeit', 'penalty') group by c.kind
      ) a
      left join (
        select case kind when 'penalty' then 'penalty' when 'penalty-out' then 'penalty' else 'forfeit' end as kind,
          sum(case when kind like '%-out' then -amount_tiyin else amount_tiyin end) as sum
        from ledger_journal where kind in ('forfeit', 'forfeit-out', 'penalty', 'penalty-out') group by 1
      ) o on o.kind = a.kind
      where a.sum <> coalesce(o.sum, 0)`,
  },
];
