import { parseArgs } from 'node:util';
import { maskPhone, parsePhone } from '#shared/validation/phone.ts';
import { inTransaction, writeOutbox, type AnyDb } from '#server/platform/database/index.ts';
import { openDirectory, SHIPPED_ISSUER, SIGN_IN_EVENTS } from '#server/identity/index.ts';
import type { SessionStore } from '#server/platform/sessions/index.ts';
import { readReason, REASON_NEEDED } from './command-reason.ts';
import { oneTimePassword } from './one-time-password.ts';
import type { StaffCommandDeps } from './add-staff.ts';

const RESET_PASSWORD_HELP = `account reset-password --phone <+998…> --reason <text>
  For somebody who forgot the password and has proved who they are. Prints a one-time password once, ends every session
  of the account; the first sign-in asks for another password. It is on record with the reason. At the shipped sign-in site only.`;

export type ResetPasswordDeps = StaffCommandDeps & { db: AnyDb; sessions: Pick<SessionStore, 'endAll'> };

/**
 * `npm run cli -- account reset-password --phone … --reason …`
 * @param argv what follows `account reset-password`
 * @returns the exit code: 0 done, 2 not understood or not possible
 */
export async function runResetPasswordCommand(
  argv: readonly string[],
  { db, accounts, directory, sessions, write }: ResetPasswordDeps,
): Promise<number> {
  const refuse = (why: string) => {
    write(why);
    return 2;
  };
  let given: { phone?: string; reason?: string };
  try {
    const options = { phone: { type: 'string' }, reason: { type: 'string' } } as const;
    given = parseArgs({ args: [...argv], options }).values;
  } catch (error) {
    // Not retried: an unknown option, reported to the caller.
    return refuse(`${(error as Error).message}\n\n${RESET_PASSWORD_HELP}`);
  }
  const phone = parsePhone(given.phone ?? '');
  if (!phone)
    return refuse(`--phone needs a number of Uzbekistan: +998 and nine digits\n\n${RESET_PASSWORD_HELP}`);
  const reason = readReason(given.reason);
  if (reason === null) return refuse(`${REASON_NEEDED}\n\n${RESET_PASSWORD_HELP}`);
  if (!directory) return refuse('passwords are kept by the configured provider: reset it there');
  const account = await directory.byLogin(phone);
  if (!account) return refuse(`there is no account of ${maskPhone(phone)}`);

  const password = oneTimePassword();
  // The worker puts it on record, informs the owner on every channel, and ends sessions that a fault leaves.
  await inTransaction(db, async (tx) => {
    await openDirectory({ db: tx }).setPassword(account.id, password, { once: true });
    const payload = { accountId: account.id, atMs: Date.now(), byCommand: true, reason };
    await writeOutbox(tx, { topic: SIGN_IN_EVENTS.passwordReset, payload });
  });
  const people = await accounts.byPhone(phone);
  for (const person of people) {
    if (person.issuer === SHIPPED_ISSUER && person.subject === account.id) await sessions.endAll(person.id);
  }
  write(`One-time password of ${maskPhone(phone)}, shown only here: ${password}`);
  return 0;
}
