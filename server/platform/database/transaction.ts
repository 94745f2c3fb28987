import type { Db } from './db.ts';
import { ReplicaLost } from './reads/routed-driver.ts';

const RETRYABLE = new Set(['40001', '40P01']);
const ATTEMPTS = 4;

/**
 * One transaction; `work` gets the handle all its queries must use. Serialisation failures and deadlocks are retried
 * up to three times with everything rolled back, so `work` must not do anything outside the database.
 */
export async function inTransaction<Tables, Result>(
  db: Db<Tables>,
  work: (tx: Db<Tables>) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      // Retried only when PostgreSQL reports that the same transaction may succeed the next time.
      const code = (error as { code?: string }).code ?? '';
      const mayRepeat = RETRYABLE.has(code) || error instanceof ReplicaLost;
      if (!mayRepeat || attempt >= ATTEMPTS) throw error;
    }
  }
}
