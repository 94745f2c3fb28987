import type { Database } from '#server/platform/database/index.ts';
import { readStandbySettings } from '#server/platform/database/index.ts';
import type { System } from '#shared/api/console/system.ts';

/** A statement that runs for longer is shown, ms. */
const LONG_MS = 1_000;
const SHOWN = 10;
const TEXT_MAX = 200;

/** Size, connections, standbys and long statements of the database. Values of statements are placeholders in their texts. */
export async function readDatabaseFigures({
  pool,
}: Pick<Database, 'pool'>): Promise<NonNullable<System['database']>> {
  const [server, statements, { standbys, synchronous }] = await Promise.all([
    pool.query<{ version: string; size: string; connections: number; most: number }>(
      `select current_setting('server_version') as version, pg_database_size(current_database()) as size,
         current_setting('max_connections')::int as most,
         (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections`,
    ),
    pool.query<{ pid: number; process: string; ms: number; text: string }>(
      `select pid, application_name as process, left(regexp_replace(query, '\\s+', ' ', 'g'), ${TEXT_MAX}) as text,
         (extract(epoch from clock_timestamp() - query_start) * 1000)::int as ms
       from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend' and state <> 'idle'
         and pid <> pg_backend_pid() and query_start < clock_timestamp() - make_interval(secs => ${LONG_MS / 1_000})
       order by query_start limit ${SHOWN}`,
    ),
    readStandbySettings(pool),
  ]);
  const [row] = server.rows;
  if (!row) throw new Error('PostgreSQL said nothing of itself');
  return {
    version: row.version,
    sizeBytes: Number(row.size),
    connections: row.connections,
    connectionsMax: row.most,
    standbys,
    synchronous,
    longStatements: statements.rows.map(({ pid, process, ms, text }) => ({ pid, process, forMs: ms, text })),
  };
}
