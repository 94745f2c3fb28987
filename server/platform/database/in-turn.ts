import { sql } from 'kysely';
import type { AnyDb, Db } from './db.ts';
import { inTransaction } from './transaction.ts';

/** What is done under one name is done one after the other, in all processes: the caller waits, and holds it until its transaction ends. */
export async function lockNamed<Tables>(tx: Db<Tables>, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

/** The last of each name in this process. */
const lastOf = new Map<string, Promise<unknown>>();

/**
 * A transaction under `lockNamed`, for what is counted before something is added to it. Who waits in this process holds no connection,
 * so that many calls at once take none from others.
 */
export async function inTurn<Result>(
  db: AnyDb,
  name: string,
  work: (tx: AnyDb) => Promise<Result>,
): Promise<Result> {
  const before = lastOf.get(name);
  const mine = (async () => {
    // What became of the one before is for its own caller.
    await before?.catch(() => undefined);
    return inTransaction(db, async (tx) => {
      await lockNamed(tx, name);
      return work(tx);
    });
  })();
  lastOf.set(name, mine);
  try {
    return await mine;
  } finally {
    if (lastOf.get(name) === mine) lastOf.delete(name);
  }
}
