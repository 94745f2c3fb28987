/** A PINFL or STIR that another account has: the claim of its owner, with evidence, and what staff decide. */
export { numberClaimsModule } from './module.ts';
export type { ClaimNumber } from './claim-number.ts';
export type { ClaimDecider, DecideClaims } from './decide-claims.ts';
export type { ReadClaims } from './read-claims.ts';
export { createNumberClaimsRepository } from './number-claims.repository.ts';
