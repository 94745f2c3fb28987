import { parseArgs } from 'node:util';
import type { StoredObjects } from '#server/domains/content/files/index.ts';
import { loadConfig } from '#server/platform/config/index.ts';
import { roleOf } from '#server/platform/database/index.ts';
import { readKeyFile } from '#server/platform/files/index.ts';
import type { Command, CommandOutput, EvidenceCheck } from '#server/platform/modules/index.ts';
import { checkEvidence } from '../evidence-command.ts';
import { joinObjects } from './copy-files.ts';
import { followBackup } from './follow-wal.ts';
import { otherKeys, restoreJobs, unpackBackup } from './restore-backup.ts';
import { postgresProgram, startRestored } from './restored-server.ts';
import { pruneBackups, takeBackup } from './take-backup.ts';

interface Parts {
  storedObjects: StoredObjects;
  openDataObjects: StoredObjects;
  evidence: readonly EvidenceCheck[];
}

/** Everything that rows name in file storage. */
const objectsOf = ({ storedObjects, openDataObjects }: Parts) =>
  joinObjects([storedObjects, openDataObjects]);

const TAKE = 'backup take FOLDER --key FILE [--keep N]';
const FOLLOW = 'backup follow FOLDER --key FILE';
const RESTORE = 'restore FOLDER --key FILE --into FOLDER [--verify] [--jobs-redis URL] [--postgres FOLDER]';

const OPTIONS = {
  key: { type: 'string' },
  keep: { type: 'string' },
  into: { type: 'string' },
  verify: { type: 'boolean', default: false },
  'jobs-redis': { type: 'string' },
  postgres: { type: 'string' },
} as const;

function read(args: readonly string[], allowed: readonly (keyof typeof OPTIONS)[]) {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
    const given = Object.entries(values).filter(([, value]) => value !== false);
    const [folder, ...more] = positionals;
    const unknown = given.some(([name]) => !allowed.includes(name as keyof typeof OPTIONS));
    return folder && values.key && more.length === 0 && !unknown
      ? { ...values, key: values.key, folder }
      : null;
  } catch {
    // Not retried: the usage is the answer.
    return null;
  }
}

function sourceUrl(out: CommandOutput): string | null {
  const { backupDatabaseUrl } = loadConfig();
  if (!backupDatabaseUrl)
    out.error(
      'BACKUP_DATABASE_URL is missing: PostgreSQL as a role that may replicate (docs/operations.md#backup)',
    );
  return backupDatabaseUrl;
}

export const BACKUP_COMMANDS: readonly Command<Parts>[] = [
  {
    name: 'backup take',
    usage: TAKE,
    about:
      'writes PostgreSQL, the jobs Redis and the files, encrypted, into a folder; --keep removes all but the newest N',
    async run({ args, out, open }) {
      const given = read(args, ['key', 'keep']);
      const keep = Number(given?.keep ?? 1);
      if (!given || !Number.isSafeInteger(keep) || keep < 1) {
        out.error(`usage: ${TAKE}`);
        return 2;
      }
      const url = sourceUrl(out);
      if (!url) return 1;
      const { folder } = given;
      const key = await readKeyFile(given.key);
      const request = {
        config: loadConfig(),
        url,
        folder,
        key,
        objects: objectsOf(open()),
        say: out.line,
      };
      await takeBackup(request);
      if (given.keep) await pruneBackups(keep, request);
      return 0;
    },
  },
  {
    name: 'backup follow',
    usage: FOLLOW,
    about: 'writes what PostgreSQL commits, and new files, into that folder until it is stopped (SIGTERM)',
    async run({ args, out, open }) {
      const given = read(args, ['key']);
      if (!given) {
        out.error(`usage: ${FOLLOW}`);
        return 2;
      }
      const url = sourceUrl(out);
      if (!url) return 1;
      const stop = new AbortController();
      for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort());
      const { folder } = given;
      const key = await readKeyFile(given.key);
      const objects = objectsOf(open());
      await followBackup({ config: loadConfig(), url, folder, key, objects, say: out.line }, stop.signal);
      return 0;
    },
  },
  {
    name: 'restore',
    usage: RESTORE,
    about:
      'makes a cluster of PostgreSQL and the files from such a folder, beside the live ones; --verify looks at all evidence in it and ends with 1 when something is not whole',
    async run({ args, out, open }) {
      const given = read(args, ['key', 'into', 'verify', 'jobs-redis', 'postgres']);
      if (!given?.into) {
        out.error(`usage: ${RESTORE}`);
        return 2;
      }
      const startedAt = performance.now();
      const seconds = () => `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`;
      const program = postgresProgram(given.postgres);
      const key = await readKeyFile(given.key);
      const config = loadConfig();
      const restored = await unpackBackup(given.folder, key, given.into);
      out.line(`unpacked after ${seconds()}: ${restored.base}`);
      const as = {
        role: roleOf(config.databaseUrl),
        database: new URL(config.databaseUrl).pathname.slice(1),
      };
      const server = await startRestored(Object.assign({ program }, restored), as);
      try {
        out.line(`PostgreSQL has read its log after ${seconds()}`);
        const others = otherKeys(config, key, restored.manifest);
        for (const name of others) out.error(`${name} is another one than when the backup was taken`);
        if (given['jobs-redis'])
          out.line(`${await restoreJobs(restored.base, key, given['jobs-redis'])} keys of the jobs Redis`);
        if (!given.verify) return others.length === 0 ? 0 : 1;
        const { evidence } = open({
          databaseUrl: server.urlFor(as.role, as.database),
          files: Object.assign({}, config.files, { folder: restored.files, s3: null }),
        });
        const whole = await checkEvidence(evidence, out);
        out.line(`${whole ? 'everything is whole' : 'NOT everything is whole'}, after ${seconds()}`);
        return whole && others.length === 0 ? 0 : 1;
      } finally {
        await server.stop();
      }
    },
  },
];
