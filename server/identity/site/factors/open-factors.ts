import type { AnyDb } from '#server/platform/database/index.ts';
import { endSiteSessions } from '../site-sessions.repository.ts';
import { createFactorRepository, hasFactor, type FactorSummary } from './factors.repository.ts';

/** Second factors as the product needs them, without a running site and without the key of their secrets. */
export interface Factors {
  of(accountId: string): Promise<FactorSummary>;
  has(accountId: string): Promise<boolean>;
  /** Takes every factor of an account away and ends its sessions at the site. */
  reset(accountId: string): Promise<void>;
}

/** @param database a transaction may be given */
export function openFactors({ db }: { db: AnyDb }): Factors {
  const factors = createFactorRepository(db);
  return {
    of: (accountId) => factors.summary(accountId),
    has: async (accountId) => hasFactor(await factors.summary(accountId)),
    async reset(accountId) {
      await factors.lock(accountId);
      await factors.clear(accountId);
      await endSiteSessions(db, accountId);
    },
  };
}
