import { crashPoint } from '#server/platform/crash-points/index.ts';
import { createBlobsRepository } from './blobs.repository.ts';
import { createFiles, type FilesDeps } from './create-files.ts';
import type { FilesService } from './files-service.ts';
import { createFilesRepository } from './files.repository.ts';
import { createPace } from './upload-pace.ts';
import { createInspector } from './inspection/inspector.ts';

/** One thread behind everything else. A picture that takes longer is left without a copy until it is tried again. */
const BACKGROUND = { count: 1, niceness: 19, limitMs: 5 * 60 * 1_000 };

export interface FileStoreDeps extends Pick<
  FilesDeps,
  'db' | 'storage' | 'scanner' | 'logger' | 'incomingFolder' | 'quota' | 'inspectionTime' | 'onUpload'
> {
  /** Of all uploads of this process together. */
  bytesPerSecond: number;
  /** Step at which tests end the process. */
  crashAt: string | null;
}

/** Files over a database and a storage. Opens nothing until the first upload. */
export const createFileStore = ({ crashAt, bytesPerSecond, ...deps }: FileStoreDeps): FilesService =>
  createFiles({
    ...deps,
    files: createFilesRepository(),
    blobs: createBlobsRepository(deps.db),
    pace: createPace(bytesPerSecond),
    inspector: createInspector(deps.logger),
    background: createInspector(deps.logger, BACKGROUND),
    crash: crashPoint(crashAt),
  });
