import { randomBytes, randomUUIDv7 } from 'node:crypto';

/** Time-ordered unique id (UUID version 7): rows inserted together lie together. */
export const newId = (): string => randomUUIDv7();

/** 256 random bits, URL-safe: for secrets that whoever holds them may use. */
export const newSecret = (): string => randomBytes(32).toString('base64url');
