import { tashkentDay } from '../time/tashkent.ts';
import { checkPublicLog, type LogProblem } from './check-public-log.ts';
import { checkInclusion, type ReceiptFile } from './inclusion.ts';
import { LOG_FORMAT, type LogHead, type PublicLog } from './public-log.ts';
import {
  commitsToMaximum,
  compareReceipt,
  RECEIPT_FORMAT,
  type Receipt,
  type SignedReceipt,
} from './receipt.ts';
import { checkProtocolCode, isProtocolCode, type ProtocolClaims } from './protocol-code.ts';
import { STATUS_FORMAT, type ProtocolStatus, type SignedStatus } from './protocol-status.ts';
import { checkSignature, type VerifyingKey } from './signed-statement.ts';

type FileProblem =
  | 'unknown-file'
  | 'malformed'
  | 'changed'
  | 'unknown-key'
  /** Somebody else may have signed it. */
  | 'revoked-key'
  /** The same of a protocol: what its code states may be right, and there is another code. */
  | 'revoked-code'
  | 'log-changed'
  /** The operator signed it, and a maximum in it is not the one that was committed to, or was not followed. */
  | 'maximum'
  | 'other-history'
  /** Another winner, price or log than the protocol states. */
  | 'other-result'
  | 'not-in-log'
  /** The proof in it does not lead to what the transparency log's state says, or proves another attempt. */
  | 'not-included'
  | 'other-attempt';

export interface CheckedFile {
  name: string;
  /** It is what it says, and nothing in it was changed. */
  proven: boolean;
  /** `revokedOn`: `YYYY-MM-DD` in Tashkent. */
  problem: { kind: FileProblem; seq?: number; log?: LogProblem; revokedOn?: string } | null;
  /** What it states; to be believed only when proven. */
  receipt: Receipt | null;
  log: LogHead | null;
  protocol: ProtocolClaims | null;
  /** A list of cancelled protocols. */
  list: ProtocolStatus | null;
  /** Of a protocol: what the newest signed list of cancelled ones that is known here says; null: there is none. */
  force: { asOf: string; cancelledOn: string | null } | null;
  /** Of a receipt or a protocol: a proven log of its lot was among the files and agrees. */
  compared: boolean;
  /** Of a receipt: the log commits to the maximum it states. */
  committed: boolean;
  /** Of a receipt: the transparency log has its attempt. */
  included: boolean;
}

interface GivenFile {
  name: string;
  text: string;
}

type Keys = readonly VerifyingKey[];

/**
 * Receipts, public logs and signed codes of protocols: each alone, and receipts and protocols against the proven logs among them.
 * @param knownStatus the newest signed list of cancelled protocols that the caller has; a newer one among the files counts instead
 */
export async function checkFiles(
  files: readonly GivenFile[],
  keys: Keys,
  knownStatus: unknown = null,
): Promise<CheckedFile[]> {
  const logs = new Map<number, PublicLog>();
  const checked: CheckedFile[] = [];
  let status = await newer(null, knownStatus, keys);
  for (const { name, text } of files) {
    const value = parsed(text);
    const one = isProtocolCode(text.trim())
      ? await checkCode(name, text.trim(), keys)
      : await checkOne(name, value, keys);
    if (one.proven && one.log) logs.set(one.log.lotId, value as PublicLog);
    status = await newer(status, value, keys);
    checked.push(one);
  }
  return Promise.all(checked.map(async (one) => withForce(await compared(one, logs), status)));
}

/** The later one of a list that counts and a value that may be one. */
async function newer(
  counts: ProtocolStatus | null,
  value: unknown,
  keys: Keys,
): Promise<ProtocolStatus | null> {
  if (formatOf(value) !== STATUS_FORMAT || (await checkSignature(value, keys)) !== 'valid') return counts;
  const { statement } = value as SignedStatus;
  return counts && counts.asOf >= statement.asOf ? counts : statement;
}

