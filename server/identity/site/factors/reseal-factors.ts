import type { Db } from '#server/platform/database/index.ts';
import type { Config } from '#server/platform/config/index.ts';
import { createFactorRepository, type FactorTables } from './factors.repository.ts';
import { createSecretBox } from '#server/platform/secret-box/index.ts';

/**
 * Moves secrets of code applications from the key before to the one in force; an application set up meanwhile is under it
 * already. Safe to repeat.
 * @returns how many were moved, and accounts whose secret neither key opens: they set their factor up again
 */
export async function resealFactors(
  db: Db<FactorTables>,
  config: Pick<Config, 'secondFactorKey' | 'previousSecondFactorKey'>,
): Promise<{ moved: number; unreadable: string[] }> {
  const factors = createFactorRepository(db);
  const box = createSecretBox('second factor', config.secondFactorKey, config.previousSecondFactorKey);
  const unreadable: string[] = [];
  let moved = 0;
  for (const { accountId, secret } of await factors.apps()) {
    let resealed: Buffer | null = null;
    try {
      resealed = box.reseal(accountId, secret);
    } catch {
      // Not retried: no key that is named opens it.
      unreadable.push(accountId);
      continue;
    }
    if (resealed && (await factors.replaceSecret(accountId, secret, resealed))) moved += 1;
  }
  return { moved, unreadable };
}
