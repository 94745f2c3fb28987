import { AUCTION_EVENTS } from '#server/auction/index.ts';
import { openFileStorage } from '#server/integrations/file-storage/index.ts';
import { openSigner } from '#server/integrations/signer/index.ts';
import { createWitness } from '#server/integrations/witness/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { createLogCopy } from './log-copy.ts';
import { openSignedRecords } from './open-signed-records.ts';
import { SIGNED_RECORDS_PERSONAL_DATA } from './personal-data.ts';
import { createTransparencyLogRepository } from './transparency-log.repository.ts';
import { runVerifyReceiptCommand } from './verify-receipt-command.ts';
import { runSigningKeysCommand } from './signing-keys-command.ts';
import { runMonitorCommand } from './monitor-command.ts';

/** Between two states of the tree, while there is something new. */
const STATES_APART_MS = 900;
const COPIES_APART_MS = 60_000;

export const signedRecordsModule = defineModule({
  name: 'signed-records',
  personalData: SIGNED_RECORDS_PERSONAL_DATA,
  create({ config, database, logger }: Pick<Base, 'config' | 'database' | 'logger'>) {
    const opened = openSignedRecords(database.db, {
      signer: openSigner(config),
      origin: () => `${new URL(config.publicUrl).host}/log`,
      onChanged: (lotId) =>
        logger.error({ lotId }, 'stored entries of a room are not those that the transparency log has'),
    });
    const logCopy = createLogCopy({
      log: opened.transparencyLog,
      leaves: createTransparencyLogRepository(database.db),
      storage: openFileStorage(config),
    });
    return { ...opened, logCopy };
  },
  jobs: ({ config, logBlocks, transparencyLog, logCopy, askWitness }) => [
    {
      name: 'put what is committed into the transparency log',
      everyMs: STATES_APART_MS,
      async run() {
        await logBlocks.add();
        await transparencyLog.checkpoint();
      },
    },
    {
      name: 'copy the transparency log into file storage',
      everyMs: COPIES_APART_MS,
      run: () => logCopy.update(),
    },
    // One that is slow or away stops none of the others.
    ...config.witnesses.map((settings) => {
      const witness = createWitness(settings);
      return {
        name: `show the transparency log to the witness at ${settings.url}`,
        everyMs: STATES_APART_MS,
        run: () => askWitness(witness),
      };
    }),
  ],
  evidence: (parts) => parts.signedEvidence,
  commands: [
    {
      name: 'verify-receipt',
      usage: 'verify-receipt FILE… [--keys FILE|URL]',
      about:
        'checks receipts, downloaded logs and protocols (the PDF, the text of the code), and these against the log of their lot among the files; keys of this installation unless given',
      run: ({ args, out, open }) =>
        runVerifyReceiptCommand(args, { out, ownKeys: () => open().signedRecords.keys() }),
    },
    {
      name: 'signing-keys',
      usage: 'signing-keys [revoke KEY]',
      about:
        'lists the keys that the operator signs and signed with; `revoke` makes known that somebody else may have a former one: from then on its signatures count only under what the transparency log had before',
      run: ({ args, out, open }) => runSigningKeysCommand(args, { out, open }),
    },
    {
      name: 'monitor',
      usage: 'monitor URL --state FILE [--keys FILE] [--witness KEY]…',
      about:
        'looks at the transparency log of an installation from outside; exit code 1 when it forked, shrank or was changed since the last look, or when a witness has signed another log',
      run: ({ args, out }) => runMonitorCommand(args, out),
    },
  ],
  listeners: ({ signedRecords }) => ({
    [AUCTION_EVENTS.hammer]: [
      {
        name: 'sign-log-head',
        // At the close, not when somebody asks: what is signed then cannot depend on who asks.
        handle: async ({ entry }) => {
          await signedRecords.headOf((entry as { lotId: number }).lotId);
        },
      },
    ],
  }),
});
