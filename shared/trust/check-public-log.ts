import { canonicalBytes, sha256Hex } from './canonical-bytes.ts';
import {
  HEAD_FORMAT,
  LOG_FORMAT,
  type ChainedEntry,
  type LogHead,
  type OpenedMaximum,
  type PublicEntry,
  type PublicLog,
} from './public-log.ts';
import { maximaProblem, type MaximaProblem } from './sealed-maxima.ts';
import { isSignedStatement } from './signed-statement.ts';

export type LogProblem =
  | 'malformed'
  /** The terms are not those of the head. */
  | 'terms'
  /** An entry is missing, doubled or moved. */
  | 'sequence'
  /** An entry was changed. */
  | 'hash'
  /** A price does not rise. */
  | 'price'
  /** The log does not end as the head says. */
  | 'head'
  | MaximaProblem;

export interface LogCheck {
  /** Entries that were compared. */
  entries: number;
  /** The first problem, with the entry it was found at (0: before the first one); null: the log is whole. */
  problem: { seq: number; problem: LogProblem } | null;
}

const HASH_BYTES = 32;

/** Hex SHA-256(previous hash bytes ‖ canonical bytes of the entry without its hash). */
export async function nextHash(previousHex: string, entry: PublicEntry | ChainedEntry): Promise<string> {
  const { hash: _hash, ...hashed } = entry as ChainedEntry;
  const bytes = canonicalBytes(hashed);
  const input = new Uint8Array(HASH_BYTES + bytes.length);
  for (let at = 0; at < HASH_BYTES; at += 1)
    input[at] = Number.parseInt(previousHex.slice(2 * at, 2 * at + 2), 16);
  input.set(bytes, HASH_BYTES);
  return sha256Hex(input);
}

/** It has the shape of one; nothing of it is checked. */
export function isPublicLog(value: unknown): value is PublicLog {
  const { format, terms, entries, maxima, head } = (value ?? {}) as Record<string, unknown>;
  return (
    format === LOG_FORMAT &&
    typeof terms === 'object' &&
    terms !== null &&
    Array.isArray(entries) &&
    entries.every((entry: unknown) => typeof (entry as ChainedEntry | null)?.hash === 'string') &&
    Array.isArray(maxima) &&
    maxima.every((one: unknown) => typeof (one as OpenedMaximum | null)?.salt === 'string') &&
    isSignedStatement(head) &&
    head.format === HEAD_FORMAT
  );
}

/**
 * Whether a file is a public log without a change in it, up to the head it carries, whose auto-bids did what their maxima lead to; the signature under the head is
 * checked apart (`checkSignature`), with keys the reader trusts. Stops at the first problem.
 */
export async function checkPublicLog(
  file: unknown,
  onEntry?: (seq: number) => void | Promise<void>,
): Promise<LogCheck> {
  if (!isPublicLog(file)) return { entries: 0, problem: { seq: 0, problem: 'malformed' } };
  const { terms, entries, maxima, head } = file;
  const stated = head.statement;
  const fault = (seq: number, problem: LogProblem): LogCheck => ({ entries: seq, problem: { seq, problem } });
  const termsHash = await sha256Hex(canonicalBytes(terms));
  if (termsHash !== stated.termsHash || terms.lotId !== stated.lotId) return fault(0, 'terms');
  let previous = termsHash;
  let priceTiyin = 0;
  for (const [at, entry] of entries.entries()) {
    if (entry.seq !== at + 1) return fault(at + 1, 'sequence');
    if ((await nextHash(previous, entry)) !== entry.hash) return fault(entry.seq, 'hash');
    if (entry.kind === 'price') {
      if (entry.amountTiyin <= priceTiyin) return fault(entry.seq, 'price');
      priceTiyin = entry.amountTiyin;
    }
    previous = entry.hash;
    await onEntry?.(entry.seq);
  }
  if (!endsAs(entries, previous, stated)) return fault(entries.length, 'head');
  return { entries: entries.length, problem: await maximaProblem({ terms, entries, maxima }) };
}

function endsAs(entries: readonly ChainedEntry[], lastHash: string, stated: LogHead): boolean {
  const last = entries.at(-1);
  return (
    last?.kind === 'closed' &&
    entries.length === stated.entries &&
    lastHash === stated.publicHead &&
    last.outcome === stated.outcome &&
    last.winnerNumber === stated.winnerNumber &&
    last.priceTiyin === stated.priceTiyin &&
    entries.filter(({ kind }) => kind === 'price').length === stated.prices
  );
}
