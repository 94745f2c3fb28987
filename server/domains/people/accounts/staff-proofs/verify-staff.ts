import { parseArgs } from 'node:util';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { maskPhone, parsePhone } from '#shared/validation/phone.ts';
import { problemOfPinfl } from '#shared/validation/pinfl.ts';
import type { AccountsService, ActionRecorder } from '../accounts.service.ts';
import { isOfStaff } from '../account-changes/apply-change.ts';
import { readReason } from '../command-reason.ts';
import { createAttestationRepository } from './staff-proofs.repository.ts';

const STAFF_VERIFY_HELP = `staff verify --phone <+998…> | --id <id> --pinfl <14 digits> --document <text> --reason <text>
  Attests the PINFL of a member of staff, who decides nothing before: by a document that was seen, which is named. It is on
  record with the reason, and marked in the console until OneID or an E-IMZO key proves the number.`;

const LONGEST = 500;

export interface VerifyStaffDeps {
  db: AnyDb;
  accounts: Pick<AccountsService, 'byPhone' | 'byIds'>;
  actions: ActionRecorder;
  /** Accounts that certainly belong to the person, itself first. */
  accountsOf(db: AnyDb, personId: string): Promise<string[]>;
  write(line: string): void;
}

const OPTIONS = {
  phone: { type: 'string' },
  id: { type: 'string' },
  pinfl: { type: 'string' },
  document: { type: 'string' },
  reason: { type: 'string' },
} as const;

/**
 * `npm run cli -- staff verify --phone … --pinfl … --document … --reason …`
 * @param argv what follows `staff verify`
 * @returns the exit code: 0 done, 2 not understood or not possible
 */
export async function runStaffVerifyCommand(argv: readonly string[], deps: VerifyStaffDeps): Promise<number> {
  const { db, accounts, actions, accountsOf, write } = deps;
  const refuse = (why: string) => {
    write(`${why}\n\n${STAFF_VERIFY_HELP}`);
    return 2;
  };
  let given: Partial<Record<keyof typeof OPTIONS, string>>;
  try {
    given = parseArgs({ args: [...argv], options: OPTIONS }).values;
  } catch (error) {
    // Not retried: an unknown option, reported to the caller.
    return refuse((error as Error).message);
  }
  const pinfl = (given.pinfl ?? '').replace(/\s/g, '');
  if (problemOfPinfl(pinfl, { checkDigit: false }))
    return refuse('--pinfl has 14 digits, the first from 1 to 6');
  const [document, reason] = [readReason(given.document), readReason(given.reason)];
  if (document === null || document.length > LONGEST)
    return refuse('--document names what was seen: its kind, series and number');
  if (reason === null || reason.length > LONGEST) return refuse('--reason says why and who asked for it');
  const phone = parsePhone(given.phone ?? '');
  if (phone === null && given.id === undefined)
    return refuse('--phone needs a number of Uzbekistan, or --id the id of the account');
  const found = phone === null ? accounts.byIds([given.id ?? '']) : accounts.byPhone(phone);
  const staff = (await found).filter(isOfStaff);
  const [person] = staff;
  if (!person) return refuse('there is no such account of staff: give the role first (staff add)');
  if (staff.length > 1)
    return refuse(
      `several accounts share this phone: name one by --id\n${staff.map(({ id }) => id).join('\n')}`,
    );
  if (person.pinfl !== null && person.pinfl !== pinfl) return refuse('the account has another PINFL');
  await inTransaction(db, async (tx) => {
    const id = await createAttestationRepository(tx).add(person.id, { pinfl, document, reason });
    await actions.record(
      {
        personId: person.id,
        type: 'account',
        action: 'number-attested',
        result: 'done',
        reason: `attestation:${id}`,
      },
      tx,
    );
  });
  const whom = person.phone === null ? person.id : maskPhone(person.phone);
  write(`${whom}: the number is attested; the account may decide`);
  if (problemOfPinfl(pinfl)) write('Its check digit is unusual: make sure that it was typed right.');
  const others = (await accountsOf(db, person.id)).filter((id) => id !== person.id);
  if (others.length > 0) write(`The same person as:\n${others.join('\n')}`);
  return 0;
}
