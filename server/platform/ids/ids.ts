import { randomBytes, randomUUIDv7 } from 'node:crypto';

declare const brand: unique symbol;

/** A text or number that may not be mistaken for another one: `type LotId = Branded<number, 'LotId'>`. */
export type Branded<Base, Name extends string> = Base & { readonly [brand]: Name };

/** Time-ordered unique id (UUID version 7): rows inserted together lie together. */
export const newId = (): string => randomUUIDv7();

/** 256 random bits, URL-safe: for secrets that whoever holds them may use. */
export const newSecret = (): string => randomBytes(32).toString('base64url');
