import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { RequestError } from '#server/platform/errors/index.ts';
import { DOCUMENT_LIMITS, IMAGE_LIMITS } from '#shared/api/cabinet/files.ts';
import { checkEnding, safeName } from './file-name.ts';
import type { FileOwnerKind, FileTarget } from './file-owner.ts';
import { refuseUpload } from './file-refusals.ts';
import type { FileKind, GivenFile, Upload } from './files-service.ts';
import type { FileRow } from './files-tables.ts';
import type { FilesRepository } from './files.repository.ts';
import { RESERVED_MS } from './inspection-time.ts';
import { receiveUpload, removeLeftUploads, spool, type Received } from './receive-upload.ts';
import type { Pace } from './upload-pace.ts';
import type { UploadQuota } from './upload-quota.ts';
import { PLATFORM, storeContent, type StoreDeps } from './store-content.ts';

/** Boundary, headers of the part and the like around the file. */
const MULTIPART_BYTES = 16 * 1024;
/** Uploads of this process at once; more are answered "try again". */
const AT_ONCE = 80;
/** Of them one person's, who may send slowly: a browser sends six at once to a server. */
const AT_ONCE_EACH = 24;

export interface AddDeps extends StoreDeps {
  db: AnyDb;
  files: FilesRepository;
  ownerOf(target: FileTarget): FileOwnerKind;
  incomingFolder: string;
  /** Of all uploads of this process. */
  pace: Pace;
  /** What people may store in a day; null: as much as they like. */
  quota: UploadQuota | null;
}

const limitsOf = (kind: FileKind) => (kind === 'image' ? IMAGE_LIMITS : DOCUMENT_LIMITS);

/** How many files of a kind this owner may have. */
export const countOf = (kind: FileKind, owner: FileOwnerKind): number =>
  Math.min(limitsOf(kind).count, owner.most?.[kind] ?? Infinity);

