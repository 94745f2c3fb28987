import { openFileStorage } from '#server/integrations/file-storage/index.ts';
import { openScanner } from '#server/integrations/scanner/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { createFileStore } from './create-file-store.ts';
import { createInspectionTime } from './inspection-time.ts';
import { createStoredObjects } from './stored-objects.ts';
import { createStoredObjectsRepository } from './stored-objects.repository.ts';
import { createUploadQuota } from './upload-quota.ts';
import { FILES_PERSONAL_DATA } from './personal-data.ts';

/** Unused content is a day old before it is removed: a round more or less does not matter. */
const SWEEP_EVERY_MS = 15 * 60 * 1_000;

const CLEAN_EVERY_MS = 15_000;

type FilesNeeds = Pick<Base, 'config' | 'database' | 'logger' | 'metrics' | 'redis' | 'shutdown'>;

export const filesModule = defineModule({
  name: 'files',
  personalData: FILES_PERSONAL_DATA,
  create({ config, database: { db }, logger, metrics, redis, shutdown }: FilesNeeds) {
    const storage = openFileStorage(config);
    const files = createFileStore({
      db,
      logger: logger.child({ part: 'files' }),
      crashAt: config.crashAt,
      incomingFolder: config.files.incomingFolder,
      bytesPerSecond: config.files.uploadBytesPerSecond,
      quota: createUploadQuota({
        redis,
        namespace: config.redisNamespace,
        bytesADay: config.files.uploadBytesADay,
      }),
      inspectionTime: createInspectionTime({
        redis,
        namespace: config.redisNamespace,
        msAnHour: config.files.inspectionMsAnHour,
      }),
      storage,
      scanner: openScanner(config),
      onUpload: (kind, result) => metrics.uploads.inc({ kind, result }),
    });
    shutdown.add('inspection of files', () => files.stop());
    return { files, storedObjects: createStoredObjects(createStoredObjectsRepository(db), storage) };
  },
  evidence: ({ storedObjects }) => [{ name: 'stored files', check: () => storedObjects.check() }],
  jobs: ({ files }) => [
    { name: 'sweep unused files', everyMs: SWEEP_EVERY_MS, run: () => files.sweep() },
    {
      name: 'take metadata off pictures among documents',
      everyMs: CLEAN_EVERY_MS,
      run: () => files.cleanPictures(),
    },
    { name: 'make sizes of images in AVIF', everyMs: CLEAN_EVERY_MS, run: () => files.makeAvif() },
  ],
});
