import type { CommittedEntry } from '#shared/auction/entries.ts';
import { LOG_FORMAT, type LogHead, type OpenedMaximum, type SignedHead } from '#shared/trust/public-log.ts';
import { opensMaxima } from '#shared/trust/sealed-maxima.ts';
import { publicChain } from '../rules/public-entries.ts';
import type { AuctionLogRepository, LotRow } from '../state/auction-log.repository.ts';

const PAGE = 2_000;

type EntryReader = Pick<AuctionLogRepository, 'readEntries'>;

/** Every entry of a lot, oldest first; up to this one where it is named. */
export async function* committedEntries(
  repository: EntryReader,
  lotId: number,
  lastSeq = Infinity,
): AsyncGenerator<CommittedEntry> {
  for (let after = 0; after < lastSeq;) {
    const asked = Math.min(PAGE, lastSeq - after);
    const page = await repository.readEntries(lotId, after, asked);
    yield* page;
    after = page.at(-1)?.entry.seq ?? after;
    if (page.length < asked) return;
  }
}

/** What is to be signed of a closed room; null: its log does not end with the hammer. */
export async function logHeadOf(repository: EntryReader, lot: LotRow): Promise<LogHead | null> {
  const chain = publicChain(lot.termsHash);
  let last: CommittedEntry | null = null;
  let entries = 0;
  for await (const committed of committedEntries(repository, lot.lotId)) {
    chain.link(committed.entry);
    last = committed;
    entries += 1;
  }
  if (last?.entry.kind !== 'closed') return null;
  const { outcome, winnerNumber, priceTiyin } = last.entry;
  return {
    lotId: lot.lotId,
    termsHash: lot.termsHash,
    entries,
    publicHead: chain.head(),
    journalHead: last.hash,
    outcome,
    winnerNumber,
    priceTiyin,
    deadlineUs: lot.deadlineUs,
    extensions: lot.extensions,
    prices: lot.count,
  };
}

/**
 * A finished room as one line of JSON (`PublicLog`), written while it is read: anybody can check its hashes and the signature, and
 * `npm run replay` plays it. Persons are numbers; limits and causes of revocations are in no part of it, maxima only where the room had a
 * result.
 */
export async function* writePublicLog(
  repository: EntryReader,
  lot: LotRow,
  head: SignedHead,
): AsyncGenerator<string> {
  const { format, terms } = { format: LOG_FORMAT, terms: lot.terms };
  yield `${JSON.stringify({ format, terms }).slice(0, -1)},"entries":[`;
  const chain = publicChain(lot.termsHash);
  let separator = '';
  const maxima: OpenedMaximum[] = [];
  const opens = opensMaxima(head.statement.outcome);
  for await (const { entry, secret } of committedEntries(repository, lot.lotId)) {
    yield `${separator}${JSON.stringify(chain.add(entry))}`;
    separator = ',';
    // One that was lost is missing: the check of the file finds it.
    if (opens && secret)
      maxima.push({ seq: entry.seq, maximumTiyin: secret.maximumTiyin, salt: secret.salt });
  }
  yield `],"maxima":${JSON.stringify(maxima)},"head":${JSON.stringify(head)}}\n`;
}
