// After a crash a pid may have been reused by another process: a process is the same only if its start time is, too.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Start time of a process as an opaque text; undefined when it does not run (a zombie counts as gone). */
function startTimeOf(pid) {
  if (process.platform === 'linux') {
    const fields = statOf(pid);
    if (!fields || fields[0] === 'Z') return undefined;
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${fields[19]}`;
  }
  const listed = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
  return listed.stdout?.trim() || undefined;
}

/** Pid of a process's parent; undefined when it does not run. */
export function parentOf(pid) {
  if (process.platform === 'linux') return Number(statOf(pid)?.[1]) || undefined;
  const listed = spawnSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' });
  return Number(listed.stdout) || undefined;
}

/** Fields of /proc/PID/stat from the state on: [0] state, [1] parent, [19] start time; undefined without such a process. */
function statOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    // No such process: not retried, this is the answer.
    return undefined;
  }
}

/** Command line of a running process, or an empty text. */
export function commandOf(pid) {
  if (process.platform === 'linux') {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    } catch {
      // The process ended in between: not retried, an empty text matches nothing.
      return '';
    }
  }
  return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
}

/** {pid, startTime} of a process, to be recorded and compared afterwards. */
export const identify = (pid) => ({ pid, startTime: startTimeOf(pid) });

/** Whether the recorded process still runs. With `marker`, its command line must contain it, too. */
export function stillRuns({ pid, startTime, marker }) {
  if (!pid || !startTime || startTimeOf(pid) !== startTime) return false;
  return !marker || commandOf(pid).includes(marker);
}
