import { checkPublicLog, type LogProblem } from './check-public-log.ts';
import { LOG_FORMAT, type LogHead, type PublicLog } from './public-log.ts';
import {
  commitsToMaximum,
  compareReceipt,
  RECEIPT_FORMAT,
  type Receipt,
  type SignedReceipt,
} from './receipt.ts';
import { checkSignature, type ListedKey } from './signed-statement.ts';

type FileProblem =
  | 'unknown-file'
  | 'malformed'
  | 'changed'
  | 'unknown-key'
  | 'log-changed'
  /** The operator signed it, and a maximum in it is not the one that was committed to, or was not followed. */
  | 'maximum'
  | 'other-history'
  | 'not-in-log';

export interface CheckedFile {
  name: string;
  /** It is what it says, and nothing in it was changed. */
  proven: boolean;
  problem: { kind: FileProblem; seq?: number; log?: LogProblem } | null;
  /** What it states; to be believed only when proven. */
  receipt: Receipt | null;
  log: LogHead | null;
  /** Of a receipt: a proven log of its lot was among the files and agrees. */
  compared: boolean;
  /** Of a receipt: the log commits to the maximum it states. */
  committed: boolean;
}

interface GivenFile {
  name: string;
  text: string;
}

type Keys = readonly Pick<ListedKey, 'kid' | 'kty' | 'crv' | 'x'>[];

/** Receipts and public logs: each alone, and receipts against the proven logs among them. */
export async function checkFiles(files: readonly GivenFile[], keys: Keys): Promise<CheckedFile[]> {
  const values = files.map(({ name, text }) => ({ name, value: parsed(text) }));
  const logs = new Map<number, PublicLog>();
  const checked: CheckedFile[] = [];
  for (const { name, value } of values) {
    const one = await checkOne(name, value, keys);
    if (one.proven && one.log) logs.set(one.log.lotId, value as PublicLog);
    checked.push(one);
  }
  return Promise.all(checked.map((one) => compared(one, logs)));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Another kind of file: the check says so.
    return null;
  }
}

const formatOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'format' in value ? value.format : null;

async function checkOne(name: string, value: unknown, keys: Keys): Promise<CheckedFile> {
  const nothing = { name, receipt: null, log: null, compared: false, committed: false };
  const refused = (problem: CheckedFile['problem'], of: Partial<CheckedFile> = {}): CheckedFile => ({
    ...nothing,
    ...of,
    proven: false,
    problem,
  });
  const format = formatOf(value);
  if (format === RECEIPT_FORMAT) {
    const signature = await checkSignature(value, keys);
    if (signature === 'malformed') return refused({ kind: 'malformed' });
    const { statement: receipt } = value as SignedReceipt;
    if (signature !== 'valid') return refused({ kind: signature }, { receipt });
    const committed = await commitsToMaximum(receipt);
    if (committed === false) return refused({ kind: 'maximum' }, { receipt });
    return { ...nothing, receipt, committed: committed === true, proven: true, problem: null };
  }
  if (format !== LOG_FORMAT) return refused({ kind: 'unknown-file' });
  const { problem } = await checkPublicLog(value);
  if (problem?.problem === 'malformed') return refused({ kind: 'malformed' });
  const { head } = value as PublicLog;
  const of = { log: head.statement };
  const atMaximum = problem?.problem === 'opening' || problem?.problem === 'auto-bid';
  if (problem && !atMaximum)
    return refused({ kind: 'log-changed', seq: problem.seq, log: problem.problem }, of);
  const signature = await checkSignature(head, keys);
  if (signature !== 'valid') return refused({ kind: signature }, of);
  if (problem) return refused({ kind: 'maximum', seq: problem.seq, log: problem.problem }, of);
  return { ...nothing, ...of, proven: true, problem: null };
}

async function compared(one: CheckedFile, logs: ReadonlyMap<number, PublicLog>): Promise<CheckedFile> {
  const log = one.proven && one.receipt ? logs.get(one.receipt.lotId) : undefined;
  if (!one.receipt || !log) return one;
  const found = await compareReceipt(one.receipt, log);
  if (found === 'other-history' || found === 'not-in-log')
    return { ...one, proven: false, problem: { kind: found } };
  return { ...one, compared: found === 'agrees' };
}
