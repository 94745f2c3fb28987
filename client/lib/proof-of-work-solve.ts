import { deriveKey as derivePbkdf2 } from 'altcha-lib/algorithms/web/pbkdf2';
import { deriveKey as deriveSha } from 'altcha-lib/algorithms/web/sha';
import { solveChallenge } from 'altcha-lib';
import type { Challenge } from 'altcha-lib/types';

/** Slow phones need seconds; after this the work is given up and the page says so. */
const GIVE_UP_MS = 60_000;

/** The solved challenge as the server takes it: base64 of `{challenge, solution}`. Rejects when no answer is found in time. */
export async function solveProof(challenge: Challenge): Promise<string> {
  const deriveKey = challenge.parameters.algorithm.startsWith('PBKDF2/') ? derivePbkdf2 : deriveSha;
  const solution = await solveChallenge({ challenge, deriveKey, timeout: GIVE_UP_MS });
  if (!solution) throw new Error('the proof of work found no answer in time');
  return btoa(JSON.stringify({ challenge, solution }));
}
