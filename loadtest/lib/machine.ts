import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { ask } from './database.ts';

/** What every figure depends on: printed at the head of each report. */
export async function describeMachine(
  databaseUrl: string,
  redisUrl: string,
): Promise<Record<string, string>> {
  const [postgres] = await ask<Record<string, string>>(
    databaseUrl,
    `select current_setting('server_version') as version, current_setting('fsync') as fsync,
       current_setting('synchronous_commit') as synchronous_commit,
       current_setting('full_page_writes') as full_page_writes`,
  );
  return {
    processor: `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}`,
    memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
    node: process.version,
    postgresql: `${postgres?.version} (fsync ${postgres?.fsync}, synchronous_commit ${postgres?.synchronous_commit}, full_page_writes ${postgres?.full_page_writes})`,
    redis: `${redisVersion()} at ${new URL(redisUrl).host}`,
    'socket.io': versionOf('socket.io'),
    load: loadavg()
      .map((figure) => figure.toFixed(2))
      .join(' '),
    revision: revision(),
  };
}

function redisVersion(): string {
  try {
    const reported = execFileSync(process.env.REDIS_SERVER ?? 'redis-server', ['--version'], {
      encoding: 'utf8',
    });
    return /v=(\S+)/.exec(reported)?.[1] ?? 'unknown';
  } catch {
    // A given Redis whose program is elsewhere: the report says so.
    return 'unknown version';
  }
}

function versionOf(name: string): string {
  const file = new URL(`../../node_modules/${name}/package.json`, import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

function revision(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  } catch {
    // No git here: the report says so.
    return 'unknown';
  }
}
