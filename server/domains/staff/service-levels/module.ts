import { oldestDueOutboxMs } from '#server/platform/database/index.ts';
import { newId } from '#server/platform/ids/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { createPlatformStatus, type PlatformStatusDeps } from './platform-status.service.ts';
import { createServiceLevels } from './service-levels.service.ts';

const COUNT_MS = 60_000;
/** Somewhat longer than the status page looks back. */
const RETENTION_DAYS = 100;
const SIGN_IN_LIMIT_MS = 2_000;

interface ServiceLevelsNeeds extends Pick<Base, 'config' | 'database' | 'metrics' | 'redis' | 'logger'> {
  incidents: { published: PlatformStatusDeps['published'] };
}

async function readDiscovery(issuer: string): Promise<void> {
  const url = `${issuer}/.well-known/openid-configuration`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(SIGN_IN_LIMIT_MS), redirect: 'error' });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`status ${answer.status}`);
}

export const serviceLevelsModule = defineModule({
  name: 'service-levels',
  create({ config, database: { db }, metrics, redis, logger, incidents }: ServiceLevelsNeeds) {
    const nowMs = () => Date.now();
    const serviceLevels = createServiceLevels({ db, metrics, source: newId(), nowMs });
    const platformStatus = createPlatformStatus({
      days: () => serviceLevels.days(),
      published: (days) => incidents.published(days),
      oldestEventMs: () => oldestDueOutboxMs(db),
      pingSessions: () => redis.ping(),
      pingSignIn: () => readDiscovery(config.signIn.issuer),
      takesPayments:
        config.sandboxesAllowed || Object.values(config.payments).some((provider) => provider !== null),
      logger,
      nowMs,
    });
    return { serviceLevels, platformStatus };
  },
  jobs: ({ serviceLevels }) => [
    { name: 'count service levels', everyMs: COUNT_MS, run: () => serviceLevels.countCommitted() },
  ],
  retention: ({ serviceLevels }) => [
    { name: 'service levels', days: RETENTION_DAYS, purge: (days) => serviceLevels.purge(days) },
  ],
});
