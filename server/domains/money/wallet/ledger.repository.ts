import { sql, type Generated, type GeneratedAlways, type JSONColumnType } from 'kysely';
import { lockNamed, writeOutbox, type Db } from '#server/platform/database/index.ts';
import type { ForfeitFigures } from '#shared/rule-sets/forfeit-receivers.ts';
import { WALLET_EVENTS } from './wallet.events.ts';

/** `receivable`: what the person owes, zero or less, outside of what can be spent. */
export type PersonAccountKind = 'available' | 'held' | 'receivable';
export type PlatformAccountKind =
  | 'clearing'
  | 'escrow'
  | 'forfeit'
  | 'payout'
  | 'bank'
  | 'penalty'
  | 'fee'
  /** What buyers of cancelled sales are owed, and people whose transfers were credited to others. */
  | 'claims'
  /** The operator's own money for such buyers. */
  | 'indemnity'
  /** Between two accounts of one human: empty after each pair of movements. */
  | 'transfer';
/** How a hold ends. */
export type ResolutionKind = 'release' | 'capture' | 'forfeit' | 'pay-out' | 'refund-set-off';
/** How an outgoing payment ends. */
export type ArrivalKind = 'pay-out-settled' | 'pay-out-returned';
/** How a payment to a seller ends. */
export type SaleArrivalKind = 'sale-out-settled' | 'sale-out-returned';
/** Movements of a cancelled sale. */
type SaleReturnKind =
  | 'sale-back'
  | 'sale-fee-back'
  | 'sale-claim'
  | 'sale-claim-paid'
  | 'sale-claim-waived'
  | 'buyer-claim'
  | 'buyer-claim-paid'
  | 'buyer-claim-waived';
/** Movements of the operator's own money for buyers of cancelled sales. */
type IndemnityKind = 'indemnity-in' | 'indemnity-cover' | 'indemnity-back';
/** What people lost, leaving the platform's account. */
export type ForfeitExitKind = 'forfeit-out' | 'penalty-out';
/** What a person owes, set off against a payout or a refund. */
type SetOffKind = 'sale-set-off' | 'set-off' | 'set-off-back' | 'own-debt-out' | 'own-debt-in';
/** A transfer that was credited to the wrong person. */
type CreditCorrectionKind =
  | 'credit-claim'
  | 'credit-claim-paid'
  | 'credit-moved'
  | 'credit-cover'
  | 'credit-cover-back';
export type JournalKind =
  | 'top-up'
  | 'top-up-reversal'
  | 'hold'
  | 'payment'
  | 'penalty'
  | 'penalty-paid'
  | 'sale-fee'
  | 'sale-late-fee'
  | 'sale-out'
  | ForfeitExitKind
  | SetOffKind
  | CreditCorrectionKind
  | SaleArrivalKind
  | SaleReturnKind
  | IndemnityKind
  | ResolutionKind
  | ArrivalKind;

/** A lot with which something was lost. */
export interface LotOfLoss {
  lotId: number;
  /** null: it is the operator's own. */
  sellerId: string | null;
  figures: ForfeitFigures;
}

export interface LedgerTables {
  ledger_account: {
    id: GeneratedAlways<number>;
    person_id: string | null;
    purpose: string | null;
    kind: PersonAccountKind | PlatformAccountKind;
    balance_tiyin: number | null;
    version: number | null;
  };
  ledger_journal: {
    id: GeneratedAlways<number>;
    kind: JournalKind;
    idempotency_key: string;
    person_id: string;
    amount_tiyin: number;
    reference: string;
    reason: string;
    actor: string;
    resolves_id: number | null;
    posted_at: Generated<Date>;
  };
  /** Owned by lots and reference: read here. */
  lot: {
    id: number;
    order_id: number | null;
    customer_person_id: string | null;
    rule_set_name: string;
    rule_set_version: number;
  };
  rule_set: { name: string; version: number; figures: JSONColumnType<ForfeitFigures> };
  /** Written by `post` alone, in the statement of its journal. */
  ledger_entry: {
    id: GeneratedAlways<number>;
    journal_id: number;
    account_id: number;
    amount_tiyin: number;
    balance_tiyin: GeneratedAlways<number | null>;
  };
}

