import { parseArgs } from 'node:util';
import type { CommandOutput } from '#server/platform/modules/index.ts';
import { checkFiles, type CheckedFile } from '#shared/trust/check-files.ts';
import { codeInPdf, isPdf } from '#shared/trust/code-in-pdf.ts';
import { keysAt, readGivenBytes, Unreadable, type GivenKeys } from './given-files.ts';

const USAGE = 'usage: verify-receipt FILE… [--keys FILE|URL]';

/**
 * `verify-receipt FILE… [--keys FILE|URL]`: needs nothing of the installation when keys are given. Returns the exit code: 0 all files
 * are what they say, 1 one is not, 2 invalid arguments or a file that cannot be read.
 */
export async function runVerifyReceiptCommand(
  argv: readonly string[],
  { out, ownKeys }: { out: CommandOutput; ownKeys: () => Promise<GivenKeys> },
): Promise<number> {
  try {
    const { values, positionals } = argumentsOf(argv);
    if (positionals.length === 0) throw new Unreadable(USAGE);
    const { keys } = values.keys === undefined ? await ownKeys() : await keysAt(values.keys);
    const files = await Promise.all(positionals.map(async (name) => ({ name, text: await readGiven(name) })));
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

/** A text, or of a protocol's file the text of the code in it. */
async function readGiven(name: string): Promise<string> {
  const bytes = await readGivenBytes(name);
  return isPdf(bytes) ? ((await codeInPdf(Uint8Array.from(bytes))) ?? '') : bytes.toString();
}

const PROBLEMS = {
  'unknown-file': 'is neither a receipt, a public log nor the signed code of a protocol',
  malformed: 'is not whole',
  changed: 'was changed: the signature does not fit',
  'unknown-key': 'is signed with a key that is not among the given ones',
  'revoked-key': 'is signed with a key that was revoked: somebody else may have made it',
  'revoked-code':
    'is signed with a key that was revoked: a new copy has the same number and another code, and the number and word are checked on the site',
  'log-changed': 'was changed',
  maximum: 'states a maximum that is not the one the log committed to, or that was not followed',
  'other-result': 'the log of its lot has another result',
  'other-history': 'the log of its lot has another history',
  'not-in-log': 'the log of its lot does not have it',
  'not-included': 'the transparency log does not have it, other than it says',
  'other-attempt': 'it carries the proof of another attempt',
} as const;

function subjectOf({ receipt, log, protocol, list }: CheckedFile): string {
  if (receipt)
    return `receipt of lot ${receipt.lotId}, ${receipt.command} ${receipt.bidId}: ${receipt.verdict}${receipt.reason ? ` (${receipt.reason})` : ''}`;
  if (log)
    return `log of lot ${log.lotId}: ${log.entries} entries, ${log.outcome}, ${log.priceTiyin ?? 'no'} tiyin`;
  if (protocol)
    return `protocol ${protocol.number} of lot ${protocol.lotId}, ${protocol.cause}, ${protocol.date}: ${protocol.winner ?? 'no winner'}, ${protocol.priceTiyin ?? 'no'} tiyin`;
  return list ? `list of ${list.cancelled.length} cancelled protocols, ${list.asOf}` : 'file';
}

function tell(out: CommandOutput, file: CheckedFile): void {
  const { name, problem, compared, committed, included, force } = file;
  const of = subjectOf(file);
  if (problem) {
    const at = problem.seq === undefined ? '' : ` (at entry ${problem.seq}: ${problem.log ?? ''})`;
    const since = problem.revokedOn === undefined ? '' : ` (revoked on ${problem.revokedOn})`;
    out.error(`${name}: ${of}: ${PROBLEMS[problem.kind]}${at}${since}`);
    return;
  }
  const more = [
    ...(committed ? [', the log commits to its maximum'] : []),
    ...(included ? [', the transparency log has it'] : []),
    ...(compared ? [', and the log of its lot agrees'] : []),
    ...(force
      ? [force.cancelledOn === null ? `, in force at ${force.asOf}` : `, CANCELLED on ${force.cancelledOn}`]
      : []),
  ];
  out.line(`${name}: ${of}; the signature is valid${more.join('')}`);
}
