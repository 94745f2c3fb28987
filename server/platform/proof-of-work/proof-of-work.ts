import { createHash, createHmac } from 'node:crypto';
import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import type { Challenge } from 'altcha-lib/types';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import { unavailable } from '../errors/index.ts';
import type { JobsRedis } from '../redis/index.ts';

/** A challenge is valid for five minutes, and a solved one is remembered as long. */
const LIFE_MS = 5 * 60_000;
/** A solver tries 150 to 450 keys of so many rounds: some tens of milliseconds on a desktop, some hundreds on a phone. */
const ROUNDS = 1_000;
const TRIES = { min: 150, max: 450 };

/** `expired` and `used`: solve a new challenge; `wrong`: never a valid solution. */
type ProofVerdict = 'ok' | 'wrong' | 'expired' | 'used';

export interface ProofOfWork {
  /**
   * A new challenge, as the library's solvers take it.
   * @param effort multiplies the work of solving it; checking stays as cheap
   * @param subject what it is for, if not for anything: its solution is valid for this alone
   */
  challenge(effort?: number, subject?: string): Promise<Challenge>;
  /**
   * Verifies a solved challenge (base64 of the JSON `{challenge, solution}`) and uses it up: the second `verify` of the same
   * one says `used`, on every node. Rejects with a 503 while Redis is unavailable, so that none is accepted twice. One of
   * another subject is `wrong`, and is not used up.
   */
  verify(payload: string, subject?: string): Promise<ProofVerdict>;
}

export interface ProofOfWorkDeps {
  redis: Pick<JobsRedis, 'set'>;
  /** Prefix of the keys in Redis. */
  namespace: string;
  /** The installation's secret: every node derives the same signing keys from it. */
  secret: string;
  /** The secret before: challenges that were given out under it are still taken. */
  previousSecret?: string | null | undefined;
  /** Scope of the proofs, if not the API's calls: a proof is valid in its scope only. */
  purpose?: string;
  now?: () => number;
}

const hex = (max: number) => z.string().regex(new RegExp(`^[0-9a-f]{1,${max}}$`));

/** The part of a solved challenge that is validated before the library checks it. */
const solvedSchema = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      nonce: hex(64),
      salt: hex(64),
      expiresAt: z.int().positive(),
      data: z.object({ subject: hex(64) }).optional(),
    }),
    signature: hex(128),
  }),
  solution: z.object({ counter: z.int().min(0).max(TRIES.max), derivedKey: hex(128) }),
});

function solvedOf(payload: string): z.infer<typeof solvedSchema> | null {
  try {
    const parsed = solvedSchema.safeParse(JSON.parse(Buffer.from(payload, 'base64').toString('utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    // Not JSON: treated like any other wrong answer.
    return null;
  }
}

/** A challenge is shown in pages: it names its subject by a hash. */
const digestOf = (subject: string): string => createHash('sha256').update(subject).digest('hex');

export function createProofOfWork({
  redis,
  namespace,
  secret,
  previousSecret,
  purpose = 'proof of work',
  now = Date.now,
}: ProofOfWorkDeps): ProofOfWork {
  const keysOf = (of: string) => {
    const keyFor = (part: string): string =>
      createHmac('sha256', of).update(`${purpose}: ${part}`).digest('hex');
    return { hmacSignatureSecret: keyFor('challenge'), hmacKeySignatureSecret: keyFor('solution') };
  };
  const current = keysOf(secret);
  const accepted = previousSecret ? [current, keysOf(previousSecret)] : [current];

  return {
    challenge: (effort = 1, subject) =>
      createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: ROUNDS * effort,
        counter: randomInt(TRIES.min, TRIES.max),
        deriveKey,
        expiresAt: new Date(now() + LIFE_MS),
        ...(subject === undefined ? {} : { data: { subject: digestOf(subject) } }),
        ...current,
      }),

    async verify(payload, subject) {
      const solved = solvedOf(payload);
      if (!solved) return 'wrong';
      const challenge = solved.challenge as unknown as Challenge;
      const { nonce, expiresAt, data } = solved.challenge.parameters;
      if (data?.subject !== (subject === undefined ? undefined : digestOf(subject))) return 'wrong';
      if (expiresAt * 1_000 <= now()) return 'expired';
      const { solution } = solved;
      const results = await Promise.all(
        accepted.map((keys) => verifySolution({ challenge, solution, deriveKey, ...keys })),
      );
      if (!results.some(({ verified }) => verified)) return 'wrong';
      const key = `${namespace}proof:${nonce}`;
      const first = await redis.set(key, '1', 'PX', LIFE_MS, 'NX').catch((cause: unknown) => {
        // Not retried here: without the record of used challenges none may be accepted, and the caller gets a 503.
        throw unavailable('unavailable', { cause });
      });
      return first === 'OK' ? 'ok' : 'used';
    },
  };
}
