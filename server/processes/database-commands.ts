import { loadMigrationConfig } from '#server/platform/config/index.ts';
import {
  createDatabase,
  grantRuntime,
  MIGRATION_SESSION,
  roleOf,
  RightsProblem,
} from '#server/platform/database/index.ts';
import type { Command } from '#server/platform/modules/index.ts';
import { partitionsCommand } from './partitions-command.ts';

/** Commands about the database itself, as the owner of its tables; they open no connection of the processes. */
export const DATABASE_COMMANDS: readonly Command<unknown>[] = [
  partitionsCommand,
  {
    name: 'database grants',
    usage: 'database grants',
    about:
      'gives the role of DATABASE_URL its rights again, as the owner at MIGRATION_DATABASE_URL; nothing else is left to it',
    async run({ args, out }) {
      if (args.length > 0) {
        out.error('usage: database grants');
        return 2;
      }
      const { databaseUrl, ownerUrl, statementMs, demo } = loadMigrationConfig();
      const role = roleOf(databaseUrl);
      if (role === roleOf(ownerUrl)) {
        out.error(
          `DATABASE_URL and MIGRATION_DATABASE_URL name one role, ${role}: the owner of the tables needs no rights`,
        );
        return 1;
      }
      const { pool, close } = createDatabase({
        url: ownerUrl,
        poolSize: 1,
        name: 'savdo-grants',
        limits: { ...MIGRATION_SESSION, statementMs },
      });
      try {
        const owner = await pool.connect();
        try {
          const { tables } = await grantRuntime(owner, role, { schemas: demo });
          out.line(`${role} has its rights on ${tables} tables, and no others`);
          return 0;
        } finally {
          owner.release();
        }
      } catch (error) {
        if (!(error instanceof RightsProblem)) throw error;
        // Not retried: the operator reads which migration or line is missing.
        out.error(error.message);
        return 1;
      } finally {
        await close();
      }
    },
  },
];
