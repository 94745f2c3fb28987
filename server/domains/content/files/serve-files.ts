import type { Readable } from 'node:stream';
import type { ByteRange, FileStorage } from '#server/integrations/file-storage/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { unavailable } from '#server/platform/errors/index.ts';
import type { BlobsRepository, PublicVariant } from './blobs.repository.ts';
import type { FileAccess, FileTarget, FileViewer } from './file-owner.ts';
import { answerTo } from './file-refusals.ts';
import type { FileRow } from './files-tables.ts';
import type { FilesRepository } from './files.repository.ts';
import { createMissedNames } from './missed-names.ts';
import { madeKey } from './store-content.ts';

/** Bytes of a file with what an answer says about them. */
export interface StoredContent {
  mediaType: string;
  sizeBytes: number;
  /** Names the content: equal tags are equal bytes. */
  tag: string;
  /** As it is saved; null: shown as part of a page. */
  saveAs: string | null;
  open(range?: ByteRange): Promise<Readable>;
}

export interface ServeDeps {
  db: AnyDb;
  storage: FileStorage;
  files: FilesRepository;
  blobs: BlobsRepository;
  access(target: FileTarget, viewer: FileViewer | null): Promise<FileAccess>;
}

const WEBP = 'image/webp';
const AVIF = 'image/avif';
/** Public names are looked up again after so long: what is hidden meanwhile is gone then. */
const KNOWN_MS = 30_000;
const KNOWN_MAX = 20_000;

/** What is served to whom. null: there is no such file for this viewer. */
export function createServing({ db, storage, files, blobs, access }: ServeDeps) {
  const known = new Map<string, PublicVariant & { until: number }>();
  const missed = createMissedNames();
  const seen = (role: FileAccess): role is 'owner' | 'staff' => role === 'owner' || role === 'staff';
  const targetOf = (row: FileRow): FileTarget => ({ owner: row.owner, ownerId: row.owner_id });

  /** Storage that is away is answered "try again". */
  const read = async (key: string, range?: ByteRange): Promise<Readable> => {
    try {
      return await storage.read(key, range);
    } catch (error) {
      throw answerTo(error, 'document');
    }
  };
  const variant = (sha256: string, name: string, sizeBytes: number): StoredContent => ({
    mediaType: WEBP,
    sizeBytes,
    tag: name,
    saveAs: null,
    open: (range) => read(madeKey(sha256, name), range),
  });
  const inFormat = (name: string, found: PublicVariant, avif: boolean): StoredContent => {
    const { sha256, sizeBytes, avif: smaller } = found;
    if (!avif || !smaller) return variant(sha256, name, sizeBytes);
    return { ...variant(sha256, smaller.name, smaller.size_bytes), mediaType: AVIF };
  };
  /** The copy without metadata: of every picture, of others where there were any. A picture of an earlier release has none until the next round of copies. */
  const document = (row: FileRow): StoredContent => {
    const { sha256, clean_name: name, clean_bytes: sizeBytes } = row;
    const isWhole = name === null || sizeBytes === null;
    if (isWhole && !row.media_type.startsWith('image/')) return original(row);
    if (isWhole) throw unavailable('files.not-stored');
    return {
      mediaType: row.media_type,
      sizeBytes,
      tag: name,
      saveAs: row.name,
      open: (range) => read(madeKey(sha256, name), range),
    };
  };
  const original = (row: FileRow): StoredContent => ({
    mediaType: row.media_type,
    sizeBytes: row.size_bytes,
    tag: row.sha256,
    saveAs: row.name,
    open: (range) => read(row.sha256, range),
  });

  async function find(fileId: number, kind?: FileRow['kind']): Promise<FileRow | null> {
    const row = await files.byId(db, fileId);
    return row && (kind === undefined || row.kind === kind) ? row : null;
  }

  return {
    /**
     * A published size of an image by its name: 32 hexadecimal digits. @throws RequestError 429 after many misses
     * @param formats.avif the reader can show AVIF, which is smaller, where it was made
     */
    async publicImage(
      name: string,
      network: string | null,
      { avif }: { avif: boolean } = { avif: false },
    ): Promise<StoredContent | null> {
      const now = performance.now();
      const before = known.get(name);
      if (before && before.until > now) return inFormat(name, before, avif);
      known.delete(name);
      const find = () => blobs.publicVariant(name);
      const found = await (network === null ? find() : missed.lookUp(name, network, find));
      if (!found) return null;
      if (known.size >= KNOWN_MAX) known.delete(known.keys().next().value as string);
      known.set(name, { ...found, until: now + KNOWN_MS });
      return inFormat(name, found, avif);
    },

    /** Images without the mark "visible" are for the owner and staff alone. */
    async image(fileId: number, width: number, viewer: FileViewer): Promise<StoredContent | null> {
      const row = await find(fileId, 'image');
      const size = row?.variants.find((each) => each.width === width);
      if (!row || !size) return null;
      const role = await access(targetOf(row), viewer);
      if (!seen(role) && !(role !== null && row.visible)) return null;
      return variant(row.sha256, size.name, size.size_bytes);
    },

    async document(fileId: number, viewer: FileViewer | null): Promise<StoredContent | null> {
      const row = await find(fileId, 'document');
      if (!row) return null;
      const role = await access(targetOf(row), viewer);
      const may = seen(role) || role === 'reader' || (role === 'public' && row.is_public);
      return may ? document(row) : null;
    },

    /** Exactly what was sent, with all that may be in it: for staff alone. */
    async original(fileId: number, viewer: FileViewer): Promise<StoredContent | null> {
      const row = await find(fileId);
      return row && (await access(targetOf(row), viewer)) === 'staff' ? original(row) : null;
    },
  };
}
