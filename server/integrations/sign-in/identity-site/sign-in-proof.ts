import type { Challenge } from 'altcha-lib/types';
import type { Logger } from '#server/platform/logging/index.ts';
import type { ProofOfWork } from '#server/platform/proof-of-work/index.ts';
import type { Attempts } from './attempts.ts';

/**
 * While passwords are being guessed all over the site, signing in costs the device some work. Nobody is shut out, and whoever
 * guesses from many addresses pays for each guess.
 */
export interface SignInProof {
  /** To be solved by the page; null while nothing is demanded. */
  challenge(): Promise<Challenge | null>;
  /** May the password be looked at? A solved challenge is used up by this. */
  passes(payload: string): Promise<boolean>;
}

export function createSignInProof(parts: {
  attempts: Pick<Attempts, 'effort'>;
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

    // One made before the demand rose is good for the rest of its five minutes.
    passes: async (payload) => (await effort()) === 0 || (await proofs.verify(payload)) === 'ok',
  };
}
