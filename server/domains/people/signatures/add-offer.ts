import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Role } from '#shared/api/contract.ts';
import { hasRight } from '#shared/api/console/staff-rights.ts';
import { DECISION_REASON } from '#shared/api/console/decisions.ts';
import { writtenText } from '#shared/api/written-texts.ts';
import { hasHiddenMark } from '#shared/text/hidden-marks.ts';
import type { ConsentVersion } from './consents.repository.ts';
import type { ConsentsService } from './consents.service.ts';
import type { WrittenTexts } from './signatures-tables.ts';

export const ADD_OFFER_USAGE =
  'offer add FOLDER --effective YYYY-MM-DD --deadline YYYY-MM-DD [--reason TEXT --by STAFF]';
const ADD_OFFER_HELP = `${ADD_OFFER_USAGE}
  --reason       why, ${DECISION_REASON.min} to ${DECISION_REASON.max} letters
  --by           id of the account of the member of staff who submits it at the console, where another one decides
  The first version of an installation, before anyone has signed, needs neither and is published at once.`;

const DAY = /^\d{4}-\d\d-\d\d$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Shorter is a mistake, not an offer. */
const SHORTEST = 100;

type Made = Omit<ConsentVersion, 'version'>;

/** A member of staff in whose name it is proposed. */
export interface Proposer {
  roles: readonly Role[];
  disabled: boolean;
}

export interface AddOfferDeps {
  consents: Pick<ConsentsService, 'addFirst' | 'problemOf'>;
  accounts: { byId(id: string): Promise<Proposer | null> };
  decisions: {
    propose(
      proposed: { kind: 'publish-offer'; payload: Made },
      of: { reason: string; document: null; byCommand: true },
      by: { personId: string; roles: readonly Role[]; address: string },
    ): Promise<{ outcome: string; decisionId?: number; why?: string }>;
  };
  out: { line(text: string): void; error(text: string): void };
}

async function read(folder: string, part: 'offer' | 'contract'): Promise<WrittenTexts> {
  const one = async (language: string) => {
    const file = path.join(folder, `${part}.${language}.txt`);
    const text = (await readFile(file, 'utf8')).trim();
    if (text.length < SHORTEST) throw new RangeError(`${file} has no text`);
    if (hasHiddenMark(text, true)) throw new RangeError(`${file} has marks that are not seen`);
    return text;
  };
  return { uz: await one('uz'), ru: await one('ru'), en: await one('en') };
}

/** Proposes it in the name of a member of staff. @returns the number of the decision */
async function propose(
  payload: Made,
  { by, reason }: { by: string | undefined; reason: string },
  { accounts, decisions }: AddOfferDeps,
): Promise<number> {
  if (by === undefined || !UUID.test(by))
    throw new RangeError('another version takes two persons: --by is the id of the account that proposes it');
  if (!writtenText(DECISION_REASON.min, DECISION_REASON.max).safeParse(reason).success)
    throw new RangeError(`--reason has ${DECISION_REASON.min} to ${DECISION_REASON.max} letters`);
  const person = await accounts.byId(by);
  if (!person || person.disabled || !hasRight(person.roles, 'publishConsents'))
    throw new RangeError('--by is not a member of staff who publishes the offer');
  const made = await decisions.propose(
    { kind: 'publish-offer', payload },
    { reason, document: null, byCommand: true },
    { personId: by, roles: person.roles, address: '127.0.0.1' },
  );
  if (made.decisionId === undefined) throw new RangeError(made.why ?? made.outcome);
  return made.decisionId;
}

/**
 * A version of the offer from a folder of `offer.uz.txt`, `offer.ru.txt`, `offer.en.txt` and the same of `contract`, also of texts that
 * are longer than the console's form accepts. The first one of an installation is published, every other one proposed: who is named
 * submits it at the console, and a second person decides there. Exit code 1 when it is refused, 2 for a wrong call.
 */
export async function runAddOfferCommand(args: readonly string[], deps: AddOfferDeps): Promise<number> {
  const { consents, out } = deps;
  const text = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    strict: false,
    options: { effective: text, deadline: text, reason: text, by: text },
  });
  const [folder, ...rest] = positionals;
  const [effectiveOn, deadlineOn] = [String(values.effective ?? ''), String(values.deadline ?? '')];
  if (!folder || rest.length > 0 || !DAY.test(effectiveOn) || !DAY.test(deadlineOn)) {
    out.error(ADD_OFFER_HELP);
    return 2;
  }
  try {
    const [offer, contract] = [await read(folder, 'offer'), await read(folder, 'contract')];
    const made = { effectiveOn, deadlineOn, offer, contract };
    const problem = await consents.problemOf(made);
    if (problem) throw new RangeError(`${problem.code} ${problem.name ?? ''}`.trim());
    const version = await consents.addFirst(made);
    if (version !== null) {
      out.line(`version ${version}, in effect from ${effectiveOn}, to be signed by ${deadlineOn}`);
      return 0;
    }
    const by = values.by === undefined ? undefined : String(values.by);
    const id = await propose(made, { by, reason: String(values.reason ?? '').trim() }, deps);
    out.line(`decision ${id} waits at the console: ${by} submits it, another member of staff decides`);
    return 0;
  } catch (error) {
    // Not retried: the files, the days or the proposer must be others. Unexpected errors are shown in full.
    const known = error instanceof RangeError || isMissing(error);
    if (!known) throw error;
    out.error((error as Error).message);
    return 1;
  }
}

const isMissing = (error: unknown): boolean => (error as { code?: string }).code === 'ENOENT';
