/** Proof of work (ALTCHA): a guard for calls where guessing pays. No third party, nothing stored about the caller. */
export { createProofOfWork, type ProofOfWork, type ProofVerdict } from './proof-of-work.ts';
export { demandProof } from './demand-proof.ts';
export { registerProofOfWorkRoutes } from './proof-of-work.routes.ts';
