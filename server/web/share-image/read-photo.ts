import { buffer } from 'node:stream/consumers';
import type { FilesService } from '#server/domains/content/files/index.ts';

const ADDRESS = /^\/files\/([\da-f]{32})\.webp$/;

/** Reads public photos by their addresses; null: there is no such photo. Rejects while the storage is away. */
export const photoReader =
  (files: Pick<FilesService, 'publicImage'>) =>
  async (url: string): Promise<Buffer | null> => {
    const name = ADDRESS.exec(url)?.[1];
    const photo = name === undefined ? null : await files.publicImage(name, null);
    return photo && buffer(await photo.open());
  };