function withForce(one: CheckedFile, status: ProtocolStatus | null): CheckedFile {
  if (!one.protocol || !status) return one;
  const { number } = one.protocol;
  const cancelledOn = status.cancelled.find((each) => each.number === number)?.cancelledOn ?? null;
  return { ...one, force: { asOf: status.asOf, cancelledOn } };
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

const nothingOf = (name: string): CheckedFile => ({
  name,
  proven: false,
  problem: null,
  receipt: null,
  log: null,
  protocol: null,
  list: null,
  force: null,
  compared: false,
  committed: false,
  included: false,
});

const RECEIPT_MEMBERS = ['format', 'keyId', 'statement', 'signature', 'inclusion'];

async function checkOne(name: string, value: unknown, keys: Keys): Promise<CheckedFile> {
  const nothing = nothingOf(name);
  const refused = (problem: CheckedFile['problem'], of: Partial<CheckedFile> = {}): CheckedFile => ({
    ...nothing,
    ...of,
    proven: false,
    problem,
  });
  const format = formatOf(value);
  if (format === RECEIPT_FORMAT) {
    // A member that nothing covers could say anything.
    if (Object.keys(value as object).some((name) => !RECEIPT_MEMBERS.includes(name)))
      return refused({ kind: 'malformed' });
    const signature = await checkSignature(value, keys);
    if (signature === 'malformed') return refused({ kind: 'malformed' });
    const { statement: receipt } = value as SignedReceipt;
    if (signature !== 'valid') return refused({ kind: signature }, { receipt });
    const committed = await commitsToMaximum(receipt);
    if (committed === false) return refused({ kind: 'maximum' }, { receipt });
    const { inclusion } = value as Partial<ReceiptFile>;
    const found = inclusion ? await checkInclusion(receipt, inclusion, keys) : null;
    if (found && found !== 'included') return refused({ kind: found }, { receipt });
    const included = found === 'included';
    return { ...nothing, receipt, committed: committed === true, included, proven: true, problem: null };
  }
  if (format === STATUS_FORMAT) {
    const signature = await checkSignature(value, keys);
    if (signature === 'malformed') return refused({ kind: 'malformed' });
    const { statement: list } = value as SignedStatus;
    if (signature !== 'valid') return refused({ kind: signature }, { list });
    return { ...nothing, list, proven: true, problem: null };
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

async function checkCode(name: string, text: string, keys: Keys): Promise<CheckedFile> {
  const checked = await checkProtocolCode(text, keys);
  const { check, claims: protocol } = checked;
  const one = nothingOf(name);
  if (check === 'valid') return { ...one, protocol, proven: true };
  if (check !== 'revoked-key') return { ...one, protocol, problem: { kind: check } };
  const revokedOn = checked.revokedAt === null ? {} : { revokedOn: tashkentDay(new Date(checked.revokedAt)) };
  return { ...one, protocol, problem: { kind: 'revoked-code', ...revokedOn } };
}

/** Whether the signed result of a log is that of a protocol. */
function agrees(protocol: ProtocolClaims, { journalHead, winnerNumber, priceTiyin }: LogHead): boolean {
  if (protocol.journalHead !== journalHead) return false;
  // The others were sold after the hammer, by an offer.
  return (
    protocol.cause !== 'hammer' ||
    (protocol.winnerNumber === winnerNumber && protocol.priceTiyin === priceTiyin)
  );
}

async function compared(one: CheckedFile, logs: ReadonlyMap<number, PublicLog>): Promise<CheckedFile> {
  const result = one.proven && one.protocol ? logs.get(one.protocol.lotId)?.head.statement : undefined;
  if (one.protocol && result) {
    if (agrees(one.protocol, result)) return { ...one, compared: true };
    return { ...one, proven: false, problem: { kind: 'other-result' } };
  }
  const log = one.proven && one.receipt ? logs.get(one.receipt.lotId) : undefined;
  if (!one.receipt || !log) return one;
  const found = await compareReceipt(one.receipt, log);
  if (found === 'other-history' || found === 'not-in-log')
    return { ...one, proven: false, problem: { kind: found } };
  return { ...one, compared: found === 'agrees' };
}
