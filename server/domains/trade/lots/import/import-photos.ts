import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { IMAGE_LIMITS } from '#shared/api/cabinet/files.ts';
import type { FilesService } from '#server/domains/content/files/index.ts';
import { RequestError } from '#server/platform/errors/index.ts';
import { uuidOf } from '#server/platform/ids/index.ts';
import { photosOfLot, type LotPhotos } from '../lot-photos.ts';
import type { LotsRepository } from '../lots.repository.ts';
import { outsideIdOf } from './read-row.ts';
import { noTakingOver } from './taking-over.ts';

const IMPORT_PHOTOS_HELP = `import-photos FOLDER
  Shows photos on lots that import-lots has loaded, and says what was refused and why; running it again adds nothing twice.
  FOLDER         has a folder for each lot, named by the lot's number in the file (lot_id); its JPEG, PNG and WebP files
                 are shown in the order of their names, the first one as the main photo`;

export interface ImportPhotosDeps {
  installed: boolean;
  lots: Pick<LotsRepository, 'byOutsideId' | 'hasOrders'>;
  lotPhotos: Pick<LotPhotos, 'show'>;
  files: Pick<FilesService, 'addGiven'>;
  out: { line(text: string): void; error(text: string): void };
}

const NUMBER = /^\d{1,18}$/;

/** Names in the order of people: 2.jpg before 10.jpg. */
const inOrder = (names: readonly string[]): string[] =>
  names.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }));

const entries = async (folder: string, kind: 'isFile' | 'isDirectory'): Promise<string[]> =>
  inOrder(
    (await readdir(folder, { withFileTypes: true }))
      .filter((entry) => entry[kind]() && !entry.name.startsWith('.'))
      .map(({ name }) => name),
  );

/** Adds the photos of one folder to a lot. Returns how many are new. */
async function addPhotos(lotId: number, folder: string, { files, out }: ImportPhotosDeps): Promise<number> {
  let added = 0;
  const names = await entries(folder, 'isFile');
  if (names.length > IMAGE_LIMITS.count)
    out.line(`${folder}: ${names.length} files, of which the first ${IMAGE_LIMITS.count} are read`);
  for (const name of names.slice(0, IMAGE_LIMITS.count)) {
    const file = path.join(folder, name);
    try {
      const { repeated } = await files.addGiven(photosOfLot(lotId), 'image', {
        uploadId: uuidOf(`${lotId}:${name}`),
        name,
        bytes: createReadStream(file),
      });
      if (!repeated) added += 1;
    } catch (error) {
      // Not retried: another file is needed. A storage that is away ends the run, which can be repeated.
      if (!(error instanceof RequestError) || error.status >= 500) throw error;
      out.line(`${file}: ${error.code}`);
    }
  }
  return added;
}

/** Exit code: 0 when the folder was read, whatever was refused; 1 when it cannot be; 2 for a wrong call. */
export async function runImportPhotosCommand(
  args: readonly string[],
  deps: ImportPhotosDeps,
): Promise<number> {
  const { lots, lotPhotos, out } = deps;
  const [folder] = args;
  if (args.length !== 1 || folder === undefined || folder.startsWith('-')) {
    out.error(`one folder\n${IMPORT_PHOTOS_HELP}`);
    return 2;
  }
  const refused = await noTakingOver(deps);
  if (refused !== null) {
    out.error(refused);
    return 1;
  }
  let numbers: string[];
  try {
    numbers = await entries(folder, 'isDirectory');
  } catch (error) {
    // Not retried: another folder is needed.
    out.error(`${folder}: ${(error as Error).message}`);
    return 1;
  }
  let shown = 0;
  let added = 0;
  for (const number of numbers) {
    const lotId = NUMBER.test(number) ? await lots.byOutsideId(outsideIdOf(number)) : null;
    if (lotId === null) {
      out.line(`${path.join(folder, number)}: no lot has this number`);
      continue;
    }
    added += await addPhotos(lotId, path.join(folder, number), deps);
    await lotPhotos.show(lotId);
    shown += 1;
  }
  out.line(`${shown} of ${numbers.length} folders belong to lots; ${added} photos added`);
  return 0;
}
