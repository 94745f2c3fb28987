import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto';

/** Time-ordered unique id (UUID version 7): rows inserted together are stored together. */
export const newId = (): string => randomUUIDv7();

/** The same id for the same text: UUID version 8, from its SHA-256. */
export function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/** 256 random bits, URL-safe: for bearer secrets. */
export const newSecret = (): string => randomBytes(32).toString('base64url');
