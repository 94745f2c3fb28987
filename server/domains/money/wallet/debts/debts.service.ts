import {
  accountsOfPerson,
  accountsOfPersons,
  provenAccountsOfPerson,
} from '#server/domains/people/accounts/index.ts';
import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { notFound } from '#server/platform/errors/index.ts';
import type { DEBT_STATES, DebtKind, OwnDebt, StaffDebt } from '#shared/api/console/debts.ts';
import { COUNTED_ROWS_MAX } from '#shared/limits/counted-rows.ts';
import { createLedgerRepository, type LockedAccounts } from '../ledger.repository.ts';
import { aboutOf } from '../transaction-view.ts';
import { createWallet } from '../wallet.service.ts';
import { DEBT_WAYS, type DebtBook } from './debt-ways.ts';
import { createDebtsRepository, type Debt } from './debts.repository.ts';
import { moveToOwnDebts } from './own-debts.ts';
import { createSetOffs } from './set-offs.ts';

export interface DebtsDeps {
  db: AnyDb;
  actions: Pick<ActionLog, 'record'>;
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

export type DebtsPaid =
  | { outcome: 'paid'; repeated: boolean; owedTiyin: number }
  /** Nothing was written. */
  | { outcome: 'short'; missingTiyin: number };

const idsOf = (debts: readonly Debt[], kind: DebtKind): number[] =>
  debts.flatMap((debt) => (debt.kind === kind ? [debt.id] : []));

const sumOf = (rows: readonly { amountTiyin: number }[]): number =>
  rows.reduce((total, { amountTiyin }) => total + amountTiyin, 0);

interface Payer {
  actor: string;
  reason: string;
}

/** A sum that would leave to a person. */
export interface SetOff {
  personId: string;
  sumTiyin: number;
  /** `lot:17`, `refund:100001` */
  reference: string;
  /** Unique for the sum that leaves. */
  key: string;
  actor: string;
  /** Moves so much of it to the balance. */
  bring(tiyin: number): Promise<void>;
}

/** Debts of one account. */
interface Owing {
  personId: string;
  ids: readonly number[];
}

interface Page {
  page: number;
  size: number;
}

const factsOf = (debt: Debt) => ({
  id: debt.id,
  kind: debt.kind,
  about: aboutOf(debt.reference),
  amountTiyin: debt.amountTiyin,
  owedSinceMs: debt.at.getTime(),
  paidAtMs: debt.paidAt?.getTime() ?? null,
});

/**
 * What people owe the platform, beside their balance. A debt counts for the person: for every account with the same PINFL or
 * STIR. It is paid whole, from the balance of the account that owes it, to which another one of theirs may have brought it: half of a
 * debt would free nothing.
 */
export function createDebts({ db, actions, namesOf }: DebtsDeps) {
  const debts = createDebtsRepository(db);
  const books = new Map<DebtKind, DebtBook>();

  /** Locks these debts, and then the accounts of all whose money moves when they are paid, in the order of their ids. */
  async function lock(tx: AnyDb, owing: readonly Owing[]): Promise<ReadonlyMap<string, LockedAccounts>> {
    const ledger = createLedgerRepository(tx);
    const begun: Debt[] = [];
    for (const { personId, ids } of owing)
      if (ids.length > 0) begun.push(...(await createDebtsRepository(tx).ofAccount(personId, ids)));
    const involved = owing.map(({ personId }) => personId);
    for (const [kind, book] of books) {
      const ids = idsOf(begun, kind).toSorted((a, b) => a - b);
      involved.push(...(await book.lock(tx, ids)));
    }
    const accounts = new Map<string, LockedAccounts>();
    for (const id of [...new Set(involved)].sort()) {
      const locked = await ledger.lock(id);
      if (locked) accounts.set(id, locked);
    }
    return accounts;
  }

  /** Each whole, from the balance, which has as much. */
  async function payOff(tx: AnyDb, unpaid: readonly Debt[], accounts: LockedAccounts, by: Payer) {
    for (const { id, kind, personId, amountTiyin, reference } of unpaid) {
      const { paidBy, account } = DEBT_WAYS[kind];
      const to = account === 'receivable' ? accounts.receivable : null;
      if (!to) throw new Error(`debt ${id} is owed, and the person has no account of what is owed`);
      const { reason, actor } = by;
      await createLedgerRepository(tx).post(
        { kind: paidBy, key: `debt:${id}`, personId, amountTiyin, reference, resolvesId: id, reason, actor },
        accounts.available.id,
        to.id,
      );
    }
    for (const [kind, book] of books) await book.paid(tx, idsOf(unpaid, kind), by.actor);
  }

  /** A sum on the balance of an account pays what it owes: whole debts, the oldest first, and what covers none lowers what is owed. */
  async function payWith(
    tx: AnyDb,
    sumTiyin: number,
    { personId, ids, accounts }: Owing & { accounts: LockedAccounts },
    { reference, key, actor }: Pick<SetOff, 'reference' | 'key' | 'actor'>,
  ): Promise<void> {
    const setOffs = createSetOffs(createLedgerRepository(tx), accounts);
    let left = sumTiyin + (await setOffs.release(personId, actor));
    const paid: Debt[] = [];
    for (const debt of await createDebtsRepository(tx).ofAccount(personId, ids)) {
      if (debt.paidAt !== null || debt.amountTiyin > left) continue;
      left -= debt.amountTiyin;
      paid.push(debt);
    }
    await payOff(tx, paid, accounts, { actor, reason: 'a debt was set off' });
    await setOffs.add({ personId, actor, reference, key }, left);
  }

  /** @param tx in which nothing of the person's money changes by another transaction afterwards */
  async function payIn(tx: AnyDb, personId: string, ids: readonly number[]): Promise<DebtsPaid> {
    const own = createDebtsRepository(tx);
    const accounts = (await lock(tx, [{ personId, ids }])).get(personId);
    if (!accounts) throw notFound();
    // Read under the lock: a concurrent payment waits or has committed.
    const asked = await own.ofAccount(personId, ids);
    if (asked.length < new Set(ids).size) throw notFound();
    const unpaid = asked.filter(({ paidAt }) => paidAt === null);
    const sum = sumOf(unpaid);
    const ledger = createLedgerRepository(tx);
    const setOffTiyin = sumOf(await ledger.openSetOffs(personId));
    const missingTiyin = sum - accounts.available.balanceTiyin - setOffTiyin;
    if (unpaid.length > 0 && missingTiyin > 0) return { outcome: 'short', missingTiyin };
    if (unpaid.length > 0) {
      // What was set off before pays first.
      const setOffs = createSetOffs(ledger, accounts);
      const released = await setOffs.release(personId, personId);
      await payOff(tx, unpaid, accounts, { actor: personId, reason: 'a debt was paid from the balance' });
      const about = { personId, actor: personId, reference: unpaid[0]!.reference };
      await setOffs.add({ ...about, key: `debt:${unpaid[0]!.id}` }, Math.max(0, released - sum));
    }
    const owedTiyin = await own.owed(await accountsOfPerson(tx, personId));
    return { outcome: 'paid', repeated: unpaid.length === 0, owedTiyin };
  }

  return {
    /** Debts of this kind have rows of another domain, which hears of each payment. */
    keepBook(kind: DebtKind, book: DebtBook): void {
      books.set(kind, book);
    },

    /**
     * What the human owes is set off against a sum that would leave, in the caller's transaction: what this account owes, then what
     * others of theirs do. @returns how much stays here, in tiyin
     */
    async setOff(tx: AnyDb, { personId, sumTiyin, reference, key, actor, bring }: SetOff): Promise<number> {
      const repository = createDebtsRepository(tx);
      const others = (await provenAccountsOfPerson(tx, personId)).filter((id) => id !== personId);
      const owing: Owing[] = [];
      for (const id of [personId, ...others]) {
        const ids = await repository.unpaidIds(id);
        if (ids.length > 0 || id === personId) owing.push({ personId: id, ids });
      }
      if (owing.every(({ ids }) => ids.length === 0)) return 0;
      const ledger = createLedgerRepository(tx);
      // What others of theirs owe goes through the balance of this one, which may have had none.
      await ledger.open(personId);
      const accounts = await lock(tx, owing);
      const shares: (Owing & { shareTiyin: number })[] = [];
      let leftTiyin = sumTiyin;
      for (const each of owing) {
        const owedTiyin = -((await ledger.balanceOf(each.personId, 'receivable')) ?? 0);
        const shareTiyin = Math.min(leftTiyin, owedTiyin);
        leftTiyin -= shareTiyin;
        if (shareTiyin > 0) shares.push({ ...each, shareTiyin });
      }
      const staysTiyin = sumTiyin - leftTiyin;
      if (staysTiyin === 0) return 0;
      await bring(staysTiyin);
      for (const { shareTiyin, ...each } of shares) {
        const to = { personId: each.personId, accounts: accounts.get(each.personId)! };
        const own = each.personId === personId;
        const ownKey = own ? key : `${key}:${each.personId}`;
        const from = { personId, accounts: accounts.get(personId)! };
        const between = { from, to, amountTiyin: shareTiyin, reference, key: ownKey, actor };
        if (!own) await moveToOwnDebts(ledger, between);
        await payWith(tx, shareTiyin, { ...each, accounts: to.accounts }, { reference, key: ownKey, actor });
      }
      return staysTiyin;
    },

    /** All that the person owes, in tiyin, under any account; 0: nothing. */
    async owedBy(personId: string): Promise<number> {
      return debts.owed(await accountsOfPerson(db, personId));
    },

    /** The same of each of these, by the account that was asked for. */
    async owedByEach(personIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
      const accounts = await accountsOfPersons(db, personIds);
      const owed = await debts.owedByAccount([...new Set([...accounts.values()].flat())]);
      return new Map(
        personIds.map((id) => [
          id,
          accounts.get(id)!.reduce((sum, account) => sum + (owed.get(account) ?? 0), 0),
        ]),
      );
    },

    async ofPerson(personId: string, { page, size }: Page) {
      const personIds = await accountsOfPerson(db, personId);
      const filter = { state: 'all', personIds } as const;
      const [rows, total, owedTiyin, ownOwedTiyin, ownUnpaidIds] = await Promise.all([
        debts.page(filter, { limit: size, offset: (page - 1) * size, order: 'newest' }),
        debts.count(filter),
        debts.owed(personIds),
        createWallet(db).owedBy(personId),
        debts.unpaidIds(personId),
      ]);
      const items = rows.map((debt): OwnDebt => ({
        ...factsOf(debt),
        ofOtherAccount: debt.personId !== personId,
      }));
      return { items, owedTiyin, ownOwedTiyin, ownUnpaidIds, total, page, size };
    },

    /** For staff. @param asked `personId` means all accounts of that person */
    async list(
      asked: Page & {
        state: (typeof DEBT_STATES)[number] | 'all';
        kind?: DebtKind | undefined;
        personId?: string | undefined;
        most?: number;
      },
    ) {
      const { state, kind, personId, page, size, most = COUNTED_ROWS_MAX } = asked;
      const filter = {
        state,
        kinds: kind && [kind],
        personIds: personId === undefined ? undefined : await accountsOfPerson(db, personId),
      };
      const order = state === 'unpaid' ? 'oldest' : 'newest';
      const [rows, summed, owedTiyin] = await Promise.all([
        debts.page(filter, { limit: size, offset: (page - 1) * size, order }),
        debts.sum(filter, most),
        debts.owed(),
      ]);
      const names = await namesOf([...new Set(rows.map((debt) => debt.personId))]);
      const items = rows.map((debt): StaffDebt => ({
        ...factsOf(debt),
        person: { id: debt.personId, name: names.get(debt.personId) ?? '' },
        paidTiyin: debt.paidAt ? debt.amountTiyin : 0,
        leftTiyin: debt.paidAt ? 0 : debt.amountTiyin,
      }));
      return { items, owedTiyin, ...summed, page, size };
    },

    /** From the balance: each whole, all or none, and each once. 404 for a debt of another account. */
    pay: (personId: string, ids: readonly number[], address: string): Promise<DebtsPaid> =>
      inTransaction(db, async (tx) => {
        const result = await payIn(tx, personId, ids);
        if (result.outcome === 'paid' && !result.repeated)
          await actions.record(
            {
              personId,
              address,
              type: 'debt',
              action: 'paid',
              result: 'done',
              reason: `debts:${ids.toSorted((a, b) => a - b).join(',')}`,
            },
            tx,
          );
        return result;
      }),
  };
}
export type Debts = ReturnType<typeof createDebts>;
