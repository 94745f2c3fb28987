import type { Readable } from 'node:stream';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { RequestError } from '#server/platform/errors/index.ts';
import type {
  DocumentList,
  DocumentView,
  ImageList,
  ImageSize,
  ImageView,
} from '#shared/api/cabinet/files.ts';
import type { FileCounts } from './files.repository.ts';
import type { FileOwnerKind, FileTarget, FileViewer } from './file-owner.ts';
import type { StoredContent } from './serve-files.ts';
import type { SetAside } from './set-aside.ts';

export type FileKind = 'image' | 'document';

/** One file on its way, from a person. */
export interface Upload extends FileTarget {
  uploadId: string;
  personId: string;
  /** The whole request body; read only when the upload may succeed. */
  body: Readable;
  /** Of the request: `multipart/form-data` with its boundary. */
  contentType: string | undefined;
  /** Length of the body in bytes as the request announces it. */
  announcedBytes: number | undefined;
  /** Called once the file is here, which may be long after the request was let in. @throws 401, 403 */
  mustStillBeAllowed(): Promise<void>;
}

/** A file that the platform itself brings: an import, the demonstration. */
export interface GivenFile {
  /** Idempotency key, a UUID: given again for the same owner, nothing is stored twice. */
  uploadId: string;
  name: string;
  bytes: Readable;
  /** Of images: shown to participants. Default true. */
  visible?: boolean;
  /** Of documents: readable by anyone once the owner is public. Default false. */
  isPublic?: boolean;
}

/** An image that anyone may load, at addresses whose content never changes. */
export interface PublicPhoto {
  fileId: number;
  isMain: boolean;
  /** Of the original after it was turned upright, in pixels. */
  width: number;
  height: number;
  /** A `data:` URL of at most 600 bytes. */
  blur: string;
  /** Narrowest first; `/files/<name>.webp`. */
  sizes: ImageSize[];
}

/**
 * Every call of a person throws 404 for an owner that is not theirs to know of and 409 where its state allows no changes;
 * uploads also throw the refusals of `FILE_REFUSALS`, and 503 when storage or database is away: nothing is stored then.
 */
export interface FileInManifest {
  kind: FileKind;
  name: string;
  /** SHA-256, hex. */
  sha256: string;
  isMain: boolean;
  visible: boolean;
  isPublic: boolean;
}

export interface FilesService {
  /** Throws for a name that is registered already. */
  registerOwner(kind: FileOwnerKind): void;

  addImage(upload: Upload): Promise<{ file: ImageView; repeated: boolean }>;
  addDocument(upload: Upload): Promise<{ file: DocumentView; repeated: boolean }>;
  /**
   * A file that another domain reads from this machine's disk within `use`; nothing is stored.
   * @param limits.tooLarge the answer 413 to a larger one
   * @param limits.wholeMs the whole upload, where it may take longer than others
   */
  receive<Result>(
    upload: Pick<Upload, 'personId' | 'body' | 'contentType'>,
    limits: { fileBytes: number; tooLarge: () => RequestError; wholeMs?: number },
    use: (file: { file: string; name: string }) => Promise<Result>,
  ): Promise<Result>;
  readonly setAside: SetAside;
  images(target: FileTarget, viewer: FileViewer): Promise<ImageList>;
  /** @param viewer null: not signed in */
  documents(target: FileTarget, viewer: FileViewer | null): Promise<DocumentList>;
  /**
   * Before every change: 404 unless everything of the owner is shown to this viewer. Changes themselves go by the account, whose roles of
   * staff may be withheld from the session.
   */
  mustSeeAll(target: FileTarget, viewer: FileViewer): Promise<void>;
  markAsMain(target: FileTarget, fileId: number, personId: string): Promise<void>;
  /** Images not named follow in the order they had. 404 for an id that is none of this owner's images. */
  arrange(target: FileTarget, fileIds: readonly number[], personId: string): Promise<void>;
  show(target: FileTarget, fileId: number, visible: boolean, personId: string): Promise<void>;
  publishDocument(target: FileTarget, fileId: number, isPublic: boolean, personId: string): Promise<void>;
  /** False when there is no such file. The next image in order becomes the main one when the main one goes. */
  remove(target: FileTarget, fileId: number, personId: string): Promise<boolean>;

