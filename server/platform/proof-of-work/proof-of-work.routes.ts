import { captcha } from '#shared/api/site/captcha.ts';
import { registerContract, type HttpApp } from '../http/index.ts';
import type { ProofOfWork } from './proof-of-work.ts';

export function registerProofOfWorkRoutes(app: HttpApp, proofs: Pick<ProofOfWork, 'challenge'>): void {
  registerContract(app, captcha, async (call) => {
    // A challenge is single-use and must not be cached.
    call.res.set('Cache-Control', 'no-store');
    return { ...(await proofs.challenge()) };
  });
}
