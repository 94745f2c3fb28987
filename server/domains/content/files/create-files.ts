import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { notFound } from '#server/platform/errors/index.ts';
import { DOCUMENT_LIMITS, IMAGE_LIMITS } from '#shared/api/cabinet/files.ts';
import { countOf, createAddFile, type AddDeps } from './add-file.ts';
import type { FileOwnerKind, FileTarget, FileViewer } from './file-owner.ts';
import { answerTo } from './file-refusals.ts';
import { documentView, imageView, publicPhoto } from './file-views.ts';
import type { FileInManifest, FileKind, FilesService, PublicPhoto } from './files-service.ts';
import type { FileRow } from './files-tables.ts';
import { Refused } from './inspection/inspection.ts';
import type { Inspector } from './inspection/inspector.ts';
import { removeLeftUploads } from './receive-upload.ts';
import { createWarnings } from './file-warnings.ts';
import { createSetAside } from './set-aside.ts';
import { madeKey } from './store-content.ts';
import { createMakeCopies } from './make-copies.ts';
import { createServing, type StoredContent } from './serve-files.ts';

/** A day: a file deleted by mistake, or a content booked before its file, is there for so long. */
const UNUSED_MS = 24 * 60 * 60 * 1_000;
const SWEPT_AT_ONCE = 200;

export interface FilesDeps extends Omit<AddDeps, 'ownerOf'> {
  /** For work in the background. */
  background: Inspector;
  /** Called once for each answered upload, with `stored`, `repeated` or the code of its refusal. */
  onUpload(kind: FileKind, result: string): void;
}

const seesAll = (role: string | null): boolean => role === 'owner' || role === 'staff';

