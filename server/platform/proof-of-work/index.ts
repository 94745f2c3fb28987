/** Proof of work (ALTCHA): protects calls that are worth guessing at. No third party, nothing stored about the caller. */
export { createProofOfWork, type ProofOfWork } from './proof-of-work.ts';
export { demandProof } from './demand-proof.ts';
export { registerProofOfWorkRoutes } from './proof-of-work.routes.ts';
