import { NEARLY_FULL, memoryShare } from '#server/platform/redis/index.ts';
import type { System, SystemConcern } from '#shared/api/console/system.ts';

/** From then on bids are answered noticeably late, ms. */
const LOOP_SLOW_MS = 250;
/** Share of `max_connections`. */
const CONNECTIONS_NEARLY_ALL = 0.85;
const STATEMENT_LONG_MS = 10_000;
/** From then on bids are held. */
const JOURNAL_FAILING_MS = 1_000;
const EVENTS_LATE_MS = 60_000;

type Found = Omit<System, 'concerns' | 'serverAtMs'>;
type Concerns = System['concerns'];

/** What is to be seen to, the most urgent kind first. */
export function concernsOf(found: Found): Concerns {
  return [...ofServers(found), ...ofProcesses(found), ...ofWork(found)];
}

const about = (concern: SystemConcern, names: readonly string[]): Concerns =>
  [...new Set(names)].map((name) => ({ concern, about: name }));
const when = (is: boolean, concern: SystemConcern, name = ''): Concerns => about(concern, is ? [name] : []);

function ofServers({ database, redis }: Found): Concerns {
  const full = redis.filter(({ found }) => found && memoryShare(found) >= NEARLY_FULL);
  return [
    ...when(database === null, 'database-away'),
    ...about(
      'redis-away',
      redis.filter(({ found }) => found === null).map(({ server }) => server),
    ),
    ...about(
      'redis-memory',
      full.map(({ server }) => server),
    ),
    ...when(
      database !== null && database.connections >= database.connectionsMax * CONNECTIONS_NEARLY_ALL,
      'database-connections',
    ),
    ...about(
      'statement-long',
      (database?.longStatements ?? [])
        .filter(({ forMs }) => forMs >= STATEMENT_LONG_MS)
        .map(({ process, pid }) => `${process} ${pid}`),
    ),
  ];
}

function ofProcesses({ processes }: Found): Concerns {
  const all = processes ?? [];
  const live = all.filter(({ silent }) => !silent);
  const names = (some: typeof all) => some.map(({ types, host, pid }) => `${types} ${host}:${pid}`);
  const releases = new Set(live.map(({ version, commit }) => `${version} ${commit ?? ''}`));
  return [
    ...about(
      'journal-failing',
      names(live.filter(({ journal }) => journal !== null && journal.failingMs >= JOURNAL_FAILING_MS)),
    ),
    ...about('process-silent', names(all.filter(({ silent }) => silent))),
    ...about('process-cut-off', names(live.filter(({ unreached }) => unreached.length > 0))),
    ...about('process-slow', names(live.filter(({ loopDelayMs }) => loopDelayMs >= LOOP_SLOW_MS))),
    ...when(releases.size > 1, 'versions-differ'),
  ];
}

function ofWork({ jobs, events, gateways, files }: Found): Concerns {
  return [
    ...when((jobs?.failedCount ?? 0) > 0, 'jobs-failed'),
    ...when((events?.oldestMs ?? 0) >= EVENTS_LATE_MS, 'events-late'),
    ...about(
      'gateway-failing',
      gateways
        .filter(({ goodAtMs, badAtMs }) => badAtMs !== null && badAtMs > (goodAtMs ?? 0))
        .map(({ gateway }) => gateway),
    ),
    ...when(files.warnings.length > 0, 'files'),
  ];
}
