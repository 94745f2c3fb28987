import { canonicalBytes } from './canonical-bytes.ts';

/** What the operator states, with the signature under it. */
export interface SignedStatement<Format extends string = string, Statement = unknown> {
  /** Kind and version of the statement: part of what is signed, so that no statement passes for one of another kind. */
  format: Format;
  /** Which of the published keys signed it; part of what is signed. */
  keyId: string;
  statement: Statement;
  /** Ed25519 over the canonical JSON (RFC 8785) of `format`, `keyId` and `statement`, base64url. */
  signature: string;
}

/** A published key. */
export interface ListedKey {
  kid: string;
  kty: 'OKP';
  crv: 'Ed25519';
  x: string;
  use: 'sig';
  alg: 'EdDSA';
  /** When it was first used, and when another took its place; ISO instants. */
  listed_at: string;
  retired_at: string | null;
  /** When it was made known that somebody else may have it; with `trusted_log_size`. */
  revoked_at: string | null;
  /** Of a revoked key: its signatures count under the first so many leaves of the transparency log alone. */
  trusted_log_size: number | null;
}

/** What it takes to check a signature. A list of an earlier release says nothing of revocations. */
export type VerifyingKey = Pick<ListedKey, 'kid' | 'kty' | 'crv' | 'x'> &
  Partial<Pick<ListedKey, 'trusted_log_size' | 'revoked_at'>>;

/** `revoked-key`: right, but somebody else may have made it. */
export type SignatureCheck = 'valid' | 'changed' | 'unknown-key' | 'revoked-key' | 'malformed';

/** @param position the place that the transparency log is proven to have for what was signed; null: none */
export const isTrusted = (
  { trusted_log_size: size }: Pick<VerifyingKey, 'trusted_log_size'>,
  position: number | null,
): boolean => typeof size !== 'number' || (position !== null && position < size);

/** The bytes under the signature. */
export const signedBytes = ({
  format,
  keyId,
  statement,
}: Omit<SignedStatement, 'signature'>): Uint8Array<ArrayBuffer> =>
  canonicalBytes({ format, keyId, statement });

export function isSignedStatement(value: unknown): value is SignedStatement {
  if (typeof value !== 'object' || value === null) return false;
  const { format, keyId, statement, signature } = value as Record<string, unknown>;
  return (
    typeof format === 'string' &&
    typeof keyId === 'string' &&
    typeof signature === 'string' &&
    typeof statement === 'object' &&
    statement !== null
  );
}

/** @param keys those that the reader trusts @param position as of `isTrusted` */
export async function checkSignature(
  signed: unknown,
  keys: readonly VerifyingKey[],
  position: number | null = null,
): Promise<SignatureCheck> {
  if (!isSignedStatement(signed)) return 'malformed';
  const listed = keys.find(({ kid }) => kid === signed.keyId);
  if (!listed) return 'unknown-key';
  if (!SIGNATURE.test(signed.signature)) return 'malformed';
  const right = await verifyEd25519(listed, bytesOfBase64Url(signed.signature), signedBytes(signed));
  if (!right) return 'changed';
  return isTrusted(listed, position) ? 'valid' : 'revoked-key';
}

export async function verifyEd25519(
  { kty, crv, x }: Pick<ListedKey, 'kty' | 'crv' | 'x'>,
  signature: Uint8Array<ArrayBuffer>,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const key = await crypto.subtle.importKey('jwk', { kty, crv, x }, { name: 'Ed25519' }, false, ['verify']);
  return crypto.subtle.verify({ name: 'Ed25519' }, key, signature, bytes);
}

/** 64 bytes in base64url, whose last character has no bits to spare: one signature has one text. */
const SIGNATURE = /^[A-Za-z0-9_-]{85}[AQgw]$/;

export function bytesOfBase64Url(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