export function createFiles(deps: FilesDeps): FilesService {
  const { db, files, blobs, storage, inspector } = deps;
  const owners = new Map<string, FileOwnerKind>();

  function ownerOf({ owner }: FileTarget): FileOwnerKind {
    const kind = owners.get(owner);
    if (!kind) throw notFound();
    return kind;
  }
  const limitsOf = (kind: FileKind, target: FileTarget) => {
    const { minCount, totalBytes, fileBytes } = kind === 'image' ? IMAGE_LIMITS : DOCUMENT_LIMITS;
    return { minCount, count: countOf(kind, ownerOf(target)), totalBytes, fileBytes };
  };

  const addFile = createAddFile({ ...deps, ownerOf });
  const serving = createServing({
    db,
    storage,
    files,
    blobs,
    access: async (target, viewer) =>
      (await owners.get(target.owner)?.access(target.ownerId, viewer)) ?? null,
  });

  async function served(found: Promise<StoredContent | null>): Promise<StoredContent> {
    const content = await found;
    if (!content) throw notFound();
    return content;
  }

  async function upload(
    kind: FileKind,
    given: Parameters<FilesService['addImage']>[0],
  ): Promise<{ row: FileRow; repeated: boolean }> {
    try {
      const added = await addFile.fromUpload(kind, given);
      deps.onUpload(kind, added.repeated ? 'repeated' : 'stored');
      return added;
    } catch (error) {
      // The sender retries what may succeed; nothing is half there.
      const answer = answerTo(error, kind);
      deps.onUpload(kind, (answer as { code?: string }).code ?? 'fault');
      throw answer;
    }
  }

  /** One change of an owner's files by its owner. */
  const change = (
    target: FileTarget,
    personId: string,
    kind: FileKind,
    work: (tx: AnyDb) => Promise<void>,
  ): Promise<void> =>
    inTransaction(db, async (tx) => {
      const owner = ownerOf(target);
      await owner.lockForChange(tx, target.ownerId, personId);
      await work(tx);
      await owner.touched(tx, target.ownerId, kind);
    });

  async function mine(tx: AnyDb, target: FileTarget, fileId: number, kind?: FileKind): Promise<FileRow> {
    const row = await files.byId(tx, fileId);
    const isMine = row?.owner === target.owner && row.owner_id === target.ownerId;
    if (!row || !isMine || (kind && row.kind !== kind)) throw notFound();
    return row;
  }

  async function list(target: FileTarget, kind: FileKind, viewer: FileViewer | null): Promise<FileRow[]> {
    const role = await ownerOf(target).access(target.ownerId, viewer);
    if (role === null) throw notFound();
    const rows = await files.list(db, target, kind);
    if (seesAll(role)) return rows;
    return rows.filter((row) => (kind === 'image' ? row.visible : role === 'reader' || row.is_public));
  }
  const usedBytes = (rows: readonly FileRow[]) => rows.reduce((sum, { size_bytes }) => sum + size_bytes, 0);

  async function manifestsOf(tx: AnyDb, owner: string, ownerIds: readonly number[]) {
    const found = Map.groupBy(await files.listOfEach(tx, owner, ownerIds), ({ owner_id: id }) => id);
    return new Map(
      ownerIds.map((id) => [
        id,
        (found.get(id) ?? []).map(({ kind, name, sha256, is_main, visible, is_public }): FileInManifest => ({
          kind,
          name,
          sha256,
          visible,
          isMain: is_main,
          isPublic: is_public,
        })),
      ]),
    );
  }

  return {
    registerOwner(kind) {
      if (owners.has(kind.name)) throw new Error(`files of ${kind.name} are registered twice`);
      owners.set(kind.name, kind);
    },

    async addImage(given) {
      const { row, repeated } = await upload('image', given);
      const position = (await files.list(db, given, 'image')).findIndex(({ id }) => id === row.id);
      return { file: imageView(row, Math.max(position, 0)), repeated };
    },

    async addDocument(given) {
      const { row, repeated } = await upload('document', given);
      return { file: documentView(row), repeated };
    },

    setAside: createSetAside(storage, deps.incomingFolder),

    async receive(given, { tooLarge, ...limits }, use) {
      try {
        return await addFile.passing(given, limits, use);
      } catch (error) {
        // Not retried: nothing is stored, and the sender may send it again.
        if (error instanceof Refused && error.refusal === 'files.too-large') throw tooLarge();
        throw answerTo(error, 'document');
      }
    },

    async images(target, viewer) {
      const rows = await list(target, 'image', viewer);
      return { items: rows.map(imageView), usedBytes: usedBytes(rows), limits: limitsOf('image', target) };
    },

    async documents(target, viewer) {
      const rows = await list(target, 'document', viewer);
      return {
        items: rows.map(documentView),
        usedBytes: usedBytes(rows),
        limits: limitsOf('document', target),
        scanned: deps.scanner !== null,
      };
    },

    async mustSeeAll(target, viewer) {
      if (!seesAll(await ownerOf(target).access(target.ownerId, viewer))) throw notFound();
    },

    markAsMain: (target, fileId, personId) =>
      change(target, personId, 'image', async (tx) => {
        await mine(tx, target, fileId, 'image');
        await files.setMain(tx, target, fileId);
      }),

    arrange: (target, fileIds, personId) =>
      change(target, personId, 'image', async (tx) => {
        const rows = await files.list(tx, target, 'image');
        const known = new Set(rows.map(({ id }) => id));
        const named = [...new Set(fileIds)];
        if (named.some((id) => !known.has(id))) throw notFound();
        const rest = rows.map(({ id }) => id).filter((id) => !named.includes(id));
        await files.arrange(tx, [...named, ...rest]);
      }),

    show: (target, fileId, visible, personId) =>
      change(target, personId, 'image', async (tx) => {
        await mine(tx, target, fileId, 'image');
        await files.change(tx, fileId, { visible });
      }),

    publishDocument: (target, fileId, isPublic, personId) =>
      change(target, personId, 'document', async (tx) => {
        await mine(tx, target, fileId, 'document');
        await files.change(tx, fileId, { is_public: isPublic });
      }),

    remove: (target, fileId, personId) =>
      inTransaction(db, async (tx) => {
        const owner = ownerOf(target);
        await owner.lockForChange(tx, target.ownerId, personId);
        const row = await files.byId(tx, fileId);
        if (row?.owner !== target.owner || row.owner_id !== target.ownerId) return false;
        await files.remove(tx, [fileId]);
        const [first] = row.is_main ? await files.list(tx, target, 'image') : [];
        if (first) await files.setMain(tx, target, first.id);
        await owner.touched(tx, target.ownerId, row.kind);
        return true;
      }),

    publicImage: (name, network, formats) => serving.publicImage(name, network, formats),
    image: (fileId, width, viewer) => served(serving.image(fileId, width, viewer)),
    document: (fileId, viewer) => served(serving.document(fileId, viewer)),
    original: (fileId, viewer) => served(serving.original(fileId, viewer)),

    async addGiven(target, kind, file) {
      try {
        return await addFile.given(target, kind, file);
      } catch (error) {
        // The caller decides whether to try again.
        throw answerTo(error, kind);
      }
    },

    async copyReferences(tx, from, to) {
      const { images, documents } = (await files.counts(tx, to.owner, [to.ownerId])).get(to.ownerId)!;
      if (images + documents > 0) throw new Error(`${to.owner} ${to.ownerId} has files already`);
      await files.copy(tx, from, to);
    },

    async removeAll(tx, target) {
      const rows = [
        ...(await files.list(tx, target, 'image')),
        ...(await files.list(tx, target, 'document')),
      ];
      await files.remove(
        tx,
        rows.map(({ id }) => id),
      );
    },

    removeOwned: (tx, owner, ownerIds) => files.removeOwned(tx, owner, ownerIds),

    countsOf: async (tx, { owner, ownerId }) => (await files.counts(tx, owner, [ownerId])).get(ownerId)!,
    countsOfEach: (tx, owner, ownerIds) => files.counts(tx, owner, ownerIds),

    manifestOf: async (tx, { owner, ownerId }) => (await manifestsOf(tx, owner, [ownerId])).get(ownerId)!,
    manifestsOf,

    async publishPhotos(tx, target) {
      await files.publish(tx, target);
      return (await files.published(tx, target.owner, [target.ownerId])).map(publicPhoto);
    },

    withdrawPhotos: (tx, target) => files.withdraw(tx, target),

    async showOnly(tx, target, uploadIds) {
      const rows = await files.list(tx, target, 'image');
      const byUpload = new Map(rows.map((row) => [row.upload_id, row.id]));
      const shown = [...new Set(uploadIds)].map((uploadId) => byUpload.get(uploadId));
      if (!shown.every((id) => id !== undefined) || shown[0] === undefined) return false;
      const rest = rows.map(({ id }) => id).filter((id) => !shown.includes(id));
      for (const { id } of rows) await files.change(tx, id, { visible: shown.includes(id) });
      await files.arrange(tx, [...shown, ...rest]);
      await files.setMain(tx, target, shown[0]);
      return true;
    },

    allPhotos: async (on, target) => (await files.list(on, target, 'image')).map(imageView),

    async photosOf(owner, ownerIds, tx = db) {
      const photos = new Map<number, PublicPhoto[]>();
      if (ownerIds.length === 0) return photos;
      for (const row of await files.published(tx, owner, ownerIds)) {
        const before = photos.get(row.owner_id);
        if (before) before.push(publicPhoto(row));
        else photos.set(row.owner_id, [publicPhoto(row)]);
      }
      return photos;
    },

    async sweep(unusedMs = UNUSED_MS) {
      const left = (await removeLeftUploads(deps.incomingFolder)) + (await storage.tidy());
      let removed = 0;
      let round: number;
      do {
        round = 0;
        for (const sha256 of await blobs.unused(unusedMs, SWEPT_AT_ONCE)) {
          const swept = await blobs.sweep(sha256, unusedMs, async (names) => {
            for (const name of names) await storage.remove(madeKey(sha256, name));
            await storage.remove(sha256);
          });
          if (swept) round += 1;
        }
        removed += round;
      } while (round === SWEPT_AT_ONCE);
      return left + removed;
    },

    cleanPictures: createMakeCopies(deps, {
      kind: 'document',
      claim: () => blobs.claimUnclean(),
      book: async (sha256, { clean }, put) => {
        await (clean ? blobs.bookClean(sha256, clean, () => put(clean)) : blobs.nothingToClean(sha256));
      },
      failed: 'no copy without metadata could be made of a stored document',
    }),
    makeAvif: createMakeCopies(deps, {
      kind: 'avif',
      claim: () => blobs.claimWithoutAvif(),
      book: (sha256, { image }, put) => blobs.bookAvif(sha256, image?.variants ?? [], put),
      failed: 'no sizes in AVIF could be made of a stored image',
    }),
    warnings: createWarnings(deps),
    place: `${storage.place}, ${deps.scanner ? `scanned by ${deps.scanner.name}` : 'not scanned for malware'}`,

    stop: async () => {
      await Promise.all([inspector.stop(), deps.background.stop()]);
    },
  };
}
