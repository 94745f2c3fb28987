import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { AccountsService } from '#server/domains/people/accounts/index.ts';
import type { FilesService } from '#server/domains/content/files/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { RequestError } from '#server/platform/errors/index.ts';
import { hasRight } from '#shared/api/console/staff-rights.ts';
import {
  BAR_CAUSES,
  BAR_REASON_MAX,
  BAR_REASON_MIN,
  type DebarmentCause,
} from '#shared/limits/debarments.ts';
import { evidenceOf } from './bar-evidence.ts';
import { createDebarmentsRepository } from './debarments.repository.ts';
import type { DebarmentStaff, ProposeBars, ProposeOutcome } from './propose-debarments.ts';

const COMMON = `--reason TEXT --evidence FILE --by STAFF
  --reason       why, ${BAR_REASON_MIN} to ${BAR_REASON_MAX} letters
  --evidence     a document on this server, stored with the proposal
  --by           id of the account of the member of staff who submits it at the console, where another one decides`;

const BAR_ADD_HELP = `bars add (--pinfl N | --stir N | --account ID) --cause ${BAR_CAUSES.join('|')} [--lot N] [--last-day YYYY-MM-DD] ${COMMON}`;
const BAR_LIFT_HELP = `bars lift BAR ${COMMON}
  BAR            number of the bar, as the console shows it`;

export interface BarCommandDeps {
  db: AnyDb;
  isSamePerson(on: AnyDb, one: string, other: string): Promise<boolean>;
  accounts: Pick<AccountsService, 'byId'>;
  files: Pick<FilesService, 'addGiven'>;
  proposing: Pick<ProposeBars, 'find' | 'propose' | 'proposeLift' | 'withdraw'>;
  out: { line(text: string): void; error(text: string): void };
}

const WHY_NOT: Record<Exclude<ProposeOutcome['outcome'], 'begun'>, string> = {
  none: 'there is no such person or bar',
  'no-number': 'the account has no PINFL or STIR to bar',
  'lot-needed': 'this cause is about a lot: name it with --lot',
  'no-such-lot': 'there is no such lot',
  'no-state-lot': 'this cause needs a lot of the state',
  'last-day': '--last-day is for the decision of a court, which needs it: from today to ten years ahead',
  'proposed-already': 'the same is proposed already: see the console',
  'barred-already': 'there is such a bar already',
  over: 'the bar is over',
};

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const NUMBER = /^[1-9]\d{0,14}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

const OPTIONS = {
  pinfl: { type: 'string' },
  stir: { type: 'string' },
  account: { type: 'string' },
  cause: { type: 'string' },
  lot: { type: 'string' },
  'last-day': { type: 'string' },
  reason: { type: 'string' },
  evidence: { type: 'string' },
  by: { type: 'string' },
} as const;

/** What cannot be done as it was asked, in words for who typed it. */
class Refused extends Error {}

/** @throws Refused for options that are unknown or missing */
function readCall(args: readonly string[]) {
  let read;
  try {
    read = parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
  } catch (error) {
    // Not retried: an unknown option, reported to the caller.
    throw new Refused((error as Error).message, { cause: error });
  }
  const { values, positionals } = read;
  const reason = values.reason?.trim() ?? '';
  if (reason.length < BAR_REASON_MIN || reason.length > BAR_REASON_MAX)
    throw new Refused(`--reason has ${BAR_REASON_MIN} to ${BAR_REASON_MAX} letters`);
  if (!values.evidence) throw new Refused('--evidence names a document');
  if (!UUID.test(values.by ?? '')) throw new Refused('--by is the id of an account');
  return { values, positionals, reason, evidence: values.evidence, by: values.by! };
}
type ReadCall = ReturnType<typeof readCall>;

/** The one who is to be barred, and what for. */
function readAddition({ values, positionals, reason }: ReadCall) {
  const { pinfl, stir, account, cause, lot } = values;
  const named = Object.entries({ pinfl, stir, account }).filter(([, value]) => value !== undefined);
  const [[by, value] = ['', '']] = named;
  if (named.length !== 1 || positionals.length > 0) throw new Refused(BAR_ADD_HELP);
  if (by === 'account' && !UUID.test(value!)) throw new Refused('--account is the id of an account');
  if (!BAR_CAUSES.includes(cause as DebarmentCause))
    throw new Refused(`--cause is one of ${BAR_CAUSES.join(', ')}`);
  if (lot !== undefined && !NUMBER.test(lot)) throw new Refused('--lot is the number of a lot');
  const lastDay = values['last-day'] ?? null;
  if (lastDay !== null && (!DAY.test(lastDay) || Number.isNaN(Date.parse(lastDay))))
    throw new Refused('--last-day is a day such as 2027-01-31');
  return {
    whom: { by: by as 'account' | 'pinfl' | 'stir', value: value! },
    asked: { cause: cause as DebarmentCause, lotId: lot === undefined ? null : Number(lot), lastDay, reason },
  };
}

