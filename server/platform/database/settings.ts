import type pg from 'pg';

const WATCHED = ['fsync', 'synchronous_commit', 'full_page_writes', 'server_version_num'] as const;

/** As `server_version_num` counts: 18. */
const LEAST_VERSION = 180_000;

export type DatabaseSettings = Record<(typeof WATCHED)[number], string>;

/** Server settings on which durability depends. */
export async function readDatabaseSettings(pool: pg.Pool): Promise<DatabaseSettings> {
  const { rows } = await pool.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1)',
    [WATCHED],
  );
  const found = Object.fromEntries(rows.map((row) => [row.name, row.setting]));
  return Object.fromEntries(WATCHED.map((name) => [name, found[name] ?? 'unknown'])) as DatabaseSettings;
}

/** One sentence for every setting that weakens a guarantee; empty when there is none. */
export function weaknessesOfDatabase(settings: DatabaseSettings): string[] {
  const found: string[] = [];
  if (settings.fsync !== 'on') found.push('postgresql: fsync is off, a power cut loses answered bids');
  if (!['on', 'remote_apply', 'remote_write'].includes(settings.synchronous_commit)) {
    found.push(
      `postgresql: synchronous_commit is ${settings.synchronous_commit}, a crash loses answered bids`,
    );
  }
  if (settings.full_page_writes !== 'on') {
    found.push('postgresql: full_page_writes is off, a power cut may tear pages');
  }
  if (Number(settings.server_version_num) < LEAST_VERSION)
    found.push('postgresql: version 18 or newer is needed');
  return found;
}

/** What a database must be before its first table is made: it cannot be changed afterwards. */
export interface DatabaseFoundation {
  versionNumber: number;
  version: string;
  encoding: string;
  /** Whether its locale knows that Ғ and ғ are one letter. */
  knowsLetters: boolean;
}

export async function readFoundation(
  pool: Pick<pg.Pool | pg.PoolClient, 'query'>,
): Promise<DatabaseFoundation> {
  const { rows } = await pool.query<DatabaseFoundation>(
    `select current_setting('server_version_num')::int as "versionNumber", current_setting('server_version') as version,
       current_setting('server_encoding') as encoding,
       not (case datlocprovider when 'c' then datctype else datlocale end in ('C', 'POSIX')) as "knowsLetters"
     from pg_database where datname = current_database()`,
  );
  return rows[0]!;
}

/** One sentence for everything on which the schema cannot be built, and what to do about it; empty when there is none. */
export function foundationProblems({
  versionNumber,
  version,
  encoding,
  knowsLetters,
}: DatabaseFoundation): string[] {
  const found: string[] = [];
  if (versionNumber < LEAST_VERSION)
    found.push(
      `postgresql: this server is version ${version}, 18 or newer is needed: install it and name it in DATABASE_URL and MIGRATION_DATABASE_URL`,
    );
  if (encoding !== 'UTF8')
    found.push(
      `postgresql: the encoding of the database is ${encoding}, must be UTF8: create it again with "encoding 'UTF8' template template0"`,
    );
  if (!knowsLetters)
    found.push(
      `postgresql: the locale of the database knows no letters but a to z, so names in Cyrillic are not found: create it again with "encoding 'UTF8' locale_provider icu icu_locale 'und' template template0"`,
    );
  return found;
}

/** Standbys of the server, and whether a commit waits for one of them. */
export interface StandbySettings {
  standbys: boolean;
  synchronous: boolean;
}

/** A standby is known by its connection, or by the slot that holds its place while it is away. */
export async function readStandbySettings(pool: pg.Pool): Promise<StandbySettings> {
  const { rows } = await pool.query<StandbySettings>(
    `select current_setting('synchronous_standby_names') <> '' as synchronous,
       exists (select from pg_stat_replication) or exists (
         select from pg_replication_slots where slot_type = 'physical') as standbys`,
  );
  return rows[0] ?? { standbys: false, synchronous: false };
}

/** What following a failure to a standby would lose; null when nothing, or without a standby. */
export function standbyWarning({ standbys, synchronous }: StandbySettings): string | null {
  if (!standbys || synchronous) return null;
  return 'postgresql: no synchronous standby (synchronous_standby_names is empty), promoting a standby may lose answered bids';
}
