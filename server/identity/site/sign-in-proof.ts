import type { Challenge } from 'altcha-lib/types';
import type { Logger } from '#server/platform/logging/index.ts';
import type { ProofOfWork } from '#server/platform/proof-of-work/index.ts';
import type { SignInLimits, WorkDone } from './sign-in-limits.ts';

/**
 * Work of the device instead of a refusal: while passwords are being guessed on the whole site, or for one login in browsers
 * that never signed in to it, or where each try costs us something, as an SMS does. No one is locked out by what strangers do,
 * and an attacker with many addresses pays for each guess.
 */
export interface SignInProof {
  /** Challenge for the page; null while the site demands none of everybody. */
  challenge(): Promise<Challenge | null>;
  /** A challenge in any case. */
  demanded(): Promise<Challenge>;
  /** A challenge for one login: its work counts for no other. */
  forLogin(login: string, effort: number): Promise<Challenge>;
  /** What a solved challenge is good for; uses it up. */
  done(payload: string, login: string): Promise<WorkDone>;
  /** Was a demanded one solved? Uses it up. */
  isSolved(payload: string): Promise<boolean>;
}

/** Of a demanded challenge while no one is guessing. */
const LEAST_EFFORT = 2;

export function createSignInProof(parts: {
  attempts: Pick<SignInLimits, 'effort'>;
  proofs: ProofOfWork;
  logger: Logger;
}): SignInProof {
  const { attempts, proofs, logger } = parts;
  let before = 0;

  async function effort(): Promise<number> {
    const now = await attempts.effort();
    if (now > before) logger.warn({ effort: now }, 'many wrong passwords on the site: signing in costs work');
    if (now === 0 && before > 0) logger.info('signing in costs no work any more');
    before = now;
    return now;
  }

  return {
    async challenge() {
      const wanted = await effort();
      return wanted === 0 ? null : proofs.challenge(wanted);
    },

    demanded: async () => proofs.challenge(Math.max(LEAST_EFFORT, await effort())),
    forLogin: async (login, wanted) => proofs.challenge(Math.max(wanted, await effort()), login),

    // A challenge made before the effort rose is valid for the rest of its five minutes.
    async done(payload, login) {
      if (payload === '') return 'none';
      if ((await proofs.verify(payload, login)) === 'ok') return 'of-login';
      return (await proofs.verify(payload)) === 'ok' ? 'of-site' : 'none';
    },
    isSolved: async (payload) => (await proofs.verify(payload)) === 'ok',
  };
}
