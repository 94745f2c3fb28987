import type { AnyDb } from '#server/platform/database/index.ts';
import type { Role } from '#shared/api/contract.ts';

/** The thing that files belong to: an order, a lot. */
export interface FileTarget {
  /** Name of a registered kind. */
  owner: string;
  ownerId: number;
}

export interface FileViewer {
  personId: string;
  roles: readonly Role[];
}

/**
 * What somebody may see of an owner's files. `owner` and `staff`: everything. `reader` (a participant): all documents and
 * the images shown to participants. `public`: those images, and the documents marked public. null: nothing, as if there
 * were none.
 */
export type FileAccess = 'owner' | 'staff' | 'reader' | 'public' | null;

/** A kind of things that have files, stated by the domain that owns them. */
export interface FileOwnerKind {
  /** Unique and stable over releases: it is stored with each file. */
  name: string;
  /** The most files of each kind, where that is fewer than the general limit. */
  most?: Readonly<Record<'image' | 'document', number>>;
  /** @param viewer null: not signed in */
  access(ownerId: number, viewer: FileViewer | null): Promise<FileAccess>;
  /**
   * Locks the owner's row until the transaction ends, so that changes of one owner's files happen one after the other.
   * @throws RequestError 404 unless it is this person's, 409 when its state allows no changes
   */
  lockForChange(tx: AnyDb, ownerId: number, personId: string): Promise<void>;
  /** Called once in each transaction that changed files of this kind of the owner: raises its version. */
  touched(tx: AnyDb, ownerId: number, kind: 'image' | 'document'): Promise<void>;
}
