import { PROTOCOL_CAUSES, type ProtocolCause } from '../lifecycles/protocol-causes.ts';
import { fromBase45, toBase45 } from './base45.ts';
import { CborError, decodeCbor, encodeCbor, type Cbor } from './cbor.ts';
import { bytesToSign, decodeSign1, type CoseSign1 } from './cose-sign1.ts';
import { bytesOfBase64Url, isTrusted, verifyEd25519, type VerifyingKey } from './signed-statement.ts';

/** What the code on a protocol states. */
export interface ProtocolClaims {
  number: string;
  lotId: number;
  cause: ProtocolCause;
  /** `YYYY-MM-DD` in Tashkent. */
  date: string;
  /** Null in minutes, as the two below. */
  priceTiyin: number | null;
  /** Their number in the room; of a purchase that of the sale. */
  winnerNumber: number | null;
  /** Masked as on the public copy, shortened to 64 bytes. */
  winner: string | null;
  /** Hex hash of the last entry of the room's journal, which the signed head of the public log states too; null: there was no room. */
  journalHead: string | null;
}

/** Kind and version, in front of base45: so that no other text is taken for one. */
const PREFIX = 'SVP1:';
const CLAIM = {
  number: 1,
  lotId: 2,
  cause: 3,
  date: 4,
  price: 5,
  winnerNumber: 6,
  winner: 7,
  journalHead: 8,
};
const KEY_ID_BYTES = 8;
const LONGEST_NAME_BYTES = 64;

/** The first bytes of a key's thumbprint: a code has no room for all. */
export const shortKeyId = (keyId: string): Uint8Array<ArrayBuffer> =>
  bytesOfBase64Url(keyId).slice(0, KEY_ID_BYTES);

export const encodeClaims = (claims: ProtocolClaims): Uint8Array<ArrayBuffer> =>
  encodeCbor(
    new Map<number, Cbor>([
      [CLAIM.number, claims.number],
      [CLAIM.lotId, claims.lotId],
      [CLAIM.cause, claims.cause],
      [CLAIM.date, claims.date],
      [CLAIM.price, claims.priceTiyin],
      [CLAIM.winnerNumber, claims.winnerNumber],
      [CLAIM.winner, claims.winner === null ? null : shortened(claims.winner)],
      [CLAIM.journalHead, claims.journalHead === null ? null : bytesOfHex(claims.journalHead)],
    ]),
  );

function shortened(name: string): string {
  const length = (text: string) => new TextEncoder().encode(text).length;
  if (length(name) <= LONGEST_NAME_BYTES) return name;
  let short = '';
  for (const character of name) {
    if (length(`${short}${character}…`) > LONGEST_NAME_BYTES) break;
    short += character;
  }
  return `${short}…`;
}

export const codeText = (message: Uint8Array): string => `${PREFIX}${toBase45(message)}`;

export const isProtocolCode = (text: string): boolean => text.startsWith(PREFIX);

export type ProtocolCodeCheck =
  | { check: 'valid'; claims: ProtocolClaims }
  | { check: 'changed'; claims: ProtocolClaims }
  | { check: 'unknown-key'; claims: ProtocolClaims }
  /** `revokedAt`: ISO instant; null: the list of keys does not say. */
  | { check: 'revoked-key'; claims: ProtocolClaims; revokedAt: string | null }
  | { check: 'malformed'; claims: null };

/** @param keys those that the reader trusts */
export async function checkProtocolCode(
  text: string,
  keys: readonly VerifyingKey[],
): Promise<ProtocolCodeCheck> {
  const read = readCode(text);
  if (!read) return { check: 'malformed', claims: null };
  const { message, claims } = read;
  const named = keys.filter(({ kid }) => hexOf(shortKeyId(kid)) === hexOf(message.keyId));
  if (named.length === 0) return { check: 'unknown-key', claims };
  for (const key of named)
    if (await verifyEd25519(key, message.signature, bytesToSign(message)))
      return isTrusted(key, null)
        ? { check: 'valid', claims }
        : { check: 'revoked-key', claims, revokedAt: key.revoked_at ?? null };
  return { check: 'changed', claims };
}

function readCode(text: string): { message: CoseSign1; claims: ProtocolClaims } | null {
  const bytes = isProtocolCode(text) ? fromBase45(text.slice(PREFIX.length)) : null;
  try {
    const message = bytes && decodeSign1(bytes);
    const claims = message && claimsOf(decodeCbor(message.payload));
    return claims && { message, claims };
  } catch (error) {
    // Not retried: the text stays what it is.
    if (error instanceof CborError) return null;
    throw error;
  }
}

function claimsOf(value: Cbor): ProtocolClaims | null {
  if (!(value instanceof Map)) return null;
  const number = value.get(CLAIM.number);
  const lotId = value.get(CLAIM.lotId);
  const cause = PROTOCOL_CAUSES.find((each) => each === value.get(CLAIM.cause));
  const date = value.get(CLAIM.date);
  const priceTiyin = value.get(CLAIM.price);
  const winnerNumber = value.get(CLAIM.winnerNumber);
  const winner = value.get(CLAIM.winner);
  const head = value.get(CLAIM.journalHead);
  const isNumberOrNull = (one: Cbor | undefined) => one === null || typeof one === 'number';
  if (typeof number !== 'string' || typeof lotId !== 'number' || !cause || typeof date !== 'string')
    return null;
  if (!isNumberOrNull(priceTiyin) || !isNumberOrNull(winnerNumber)) return null;
  if (winner !== null && typeof winner !== 'string') return null;
  if (head !== null && !(head instanceof Uint8Array)) return null;
  return {
    number,
    lotId,
    cause,
    date,
    priceTiyin,
    winnerNumber,
    winner,
    journalHead: head && hexOf(head),
  };
}

const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

const bytesOfHex = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
