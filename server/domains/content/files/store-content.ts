import path from 'node:path';
import type { FileStorage } from '#server/integrations/file-storage/index.ts';
import type { Scanner } from '#server/integrations/scanner/index.ts';
import type { CrashPoint } from '#server/platform/crash-points/index.ts';
import type { Logger } from '#server/platform/logging/index.ts';
import { DOCUMENT_TYPES, IMAGE_TYPES } from '#shared/api/cabinet/files.ts';
import type { Blob, BlobsRepository } from './blobs.repository.ts';
import { Refused, type Inspected } from './inspection/inspection.ts';
import type { Inspector } from './inspection/inspector.ts';
import { RESERVED_MS, type InspectionTime } from './inspection-time.ts';
import type { Received } from './receive-upload.ts';

/** Between them the process may end; nothing but the last one makes a file of an owner. */
type FileStep = 'file-received' | 'file-booked' | 'file-bytes-stored' | 'file-added';

export interface StoreDeps {
  storage: FileStorage;
  scanner: Scanner | null;
  inspector: Inspector;
  blobs: BlobsRepository;
  logger: Logger;
  /** What the inspection of a person's files may take; null: as long as it takes. */
  inspectionTime: InspectionTime | null;
  crash: CrashPoint<FileStep>;
}

const accepts = (kind: 'image' | 'document', mediaType: string): boolean =>
  Object.hasOwn(kind === 'image' ? IMAGE_TYPES : DOCUMENT_TYPES, mediaType);

/** Key in the storage of what was made of a content. */
export const madeKey = (sha256: string, name: string): string => `${sha256}-${name}`;

/** Objects that a kind of file needs of a content: the original, and of a picture what was made of it. */
const keysOf = (
  { sha256, sizeBytes, image, clean }: Blob,
  kind: 'image' | 'document',
): { key: string; sizeBytes: number; name: string | null }[] => [
  { key: sha256, sizeBytes, name: null },
  ...(kind === 'image' ? (image?.variants ?? []) : clean ? [clean] : []).map(({ name, size_bytes }) => ({
    key: madeKey(sha256, name),
    sizeBytes: size_bytes,
    name,
  })),
];

/**
 * Makes sure that a content is stored, with the sizes of an image: row first, then bytes. Content that is there already is
 * neither inspected nor stored again. @throws Refused, StorageAway, ScannerAway, InspectorAway
 * @param sender waits for its own files in the inspection, and not for all of another's, and is charged for the time
 */
export async function storeContent(
  deps: StoreDeps,
  received: Received,
  kind: 'image' | 'document',
  sender: string,
): Promise<{ sha256: string; mediaType: string }> {
  const { sha256, sizeBytes, file, folder } = received;
  const before = await deps.blobs.find(sha256);
  if (before && isUsable(before, kind)) {
    if (!accepts(kind, before.mediaType)) throw new Refused('files.unsupported-type');
    // Before the look at its bytes: a sweep between the look and the booking would take them.
    const booked = await deps.blobs.book(before);
    if (await isStored(deps.storage, booked, kind)) return booked;
  }
  const found = await inspect(deps, { kind, file, folder }, sender);
  await scan(deps, received);
  const booked = await deps.blobs.book(blobOf(sha256, sizeBytes, found));
  deps.crash('file-booked');
  await storeMissing(deps.storage, booked, kind, received);
  deps.crash('file-bytes-stored');
  return booked;
}

/** The platform's own files are not charged. */
export const PLATFORM = 'platform';

async function inspect(
  { inspector, inspectionTime, logger }: StoreDeps,
  file: Parameters<Inspector['inspect']>[0],
  sender: string,
): Promise<Inspected> {
  const charge = sender === PLATFORM ? undefined : await inspectionTime?.take(sender, RESERVED_MS);
  let spentMs = 0;
  try {
    return await inspector.inspect(file, sender, (ms) => {
      spentMs = Math.ceil(ms);
    });
  } finally {
    // Not retried: the hour's count is a little wrong for once, and the upload has its own answer.
    await charge?.(spentMs).catch((error: unknown) => logger.warn({ err: error }, 'inspection not charged'));
  }
}

const isUsable = (blob: Blob, kind: 'image' | 'document'): boolean =>
  (kind === 'image' ? blob.image : blob.clean) !== null || !accepts('image', blob.mediaType);

const blobOf = (sha256: string, sizeBytes: number, { mediaType, image, clean }: Inspected): Blob => ({
  sha256,
  sizeBytes,
  mediaType,
  image,
  clean,
});

async function scan({ scanner, logger }: StoreDeps, { file, sha256 }: Received): Promise<void> {
  const found = await scanner?.scan(file);
  if (!found) return;
  logger.warn({ found, sha256 }, 'upload refused by the scanner');
  throw new Refused('files.infected');
}

async function isStored(storage: FileStorage, blob: Blob, kind: 'image' | 'document'): Promise<boolean> {
  for (const { key, sizeBytes } of keysOf(blob, kind))
    if ((await storage.sizeOf(key)) !== sizeBytes) return false;
  return true;
}

/** The original last: it may be moved away. */
async function storeMissing(
  storage: FileStorage,
  blob: Blob,
  kind: 'image' | 'document',
  { file, folder }: Pick<Received, 'file' | 'folder'>,
): Promise<void> {
  for (const { key, sizeBytes, name } of keysOf(blob, kind).toReversed()) {
    if ((await storage.sizeOf(key)) === sizeBytes) continue;
    await storage.put(key, name === null ? file : path.join(folder, name));
  }
}
