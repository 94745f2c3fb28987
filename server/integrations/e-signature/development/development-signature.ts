import { newSecret } from '#server/platform/ids/index.ts';
import type { JobsRedis } from '#server/platform/redis/index.ts';
import { documentInside, isAttached, otherThan } from '../cms-shape.ts';
import { refused, type ESignature, type Verified } from '../port.ts';
import { attach, verifyCms } from './cms.ts';
import type { DevelopmentKeysRepository } from './development-keys.repository.ts';

/** As E-IMZO-SERVER has it. */
const CHALLENGE_SECONDS = 120;
/** A signature made "now" may be this far from our clock. */
const CLOCK_MS = 10 * 60_000;

interface Deps {
  keys: Pick<DevelopmentKeysRepository, 'authority'>;
  redis: JobsRedis;
  namespace: string;
}

/** Verifies signatures of the throw-away authority: chain, days, contents, signature. */
export function createDevelopmentSignature({ keys, redis, namespace }: Deps): ESignature {
  const challengeKey = (challenge: string) => `${namespace}e-signature:challenge:${challenge}`;

  async function verified(pkcs7: Buffer, document: Buffer | null): Promise<Verified> {
    const { certificate } = await keys.authority();
    const inside = documentInside(pkcs7);
    if (!inside) return refused('unreadable');
    const said = await verifyCms(pkcs7, certificate);
    if (said.verdict === 'refused') return said;
    return document && !inside.equals(document) ? refused('other-document') : said;
  }

  async function madeNow(pkcs7: Buffer, document: Buffer | null): Promise<Verified> {
    const said = await verified(pkcs7, document);
    if (said.verdict === 'refused') return said;
    const off = Math.abs(Date.now() - said.facts.signedAt.getTime());
    return off > CLOCK_MS ? refused('clock-wrong') : said;
  }

  return {
    kind: 'development',

    async challenge() {
      const challenge = newSecret();
      await redis.set(challengeKey(challenge), '1', 'EX', CHALLENGE_SECONDS);
      return { verdict: 'right', challenge };
    },

    async authenticate(pkcs7, _caller, expected) {
      const wrong = otherThan(pkcs7, expected);
      if (wrong) return refused(wrong);
      const said = await madeNow(pkcs7, null);
      if (said.verdict === 'refused') return said;
      const challenge = documentInside(pkcs7)?.toString('utf8') ?? '';
      const live = await redis.getdel(challengeKey(challenge));
      if (live === null) return refused('challenge-expired');
      return { verdict: 'right', certificate: said.facts.certificate };
    },

    async accept(pkcs7, document) {
      const attached = isAttached(pkcs7);
      const archived = attached === false ? attach(pkcs7, document) : pkcs7;
      if (attached === null || !archived) return refused('unreadable');
      const said = await madeNow(archived, document);
      return said.verdict === 'refused' ? said : { ...said, archived };
    },

    verify: (archived, document) => verified(archived, document),
  };
}