/** The member of staff in whose name it is proposed. */
async function staffOf(personId: string, accounts: BarCommandDeps['accounts']): Promise<DebarmentStaff> {
  const person = await accounts.byId(personId);
  if (!person || person.disabled || !hasRight(person.roles, 'decideBars'))
    throw new Refused('--by is not a member of staff who decides about bars');
  return { personId, name: person.name, address: '127.0.0.1' };
}

/** @throws Refused when it is about the one who proposes it, under any account */
async function mustBeAboutAnother(
  personId: string | null,
  by: DebarmentStaff,
  deps: BarCommandDeps,
): Promise<void> {
  if (personId !== null && (await deps.isSamePerson(deps.db, personId, by.personId)))
    throw new Refused('--by is the person whom it is about');
}

/**
 * Begins the proposal and adds its evidence; without evidence it does not stay. In whose name it is submits it at the console: the command does
 * not know who runs it.
 */
async function beginWithEvidence(
  { evidence }: ReadCall,
  { files, proposing, out }: BarCommandDeps,
  by: DebarmentStaff,
  begin: () => Promise<ProposeOutcome>,
): Promise<void> {
  await access(evidence);
  const begun = await begin();
  if (begun.outcome !== 'begun') throw new Refused(WHY_NOT[begun.outcome]);
  const { proposalId } = begun;
  try {
    const file = { uploadId: randomUUID(), name: path.basename(evidence), bytes: createReadStream(evidence) };
    await files.addGiven(evidenceOf(proposalId), 'document', file);
  } catch (error) {
    await proposing.withdraw(proposalId, by);
    throw error;
  }
  out.line(`proposal ${proposalId} waits at the console for ${by.name} to submit it`);
}

/** @returns the exit code: 0 proposed, 1 not possible, 2 for a wrong call */
async function run(help: string, out: BarCommandDeps['out'], work: () => Promise<void>): Promise<number> {
  try {
    await work();
    return 0;
  } catch (error) {
    if (error instanceof Refused) {
      out.error(error.message === help ? help : `${error.message}\n\n${help}`);
      return 2;
    }
    const { code = '', message } = error as Error & { code?: string };
    // Not retried: another file is needed. Any other error is a fault.
    if (!(error instanceof RequestError) && !/^(?:ENOENT|ENOTDIR|EACCES|EISDIR)$/.test(code)) throw error;
    out.error(error instanceof RequestError ? `the document is refused: ${code}` : message);
    return 1;
  }
}

/** `npm run cli -- bars add …`: begins the proposal of a bar, which two members of staff submit and decide about at the console. */
export const runBarAdd = (args: readonly string[], deps: BarCommandDeps): Promise<number> =>
  run(BAR_ADD_HELP, deps.out, async () => {
    const call = readCall(args);
    const { whom, asked } = readAddition(call);
    const by = await staffOf(call.by, deps.accounts);
    await beginWithEvidence(call, deps, by, async () => {
      const found = await deps.proposing.find(whom, null);
      if (!found) return { outcome: 'none' };
      await mustBeAboutAnother(found.personId, by, deps);
      return deps.proposing.propose(found.personId, asked, by);
    });
  });

/** `npm run cli -- bars lift BAR …`: the same to lift a bar. */
export const runBarLift = (args: readonly string[], deps: BarCommandDeps): Promise<number> =>
  run(BAR_LIFT_HELP, deps.out, async () => {
    const call = readCall(args);
    const [barId = ''] = call.positionals;
    if (call.positionals.length !== 1 || !NUMBER.test(barId)) throw new Refused(BAR_LIFT_HELP);
    const by = await staffOf(call.by, deps.accounts);
    await beginWithEvidence(call, deps, by, async () => {
      const bar = await createDebarmentsRepository(deps.db).find(Number(barId));
      await mustBeAboutAnother(bar?.person_id ?? null, by, deps);
      return deps.proposing.proposeLift(Number(barId), call.reason, by);
    });
  });
