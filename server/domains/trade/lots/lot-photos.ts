import type { FileOwnerKind, FilesService, FileTarget } from '#server/domains/content/files/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { conflict } from '#server/platform/errors/index.ts';
import type { ImageSize } from '#shared/api/cabinet/files.ts';
import type { Photo } from '#shared/api/site/lots.ts';
import { hasRight } from '#shared/api/console/staff-rights.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import { createLotCardRepository } from './card/lot-card.repository.ts';

const OWNER = 'lot';

/** The photos of a lot as the files that they are. */
export const photosOfLot = (lotId: number): FileTarget => ({ owner: OWNER, ownerId: lotId });

/** Whether a person takes part in the trade of a lot. */
export type IsParticipant = (lotId: number, personId: string) => Promise<boolean>;

/**
 * Files of lots: anyone sees the photos shown to participants and the documents marked public, participants all documents,
 * the seller and staff everything.
 */
export const lotFileOwner = (
  db: AnyDb,
  isParticipant: IsParticipant = () => Promise.resolve(false),
): FileOwnerKind => ({
  name: OWNER,

  async access(lotId, viewer) {
    const lot = await createLotCardRepository(db).hiddenPhotos(lotId);
    if (!lot) return null;
    if (viewer && lot.ownerId === viewer.personId) return 'owner';
    if (viewer && hasRight(viewer.roles, 'seeHiddenPhotos')) return 'staff';
    return viewer && (await isParticipant(lotId, viewer.personId)) ? 'reader' : 'public';
  },

  // The photos of a published lot are the platform's to change.
  lockForChange: () => Promise.reject(conflict()),
  touched: () => Promise.resolve(),
});

type Sized = { sizes: ImageSize[]; blur: string };

const photoOf = ({ sizes, blur }: Sized, alt: LocalizedText): Photo[] => {
  const largest = sizes.at(-1);
  return largest ? [{ ...largest, alt, sizes, blur }] : [];
};

export interface LotPhotos {
  /**
   * The lot shows the images that it has as files, the main one first, in place of the photos it had; without any file
   * nothing changes.
   */
  show(lotId: number): Promise<void>;
  /**
   * In the transaction that publishes a lot without files: it gets those of its order, photos and documents, and shows the
   * photos. The bytes are not copied.
   */
  takeOver(tx: AnyDb, from: FileTarget, lot: { id: number; title: LocalizedText }): Promise<void>;
  /** The photos are described by the lot's new title, in the transaction that changes it. */
  rename(tx: AnyDb, lot: { id: number; title: LocalizedText }): Promise<void>;
  /** Shows these photos, the main one first, and hides the others. False: the lot has no such photo. */
  showOnly(
    tx: AnyDb,
    lot: { id: number; title: LocalizedText },
    uploadIds: readonly string[],
  ): Promise<boolean>;
  /** What that would show and hide: numbers of photos in their order by now, hidden ones counted, from 1. */
  numbersOf(
    on: AnyDb,
    lotId: number,
    uploadIds: readonly string[],
  ): Promise<{ shown: number[]; hidden: number[] }>;
}

type PhotoFiles = Pick<FilesService, 'publishPhotos' | 'copyReferences' | 'allPhotos' | 'showOnly'>;

export function createLotPhotos(db: AnyDb, files: PhotoFiles): LotPhotos {
  async function showFiles(
    tx: AnyDb,
    { id, title }: { id: number; title: LocalizedText },
    { keepIfNone = false }: { keepIfNone?: boolean } = {},
  ): Promise<void> {
    const shown = await files.publishPhotos(tx, photosOfLot(id));
    const hidden = (await files.allPhotos(tx, photosOfLot(id))).filter(({ visible }) => !visible);
    if (keepIfNone && shown.length + hidden.length === 0) return;
    await createLotCardRepository(tx).replacePhotos(id, {
      photos: shown.flatMap((photo) => photoOf(photo, title)),
      hidden: hidden.flatMap((photo) => photoOf(photo, title)),
    });
  }

  return {
    async show(lotId) {
      const lot = await createLotCardRepository(db).hiddenPhotos(lotId);
      if (!lot) throw new RangeError(`no lot ${lotId}`);
      await inTransaction(db, (tx) => showFiles(tx, { id: lotId, title: lot.title }, { keepIfNone: true }));
    },

    async takeOver(tx, from, { id, title }) {
      const target = photosOfLot(id);
      await files.copyReferences(tx, from, target);
      await showFiles(tx, { id, title }, { keepIfNone: true });
    },

    rename: (tx, { id, title }) => createLotCardRepository(tx).describePhotos(id, title),

    async showOnly(tx, lot, uploadIds) {
      if (!(await files.showOnly(tx, photosOfLot(lot.id), uploadIds))) return false;
      await showFiles(tx, lot);
      return true;
    },

    async numbersOf(on, lotId, uploadIds) {
      const ids = (await files.allPhotos(on, photosOfLot(lotId))).map(({ uploadId }) => uploadId);
      const shown = uploadIds.map((id) => ids.indexOf(id) + 1).filter((number) => number > 0);
      const hidden = ids.map((_, at) => at + 1).filter((number) => !shown.includes(number));
      return { shown, hidden };
    },
  };
}
