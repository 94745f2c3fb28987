import type { Challenge } from 'altcha-lib/types';
import type { Logger } from '#server/platform/logging/index.ts';
import type { ProofOfWork } from '#server/platform/proof-of-work/index.ts';
import type { SignInLimits } from './sign-in-limits.ts';

/**
 * While passwords are being guessed on the whole site, each sign-in requires a proof of work: no account is locked out, and
 * an attacker with many addresses pays for each guess.
 */
export interface SignInProof {
  /** Challenge for the page; null while none is required. */
  challenge(): Promise<Challenge | null>;
  /** Whether the password may be checked; uses up a solved challenge. */
  passes(payload: string): Promise<boolean>;
  /** A challenge in any case: where each try costs us something, as an SMS does. */
  demanded(): Promise<Challenge>;
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
    isSolved: async (payload) => (await proofs.verify(payload)) === 'ok',

    // A challenge made before the factor rose is valid for the rest of its five minutes.
    passes: async (payload) => (await effort()) === 0 || (await proofs.verify(payload)) === 'ok',
  };
}
