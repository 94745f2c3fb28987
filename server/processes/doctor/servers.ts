import type { Config } from '#server/platform/config/index.ts';
import {
  foundationProblems,
  readFoundation,
  readKind,
  readRoleFacts,
  weaknessOfRole,
  type Database,
} from '#server/platform/database/index.ts';
import { connectProbe, persistenceWarning, readPersistence } from '#server/platform/redis/index.ts';
import { lookAtKind } from '../claim-database.ts';
import { readinessLooks } from '../readiness.ts';
import { good, problem, warning, type Finding } from './finding.ts';

/** As the scripts of the auction have it: beyond it they hold bids. */
const CLOCKS_APART_MS = 1_250;

/** What /readyz of every process looks at, in the same words. */
export async function lookAtServers(config: Config, database: Database): Promise<Finding[]> {
  const looks = readinessLooks(config, database);
  const [pages, besides] = await Promise.all([looks.pages(), looks.besides()]);
  const found = [
    ...[...pages.problems, ...besides.bids.problems].map(problem),
    ...[...pages.warnings, ...besides.warnings].map(warning),
  ];
  return found.length > 0
    ? found
    : [good('servers: PostgreSQL and both Redis are set up as the promises need')];
}

export async function lookAtFoundation(
  { installed }: Pick<Config, 'installed'>,
  pool: Database['pool'],
): Promise<Finding[]> {
  const foundation = await readFoundation(pool);
  const problems = foundationProblems(foundation);
  const weakness = installed ? weaknessOfRole(await readRoleFacts(pool)) : null;
  if (weakness) problems.push(weakness);
  return problems.length > 0
    ? problems.map(problem)
    : [good(`postgresql: version ${foundation.version}, ${foundation.encoding}`)];
}

/** As lookAtServers says it, however late the server answers. */
export async function lookAtPurpose(
  config: Pick<Config, 'demo' | 'sandboxesAllowed'>,
  pool: Database['pool'],
): Promise<Finding[]> {
  const { broken, alarm } = lookAtKind(await readKind(pool), config);
  return [...broken.map(problem), ...alarm.map(warning)];
}

/** Files of a Redis whose rooms come back from PostgreSQL are only in the way of its one thread. */
export async function lookAtPersistence(urls: readonly string[]): Promise<Finding[]> {
  const found = await Promise.all(
    urls.map((url) =>
      withProbe(url, async (probe) =>
        persistenceWarning(`auction redis ${new URL(url).host}`, await readPersistence(probe)),
      ),
    ),
  );
  return found.flatMap((text) => (text === null ? [] : [warning(text)]));
}

/** Each server against PostgreSQL, whose time is the one that counts; a slow answer explains its own time. */
export async function lookAtClocks(urls: readonly string[], pool: Database['pool']): Promise<Finding[]> {
  const clocks: [string, () => Promise<number>][] = [
    ['this machine', () => Promise.resolve(Date.now())],
    ...urls.map((url): [string, () => Promise<number>] => [
      `redis ${new URL(url).host}`,
      () =>
        withProbe(url, async (probe) => {
          const [seconds, micros] = await probe.time();
          return Number(seconds) * 1_000 + Number(micros) / 1_000;
        }),
    ]),
  ];
  const found: Finding[] = [];
  for (const [name, read] of clocks) {
    const startedAt = performance.now();
    const { rows } = await pool.query<{ ms: number }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
    );
    const ms = await read();
    const apart = Math.abs(ms - rows[0]!.ms) - (performance.now() - startedAt);
    if (apart > CLOCKS_APART_MS)
      found.push(
        problem(
          `clocks: ${name} and postgresql differ by ${(apart / 1_000).toFixed(1)} s, bids are held: start chrony on both machines`,
        ),
      );
  }
  return found.length > 0 ? found : [good('clocks: all servers agree')];
}

async function withProbe<Answer>(
  url: string,
  use: (probe: Awaited<ReturnType<typeof connectProbe>>) => Promise<Answer>,
): Promise<Answer> {
  const probe = await connectProbe(url);
  try {
    return await use(probe);
  } finally {
    probe.disconnect();
  }
}
