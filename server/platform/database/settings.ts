import type pg from 'pg';

const WATCHED = ['fsync', 'synchronous_commit', 'full_page_writes', 'server_version_num'] as const;

export type DatabaseSettings = Record<(typeof WATCHED)[number], string>;

/** Settings of the server that the word "durable" depends on. */
export async function readDatabaseSettings(pool: pg.Pool): Promise<DatabaseSettings> {
  const { rows } = await pool.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1)',
    [WATCHED],
  );
  const found = Object.fromEntries(rows.map((row) => [row.name, row.setting]));
  return Object.fromEntries(WATCHED.map((name) => [name, found[name] ?? 'unknown'])) as DatabaseSettings;
}

/** Sentences naming every setting that weakens a promise; empty when all is well. */
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
