import { existsSync } from 'node:fs';
import path from 'node:path';

/** Recorded data that is no part of the repository: in SAVDO_DATA, or in a folder beside the repository. */
const FOLDER = process.env.SAVDO_DATA ?? path.resolve(import.meta.dirname, '../../../shared/data');

/** A file of it, or null where it is absent: the test then says that it skips. */
export function outsideData(file: string): string | null {
  const found = path.join(FOLDER, file);
  return existsSync(found) ? found : null;
}
