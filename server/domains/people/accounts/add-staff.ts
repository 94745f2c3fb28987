import { parseArgs } from 'node:util';
import { parsePhone, maskPhone } from '#shared/validation/phone.ts';
import { SHIPPED_ISSUER, type Directory } from '#server/identity/index.ts';
import { isStaffRole, STAFF_ROLES, type StaffRole } from './accounts.policy.ts';
import type { AccountsService } from './accounts.service.ts';
import { createAccountChangesRepository } from './account-changes/account-changes.repository.ts';
import { COMMAND_EVIDENCE, readReason, REASON_NEEDED } from './command-reason.ts';
import { oneTimePassword } from './one-time-password.ts';
import type { Person } from './person.ts';
import type { Notify } from './profile/profile-ports.ts';

const STAFF_ADD_HELP = `staff add --phone <+998…> --role <${STAFF_ROLES.join('|')}> --reason <text> [--name <full name>]
  Gives a staff role. An account that buys or sells is offered the role instead: at the next visit its owner chooses
  between trading and serving as staff, for no account does both. Without an account of that phone one is made at the shipped sign-in site, and its one-time
  password is printed once; the first sign-in asks for another. With a provider of your own the person signs in first.
  It is on record with the reason, which the person reads. An account that is shut gets no role: open it first.`;

const OUTCOMES = {
  given: 'is now',
  offered: 'is offered the role of',
  had: 'already is or is offered the role of',
  shut: 'has a shut account, which gets no role: open it first (account enable). Not made',
} as const;

export interface StaffCommandDeps {
  accounts: AccountsService;
  /** People of the shipped sign-in site; null when another provider is configured. */
  directory: Directory | null;
  write(line: string): void;
}

type StaffAddDeps = StaffCommandDeps & { notify: Notify };

interface Wish {
  phone: string;
  role: StaffRole;
  reason: string;
  name: string | null;
}

function readWish(argv: readonly string[]): Wish | { problem: string } {
  let values: { phone?: string; role?: string; reason?: string; name?: string };
  try {
    ({ values } = parseArgs({
      args: [...argv],
      options: {
        phone: { type: 'string' },
        role: { type: 'string' },
        reason: { type: 'string' },
        name: { type: 'string' },
      },
    }));
  } catch (error) {
    // Not retried: an unknown option, reported to the caller.
    return { problem: (error as Error).message };
  }
  const phone = parsePhone(values.phone ?? '');
  if (!phone) return { problem: '--phone needs a number of Uzbekistan: +998 and nine digits' };
  const role = values.role ?? '';
  if (!isStaffRole(role)) return { problem: `--role is one of ${STAFF_ROLES.join(', ')}` };
  const reason = readReason(values.reason);
  if (reason === null) return { problem: REASON_NEEDED };
  return { phone, role, reason, name: values.name?.trim() || null };
}

/** The person to promote, and the one-time password when an account was created. */
async function findOrMake(
  { phone, name }: Wish,
  { accounts, directory }: StaffCommandDeps,
): Promise<{ person: Person; password: string | null } | { problem: string }> {
  if (!directory) {
    const [person, ...others] = await accounts.byPhone(phone);
    if (!person) return { problem: `nobody with ${maskPhone(phone)} has signed in yet: they sign in first` };
    return others.length === 0 ? { person, password: null } : { problem: 'several people share this phone' };
  }
  let account = await directory.byLogin(phone);
  let password: string | null = null;
  // An account that only states the phone may be anyone's.
  if (!account?.phoneConfirmed && !account?.vouched) {
    password = oneTimePassword();
    const made = await directory.create({
      kind: 'natural',
      name: name ?? 'Staff',
      phone,
      email: null,
      pinfl: null,
      stir: null,
      language: 'uz',
      password,
      passwordOnce: true,
    });
    if ('taken' in made) return { problem: 'somebody registered this phone just now: run the command again' };
    account = await directory.byId(made.id);
  }
  if (!account) return { problem: 'the account vanished while it was made' };
  const { id: subject, kind, email, pinfl, stir, language } = account;
  const known = {
    issuer: SHIPPED_ISSUER,
    subject,
    kind,
    name: account.name,
    phone,
    email,
    pinfl,
    stir,
    language,
  };
  const person = await accounts.prepare(known);
  // A new account has never traded: it starts with staff roles only.
  return { person: password === null ? person : await accounts.setRoles(person.id, []), password };
}

/**
 * `npm run cli -- staff add --phone … --role … --reason …`
 * @param argv what follows `staff add`
 * @returns the exit code: 0 done, 2 not understood or not possible
 */
export async function runStaffAddCommand(argv: readonly string[], deps: StaffAddDeps): Promise<number> {
  const wish = readWish(argv);
  if ('problem' in wish) {
    deps.write(`${wish.problem}\n\n${STAFF_ADD_HELP}`);
    return 2;
  }
  const found = await findOrMake(wish, deps);
  if ('problem' in found) {
    deps.write(found.problem);
    return 2;
  }
  const { person, password } = found;
  const { role, reason } = wish;
  const outcome = await deps.accounts.addStaffRole(person.id, role, async (tx) => {
    const id = await createAccountChangesRepository(tx).add(
      {
        kind: 'give-role',
        role,
        reason,
        evidence: COMMAND_EVIDENCE,
        person_id: person.id,
        two_persons: true,
        asked_by: null,
      },
      'decide',
    );
    await deps.notify(tx, {
      personId: person.id,
      key: `account-change:${id}`,
      template: 'staff-roles-changed',
      params: { reason },
    });
  });
  deps.write(`${maskPhone(wish.phone)} ${OUTCOMES[outcome]} ${role}`);
  if (outcome === 'offered')
    deps.write('The account trades: its owner opens the console and chooses one side.');
  if (outcome === 'shut') return 2;
  if (password) deps.write(`One-time password, shown only here: ${password}`);
  return 0;
}
