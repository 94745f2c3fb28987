import { loadConfig } from '#server/platform/config/index.ts';
import { openPlatform, type Platform } from './platform.ts';

export interface Output {
  line(text: string): void;
  error(text: string): void;
}

export interface Command {
  /** Words typed after `npm run cli --`. */
  name: string;
  usage: string;
  about: string;
  /** Resolves with the exit code. */
  run(args: readonly string[], out: Output): Promise<number>;
}

/** Connections for one command, closed when it is done. Only problems are logged, to keep the answer readable. */
async function withPlatform(use: (platform: Platform) => Promise<number>): Promise<number> {
  const platform = openPlatform({ ...loadConfig(), logLevel: 'error' }, 'cli');
  try {
    return await use(platform);
  } finally {
    await platform.shutdown.run();
  }
}

/** Each command is loaded when it is called: a replay needs neither PostgreSQL nor anybody's accounts. */
export const COMMANDS: readonly Command[] = [
  {
    name: 'staff add',
    usage: 'staff add --phone +998… --role ROLE [--name NAME]',
    about: 'gives a staff role; makes the account and prints its one-time password where there is none',
    run: (args, out) =>
      withPlatform(async ({ config, database, sessions }) => {
        const { createAccounts, runStaffAddCommand } = await import('#server/domains/accounts/index.ts');
        const { createActionLog } = await import('#server/domains/action-log/index.ts');
        const { openDirectory } = await import('#server/integrations/sign-in/index.ts');
        const accounts = createAccounts({ db: database.db, sessions, actions: createActionLog(database.db) });
        const directory = config.signIn.shipped ? openDirectory(database) : null;
        return runStaffAddCommand(args, { accounts, directory, write: (line) => out.line(line) });
      }),
  },
  {
    name: 'import-lots',
    usage: 'import-lots FILE.csv | --synthetic N [--seed S]  [--start-at ISO] [--dry-run] [--json]',
    about: 'publishes lots in bulk and reports every refused row with its reasons',
    run: (args, out) =>
      withPlatform(async ({ database: { db } }) => {
        const lots = await import('#server/domains/lots/index.ts');
        const reference = await import('#server/domains/reference/index.ts');
        return lots.runImportLotsCommand(args, {
          lots: lots.createLotsRepository(db),
          reference: reference.createReferenceService(reference.createReferenceRepository(db)),
          out,
        });
      }),
  },
  {
    name: 'verify-log',
    usage: 'verify-log LOT…',
    about: 'checks the chain of hashes of lots from their first entry; exit code 1 when anything was changed',
    run: (args, out) =>
      withPlatform(async ({ database }) => {
        const auction = await import('#server/auction/index.ts');
        const repository = auction.createAuctionLogRepository(database.db);
        return auction.runVerifyLogCommand(args, { repository, out });
      }),
  },
  {
    name: 'rebuild',
    usage: 'rebuild LOT… | rebuild --all',
    about: 'loads running rooms into Redis again from PostgreSQL, in a new epoch',
    run: (args, out) =>
      withPlatform(async (platform) => {
        const auction = await import('#server/auction/index.ts');
        const { openAuctionState } = await import('./auction-parts.ts');
        const rebuild = auction.createRebuildRepository(platform.database.db);
        return auction.runRebuildCommand(args, {
          rebuild,
          state: await openAuctionState(platform, 'cli'),
          out,
        });
      }),
  },
  {
    name: 'ledger check',
    usage: 'ledger check [--json]',
    about: 'proves that the books balance; exit code 1 and the rows when an invariant is broken',
    run: (args, out) =>
      withPlatform(async ({ database: { db } }) => {
        const { runLedgerCheckCommand } = await import('#server/domains/wallet/index.ts');
        return runLedgerCheckCommand(args, { db, out });
      }),
  },
  {
    name: 'offer add',
    usage: 'offer add FOLDER --effective YYYY-MM-DD --deadline YYYY-MM-DD',
    about: 'publishes a version of the offer and the contract from offer.uz.txt … contract.en.txt',
    run: (args, out) =>
      withPlatform(async (platform) => {
        const { runAddOfferCommand } = await import('#server/domains/signatures/index.ts');
        const { createAccounts } = await import('#server/domains/accounts/index.ts');
        const { createActionLog } = await import('#server/domains/action-log/index.ts');
        const { createNotifications } = await import('#server/domains/notifications/index.ts');
        const reference = await import('#server/domains/reference/index.ts');
        const { createSigning } = await import('./signing.ts');
        const { sessions, database } = platform;
        const { db } = database;
        const { consents } = createSigning(platform, {
          accounts: createAccounts({ db, sessions, actions: createActionLog(db) }),
          reference: reference.createReferenceService(reference.createReferenceRepository(db)),
          notifications: createNotifications(db),
        });
        return runAddOfferCommand(args, { consents, out });
      }),
  },
  {
    name: 'verify-signature',
    usage: 'verify-signature ID…',
    about: 'checks archived signatures from their bytes; exit code 1 when one is not genuine',
    run: (args, out) =>
      withPlatform(async ({ config, database: { db }, redis, logger }) => {
        const { createSignatures, runVerifySignatureCommand } =
          await import('#server/domains/signatures/index.ts');
        const { openESignature } = await import('#server/integrations/e-signature/index.ts');
        const signatures = createSignatures({
          ...{ db, port: openESignature({ config, db, redis, logger }).port },
          person: () => Promise.resolve(null),
          publicUrl: () => config.publicUrl,
          // Verifying changes nothing.
          record: () => Promise.resolve(),
        });
        return runVerifySignatureCommand(args, { signatures, out });
      }),
  },
  {
    name: 'replay',
    usage: 'replay FILE… [--engine redis|rules] [--json]',
    about: 'plays recorded auctions through the same engine and compares their outcomes',
    run: async (args) => {
      const { runReplayCommand } = await import('#server/auction/index.ts');
      const { REDIS_URL, REDIS_CLUSTER, JOBS_REDIS_URL } = process.env;
      // A replay is played on one server; beside a cluster that is the one for queues.
      const cluster = REDIS_CLUSTER === '1' || REDIS_URL?.includes(',');
      const redisUrl = cluster ? JOBS_REDIS_URL : REDIS_URL;
      return runReplayCommand([...args], { redisUrl, stdout: process.stdout });
    },
  },
];
