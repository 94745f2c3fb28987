import { createHash, randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { inTransaction, writeOutbox, type AnyDb } from '#server/platform/database/index.ts';
import type { OneTimeCodes } from '#server/platform/one-time-codes/index.ts';
import { SIGN_IN_EVENTS } from '../sign-in.events.ts';
import type { Directory } from './directory.ts';
import type { Hashing } from './hashing.ts';
import { createIdentityAccountRepository, type IdentityAccount } from './identity-accounts.repository.ts';
import type { SignInLimits } from './sign-in-limits.ts';
import { endSiteSessions } from './site-sessions.repository.ts';

const PURPOSE = 'reset-password';
/**
 * A code is sent after a pause between these. Sent at once it would hold up the next page of the same visitor by some
 * milliseconds, which shows that there is an account.
 */
const PAUSE_MS = { least: 300, most: 2_000 } as const;

export interface PasswordResetDeps {
  db: AnyDb;
  directory: Pick<Directory, 'byLogin'>;
  hashing: Pick<Hashing, 'hash'>;
  codes: OneTimeCodes;
  attempts: Pick<SignInLimits, 'resetOf'>;
  /** Ends what the product has of sessions begun before this instant. Repeated by the worker where it fails. */
  endSessions(accountId: string, beforeMs: number): Promise<void>;
  onProblem(error: unknown): void;
}

interface CodeRequest {
  /** In stored form. */
  login: string;
  address: string;
  /** Where the account was signed in to in this browser before. */
  device: string | null;
  /** The sign-in of the browser that asks. */
  signIn: string;
}

/**
 * A code is of the sign-in in which it was asked for, and so are its tries: what a stranger asks for or guesses neither replaces
 * nor uses up the code of the owner.
 */
const codeOf = (accountId: string, signIn: string) => ({
  purpose: PURPOSE,
  subject: `${accountId} ${signIn}`,
  personId: accountId,
});

export type PasswordReset = ReturnType<typeof createPasswordReset>;

/** Another password with a code, for who forgot theirs. */
export function createPasswordReset(deps: PasswordResetDeps) {
  const { db, directory, hashing, codes, attempts, endSessions, onProblem } = deps;

  /** The confirmed one that was typed, else the other one; null: none is confirmed. */
  function destinationOf(account: IdentityAccount, typed: string) {
    const phone = account.phoneConfirmed ? account.phone : null;
    const email = account.emailConfirmed ? account.email : null;
    const byEmail = typed.includes('@') ? email !== null : phone === null;
    if (byEmail) return email === null ? null : { email };
    return phone === null ? null : { phone };
  }

  async function send({ login, address, device, signIn }: CodeRequest): Promise<void> {
    await pause(randomInt(PAUSE_MS.least, PAUSE_MS.most), undefined, { ref: false });
    const account = await directory.byLogin(login);
    const channels = account && !account.disabled ? destinationOf(account, login) : null;
    if (!account || !channels) return;
    const attempt = await attempts.resetOf(Object.values(channels).join(' '), device);
    if (!attempt.allowed) return;
    await codes.issue({
      ...codeOf(account.id, signIn),
      channels,
      address,
      unproven: device === null,
    });
  }

  return {
    /**
     * Sends a code to the confirmed phone or e-mail of an account that is open, after the answer: what is done here, and
     * whether anything is, does not show in the answer nor in its time.
     */
    request(asked: CodeRequest): void {
      // Not retried: the person asks for another code.
      send(asked).catch(onProblem);
    },

    /** The account whose code this is, asked for in this sign-in; null: wrong, old, used up, or no such account. */
    async confirm(login: string, signIn: string, code: string): Promise<IdentityAccount | null> {
      const account = await directory.byLogin(login);
      // Of an unknown account an unknown code is looked up, which takes the same time.
      const id = account?.id ?? randomUUID();
      const verdict = await codes.verify({ ...codeOf(id, signIn), code });
      return verdict === 'right' && account && !account.disabled ? account : null;
    },

    /** Void once the password has changed. */
    proofOf: ({ passwordHash }: Pick<IdentityAccount, 'passwordHash'>): string =>
      createHash('sha256').update(passwordHash).digest('base64url'),

    /**
     * Sets the password and ends every session, here and at the product; the person is informed on every channel.
     * @throws HashingBusy
     */
    async set(accountId: string, password: string): Promise<void> {
      const hash = await hashing.hash(password);
      const atMs = Date.now();
      await inTransaction(db, async (tx) => {
        await createIdentityAccountRepository(tx).setPassword(accountId, hash, false);
        await endSiteSessions(tx, accountId);
        await writeOutbox(tx, { topic: SIGN_IN_EVENTS.passwordReset, payload: { accountId, atMs } });
      });
      // The worker repeats it, so that a fault leaves no session.
      await endSessions(accountId, atMs).catch(onProblem);
    },
  };
}
