// Each launcher records the processes it starts. The next launcher reads the records of launchers that have ended and
// ends exactly those processes that are provably still the recorded ones.
import {
  accessSync,
  constants,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { identify, stillRuns } from './process-identity.mjs';
import { DATA } from './paths.mjs';
import { say } from './output.mjs';

const RUNS = path.join(DATA, 'runs');
export const TEMPORARY_PREFIX = 'savdo-run-';

/** A file system in memory, where the system has one. */
const MEMORY = '/dev/shm';
/** Far more than the databases and logs of a test run take, so that memory is never short for the tests themselves. */
const MEMORY_LEFT_BYTES = 6 * 2 ** 30;

/** Where data lie that a power cut may take: in memory where there is plenty, else with other temporary files. */
export function volatileRoot() {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    if (Math.min(bavail * bsize, os.freemem()) > MEMORY_LEFT_BYTES) return MEMORY;
  } catch {
    // Not retried: there is no such file system here.
  }
  return os.tmpdir();
}

/** The record of this launcher: `child` adds a process, `temporaryFolder` a folder to remove, `close` deletes the record. */
export function openRecord(command) {
  mkdirSync(RUNS, { recursive: true });
  const file = path.join(RUNS, `${process.pid}.json`);
  const record = { command, launcher: identify(process.pid), children: [], temporaryFolder: null };
  const save = () => {
    writeFileSync(`${file}.new`, JSON.stringify(record, null, 2));
    renameSync(`${file}.new`, file);
  };
  save();
  return {
    /** `marker` is a word its command line must contain; `signal` stops it. */
    child(pid, marker, signal = 'SIGTERM') {
      record.children.push({ ...identify(pid), marker, signal });
      save();
    },
    temporaryFolder(folder) {
      record.temporaryFolder = folder;
      save();
    },
    close: () => rmSync(file, { force: true }),
  };
}

function abandonedRecords() {
  mkdirSync(RUNS, { recursive: true });
  const found = [];
  for (const name of readdirSync(RUNS).filter((entry) => entry.endsWith('.json'))) {
    const file = path.join(RUNS, name);
    try {
      const record = JSON.parse(readFileSync(file, 'utf8'));
      if (!stillRuns(record.launcher)) found.push({ file, record });
    } catch {
      // Not retried: its owner removed it meanwhile, so there is nothing to reclaim.
    }
  }
  return found;
}

/** Ends processes left by killed launchers and removes their temporary folders. */
export async function reclaimAbandoned() {
  for (const { file, record } of abandonedRecords()) {
    const left = record.children.filter(stillRuns).reverse();
    if (left.length > 0) say(`an earlier run was killed; stopping ${left.length} process(es) it left`);
    for (const child of left) await endRecorded(child);
    const folder = record.temporaryFolder;
    if (
      folder &&
      path.basename(folder).startsWith(TEMPORARY_PREFIX) &&
      [os.tmpdir(), MEMORY].includes(path.dirname(folder))
    ) {
      rmSync(folder, { recursive: true, force: true });
    }
    rmSync(file, { force: true });
  }
}

async function endRecorded(child, limitMs = 8_000) {
  const until = Date.now() + limitMs;
  signalIfRunning(child, child.signal);
  while (stillRuns(child)) {
    if (Date.now() > until) signalIfRunning(child, 'SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function signalIfRunning(child, signal) {
  try {
    if (stillRuns(child)) process.kill(child.pid, signal);
  } catch {
    // Not retried: it ended between the check and the signal.
  }
}
