import { createStoredObjects } from '#server/domains/content/files/index.ts';
import type { SignedRecords, TransparencyLog } from '#server/domains/trade/signed-records/index.ts';
import { openFileStorage } from '#server/integrations/file-storage/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { createOpenDataRepository } from './open-data.repository.ts';
import { createOpenData } from './open-data.service.ts';
import { createResultsRepository } from './results.repository.ts';
import { runVerifyOpenDataCommand } from './verify-open-data-command.ts';

/** A day is published within the hour after midnight in Tashkent, a changed result within the hour. */
const PUBLISH_EVERY_MS = 60 * 60 * 1_000;

interface OpenDataNeeds extends Pick<Base, 'config' | 'database'> {
  signedRecords: Pick<SignedRecords, 'signOpenData' | 'isRevoked' | 'keys'>;
  transparencyLog: Pick<TransparencyLog, 'checkpoint'>;
}

export const openDataModule = defineModule({
  name: 'open-data',
  create({ config, database: { db, reads }, signedRecords, transparencyLog }: OpenDataNeeds) {
    const storage = openFileStorage(config);
    const versions = createOpenDataRepository(db);
    return {
      openDataObjects: createStoredObjects(versions, storage),
      openData: createOpenData({
        results: createResultsRepository(db),
        versions,
        storage,
        reads,
        sign: (statement) => signedRecords.signOpenData(statement),
        isRevoked: (keyId) => signedRecords.isRevoked(keyId),
        checkpoint: () => transparencyLog.checkpoint(),
        nowMs: () => Date.now(),
      }),
    };
  },
  evidence: ({ openDataObjects }) => [{ name: 'files of open data', check: () => openDataObjects.check() }],
  jobs: ({ openData }) => [
    { name: 'publish open data', everyMs: PUBLISH_EVERY_MS, run: () => openData.publish() },
  ],
  commands: [
    {
      name: 'verify-open-data',
      usage: 'verify-open-data FILE --manifest FILE [--keys FILE|URL] [--log URL]',
      about:
        'checks a downloaded file of open data against its signed manifest, and each result in it against the transparency log at the checkpoint it names; keys of this installation unless given',
      run: ({ args, out, open }) =>
        runVerifyOpenDataCommand(args, { out, ownKeys: () => open().signedRecords.keys() }),
    },
  ],
});
