import type pg from 'pg';

const WATCHED = ['fsync', 'synchronous_commit', 'full_page_writes', 'server_version_num'] as const;

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
  if (Number(settings.server_version_num) < 180_000) found.push('postgresql: version 18 or newer is needed');
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
