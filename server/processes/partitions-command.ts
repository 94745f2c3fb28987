import { parseArgs } from 'node:util';
import { loadMigrationConfig } from '#server/platform/config/index.ts';
import {
  createDatabase,
  detachedBefore,
  expiredPartitions,
  MIGRATION_SESSION,
  preparePartitions,
  retirePartitions,
  type Retention,
} from '#server/platform/database/index.ts';
import type { Command } from '#server/platform/modules/index.ts';

const USAGE = 'database partitions [--archive FOLDER | --drop]';

function wayOf(args: string[]): { archive: string | null; drop: boolean } | null {
  try {
    const { values } = parseArgs({
      args,
      options: { archive: { type: 'string' }, drop: { type: 'boolean', default: false } },
    });
    const { archive = null, drop } = values;
    return archive === '' || (archive !== null && drop) ? null : { archive, drop };
  } catch {
    // Not retried: the usage is the answer.
    return null;
  }
}

/** Partitions of tables that grow for ever, as the owner of the tables: it opens no connection of the processes. */
export const partitionsCommand: Command<unknown> = {
  name: 'database partitions',
  usage: USAGE,
  about:
    'makes the partitions of the months and lots to come; takes months that KEEP_ATTEMPTS_MONTHS and KEEP_ACTIONS_MONTHS no longer keep out of the database, into files or not at all',
  async run({ args, out }) {
    const way = wayOf([...args]);
    if (!way) {
      out.error(`usage: ${USAGE}`);
      return 2;
    }
    const config = loadMigrationConfig();
    const { attempts, actions } = config.retention;
    const retention: Retention = {
      auction_attempt: attempts,
      auction_attempt_count: attempts,
      person_action: actions,
    };
    const { pool, close } = createDatabase({
      url: config.ownerUrl,
      poolSize: 1,
      name: 'savdo-partitions',
      limits: MIGRATION_SESSION,
    });
    try {
      const owner = await pool.connect();
      try {
        for (const name of await preparePartitions(owner)) out.line(`made ${name}`);
        if (way.archive === null && !way.drop) {
          const left = await detachedBefore(owner);
          const expired = await expiredPartitions(owner, retention);
          for (const name of left) out.line(`${name} was taken off its table by a run that did not end`);
          for (const { name } of expired) out.line(`${name} is past its months`);
          if (left.length + expired.length > 0) out.line('name a folder with --archive, or say --drop');
          return 0;
        }
        for (const { partition, rows, file } of await retirePartitions(owner, {
          retention,
          archive: way.archive,
        }))
          out.line(`${partition}: ${rows} rows ${file ? `in ${file}` : 'dropped'}`);
        return 0;
      } finally {
        owner.release();
      }
    } finally {
      await close();
    }
  },
};
