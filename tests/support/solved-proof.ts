import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge } from 'altcha-lib/types';

/** A challenge solved as a browser solves it, in the form calls take. */
export async function solvedProof(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

/** The same for a running server's own challenge. */
export async function proofFrom(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/shop/captcha`);
  return solvedProof((await answer.json()) as Challenge);
}