export function createAddFile(deps: AddDeps) {
  const { db, files } = deps;
  /** Uploads under way, by their senders. */
  const running = new Map<string, number>();
  let all = 0;

  /** @throws RequestError 503 where too much is under way */
  async function inPlace<Result>(personId: string, work: () => Promise<Result>): Promise<Result> {
    const mine = running.get(personId) ?? 0;
    if (all >= AT_ONCE || mine >= AT_ONCE_EACH)
      throw new RequestError({
        status: 503,
        code: 'files.busy',
        reportable: false,
        headers: { 'Retry-After': '5' },
      });
    all += 1;
    running.set(personId, mine + 1);
    try {
      return await work();
    } finally {
      all -= 1;
      const left = (running.get(personId) ?? 1) - 1;
      if (left === 0) running.delete(personId);
      else running.set(personId, left);
    }
  }

  /** What a file takes of its sender's day is given back when nothing was added. */
  async function withinQuota(
    personId: string,
    bytes: number,
    add: () => Promise<{ row: FileRow; repeated: boolean }>,
  ): Promise<{ row: FileRow; repeated: boolean }> {
    const giveBack = await deps.quota?.take(personId, bytes);
    let added: { row: FileRow; repeated: boolean } | null = null;
    try {
      added = await add();
      return added;
    } finally {
      // Not retried: the day's count is a little too high for once, and the upload has its own answer.
      if (!added || added.repeated)
        await giveBack?.(0).catch((error: unknown) =>
          deps.logger.warn({ err: error }, 'quota not given back'),
        );
    }
  }

  let tidied: Promise<void> | null = null;
  /** Before the first upload of this process: what a crash left on this machine's disk, which no other process sees. */
  function tidyOnce(): Promise<void> {
    tidied ??= removeLeftUploads(deps.incomingFolder).then(
      () => undefined,
      // Retried by the sweep and the next process; uploads go on, and say themselves when the disk is at fault.
      (error: unknown) => deps.logger.warn({ err: error }, 'left uploads could not be removed'),
    );
    return tidied;
  }

  /** What is there of this upload, or room for it. The owner's row is locked. @throws RequestError */
  async function judge(
    tx: AnyDb,
    {
      kind,
      target,
      uploadId,
      personId,
    }: { kind: FileKind; target: FileTarget; uploadId: string; personId: string },
    sizeBytes: number,
  ): Promise<FileRow | null> {
    const owner = deps.ownerOf(target);
    await owner.lockForChange(tx, target.ownerId, personId);
    const there = await files.byUploadId(tx, target, uploadId);
    if (there && there.kind !== kind) throw refuseUpload('files.upload-id-used', kind);
    if (there) return there;
    const { totalBytes } = limitsOf(kind);
    const count = countOf(kind, owner);
    const used = await files.used(tx, target, kind);
    if (used.count >= count) throw refuseUpload('files.too-many', kind, count);
    if (used.bytes + sizeBytes > totalBytes) throw refuseUpload('files.set-too-large', kind);
    return null;
  }

  async function addReceived(
    received: Received,
    kind: FileKind,
    upload: Upload,
  ): Promise<{ row: FileRow; repeated: boolean }> {
    const { owner, ownerId, uploadId, personId } = upload;
    const target = { owner, ownerId };
    checkEnding(received.name, kind);
    deps.crash('file-received');
    const content = await storeContent(deps, received, kind, personId);
    const added = await inTransaction(db, async (tx) => {
      const there = await judge(tx, { kind, target, uploadId, personId }, received.sizeBytes);
      if (there) return { row: there, repeated: true };
      await files.add(tx, {
        ...target,
        kind,
        uploadId,
        sha256: content.sha256,
        visible: true,
        isPublic: false,
        name: safeName(received.name, content.mediaType),
        createdBy: personId,
      });
      await deps.ownerOf(target).touched(tx, ownerId, kind);
      const row = await files.byUploadId(tx, target, uploadId);
      if (!row) throw new Error('an added file is not there');
      return { row, repeated: false };
    });
    deps.crash('file-added');
    return added;
  }

  return {
    async fromUpload(kind: FileKind, upload: Upload): Promise<{ row: FileRow; repeated: boolean }> {
      const { owner, ownerId, uploadId, personId } = upload;
      const { fileBytes } = limitsOf(kind);
      // Before a byte of the file is read: what will be refused anyway is not sent for nothing.
      const least = Math.max(1, (upload.announcedBytes ?? 0) - MULTIPART_BYTES);
      const there = await inTransaction(db, (tx) =>
        judge(tx, { kind, target: { owner, ownerId }, uploadId, personId }, least),
      );
      if (there) return { row: there, repeated: true };
      if (least > fileBytes) throw refuseUpload('files.too-large', kind);
      await deps.quota?.check(personId, least);
      await deps.inspectionTime?.check(personId, RESERVED_MS);
      await tidyOnce();
      return inPlace(personId, async () => {
        const received = await receiveUpload(deps.incomingFolder, upload, {
          fileBytes,
          pace: deps.pace,
        });
        try {
          await upload.mustStillBeAllowed();
          return await withinQuota(personId, received.sizeBytes, () => addReceived(received, kind, upload));
        } finally {
          await received.discard();
        }
      });
    },

    /** A file that is read and not stored. */
    async passing<Result>(
      upload: Pick<Upload, 'personId' | 'body' | 'contentType'>,
      limits: { fileBytes: number; wholeMs?: number },
      use: (file: Pick<Received, 'file' | 'name'>) => Promise<Result>,
    ): Promise<Result> {
      await tidyOnce();
      return inPlace(upload.personId, async () => {
        const received = await receiveUpload(deps.incomingFolder, upload, { ...limits, pace: deps.pace });
        try {
          return await use(received);
        } finally {
          await received.discard();
        }
      });
    },

    /** For the platform itself. */
    async given(
      target: FileTarget,
      kind: FileKind,
      file: GivenFile,
    ): Promise<{ fileId: number; repeated: boolean }> {
      const before = await files.byUploadId(db, target, file.uploadId);
      if (before) {
        file.bytes.destroy();
        return { fileId: before.id, repeated: true };
      }
      const received = await spool(deps.incomingFolder, file.bytes, file.name, limitsOf(kind).fileBytes);
      try {
        const { sha256, mediaType } = await storeContent(deps, received, kind, PLATFORM);
        const fileId = await inTransaction(db, async (tx) => {
          await files.lock(tx, target);
          return files.add(tx, {
            ...target,
            kind,
            uploadId: file.uploadId,
            sha256,
            createdBy: null,
            name: safeName(file.name, mediaType),
            visible: file.visible ?? true,
            isPublic: kind === 'document' && (file.isPublic ?? false),
          });
        });
        if (fileId !== null) return { fileId, repeated: false };
        const there = await files.byUploadId(db, target, file.uploadId);
        if (!there) throw new Error('a file of this upload came and went');
        return { fileId: there.id, repeated: true };
      } finally {
        await received.discard();
      }
    },
  };
}
