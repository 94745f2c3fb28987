import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { AuctionEntry } from '#shared/auction/entries.ts';
import type { AuctionTerms } from '#shared/auction/rules.ts';

/** RFC 8785 text of an entry: what its hash is made of. Throws on a value JSON cannot hold. */
export function canonicalEntry(entry: AuctionEntry): string {
  return entry.kind === 'price' ? canonicalPrice(entry) : canonicalText(entry);
}

/**
 * A price, of which there are the most: its members in the order RFC 8785 wants them. Of text, whole numbers and flags
 * JSON.stringify writes what the canonical form asks for.
 */
function canonicalPrice(e: Extract<AuctionEntry, { kind: 'price' }>): string {
  const {
    amountTiyin,
    atUs,
    bidId,
    by,
    count,
    deadlineUs,
    epoch,
    extended,
    kind,
    lotId,
    number,
    person,
    seq,
    slept,
    v,
  } = e;
  return JSON.stringify({
    ...{
      amountTiyin,
      atUs,
      bidId,
      by,
      count,
      deadlineUs,
      epoch,
      extended,
      kind,
      lotId,
      number,
      person,
      seq,
      slept,
      v,
    },
  });
}

/** Hex SHA-256(previous hash bytes ‖ canonical entry bytes): the chain's next link. */
export function chainHash(prevHex: string, entry: AuctionEntry): string {
  return createHash('sha256').update(prevHex, 'hex').update(canonicalEntry(entry), 'utf8').digest('hex');
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
