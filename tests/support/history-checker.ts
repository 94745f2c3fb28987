import { chainHash } from '#server/auction/rules/canonical.ts';
import type { AuctionEntry, CommittedEntry } from '#shared/auction/entries.ts';

/** One bid as its client lived it. Times are of the client's own monotonic clock, ms. */
export interface Operation {
  lotId: number;
  person: string;
  bidId: string;
  amountTiyin: number;
  sentAt: number;
  answeredAt: number;
  answer:
    | { verdict: 'accepted'; seq: number; amountTiyin: number; repeated: boolean }
    | { verdict: 'refused'; reason: string; seq: number }
    /** Never resolved, although asked for by id to the end. */
    | { verdict: 'unknown' };
}

export interface History {
  operations: readonly Operation[];
  /** What PostgreSQL has at the end, by lot, ordered by sequence, and the hash of each lot's terms. */
  committed: ReadonlyMap<number, readonly CommittedEntry[]>;
  termsHashes: ReadonlyMap<number, string>;
  /** What each client saw of each lot, in the order it saw it. */
  views: readonly { client: string; lotId: number; entries: readonly CommittedEntry[] }[];
}

export interface Violation {
  rule:
    | 'contiguity'
    | 'chain'
    | 'identity'
    | 'rising-prices'
    | 'real-time-order'
    | 'answered-is-committed'
    | 'refused-is-not-committed'
    | 'one-answer'
    | 'resolved'
    | 'view';
  lotId: number;
  detail: string;
}

type Price = Extract<AuctionEntry, { kind: 'price' }>;

/** Judges a whole run. Answers carry their sequence, so no search is needed: every rule is a sort and one pass. */
export function checkHistory(history: History): Violation[] {
  const violations: Violation[] = [];
  for (const [lotId, entries] of history.committed) {
    violations.push(...checkLog(lotId, entries, history.termsHashes.get(lotId) ?? ''));
    const operations = history.operations.filter((operation) => operation.lotId === lotId);
    violations.push(...checkAnswers(lotId, entries, operations));
    violations.push(...checkRealTime(lotId, operations));
  }
  for (const { client, lotId, entries } of history.views) {
    violations.push(...checkView(client, lotId, entries, history.committed.get(lotId) ?? []));
  }
  return violations;
}

function checkLog(lotId: number, entries: readonly CommittedEntry[], termsHash: string): Violation[] {
  const violations: Violation[] = [];
  const found = (rule: Violation['rule'], detail: string) => violations.push({ rule, lotId, detail });
  const owners = new Set<string>();
  let hash = termsHash;
  let last: Price | null = null;
  const matched = matchedIn(entries);
  entries.forEach(({ entry, hash: own }, i) => {
    if (entry.seq !== i + 1) found('contiguity', `entry ${i + 1} is numbered ${entry.seq}`);
    hash = chainHash(hash, entry);
    if (hash !== own) found('chain', `entry ${entry.seq} does not continue the chain`);
    hash = own;
    const owner = matched.has(entry.seq) ? null : ownBidId(entry);
    if (owner !== null && owners.has(owner)) found('identity', `bid ${owner} is in the log twice`);
    if (owner !== null) owners.add(owner);
    if (entry.kind !== 'price') return;
    if (last && entry.amountTiyin <= last.amountTiyin) {
      found('rising-prices', `${entry.amountTiyin} at ${entry.seq} after ${last.amountTiyin} at ${last.seq}`);
    }
    if (last && entry.count !== last.count + 1)
      found('rising-prices', `price ${entry.count} after ${last.count}`);
    last = entry;
  });
  return violations;
}

/**
 * Auto-bids that were answered `matched`: followed at once by an earlier one's price at their very maximum. They were
 * refused although they stand in the log, and their id may be set again in a later epoch.
 */
function matchedIn(entries: readonly CommittedEntry[]): Set<number> {
  const matched = new Set<number>();
  entries.forEach(({ entry, secret }, i) => {
    const next = entries[i + 1]?.entry;
    if (entry.kind !== 'autoSet' || next?.kind !== 'price' || next.by !== 'auto') return;
    const same = next.bidId === entry.bidId && next.amountTiyin === secret?.maximumTiyin;
    if (same && next.person !== entry.person) matched.add(entry.seq);
  });
  return matched;
}

function ownBidId(entry: AuctionEntry): string | null {
  const own =
    entry.kind === 'autoSet' ||
    entry.kind === 'autoCleared' ||
    (entry.kind === 'price' && entry.by === 'offer');
  return own ? `${entry.person}:${entry.bidId}` : null;
}

