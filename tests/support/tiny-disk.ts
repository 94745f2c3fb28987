import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A folder on a disk of its own that can be filled to the last byte. */
export interface TinyDisk {
  folder: string;
  /** Takes all the room that is left. */
  fill(): void;
  /** Gives it back. */
  free(): void;
  /** Bytes that can still be written. */
  left(): number;
  remove(): void;
}

/**
 * Mounts a file system in memory; null and why where this machine does not let us.
 * @param megabytes its size
 */
export function mountTinyDisk(megabytes: number): TinyDisk | { refused: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'savdo-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0777`, 'tmpfs', folder], {
    encoding: 'utf8',
  });
  if (mounted.status !== 0) {
    rmSync(folder, { recursive: true, force: true });
    return {
      refused: `no file system can be mounted here: ${mounted.error?.message ?? mounted.stderr.trim()}`,
    };
  }
  const filler = path.join(folder, 'filler');
  const left = () => {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  };
  return {
    folder,
    left,
    fill() {
      try {
        appendFileSync(filler, Buffer.alloc(left()));
      } catch (error) {
        // Somebody took the last of it between the question and the writing: full is full.
        if ((error as { code?: string }).code !== 'ENOSPC') throw error;
      }
    },
    free: () => rmSync(filler, { force: true }),
    remove() {
      spawnSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
