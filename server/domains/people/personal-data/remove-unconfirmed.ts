import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import type { PersonalTable } from '#server/platform/modules/index.ts';
import { inOrder } from './erase-rows.ts';
import { createPersonRowsRepository } from './person-rows.repository.ts';

/** Accounts looked at in one round. */
const BATCH = 200;
const AGE_HOURS = 24;

export interface RemoveUnconfirmedDeps {
  db: AnyDb;
  tables: readonly PersonalTable[];
  /** Accounts at the shipped sign-in site that confirmed nothing and are older than so many hours, in the order of their ids. */
  unconfirmed(db: AnyDb, query: { hours: number; after: string | null; limit: number }): Promise<string[]>;
  /** The person of an account, locked; null: it never signed in. */
  lockPerson(tx: AnyDb, accountId: string): Promise<{ id: string; confirmed: boolean } | null>;
  /** Deletes the account unless it was confirmed meanwhile. Locks it first. */
  removeAccount(tx: AnyDb, accountId: string): Promise<boolean>;
  endSessions(personId: string): Promise<unknown>;
}

/**
 * Removes accounts that confirmed neither phone nor e-mail within a day and have nothing that must last: no money,
 * applications, orders, purchases or signatures. Each is judged again under the locks that a confirmation takes too.
 * @returns how many were removed
 */
export async function removeUnconfirmed(deps: RemoveUnconfirmedDeps): Promise<number> {
  let removed = 0;
  let after: string | null = null;
  for (;;) {
    const accounts: string[] = await deps.unconfirmed(deps.db, { hours: AGE_HOURS, after, limit: BATCH });
    for (const accountId of accounts) if (await removeOne(deps, accountId)) removed += 1;
    if (accounts.length < BATCH) return removed;
    after = accounts.at(-1) ?? null;
  }
}

async function removeOne(deps: RemoveUnconfirmedDeps, accountId: string): Promise<boolean> {
  const { db, tables, lockPerson, removeAccount, endSessions } = deps;
  const outcome = await inTransaction(db, async (tx) => {
    // The person first, as a confirmation does.
    const person = await lockPerson(tx, accountId);
    if (person?.confirmed) return null;
    const rows = createPersonRowsRepository(tx);
    if (person)
      for (const table of tables)
        if (table.lasting === true && (await rows.has(table, person.id))) return null;
    if (!(await removeAccount(tx, accountId))) return null;
    if (person)
      for (const table of inOrder(tables)) if (table.lasting === false) await rows.remove(table, person.id);
    return { personId: person?.id ?? null };
  });
  if (outcome?.personId) await endSessions(outcome.personId);
  return outcome !== null;
}
