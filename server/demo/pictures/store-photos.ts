import { createReadStream } from 'node:fs';
import { photosOfLot, type LotPhotos, type LotRow } from '#server/domains/trade/lots/index.ts';
import type { FilesService } from '#server/domains/content/files/index.ts';
import { uuidOf } from '#server/platform/ids/index.ts';
import type { Photo } from '#shared/api/site/lots.ts';
import { photoFile } from './photo.ts';
import { pictureOf, pictureParts } from './picture-pattern.ts';

export interface StorePhotosDeps {
  files: Pick<FilesService, 'addGiven'>;
  lotPhotos: Pick<LotPhotos, 'show'>;
}

type PhotosOfLot = Pick<LotRow, 'id' | 'photos' | 'hidden_photos'>;

const shippedPicture = ({ url }: Photo) => {
  const parts = pictureParts(url);
  return parts && pictureOf(parts);
};

/** Does the lot show pictures that are not stored as files yet? */
export const showsShippedPictures = ({ photos, hidden_photos: hidden }: PhotosOfLot): boolean =>
  [...photos, ...hidden].some((photo) => shippedPicture(photo) !== null);

/**
 * Stores the shipped pictures of a demo lot as its files, one after the other, and shows them from there. Safe to repeat;
 * the same picture on many lots is stored once.
 */
export async function storePhotos(
  { id, photos, hidden_photos: hidden }: PhotosOfLot,
  { files, lotPhotos }: StorePhotosDeps,
): Promise<void> {
  const all = [
    ...photos.map((photo) => ({ photo, visible: true })),
    ...hidden.map((photo) => ({ photo, visible: false })),
  ];
  for (const { photo, visible } of all) {
    const picture = shippedPicture(photo);
    if (!picture) continue;
    const { pattern, view } = picture;
    await files.addGiven(photosOfLot(id), 'image', {
      uploadId: uuidOf(`${id}:${visible}:${view}`),
      name: `${pattern}-${view}.webp`,
      bytes: createReadStream(photoFile(pattern, view)),
      visible,
    });
  }
  await lotPhotos.show(id);
}
