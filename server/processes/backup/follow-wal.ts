import { setTimeout as pause } from 'node:timers/promises';
import { ReplicationSession } from '#server/platform/database/index.ts';
import { claimFolder, completeBases, placesIn, readManifest } from './backup-folder.ts';
import { copyFiles } from './copy-files.ts';
import type { BackupRequest } from './take-backup.ts';
import { createWalFolder } from './wal-folder.ts';

const NAME = 'savdo_backup';
const RETRY_MS = 1_000;
/** Between two looks for new files. */
const FILES_MS = 60_000;

/**
 * Brings what PostgreSQL commits into the folder until it is stopped, within a moment of the commit, and new files every minute. Goes
 * on after a fault of the server or the network by itself.
 */
export async function followBackup(request: BackupRequest, stop: AbortSignal): Promise<void> {
  await Promise.all([followLog(request, stop), followFiles(request, stop)]);
}

async function followLog(request: BackupRequest, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    try {
      await followOnce(request, stop);
    } catch (error) {
      if (error instanceof AnotherTimeline) throw error;
      // Retried below for as long as it takes: the server keeps its log for the slot meanwhile.
      if (!stop.aborted) request.say(`not following: ${(error as Error).message}`);
    }
    await pause(RETRY_MS, null, { signal: stop }).catch(() => null);
  }
}

/** After a promotion the log goes on from another place: it needs a base backup of its own. */
class AnotherTimeline extends Error {}

async function followOnce({ url, folder, key, say }: BackupRequest, stop: AbortSignal): Promise<void> {
  const session = await ReplicationSession.open(url, NAME);
  const close = () => session.close();
  stop.addEventListener('abort', close);
  try {
    const { systemId, timeline, lsn, segmentBytes } = await session.identity();
    await claimFolder(folder, systemId);
    await session.createSlot(NAME);
    const base = (await completeBases(folder)).at(-1);
    if (base && (await readManifest(base, key)).timeline !== timeline)
      throw new AnotherTimeline(
        `PostgreSQL is on timeline ${timeline} since a promotion: take a base backup first (backup take)`,
      );
    const wal = createWalFolder({ folder: placesIn(folder).wal, key, timeline, segmentBytes });
    const from = (await wal.resumeAt()) ?? lsn - (lsn % BigInt(segmentBytes));
    say(`following timeline ${timeline}`);
    try {
      await session.follow({ slot: NAME, from, timeline }, (at, bytes) => wal.store(at, bytes));
    } finally {
      await wal.close();
    }
  } finally {
    stop.removeEventListener('abort', close);
    close();
  }
}

async function followFiles(request: BackupRequest, stop: AbortSignal): Promise<void> {
  const seen = new Set<string>();
  while (!stop.aborted) {
    try {
      await copyFiles(request.objects, { folder: request.folder, key: request.key, seen });
    } catch (error) {
      // Retried at the next look.
      request.say(`files are not copied: ${(error as Error).message}`);
    }
    await pause(FILES_MS, null, { signal: stop }).catch(() => null);
  }
}