  /**
   * A published size of an image by its name, for anybody; null: there is none. `network`: of who asks, so that misses are
   * bounded; null: the platform itself. @throws RequestError 429
   */
  publicImage(
    name: string,
    network: string | null,
    formats?: { avif: boolean },
  ): Promise<StoredContent | null>;
  /** One width of an image. 404 unless this viewer may see it. */
  image(fileId: number, width: number, viewer: FileViewer): Promise<StoredContent>;
  /** 404 unless this viewer may read it. @param viewer null: not signed in */
  document(fileId: number, viewer: FileViewer | null): Promise<StoredContent>;
  /** As it was sent. 404 unless the viewer is staff to its owner. */
  original(fileId: number, viewer: FileViewer): Promise<StoredContent>;

  /** Stores a file for the platform itself: same checks of its content, no owner's row is locked. */
  addGiven(
    target: FileTarget,
    kind: FileKind,
    file: GivenFile,
  ): Promise<{ fileId: number; repeated: boolean }>;
  /** Refers to the same bytes; nothing is copied. The target must have no files yet. */
  copyReferences(tx: AnyDb, from: FileTarget, to: FileTarget): Promise<void>;
  /** Removes all files of an owner that is deleted in the same transaction. */
  removeAll(tx: AnyDb, target: FileTarget): Promise<void>;
  /** Removes all files of these things of one kind, in the transaction in which they are erased. */
  removeOwned(tx: AnyDb, owner: string, ownerIds: readonly number[]): Promise<void>;
  /** What an owner has, for the rules that apply when it is sent. */
  countsOf(tx: AnyDb, target: FileTarget): Promise<FileCounts>;
  /** The same of each of these things of one kind, by its number. */
  countsOfEach(
    tx: AnyDb,
    owner: string,
    ownerIds: readonly number[],
  ): Promise<ReadonlyMap<number, FileCounts>>;
  /** Every file by the hash of its content, images first, each kind in its order: what a signature of the owner is about. */
  manifestOf(tx: AnyDb, target: FileTarget): Promise<FileInManifest[]>;
  /** The same of each of these things of one kind, by its number. */
  manifestsOf(
    tx: AnyDb,
    owner: string,
    ownerIds: readonly number[],
  ): Promise<ReadonlyMap<number, FileInManifest[]>>;
  /** Gives the visible images public addresses, and answers them with the main image first. Repeating changes nothing. */
  publishPhotos(tx: AnyDb, target: FileTarget): Promise<PublicPhoto[]>;
  /** Takes their public addresses from all images, as before `publishPhotos`. Repeating changes nothing. */
  withdrawPhotos(tx: AnyDb, target: FileTarget): Promise<void>;
  /**
   * Shows the images of these upload ids, the main one first, and hides the others. False, and nothing is changed, when one
   * of them is not there.
   */
  showOnly(tx: AnyDb, target: FileTarget, uploadIds: readonly string[]): Promise<boolean>;
  /** All images, hidden ones too, in their order. */
  allPhotos(on: AnyDb, target: FileTarget): Promise<ImageView[]>;
  /** Public images of many owners of one kind, main image first; owners without any are left out. */
  photosOf(owner: string, ownerIds: readonly number[], tx?: AnyDb): Promise<Map<number, PublicPhoto[]>>;

  /** Removes content that nothing has referred to for so long, and uploads a crash left behind; resolves with their number. */
  sweep(unusedMs?: number): Promise<number>;
  /**
   * One round of copies without metadata of pictures among documents that an earlier release stored; resolves with the number of
   * pictures it looked at. Rejects where storage or inspection is away: the next round goes on.
   */
  cleanPictures(): Promise<number>;
  /** One round of sizes in AVIF of stored images; otherwise as `cleanPictures`. */
  makeAvif(): Promise<number>;
  /** What is wrong or weak now, for operators: storage or scanner away, no scanner. Never rejects; at most 10 s old. */
  warnings(): Promise<string[]>;
  /** Where files are stored and whether they are scanned, in a few words. */
  readonly place: string;
  /** Ends the inspecting processes. */
  stop(): Promise<void>;
}
