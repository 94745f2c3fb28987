import { createDailyCount, createDailyLimit } from '#server/platform/http/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { createProofOfWork } from '#server/platform/proof-of-work/index.ts';
import { PROTOCOL_CHECKS } from '#shared/api/site/checks.ts';
import { NUMBER_TRIES_PER_DAY } from '../cabinet/profile.routes.ts';
import { BLACK_LIST_CHECKS_PER_DAY } from '../cabinet/sanctions.routes.ts';

/** What bounds calls of anonymous visitors: work they have to do first, and counts per day. */
export const visitorLimitsModule = defineModule({
  name: 'visitor-limits',
  create({ config, redis }: Pick<Base, 'config' | 'redis'>) {
    const namespace = config.redisNamespace;
    const factor = config.rateLimitFactor;
    return {
      proofs: createProofOfWork({
        redis,
        namespace,
        secret: config.sessionSecret,
        previousSecret: config.previousSessionSecret,
      }),
      protocolChecks: {
        today: createDailyCount({
          redis,
          namespace,
          name: 'protocols',
          perDay: PROTOCOL_CHECKS.perDay * factor,
        }),
        free: PROTOCOL_CHECKS.free * factor,
      },
      countNumberTry: createDailyLimit({
        redis,
        namespace,
        name: 'national-id',
        perDay: NUMBER_TRIES_PER_DAY * factor,
      }),
      countBlackListCheck: createDailyLimit({
        redis,
        namespace,
        name: 'black-list',
        perDay: BLACK_LIST_CHECKS_PER_DAY * factor,
      }),
    };
  },
});
