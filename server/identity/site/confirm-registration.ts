import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import type { OneTimeCodes } from '#server/platform/one-time-codes/index.ts';
import type { Directory, NewAccount } from './directory.ts';
import type { Hashing } from './hashing.ts';
import {
  createIdentityAccountRepository,
  type IdentityAccountRepository,
} from './identity-accounts.repository.ts';
import type { OutsideWay } from './outside/proven-number.ts';
import { createProvenNumbers } from './outside/proven-numbers.repository.ts';
import { createRegistrationsRepository, type Registration } from './registrations.repository.ts';

const PURPOSE = 'register';
/** To somebody who has an account already: the code of this message is shown nowhere and confirms nothing. */
const TAKEN = 'register-taken';

export interface RegisteringDeps {
  db: AnyDb;
  directory: Pick<Directory, 'loginOf'>;
  hashing: Pick<Hashing, 'hash' | 'matches'>;
  codes: OneTimeCodes;
  onProblem(error: unknown): void;
}

export type Registering = ReturnType<typeof createRegistering>;

/**
 * Registration: what is typed reserves nothing; the code sent to the phone makes an account of it. Whether another account
 * has the phone or the e-mail shows in no answer: its owner gets a message instead of a code.
 */
export function createRegistering(deps: RegisteringDeps) {
  const { db, directory, hashing, codes, onProblem } = deps;
  const registrations = createRegistrationsRepository(db);
  const accounts = createIdentityAccountRepository(db);

  async function send({ id, phone, email }: Registration, address: string): Promise<void> {
    const taken = await accounts.taken({ phone, email });
    const issue = (purpose: string, channels: { phone?: string; email?: string }) =>
      codes.issue({ purpose, subject: id, personId: id, channels, address, unproven: true });
    await issue(taken.includes('phone') ? TAKEN : PURPOSE, { phone });
    if (taken.includes('email')) await issue(TAKEN, { email });
  }

  return {
    /** Stores what was typed, whether or not another account has any of it. @throws HashingBusy */
    async begin({
      password,
      email,
      ...account
    }: NewAccount & { email: string; provenBy: OutsideWay | null }): Promise<string> {
      const { kind, name, phone, pinfl, stir, language, provenBy } = account;
      const passwordHash = await hashing.hash(password);
      return registrations.insert({
        kind,
        name,
        phone,
        email,
        pinfl,
        stir,
        language,
        passwordHash,
        provenBy,
      });
    },

    /** One that can still be confirmed, or was. */
    byId: (id: string): Promise<Registration | null> => registrations.byId(id),

    /**
     * Sends a code, or a message to the owner of the number, after the answer: what is done here does not show in the
     * answer nor in its time. Limits of codes apply, counted apart from those of the number's owner.
     */
    send(registration: Registration, address: string): void {
      // Not retried: the person asks for another code.
      send(registration, address).catch(onProblem);
    },

    /**
     * The newest registration of this phone, if the password is its own. A password is derived only where there is one, so
     * the time tells of registrations, which anyone can make, and not of accounts. @throws HashingBusy
     */
    async ofLogin(typed: string, password: string): Promise<Registration | null> {
      const login = directory.loginOf(typed);
      const found = login?.field === 'phone' ? await registrations.openOf(login.value) : null;
      return found && (await hashing.matches(password, found.passwordHash)) ? found : null;
    },

    /**
     * Makes the account of a registration with the code that was sent to its phone; of two registrations of one phone the
     * first confirmed one wins. null: the code is wrong or old, the phone belongs to an account by now, or that account has
     * another password. A PINFL or STIR of another account is left out: its owner states it in the profile.
     */
    async confirm(id: string, code: string): Promise<{ accountId: string } | null> {
      const verdict = await codes.verify({ purpose: PURPOSE, subject: id, personId: id, code });
      if (verdict !== 'right') {
        // The first of two presses has used the code up.
        const known = verdict === 'expired' ? await registrations.byId(id) : null;
        return known && madeOf(accounts, known);
      }
      return inTransaction(db, (tx) => makeAccount(tx, id));
    },

    purge: () => registrations.purge(),
  };
}

/**
 * The account that was made of a registration already, as long as it has the password that was typed there: a page of the code,
 * which the password opens in any browser, does not outlive it. null: none, or another password was set since.
 */
async function madeOf(
  accounts: Pick<IdentityAccountRepository, 'byId'>,
  { accountId, passwordHash }: Registration,
): Promise<{ accountId: string } | null> {
  const account = accountId === null ? null : await accounts.byId(accountId);
  return account?.passwordHash === passwordHash ? { accountId: account.id } : null;
}

async function makeAccount(tx: AnyDb, id: string): Promise<{ accountId: string } | null> {
  const registrations = createRegistrationsRepository(tx);
  const accounts = createIdentityAccountRepository(tx);
  const registration = await registrations.lock(id);
  if (!registration) return null;
  if (registration.accountId) return madeOf(accounts, registration);
  const { id: _id, accountId: _none, provenBy, ...values } = registration;
  const { phone, pinfl, stir } = values;
  await accounts.lockValues({ phone, pinfl, stir });
  const taken = await accounts.taken({ phone, pinfl, stir });
  if (taken.includes('phone')) return null;
  const number = taken.length > 0 ? { pinfl: null, stir: null } : { pinfl, stir };
  const standing = { passwordOnce: false, demo: false, vouched: false, phoneConfirmed: true };
  const made = await accounts.insert({ ...values, ...number, ...standing });
  // The product gave the value to an account at this moment: the refused row has ended the transaction.
  if ('taken' in made) return null;
  const field = pinfl ? 'pinfl' : 'stir';
  const value = number[field];
  if (provenBy && value)
    await createProvenNumbers(tx).link(made.id, {
      // A registration says nothing of twins: the next sign-in by the service does.
      way: provenBy,
      byTwin: true,
      field,
      value,
      name: values.name,
      phone,
      atMs: Date.now(),
    });
  await registrations.end(id, made.id);
  return { accountId: made.id };
}