export interface Journal {
  id: number;
  kind: JournalKind;
  /** Unique among journals of its kind. */
  key: string;
  personId: string;
  amountTiyin: number;
  reference: string;
  reason: string;
  actor: string;
  resolvesId: number | null;
}

/** A person's accounts, locked until the transaction ends. */
export interface LockedAccounts {
  available: { id: number; balanceTiyin: number };
  held: { id: number; balanceTiyin: number };
  /** null: the person never owed anything. */
  receivable: { id: number; balanceTiyin: number } | null;
}

export type LedgerRepository = ReturnType<typeof createLedgerRepository>;

/** Every call except `balanceOf` needs a transaction at READ COMMITTED. */
export function createLedgerRepository(db: Db<LedgerTables>) {
  const journals = () =>
    db
      .selectFrom('ledger_journal')
      .select(['id', 'kind', 'idempotency_key as key', 'reference', 'reason', 'actor'])
      .select(['person_id as personId', 'amount_tiyin as amountTiyin', 'resolves_id as resolvesId']);

  /** Of a person, those of a kind that nothing has ended. */
  const unended = (kind: JournalKind, personId: string) =>
    journals()
      .where('kind', '=', kind)
      .where('person_id', '=', personId)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('ledger_journal as end')
              .select('end.id')
              .whereRef('end.resolves_id', '=', 'ledger_journal.id'),
          ),
        ),
      );

  return {
    /** Balance of one account of a person; null without it. */
    async balanceOf(personId: string, kind: PersonAccountKind): Promise<number | null> {
      const row = await db
        .selectFrom('ledger_account')
        .select('balance_tiyin')
        .where('person_id', '=', personId)
        .where('kind', '=', kind)
        .executeTakeFirst();
      return row?.balance_tiyin ?? null;
    },

    /** Of each who has such an account. */
    async balancesOf(
      personIds: readonly string[],
      kind: PersonAccountKind,
    ): Promise<ReadonlyMap<string, number>> {
      if (personIds.length === 0) return new Map();
      const rows = await db
        .selectFrom('ledger_account')
        .select(['person_id', 'balance_tiyin'])
        .where('person_id', 'in', personIds)
        .where('kind', '=', kind)
        .execute();
      return new Map(
        rows.flatMap(({ person_id: id, balance_tiyin: balance }) =>
          id === null || balance === null ? [] : [[id, balance] as const],
        ),
      );
    },

    /** Locks a person's accounts in the order of their ids, as all callers do; null when the person has none. */
    async lock(personId: string): Promise<LockedAccounts | null> {
      const rows = await db
        .selectFrom('ledger_account')
        .select(['id', 'kind', 'balance_tiyin'])
        .where('person_id', '=', personId)
        .orderBy('id')
        .forNoKeyUpdate()
        .execute();
      if (rows.length === 0) return null;
      const find = (kind: PersonAccountKind) => {
        const row = rows.find((each) => each.kind === kind);
        return row ? { id: row.id, balanceTiyin: row.balance_tiyin! } : null;
      };
      return { available: find('available')!, held: find('held')!, receivable: find('receivable') };
    },

    /** Sum of an account of the platform, which no other transaction of this kind changes until this one ends. */
    async lockedSum(kind: PlatformAccountKind, purpose: string): Promise<number> {
      const id = await this.platformAccount(kind, purpose);
      await lockNamed(db, `ledger-account:${id}`);
      const { sum } = await db
        .selectFrom('ledger_entry')
        .select(sql<number>`coalesce(sum(amount_tiyin), 0)::bigint`.as('sum'))
        .where('account_id', '=', id)
        .executeTakeFirstOrThrow();
      return Number(sum);
    },

    /** Opens accounts of a person, unless they exist. */
    async open(personId: string, kinds: readonly PersonAccountKind[] = ['available', 'held']): Promise<void> {
      const empty = { person_id: personId, purpose: null, balance_tiyin: 0, version: 0 };
      await db
        .insertInto('ledger_account')
        .values(kinds.map((kind) => ({ ...empty, kind })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    /** Id of the platform's account, opened at first use. Never locked. */
    async platformAccount(kind: PlatformAccountKind, purpose: string): Promise<number> {
      const find = () =>
        db
          .selectFrom('ledger_account')
          .select('id')
          .where('person_id', 'is', null)
          .where('purpose', '=', purpose)
          .where('kind', '=', kind);
      const found = await find().executeTakeFirst();
      if (found) return found.id;
      await db
        .insertInto('ledger_account')
        .values({ person_id: null, purpose, kind, balance_tiyin: null, version: null })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return (await find().executeTakeFirstOrThrow()).id;
    },

    byKey: (kind: JournalKind, key: string): Promise<Journal | undefined> =>
      journals().where('kind', '=', kind).where('idempotency_key', '=', key).executeTakeFirst(),

    byId: (kind: JournalKind, id: number): Promise<Journal | undefined> =>
      journals().where('id', '=', id).where('kind', '=', kind).executeTakeFirst(),

    /** The journal that ended a hold, an incoming or an outgoing payment, or a penalty. */
    endOf: (id: number): Promise<Journal | undefined> =>
      journals().where('resolves_id', '=', id).executeTakeFirst(),

    /** The person's active hold for `reference`. */
    activeHold: (personId: string, reference: string): Promise<Journal | undefined> =>
      unended('hold', personId).where('reference', '=', reference).executeTakeFirst(),

    /** Parts of debts of a person that were set off, and have paid no debt yet, the oldest first. */
    openSetOffs: (personId: string): Promise<Journal[]> =>
      unended('set-off', personId).orderBy('id').execute(),

    /** The lot `lot:17`, or the last one of the order `order:17`, with the figures it was published by; null: neither. */
    async lotOfReference(reference: string): Promise<LotOfLoss | null> {
      const [, kind, id] = /^(lot|order):(\d+)$/.exec(reference) ?? [];
      if (kind === undefined) return null;
      const row = await db
        .selectFrom('lot')
        .innerJoin('rule_set as r', (join) =>
          join.onRef('r.name', '=', 'lot.rule_set_name').onRef('r.version', '=', 'lot.rule_set_version'),
        )
        .select(['lot.id as lotId', 'lot.customer_person_id as sellerId', 'r.figures'])
        .where(kind === 'lot' ? 'lot.id' : 'lot.order_id', '=', Number(id))
        .orderBy('lot.id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row ?? null;
    },

    /** What people lost that has not left the platform's account, the oldest first. */
    forfeits: (after: number, limit: number): Promise<Journal[]> =>
      journals()
        .where('kind', 'in', ['forfeit', 'penalty-paid'])
        .where('id', '>', after)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('ledger_journal as end')
                .select('end.id')
                .whereRef('end.resolves_id', '=', 'ledger_journal.id'),
            ),
          ),
        )
        .orderBy('id')
        .limit(limit)
        .execute(),

    /** Writes a journal that moves its sum between two accounts, and announces it; returns its id. */
    async post(journal: Omit<Journal, 'id'>, from: number, to: number): Promise<number> {
      const { rows } = await sql<{ id: number }>`
        with journal as (
          insert into ledger_journal
            (kind, idempotency_key, person_id, amount_tiyin, reference, reason, actor, resolves_id)
          values (${journal.kind}, ${journal.key}, ${journal.personId}, ${journal.amountTiyin},
            ${journal.reference}, ${journal.reason}, ${journal.actor}, ${journal.resolvesId})
          returning id, amount_tiyin
        )
        insert into ledger_entry (journal_id, account_id, amount_tiyin)
        select id, ${from}::bigint, -amount_tiyin from journal
        union all select id, ${to}::bigint, amount_tiyin from journal
        returning journal_id as id`.execute(db);
      const { id } = rows[0]!;
      await writeOutbox(db, {
        topic: WALLET_EVENTS.moved,
        key: String(id),
        payload: { personId: journal.personId, journalId: id },
      });
      return id;
    },
  };
}
