import type { Challenge } from 'altcha-lib/types';
import { captcha } from '#shared/api/site/captcha.ts';
import { call } from './api-client.ts';
import { ApiError } from './api-error.ts';

/** Code of the ApiError when this browser cannot do the work: no secure connection, or too slow. */
export const PROOF_FAILED = 'proof-of-work';

function solveInWorker(challenge: Challenge): Promise<string> {
  const worker = new Worker(new URL('./proof-of-work-worker.ts', import.meta.url), { type: 'module' });
  const answer = new Promise<string>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<{ proof?: string }>) =>
      data.proof ? resolve(data.proof) : reject(new Error('the worker found no proof')),
    );
    worker.addEventListener('error', () => reject(new Error('the worker could not start')));
    worker.postMessage(challenge, []);
  });
  return answer.finally(() => worker.terminate());
}

/** Where workers are closed to us the page itself computes: some tenths of a second. */
async function solveHere(challenge: Challenge): Promise<string> {
  const { solveProof } = await import('./proof-of-work-solve.ts');
  return solveProof(challenge);
}

/**
 * Asks for a challenge and solves it; good for one call. Rejects with an ApiError: the server's, or `PROOF_FAILED` when
 * the work could not be done here.
 */
export async function proofOfWork(): Promise<string> {
  const challenge = (await call(captcha)) as unknown as Challenge;
  try {
    return await (typeof Worker === 'undefined' ? solveHere(challenge) : solveInWorker(challenge));
  } catch {
    // Not retried: a browser that cannot do it now will not in a moment; the page says what to do.
    throw new ApiError(0, PROOF_FAILED, '');
  }
}
