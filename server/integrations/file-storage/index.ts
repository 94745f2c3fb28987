/** Where uploaded files are stored: a folder, or a service that speaks S3. */
import type { Config } from '#server/platform/config/index.ts';
import { createFolderStorage } from './folder.ts';
import type { FileStorage } from './port.ts';

export { ObjectMissing, StorageAway, type ByteRange, type FileStorage } from './port.ts';
export { createFolderStorage } from './folder.ts';

/** The configured storage. The S3 client is loaded at the first use, and only where it is configured. */
export function openFileStorage({ files }: Pick<Config, 'files'>): FileStorage {
  const { s3 } = files;
  if (!s3) return createFolderStorage(files.folder);
  let opened: Promise<FileStorage> | null = null;
  const storage = (): Promise<FileStorage> => {
    opened ??= import('./s3.ts').then(({ createS3Storage }) => createS3Storage(s3));
    return opened;
  };
  return {
    name: 's3',
    place: `${s3.endpoint ?? `s3 ${s3.region}`}/${s3.bucket}`,
    put: async (...given) => (await storage()).put(...given),
    sizeOf: async (...given) => (await storage()).sizeOf(...given),
    read: async (...given) => (await storage()).read(...given),
    remove: async (...given) => (await storage()).remove(...given),
    tidy: async (...given) => (await storage()).tidy(...given),
    check: async () => (await storage()).check(),
  };
}
