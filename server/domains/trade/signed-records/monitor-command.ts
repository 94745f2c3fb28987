import { readFile, rename, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { CommandOutput } from '#server/platform/modules/index.ts';
import { lookAtLog, type Alarm, type MonitoredKey, type MonitorState } from './monitor.ts';

const USAGE = 'usage: monitor URL --state FILE [--keys FILE]';

const ALARMS: Record<Alarm, string> = {
  unsigned: 'the checkpoint is not signed with a known key',
  'other-log': 'the checkpoint is that of another log',
  shrunken: 'the log is shorter than it was',
  forked: 'the log has another history than the one that was seen before',
  'entries-do-not-fit': 'the entries do not lead to the root that is signed',
  'foreign-entry': 'an entry is not signed by the operator',
};

/**
 * `monitor URL --state FILE [--keys FILE]`: one look at a log from outside, compared with the one before. Keys are those at the address
 * at the first look, and those in the state file ever after, unless given. Returns the exit code: 0 the log has only grown, 1 an alarm, with
 * the two signed notes that contradict each other, 2 invalid arguments or no answer.
 */
export async function runMonitorCommand(argv: readonly string[], out: CommandOutput): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: { state: { type: 'string' }, keys: { type: 'string' } },
    });
    const [url] = positionals;
    if (url === undefined || !URL.canParse(url) || values.state === undefined) throw new Error(USAGE);
    const read = async (path: string): Promise<Buffer> => {
      const address = new URL(path, url);
      const answer = await fetch(address, { redirect: 'error' });
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
      return Buffer.from(await answer.arrayBuffer());
    };
    const before = await readState(values.state);
    const keys = await keysOf(values.keys, before, read);
    const look = await lookAtLog(read, keys, before);
    if ('alarm' in look) {
      out.error(
        `ALARM: ${ALARMS[look.alarm]}\n\nnow:\n${look.note}\nbefore:\n${before?.note ?? '(nothing)'}`,
      );
      return 1;
    }
    const written = `${values.state}.new`;
    await writeFile(written, JSON.stringify(look.state, null, 2));
    await rename(written, values.state);
    out.line(
      `${look.state.origin}: ${look.state.size} entries, ${look.entries} of them new; it has only grown`,
    );
    return 0;
  } catch (error) {
    // Not retried: the timer or person that runs it reads why and looks again later.
    out.error(`monitor: ${error instanceof Error ? error.message : String(error)}`);
    return 2;
  }
}

async function readState(file: string): Promise<MonitorState | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as MonitorState;
  } catch (error) {
    // There is none before the first look; anything else is reported.
    if ((error as { code?: string }).code === 'ENOENT') return null;
    throw error;
  }
}

async function keysOf(
  file: string | undefined,
  before: MonitorState | null,
  read: (path: string) => Promise<Buffer>,
): Promise<MonitoredKey[]> {
  if (file === undefined && before) return before.keys;
  const text = file === undefined ? await read('/.well-known/savdo-keys.json') : await readFile(file);
  return (JSON.parse(text.toString()) as { keys: MonitoredKey[] }).keys;
}
