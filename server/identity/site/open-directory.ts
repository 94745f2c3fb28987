import type { AnyDb } from '#server/platform/database/index.ts';
import { createIdentityAccountRepository } from './identity-accounts.repository.ts';
import { createDirectory, type Directory } from './directory.ts';
import { createFactorRepository } from './factors/factors.repository.ts';
import { createHashing } from './hashing.ts';
import { createRegistrationsRepository } from './registrations.repository.ts';
import { endSiteSessions } from './site-sessions.repository.ts';

/** Who can sign in at the shipped site: for staff commands and demo people, which need no running site. */
export function openDirectory(database: { db: AnyDb }): Directory {
  return createDirectory({
    accounts: createIdentityAccountRepository(database.db),
    hashing: createHashing(),
    endSessions: (id) => endSiteSessions(database.db, id),
    forgetRegistrations: (of) => createRegistrationsRepository(database.db).forget(of),
    clearFactors: (id) => createFactorRepository(database.db).clear(id),
  });
}
