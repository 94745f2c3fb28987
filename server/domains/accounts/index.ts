/** Who people are here: identities, roles, sign-in and sign-out. */
import type { AnyDb } from '#server/platform/database/index.ts';
import type { Logger } from '#server/platform/logging/index.ts';
import type { JobsRedis } from '#server/platform/redis/index.ts';
import type { SessionStore } from '#server/platform/sessions/index.ts';
import { openDirectory, type SignInPort } from '#server/integrations/sign-in/index.ts';
import { createAccountsRepository } from './accounts.repository.ts';
import { createAccountsService, type AccountsService, type ActionRecorder } from './accounts.service.ts';
import { createSignInService, type SignInService } from './accounts.sign-in.ts';
import { createPasswordService, type PasswordService } from './change-password.ts';
import { createPendingSignIns } from './pending-sign-ins.ts';

export type { AccountsService, ActionRecorder } from './accounts.service.ts';
export type { SignInService } from './accounts.sign-in.ts';
export type { Person } from './person.ts';
export { publicName, publicPinfl, publicStir } from './public-mask.ts';
export { masked, type MaskedPerson } from './masked-person.ts';
export { createDemoPeople, type DemoPeopleDeps, type DemoPerson } from './demo-people.ts';
export { runStaffAddCommand, STAFF_ADD_HELP, type StaffCommandDeps } from './staff-add.ts';
export { RESET_PASSWORD_HELP, runResetPasswordCommand, type ResetPasswordDeps } from './reset-password.ts';
export { registerAccountRoutes } from './accounts.routes.ts';
export { registerPasswordRoutes } from './change-password.routes.ts';
export { keptAuthentication } from './fresh-sign-in.ts';

export interface AccountsParts {
  db: AnyDb;
  sessions: SessionStore;
  actions: ActionRecorder;
}

export function createAccounts({ db, sessions, actions }: AccountsParts): AccountsService {
  return createAccountsService({ people: createAccountsRepository(db), sessions, actions });
}

/** Passwords are kept by the shipped site, in the same database; people of any other provider are sent there. */
export function createPasswords({ db, sessions, actions }: AccountsParts): PasswordService {
  const people = createAccountsRepository(db);
  return createPasswordService({ people, directory: openDirectory({ db }), sessions, actions });
}

export interface SignInParts extends AccountsParts {
  publicUrl: string;
  site: SignInPort;
  redis: JobsRedis;
  /** Prefix of the keys in the jobs Redis. */
  namespace: string;
  logger: Logger;
}

export function createSignIn(parts: SignInParts): SignInService {
  const { db, sessions, actions, publicUrl, site, redis, namespace, logger } = parts;
  return createSignInService({
    publicUrl,
    site,
    pending: createPendingSignIns(redis, namespace),
    people: createAccountsRepository(db),
    sessions,
    actions,
    logger,
  });
}
