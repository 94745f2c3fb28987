import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database } from './db.ts';
import { LOOK_LIMIT_MS, ReplicaWatch } from './reads/replica-watch.ts';
import { PRIMARY_READS, readsOf } from './reads/reads.ts';
import { RoutedDialect } from './reads/routed-driver.ts';

export type { AnyDb, Database, Db } from './db.ts';
export { inTurn, lockNamed } from './in-turn.ts';
export { inTransaction } from './transaction.ts';
export { isDatabaseUnavailable } from './database-unavailable.ts';
export { claimKind, readKind, type KindOfInstallation } from './kind-of-installation.ts';
export { literals } from './literals.ts';
export { countDueOutbox, oldestDueOutboxMs, purgeOutbox, writeOutbox } from './outbox.repository.ts';
export { startOutboxRelay, type OutboxRow } from './outbox-relay.ts';
export { runBackfill } from './backfill.ts';
export { countRows, sumRows, type Summed } from './count-rows.ts';
export { keepReading, readAsOf, readExactly } from './reads/read-scope.ts';
export { problemOfReplica } from './reads/replica-watch.ts';
export type { Reads } from './reads/reads.ts';
export { runOnce } from './handled-events.repository.ts';
export { migrateToLatest, MIGRATION_SESSION, MigrationRefused, pendingMigrations } from './run-migrations.ts';
export { grantRuntime, RightsProblem } from './grant-runtime.ts';
export { preparePartitions, tablesWithoutPartitions } from './prepare-partitions.ts';
export { isArchiveOf, readArchive } from './partition-archive.ts';
export { detachedBefore, expiredPartitions, retirePartitions, type Retention } from './retire-partitions.ts';
export { lsnText, parseLsn, ReplicationSession } from './replication-session.ts';
export { createRuntimeRole, readRoleFacts, roleOf, weaknessOfRole } from './runtime-role.ts';
export {
  foundationProblems,
  readDatabaseSettings,
  readFoundation,
  readStandbySettings,
  standbyWarning,
  weaknessesOfDatabase,
} from './settings.ts';

// int8 as a JavaScript number: every bigint column of ours holds tiyin, ids or µs, all ≤ 2^53−1 by CHECK or by MAX_TIYIN.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`integer ${text} does not fit into a JavaScript number`);
  return value;
});

// A day as it is written, YYYY-MM-DD: the driver's own midnight would be another day in another time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

export interface DatabaseOptions {
  url: string;
  /** Most connections at once. */
  poolSize?: number;
  /** Shown in pg_stat_activity. */
  name?: string;
  /** PostgreSQL ends what takes longer; no limits unless given. */
  limits?: SessionLimits;
  /** Read by work that may lag. */
  replica?: ReplicaOptions;
}

interface ReplicaOptions {
  url: string;
  /** One that is further behind is not read. */
  maxStalenessMs: number;
}

/** Milliseconds, unless said otherwise; 0: no limit. */
export interface SessionLimits {
  statementMs?: number;
  /** Waiting for one lock. */
  lockMs?: number;
  /** Between two statements of one transaction: a process that hangs there holds its locks no longer than that. */
  idleInTransactionMs?: number;
  /** How many processes of PostgreSQL help with one statement; PostgreSQL's own limit unless given, 0: none. */
  parallelWorkers?: number;
}

/** Of the product's own processes. What may take longer, as the check of the ledger, says so in its transaction. */
export const PROCESS_LIMITS: SessionLimits = {
  statementMs: 120_000,
  idleInTransactionMs: 60_000,
  // On a machine with work to do, waiting for helpers costs a list more than they save, and a report takes cores from bids.
  parallelWorkers: 0,
};

interface PoolOptions extends DatabaseOptions {
  connectMs?: number;
  /** Of a query, watched here: for a server that hears nothing any more. */
  queryMs?: number;
  readOnly?: boolean;
}

