import {
  AUCTION_EVENTS,
  type AuctionLogRepository,
  type OwnAttemptsRepository,
} from '#server/auction/index.ts';
import { openSigner } from '#server/integrations/signer/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { SIGNED_RECORDS_PERSONAL_DATA } from './personal-data.ts';
import { runVerifyReceiptCommand } from './verify-receipt-command.ts';
import { signedEvidence } from './signed-evidence.ts';
import { createSignedRecords } from './signed-records.service.ts';
import { runMonitorCommand } from './monitor-command.ts';
import { createSignedStatementsRepository } from './signed-statements.repository.ts';
import { createTransparencyLogRepository } from './transparency-log.repository.ts';
import { createTransparencyLog } from './transparency-log.ts';

interface SignedRecordsNeeds extends Pick<Base, 'config' | 'database'> {
  auctionLog: AuctionLogRepository;
  ownAttempts: OwnAttemptsRepository;
}

export const signedRecordsModule = defineModule({
  name: 'signed-records',
  personalData: SIGNED_RECORDS_PERSONAL_DATA,
  create({ config, database, auctionLog, ownAttempts }: SignedRecordsNeeds) {
    const signer = openSigner(config);
    const statements = createSignedStatementsRepository(database.db);
    const leaves = createTransparencyLogRepository(database.db);
    const signedRecords = createSignedRecords({
      signer,
      statements,
      log: auctionLog,
      attempts: ownAttempts,
    });
    const transparencyLog = createTransparencyLog({
      leaves,
      signer,
      listKey: () => signedRecords.listKey(),
      origin: () => `${new URL(config.publicUrl).host}/log`,
    });
    return { signedRecords, transparencyLog, signedEvidence: signedEvidence({ statements, leaves }) };
  },
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
      name: 'monitor',
      usage: 'monitor URL --state FILE [--keys FILE]',
      about:
        'looks at the transparency log of an installation from outside; exit code 1 when it forked, shrank or was changed since the last look',
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
