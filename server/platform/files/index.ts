import { open } from 'node:fs/promises';

/** Brings a file, or the names in a folder, to the disk: a name that was given is lost by a power cut before this. */
export async function syncPath(place: string): Promise<void> {
  const handle = await open(place, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export {
  createEncryptedFile,
  readEncryptedFile,
  readKeyFile,
  type EncryptedWriter,
} from './encrypted-file.ts';
