/** A PINFL or STIR that another account has: the claim of its owner, with evidence, and what staff decide. */
export { numberClaimsModule } from './module.ts';
export { claimEvidenceOwner } from './claim-evidence.ts';
export { createClaimNumber, type ClaimNumber } from './claim-number.ts';
export { createDecideClaims, type ClaimDecider, type DecideClaims } from './decide-claims.ts';
export { createReadClaims, type ReadClaims } from './read-claims.ts';
export { createNumberClaimsRepository } from './number-claims.repository.ts';
