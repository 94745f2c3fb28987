import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { identify, stillRuns } from './identity.mjs';

function readHolder(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // Gone or half written: nobody provably holds it, the caller tries to take it again.
    return undefined;
  }
}

/** The living holder of a lock file, or undefined. */
export function holderOf(file) {
  const holder = readHolder(file);
  return holder && stillRuns(holder) ? holder : undefined;
}

/**
 * Takes a lock file that names this process. Returns the releasing function, or undefined when a living process holds it.
 * A lock whose process is gone is moved aside first, so of two that find it dead only one takes it.
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
        // Taken: looked at below, then tried again. Anything else is a real failure of the folder.
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
  // Between our look and our move a living one may have taken it: give it back.
  if (moved && stillRuns(moved)) renameSync(aside, file);
  else rmSync(aside, { force: true });
}

/** Waits for the lock; a living holder past `waitMs` is an error. */
export async function holdLock(file, { waitMs }) {
  const until = Date.now() + waitMs;
  for (;;) {
    const release = takeLock(file);
    if (release) return release;
    if (Date.now() > until) throw new Error(`${file} is still held by process ${holderOf(file)?.pid}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
