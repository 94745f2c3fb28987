import { createHash, hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { AuctionEntry } from '#shared/auction/entries.ts';
import type { AuctionTerms } from '#shared/auction/rules.ts';

/** RFC 8785 text of an entry: what its hash is made of. Throws on a value JSON cannot hold. */
export function canonicalEntry(entry: AuctionEntry): string {
  return entry.kind === 'price' ? canonicalPrice(entry) : canonicalText(entry);
}

/**
 * A price, of which there are the most: its members in the order RFC 8785 wants them. Whole figures and flags are
 * written as the canonical form asks for; texts as JSON.stringify does, which is the same.
 */
function canonicalPrice(e: Extract<AuctionEntry, { kind: 'price' }>): string {
  const slept = e.slept.length === 0 ? '[]' : JSON.stringify(e.slept);
  const price = `{"amountTiyin":${e.amountTiyin},"atUs":${e.atUs},"bidId":${JSON.stringify(e.bidId)},"by":"${e.by}"`;
  const room = `"count":${e.count},"deadlineUs":${e.deadlineUs},"epoch":${e.epoch},"extended":${e.extended}`;
  const whose = `"kind":"price","lotId":${e.lotId},"number":${e.number},"person":${JSON.stringify(e.person)}`;
  return `${price},${room},${whose},"seq":${e.seq},"slept":${slept},"v":${e.v}}`;
}

/** Hex SHA-256(previous hash bytes ‖ canonical entry bytes): the chain's next link. */
export const chainHash = (prevHex: string, entry: AuctionEntry): string =>
  chainHashOf(prevHex, canonicalEntry(entry));

const HASH_BYTES = 32;
/** What is hashed is put together here, so that one call hashes it: half the cost of a hash object for each entry. */
let together = Buffer.alloc(4_096);

/** The same of an entry whose canonical text is at hand. */
export function chainHashOf(prevHex: string, canonical: string): string {
  const most = HASH_BYTES + 3 * canonical.length;
  if (together.length < most) together = Buffer.alloc(2 * most);
  const start = together.write(prevHex, 0, HASH_BYTES, 'hex');
  const end = start + together.write(canonical, start, 'utf8');
  return hash('sha256', together.subarray(0, end), 'hex');
}

/** Hex SHA-256 of the frozen terms in canonical form: the first hash of a lot's chain. */
export function termsHash(terms: AuctionTerms): string {
  return createHash('sha256').update(canonicalText(terms), 'utf8').digest('hex');
}

/** Hex SHA-256(maximum as decimal text ‖ salt): published with the entry, opened after the close. */
export function commitmentOf(maximumTiyin: number, salt: string): string {
  return createHash('sha256').update(`${maximumTiyin}${salt}`, 'utf8').digest('hex');
}

function canonicalText(value: object): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('this value has no canonical JSON');
  return text;
}
