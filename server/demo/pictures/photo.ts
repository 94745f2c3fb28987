import path from 'node:path';

/** Size of every photo of the demo: twice the width of a card on a phone. */
export const PICTURE_SIZE = { width: 720, height: 480 } as const;
/** Photos of each kind of lot. */
export const VIEWS = 5;

/** One folder for each kind of lot, a file for each view; their hashes, as `sha256sum` prints them, are in photos.sha256. */
export const PHOTO_FOLDER = path.resolve(import.meta.dirname, 'photos');
export const photoFile = (pattern: string, view: number): string =>
  path.join(PHOTO_FOLDER, pattern, `${view}.webp`);

/** Address of a photo: of a lot by its category and key, of a hidden photo by its kind of lot and a secret. */
export const pictureAddress = (kind: string, seed: string, view: number): string =>
  `/pictures/${kind}/${encodeURIComponent(seed)}/${view}.webp`;
