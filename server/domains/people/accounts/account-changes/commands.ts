import { parseArgs } from 'node:util';
import { parsePhone, maskPhone } from '#shared/validation/phone.ts';
import type { AccountChangeKind } from '#shared/lifecycles/account-change.ts';
import { isStaffRole, STAFF_ROLES } from '../accounts.policy.ts';
import type { AccountsService } from '../accounts.service.ts';
import { COMMAND_EVIDENCE, readReason, REASON_NEEDED } from '../command-reason.ts';
import type { AccountChanges } from './account-changes.service.ts';

interface AccountCommandDeps {
  accounts: Pick<AccountsService, 'byPhone' | 'byIds'>;
  changes: Pick<AccountChanges, 'byCommand'>;
  write(line: string): void;
}

const OPTIONS = {
  phone: { type: 'string' },
  id: { type: 'string' },
  role: { type: 'string' },
  reason: { type: 'string' },
} as const;

type Kind = Exclude<AccountChangeKind, 'give-role'>;

interface AccountCommandCall {
  args: readonly string[];
  out: { line(text: string): void };
  open(): { accounts: AccountCommandDeps['accounts']; accountChanges: AccountCommandDeps['changes'] };
}

/** Runs a command of operators of the server: shuts an account, opens it, or takes a staff role or a second factor away. */
export const accountCommand =
  (kind: Kind) =>
  ({ args, out, open }: AccountCommandCall): Promise<number> => {
    const { accounts, accountChanges: changes } = open();
    return runAccountCommand(kind, args, { accounts, changes, write: (line) => out.line(line) });
  };

/**
 * `npm run cli -- account disable | account enable | staff remove | account reset-factor`: shuts an account, opens it, takes a staff role
 * or a second factor away.
 * @param argv what follows the words of the command
 * @returns the exit code: 0 done, 2 not understood or not possible
 */
async function runAccountCommand(
  kind: Kind,
  argv: readonly string[],
  { accounts, changes, write }: AccountCommandDeps,
): Promise<number> {
  const refuse = (why: string) => {
    write(why);
    return 2;
  };
  let given: { phone?: string; id?: string; role?: string; reason?: string };
  try {
    given = parseArgs({ args: [...argv], options: OPTIONS }).values;
  } catch (error) {
    // Not retried: an unknown option, reported to the caller.
    return refuse((error as Error).message);
  }
  const reason = readReason(given.reason);
  if (reason === null) return refuse(REASON_NEEDED);
  const role = given.role ?? null;
  if (kind === 'remove-role' && (role === null || !isStaffRole(role)))
    return refuse(`--role is one of ${STAFF_ROLES.join(', ')}`);

  const phone = parsePhone(given.phone ?? '');
  if (phone === null && given.id === undefined)
    return refuse('--phone needs a number of Uzbekistan, or --id the id of the account');
  const found = phone === null ? accounts.byIds([given.id ?? '']) : accounts.byPhone(phone);
  const [person, ...others] = await found;
  if (!person) return refuse('there is no such account');
  if (others.length > 0)
    return refuse(
      `several accounts share this phone: name one by --id\n${[person, ...others].map(({ id }) => id).join('\n')}`,
    );
  const outcome = await changes.byCommand(person.id, {
    kind,
    reason,
    evidence: COMMAND_EVIDENCE,
    role: kind === 'remove-role' && role !== null && isStaffRole(role) ? role : null,
  });
  const whom = person.phone === null ? person.id : maskPhone(person.phone);
  write(outcome === 'done' ? `${whom}: ${DONE[kind]}` : `${whom}: nothing to change`);
  return 0;
}

const DONE = {
  disable: 'the account is shut, its sessions have ended',
  enable: 'the account is open again',
  'remove-role': 'the role is taken away, the sessions of the account have ended',
  'reset-factor': 'the second factor is taken away, the sessions of the account have ended',
} as const;
