import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { identify, stillRuns } from './process-identity.mjs';

function readHolder(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // Missing or half written: no provable holder, the caller retries.
    return undefined;
  }
}

/** The running holder of a lock file, or undefined. */
export function holderOf(file) {
  const holder = readHolder(file);
  return holder && stillRuns(holder) ? holder : undefined;
}

/**
 * Takes a lock file that names this process. Returns the releasing function, or undefined when a running process holds it.
 * The lock of an ended process is renamed first, so that of two launchers that find it only one takes it.
 */
export function takeLock(file) {
  const own = `${file}.${process.pid}`;
  writeFileSync(own, JSON.stringify(identify(process.pid)));
  try {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      try {
        linkSync(own, file);
        return () => rmSync(file, { force: true });
      } catch (error) {
        // Taken: its holder is checked below, then retried. Any other error is a real failure of the folder.
        if (error.code !== 'EEXIST') throw error;
      }
      if (holderOf(file)) return undefined;
      moveAside(file, `${own}.stale`);
    }
    return undefined;
  } finally {
    rmSync(own, { force: true });
  }
}

function moveAside(file, aside) {
  try {
    renameSync(file, aside);
  } catch {
    // Another launcher moved it first: the caller's next attempt sees who holds it now.
    return;
  }
  const moved = readHolder(aside);
  // A running process may have taken it between the check and the rename: restore it.
  if (moved && stillRuns(moved)) renameSync(aside, file);
  else rmSync(aside, { force: true });
}

/** Waits for the lock; rejects when it is still held after `waitMs`. */
export async function holdLock(file, { waitMs }) {
  const until = Date.now() + waitMs;
  for (;;) {
    const release = takeLock(file);
    if (release) return release;
    if (Date.now() > until) throw new Error(`${file} is still held by process ${holderOf(file)?.pid}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
