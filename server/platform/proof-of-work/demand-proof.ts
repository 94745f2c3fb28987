import { ruleForbids } from '../errors/index.ts';
import type { ProofOfWork } from './proof-of-work.ts';

/**
 * For calls behind a proof of work: returns when the proof is good and has been used up.
 * @throws 422 `captcha-wrong`, `captcha-expired` or `captcha-used`; 503 while Redis is unavailable
 */
export async function demandProof(proofs: Pick<ProofOfWork, 'verify'>, payload: string): Promise<void> {
  const verdict = await proofs.verify(payload);
  if (verdict !== 'ok') throw ruleForbids(`captcha-${verdict}`);
}
