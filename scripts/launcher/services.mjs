import { wantsContainers } from './containers.mjs';
import { startContainedPostgres, startPostgres } from './postgres.mjs';
import { installedRedis, redisProgram } from './redis-program.mjs';
import { startContainedRedis, startRedis } from './redis.mjs';
import { say } from './output.mjs';

/**
 * Starts the services that are needed and not given by the environment; those of tests in containers, where
 * `TEST_SERVICES` wants it.
 * @param {{folder: string, fast: boolean, record: object, need: {database?: boolean, auction?: boolean, jobs?: boolean},
 *   onGivenUp?: (reason: string) => void}} options with `onGivenUp` services that end unexpectedly are restarted on their port
 * @returns {Promise<{env: object, stop: () => Promise<void>}>} env names every service, given or started
 */
export async function startServices({ folder, fast, record, need, onGivenUp }) {
  const options = { folder, fast, record, onGivenUp };
  const given = process.env;
  const contained = fast && wantsContainers();
  const postgres = () => (contained ? startContainedPostgres() : startPostgres(options));
  const redis = (role) => (contained ? startContainedRedis(role) : startRedis({ role, ...options }));
  const env = {};
  const started = [];
  const add = async (name, starting) => {
    const service = await starting;
    started.push(service);
    env[name] = service.url;
    if (service.ownerUrl) env.MIGRATION_DATABASE_URL = service.ownerUrl;
  };
  const startedAt = performance.now();
  const starting = [];
  if (given.DATABASE_URL) env.DATABASE_URL = given.DATABASE_URL;
  else if (need.database) starting.push(add('DATABASE_URL', postgres()));
  if (given.REDIS_URL) env.REDIS_URL = given.REDIS_URL;
  else if (need.auction) starting.push(add('REDIS_URL', redis('auction')));
  const cluster = given.REDIS_CLUSTER === '1' || given.REDIS_URL?.includes(',');
  const jobs = given.JOBS_REDIS_URL ?? (cluster ? undefined : given.REDIS_URL); // one given server may serve both roles
  if (jobs) env.JOBS_REDIS_URL = jobs;
  else if (need.jobs) starting.push(add('JOBS_REDIS_URL', redis('jobs')));

  const stop = async () => {
    await Promise.all(started.map((service) => service.stop()));
  };
  const results = await Promise.allSettled(starting);
  const failed = results.find((result) => result.status === 'rejected');
  // With the launcher's own database the server may run its local twins and store its secrets in the data folder.
  if (need.database && !given.DATABASE_URL) env.SAVDO_EMBEDDED = '1';
  if (failed) {
    await stop();
    throw failed.reason;
  }
  if (started.length > 0) {
    const names = started.map((service) => service.name).join(', ');
    say(`${names} ready in ${Math.round(performance.now() - startedAt)} ms`);
  }
  return { env, stop };
}

/**
 * For tests that start and kill a Redis of their own: its program. With a given REDIS_URL or containers it is not
 * downloaded, and those tests report what they miss.
 */
export function redisProgramEnv() {
  return (process.env.REDIS_URL || wantsContainers()) && !installedRedis()
    ? {}
    : { REDIS_SERVER: redisProgram() };
}
