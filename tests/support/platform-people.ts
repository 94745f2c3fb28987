import { connectJobsRedis, connectSubscriber } from '#server/platform/redis/index.ts';
import {
  createSessionStore,
  sessionCookieName,
  type SessionPerson,
} from '#server/platform/sessions/index.ts';
import { somebody } from './app.ts';
import type { TestRedis } from './services.ts';

/** Sessions on a running platform without the sign-in site's pages, which have tests of their own. */
export function peopleOf(redis: TestRedis) {
  const jobs = connectJobsRedis(redis.jobsUrl);
  const subscriber = connectSubscriber(redis.jobsUrl);
  // Tests kill this Redis; both connections come back by themselves.
  for (const client of [jobs, subscriber]) client.on('error', () => undefined);
  const sessions = createSessionStore(jobs, subscriber, redis.namespace);
  return {
    sessions,
    async signIn(given: Partial<SessionPerson> = {}): Promise<{ cookie: string; person: SessionPerson }> {
      const person = somebody(given);
      const { secret } = await sessions.create(person);
      return { cookie: `${sessionCookieName(false)}=${secret}`, person };
    },
    async close() {
      await sessions.close();
      jobs.disconnect();
    },
  };
}