function checkAnswers(
  lotId: number,
  entries: readonly CommittedEntry[],
  operations: readonly Operation[],
): Violation[] {
  const violations: Violation[] = [];
  const byId = new Map<string, AuctionEntry>();
  const matched = matchedIn(entries);
  for (const { entry } of entries) {
    const id = matched.has(entry.seq) ? null : ownBidId(entry);
    if (id !== null && !byId.has(id)) byId.set(id, entry);
  }
  const answers = new Map<string, string>();
  for (const { person, bidId, answer, amountTiyin } of operations) {
    const id = `${person}:${bidId}`;
    const entry = byId.get(id);
    const found = (rule: Violation['rule'], detail: string) =>
      violations.push({ rule, lotId, detail: `${id}: ${detail}` });
    if (answer.verdict === 'unknown') found('resolved', 'was never answered');
    if (answer.verdict === 'accepted') {
      if (!entry) found('answered-is-committed', `accepted as ${answer.seq}, but not in PostgreSQL`);
      else if (entry.seq !== answer.seq || (entry.kind === 'price' && entry.amountTiyin !== amountTiyin)) {
        found('answered-is-committed', `accepted as ${answer.seq}, in PostgreSQL as ${entry.seq}`);
      }
    }
    if (answer.verdict === 'refused' && entry && answer.reason !== 'id-reused') {
      found('refused-is-not-committed', `refused (${answer.reason}), but in PostgreSQL as ${entry.seq}`);
    }
    const told = answer.verdict === 'accepted' ? `accepted ${answer.seq}` : answer.verdict;
    const before = answers.get(id);
    // Held and not judged at all is no answer that lasts: the same id may be sent again and be accepted.
    const lasting = answer.verdict === 'accepted';
    if (lasting && before !== undefined && before !== told) found('one-answer', `${before}, then ${told}`);
    if (lasting) answers.set(id, told);
  }
  return violations;
}

/** `held` and `fenced` say that nothing was decided; their sequence is no promise that anything is committed. */
function tellsState(answer: Operation['answer']): boolean {
  if (answer.verdict === 'unknown') return false;
  return answer.verdict === 'accepted' || !['held', 'fenced'].includes(answer.reason);
}

/** Whatever was answered before another bid was sent stands before it in the log. */
function checkRealTime(lotId: number, operations: readonly Operation[]): Violation[] {
  const violations: Violation[] = [];
  const seqOf = ({ answer }: Operation) => (answer.verdict === 'unknown' ? 0 : answer.seq);
  const ended = operations.filter((o) => tellsState(o.answer)).sort((a, b) => a.answeredAt - b.answeredAt);
  const started = operations
    .filter((o) => o.answer.verdict === 'accepted' && !o.answer.repeated)
    .sort((a, b) => a.sentAt - b.sentAt);
  let next = 0;
  let known: Operation | null = null;
  for (const operation of started) {
    for (let other = ended[next]; other && other.answeredAt < operation.sentAt; other = ended[++next]) {
      if (!known || seqOf(other) > seqOf(known)) known = other;
    }
    if (known && seqOf(operation) <= seqOf(known)) {
      const detail = `${operation.bidId} at ${seqOf(operation)}, sent after ${known.bidId} was answered at ${seqOf(known)}`;
      violations.push({ rule: 'real-time-order', lotId, detail });
    }
  }
  return violations;
}

/** What a client saw is a gapless piece of what is committed, up to its very end. */
function checkView(
  client: string,
  lotId: number,
  seen: readonly CommittedEntry[],
  committed: readonly CommittedEntry[],
): Violation[] {
  const violations: Violation[] = [];
  const found = (detail: string) => violations.push({ rule: 'view', lotId, detail: `${client}: ${detail}` });
  const first = seen[0]?.entry.seq ?? 1;
  seen.forEach(({ entry, hash }, i) => {
    if (entry.seq !== first + i) found(`saw ${entry.seq} where ${first + i} was due`);
    else if (committed[entry.seq - 1]?.hash !== hash)
      found(`saw another entry ${entry.seq} than PostgreSQL has`);
  });
  if (seen.length > 0 && seen.at(-1)?.entry.seq !== committed.length) {
    found(`saw up to ${seen.at(-1)?.entry.seq}, PostgreSQL has ${committed.length}`);
  }
  return violations;
}
