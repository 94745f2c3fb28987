import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { CommandOutput } from '#server/platform/modules/index.ts';
import { checkFiles, type CheckedFile } from '#shared/trust/check-files.ts';
import type { ListedKey } from '#shared/trust/signed-statement.ts';

const USAGE = 'usage: verify-receipt FILE… [--keys FILE|URL]';

interface Keys {
  keys: Pick<ListedKey, 'kid' | 'kty' | 'crv' | 'x'>[];
}

class Unreadable extends Error {}

/**
 * `verify-receipt FILE… [--keys FILE|URL]`: needs nothing of the installation when keys are given. Returns the exit code: 0 all files
 * are what they say, 1 one is not, 2 invalid arguments or a file that cannot be read.
 */
export async function runVerifyReceiptCommand(
  argv: readonly string[],
  { out, ownKeys }: { out: CommandOutput; ownKeys: () => Promise<Keys> },
): Promise<number> {
  try {
    const { values, positionals } = argumentsOf(argv);
    if (positionals.length === 0) throw new Unreadable(USAGE);
    const { keys } = values.keys === undefined ? await ownKeys() : await keysAt(values.keys);
    const files = await Promise.all(positionals.map(async (name) => ({ name, text: await readText(name) })));
    const checked = await checkFiles(files, keys);
    for (const file of checked) tell(out, file);
    return checked.every(({ proven }) => proven) ? 0 : 1;
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    // Not retried: the person who typed the command reads why.
    out.error(error.message);
    return 2;
  }
}

function argumentsOf(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], allowPositionals: true, options: { keys: { type: 'string' } } });
  } catch {
    // An unknown option: not retried, the usage says what there is.
    throw new Unreadable(USAGE);
  }
}

async function keysAt(place: string): Promise<Keys> {
  const text = URL.canParse(place) && /^https?:/.test(place) ? await fetchText(place) : await readText(place);
  try {
    const value = JSON.parse(text) as Keys;
    if (Array.isArray(value.keys)) return value;
  } catch {
    // Not JSON: said below, not retried.
  }
  throw new Unreadable(`${place}: not a list of keys`);
}

async function fetchText(url: string): Promise<string> {
  const answer = await fetch(url, { redirect: 'error' }).catch((error: unknown) => {
    // Not retried: reported to the person who named the address.
    throw new Unreadable(`${url}: ${String(error)}`);
  });
  if (!answer.ok) throw new Unreadable(`${url}: answered ${answer.status}`);
  return answer.text();
}

const readText = (name: string): Promise<string> =>
  readFile(name, 'utf8').catch((error: unknown) => {
    // Not retried: reported to the person who named the file.
    throw new Unreadable(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  });

const PROBLEMS = {
  'unknown-file': 'is neither a receipt nor a public log',
  malformed: 'is not whole',
  changed: 'was changed: the signature does not fit',
  'unknown-key': 'is signed with a key that is not among the given ones',
  'log-changed': 'was changed',
  maximum: 'states a maximum that is not the one the log committed to, or that was not followed',
  'other-history': 'the log of its lot has another history',
  'not-in-log': 'the log of its lot does not have it',
} as const;

function tell(out: CommandOutput, file: CheckedFile): void {
  const { name, problem, receipt, log, compared, committed } = file;
  const of = receipt
    ? `receipt of lot ${receipt.lotId}, ${receipt.command} ${receipt.bidId}: ${receipt.verdict}${receipt.reason ? ` (${receipt.reason})` : ''}`
    : log
      ? `log of lot ${log.lotId}: ${log.entries} entries, ${log.outcome}, ${log.priceTiyin ?? 'no'} tiyin`
      : 'file';
  if (problem) {
    const at = problem.seq === undefined ? '' : ` (at entry ${problem.seq}: ${problem.log ?? ''})`;
    out.error(`${name}: ${of}: ${PROBLEMS[problem.kind]}${at}`);
    return;
  }
  const more = [
    ...(committed ? [', the log commits to its maximum'] : []),
    ...(compared ? [', and the log of its lot agrees'] : []),
  ];
  out.line(`${name}: ${of}; the signature is valid${more.join('')}`);
}