function openPool({ connectMs = 5_000, queryMs, readOnly = false, ...options }: PoolOptions): pg.Pool {
  const { statementMs = 0, lockMs = 0, idleInTransactionMs = 0, parallelWorkers } = options.limits ?? {};
  const settings = [
    ...(parallelWorkers === undefined ? [] : [`-c max_parallel_workers_per_gather=${parallelWorkers}`]),
    ...(readOnly ? ['-c default_transaction_read_only=on'] : []),
  ];
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize ?? 10,
    application_name: options.name ?? 'savdo',
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: 30_000,
    // So that the kernel detects peers that disappeared without closing the connection.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Left out where there is no limit: a connection pooler in between may refuse parameters it does not know.
    ...(statementMs > 0 && { statement_timeout: statementMs }),
    ...(lockMs > 0 && { lock_timeout: lockMs }),
    ...(idleInTransactionMs > 0 && { idle_in_transaction_session_timeout: idleInTransactionMs }),
    ...(queryMs !== undefined && { query_timeout: queryMs }),
    ...(settings.length > 0 && { options: settings.join(' ') }),
  });
  // A broken connection (PostgreSQL restarted) is reported by the query that uses it; the pool replaces it on demand.
  // Without listeners, on idle connections and on those in use, the error event would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/**
 * Opens a pool, and with a replica one for it and two of one connection that measure it. A connection lost while idle is
 * replaced by the pool; the query that uses it rejects, except on the replica, where it is repeated on the primary.
 */
export function createDatabase(options: DatabaseOptions): Database {
  const pool = openPool(options);
  const replica = options.replica ? openReplica(options, options.replica) : null;
  const dialect = replica
    ? new RoutedDialect({ pool }, { pool: replica.pool }, replica.source)
    : new PostgresDialect({ pool });
  const db = new Kysely<never>({ dialect });
  const pools = [pool, ...(replica?.pools ?? [])];
  return {
    db,
    pool,
    reads: replica?.reads ?? PRIMARY_READS,
    async close() {
      await replica?.stop();
      await db.destroy();
      // Kysely leaves a pool alone that it has not used itself; its idle connections would hold the process for their time.
      await Promise.all(pools.filter(({ ending }) => !ending).map((each) => each.end()));
    },
  };
}

/** A replica that is slow to connect costs a reader no more than this. */
const REPLICA_CONNECT_MS = 1_000;

function openReplica(options: DatabaseOptions, { url, maxStalenessMs }: ReplicaOptions) {
  const name = `${options.name ?? 'savdo'}-reads`;
  const pool = openPool({ ...options, url, name, connectMs: REPLICA_CONNECT_MS, readOnly: true });
  const [primary, measured] = [options.url, url].map((server) =>
    openPool({
      url: server,
      name: `${name}-watch`,
      poolSize: 1,
      connectMs: LOOK_LIMIT_MS,
      queryMs: LOOK_LIMIT_MS,
      readOnly: true,
    }),
  ) as [pg.Pool, pg.Pool];
  const inUse = new Set<pg.Client>();
  pool.on('acquire', (client) => inUse.add(client as unknown as pg.Client));
  pool.on('release', (_error, client) => inUse.delete(client as unknown as pg.Client));
  const watch = new ReplicaWatch({
    primary,
    replica: measured,
    maxStalenessMs,
    onSilent() {
      // Queries under way reject, and are repeated on the primary. A connection that is gone already has nothing to end.
      for (const client of inUse) client.end().catch(() => undefined);
    },
  });
  const counts = { replica: 0, 'own-write': 0, 'not-usable': 0, failed: 0 };
  return {
    pool,
    pools: [pool, primary, measured],
    reads: readsOf(watch, maxStalenessMs, counts),
    source: {
      usableAsOf: () => watch.usableAsOf(),
      failed: () => watch.distrust(),
      counted: (from: keyof typeof counts) => void (counts[from] += 1),
    },
    stop: () => watch.stop(),
  };
}

/** A unique constraint refused the row: an expected "already there". */
export const isUniqueViolation = (error: unknown, constraint?: string): boolean => {
  const fault = error as { code?: string; constraint?: string };
  return fault.code === '23505' && (constraint === undefined || fault.constraint === constraint);
};
