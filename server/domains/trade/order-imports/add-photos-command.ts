import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { ZipFile } from 'yazl';
import { RequestError } from '#server/platform/errors/index.ts';
import type { OrderImportsService } from './order-imports.service.ts';

export const ADD_PHOTOS_HELP = `order-import-photos IMPORT FOLDER --by PERSON
  Adds the photos of a folder of this server to an import of lots that is read and not started, in place of an archive.
  IMPORT         number of the import, as the console shows it
  FOLDER         has a folder for each lot, named by its number in the file or by its line (line-12)
  --by           id of the account of the member of staff who does it, for the action log`;

export interface AddPhotosDeps {
  imports: Pick<OrderImportsService, 'addPhotos' | 'refusedPhotos'>;
  /** For the archive while it is made. */
  folder: string;
  out: { line(text: string): void; error(text: string): void };
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const REFUSED_AT_ONCE = 100;

function readCall(args: readonly string[]): { importId: number; from: string; by: string } | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { by: { type: 'string' } },
    });
    const [importId = '', from] = positionals;
    if (positionals.length !== 2 || !/^[1-9]\d{0,14}$/.test(importId) || !UUID.test(values.by ?? ''))
      return null;
    return { importId: Number(importId), from: from!, by: values.by! };
  } catch {
    // Not retried: an unknown option, reported to the caller.
    return null;
  }
}

/** The folders of lots as one archive: the same way as photos that staff upload. Links are not followed. */
async function archiveOf(from: string, file: string): Promise<void> {
  const zip = new ZipFile();
  for (const folder of await readdir(from, { withFileTypes: true })) {
    if (!folder.isDirectory()) continue;
    for (const entry of await readdir(path.join(from, folder.name), { withFileTypes: true }))
      if (entry.isFile())
        zip.addFile(path.join(from, folder.name, entry.name), `${folder.name}/${entry.name}`, {
          compress: false,
        });
  }
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
}

/** Exit code: 0 when the photos were taken, whatever was refused; 1 when they cannot be; 2 for a wrong call. */
export async function runAddPhotosCommand(
  args: readonly string[],
  { imports, folder, out }: AddPhotosDeps,
): Promise<number> {
  const call = readCall(args);
  if (!call) {
    out.error(ADD_PHOTOS_HELP);
    return 2;
  }
  const own = path.join(folder, randomUUID());
  try {
    await mkdir(own, { recursive: true });
    const file = path.join(own, 'photos.zip');
    await archiveOf(call.from, file);
    const by = { personId: call.by, address: '127.0.0.1', acts: true };
    const { photos } = await imports.addPhotos(
      call.importId,
      file,
      path.basename(path.resolve(call.from)),
      by,
    );
    for (let page = 1; ; page += 1) {
      const { items } = await imports.refusedPhotos(call.importId, { page, size: REFUSED_AT_ONCE });
      for (const { name, problem } of items) out.line(`${name}: ${problem}`);
      if (items.length < REFUSED_AT_ONCE) break;
    }
    out.line(`${photos!.fileCount} files for ${photos!.lotCount} lots, ${photos!.refusedCount} refused`);
    return 0;
  } catch (error) {
    const code = (error as { code?: string }).code ?? '';
    // Not retried: another folder or another import is needed. Any other error is a fault.
    if (!(error instanceof RequestError) && !/^(?:ENOENT|ENOTDIR|EACCES)$/.test(code)) throw error;
    out.error(`${call.from}: ${error instanceof RequestError ? error.code : (error as Error).message}`);
    return 1;
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}
