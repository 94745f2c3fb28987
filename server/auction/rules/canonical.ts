import { createHash, hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { AuctionEntry } from '#shared/auction/entries.ts';
import type { AuctionTerms } from '#shared/auction/rules.ts';
import type { PublicEntry } from '#shared/trust/public-log.ts';

/** RFC 8785 text of an entry, the input of its hash. Throws on a value that JSON cannot represent. */
export function canonicalEntry(entry: AuctionEntry): string {
  return entry.kind === 'price' ? canonicalPrice(entry) : canonicalText(entry);
}

/**
 * Fast path for prices, the most frequent entries: members in the order of RFC 8785. Integers and booleans are written in
 * canonical form by template strings, texts by JSON.stringify, which gives the canonical form too.
 */
function canonicalPrice(e: Extract<AuctionEntry, { kind: 'price' }>): string {
  const slept = e.slept.length === 0 ? '[]' : JSON.stringify(e.slept);
  const price = `{"amountTiyin":${e.amountTiyin},"atUs":${e.atUs},"bidId":${JSON.stringify(e.bidId)},"by":"${e.by}"`;
  const room = `"count":${e.count},"deadlineUs":${e.deadlineUs},"epoch":${e.epoch},"extended":${e.extended}`;
  const whose = `"kind":"price","lotId":${e.lotId},"number":${e.number},"person":${JSON.stringify(e.person)}`;
  return `${price},${room},${whose},"seq":${e.seq},"slept":${slept},"v":${e.v}}`;
}

type PublicPrice = Extract<PublicEntry, { kind: 'price' }>;

/** RFC 8785 text of an entry of the public log. */
export const canonicalPublicEntry = (entry: PublicEntry): string =>
  entry.kind === 'price' ? canonicalPublicPrice(entry, entry.answers) : canonicalText(entry);

/** Fast path for prices, as canonicalPrice; for members of the types that they have, whatever a changed row says. */
export function canonicalPublicPrice(e: Omit<PublicPrice, 'answers'>, answers: boolean): string {
  const { amountTiyin, atUs, by, count, deadlineUs, extended, kind, number, seq } = e;
  if (!isPlain(e) || typeof answers !== 'boolean')
    return canonicalText({ amountTiyin, answers, atUs, by, count, deadlineUs, extended, kind, number, seq });
  const price = `{"amountTiyin":${amountTiyin},"answers":${answers},"atUs":${atUs},"by":"${by}"`;
  const room = `"count":${count},"deadlineUs":${deadlineUs},"extended":${extended},"kind":"price"`;
  return `${price},${room},"number":${number},"seq":${seq}}`;
}

/** Whether template strings write it in canonical form. */
const isPlain = (e: Omit<PublicPrice, 'answers'>): boolean =>
  (e.by === 'offer' || e.by === 'auto') &&
  typeof e.extended === 'boolean' &&
  typeof e.amountTiyin === 'number' &&
  typeof e.atUs === 'number' &&
  typeof e.count === 'number' &&
  typeof e.deadlineUs === 'number' &&
  typeof e.number === 'number' &&
  typeof e.seq === 'number';

/** Hex SHA-256(previous hash bytes ‖ canonical entry bytes): the chain's next link. */
export const chainHash = (prevHex: string, entry: AuctionEntry): string =>
  chainHashOf(prevHex, canonicalEntry(entry));

const HASH_BYTES = 32;
/** Buffer pool for the hash input, so that one call hashes it: half the cost of a hash object for each entry. */
let hashInput = Buffer.alloc(4_096);

/** The same for an entry's canonical text. */
export function chainHashOf(prevHex: string, canonical: string): string {
  const most = HASH_BYTES + 3 * canonical.length;
  if (hashInput.length < most) hashInput = Buffer.alloc(2 * most);
  const start = hashInput.write(prevHex, 0, HASH_BYTES, 'hex');
  const end = start + hashInput.write(canonical, start, 'utf8');
  return hash('sha256', hashInput.subarray(0, end), 'hex');
}

/** Hex SHA-256 of the frozen terms in canonical form: the first hash of a lot's chain. */
export function termsHash(terms: AuctionTerms): string {
  return createHash('sha256').update(canonicalText(terms), 'utf8').digest('hex');
}

/** Hex SHA-256(maximum as decimal text ‖ salt): published with the entry, opened after the close. */
export function commitmentOf(maximumTiyin: number, salt: string): string {
  return createHash('sha256').update(`${maximumTiyin}${salt}`, 'utf8').digest('hex');
}

/** RFC 8785 text of a value. */
function canonicalText(value: object): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('this value has no canonical JSON');
  return text;
}
