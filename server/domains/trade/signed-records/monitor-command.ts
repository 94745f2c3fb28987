import { readFile, rename, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { CommandOutput } from '#server/platform/modules/index.ts';
import { witnessOfText, type KnownWitness } from '#shared/trust/checkpoint.ts';
import type { VerifyingKey } from '#shared/trust/signed-statement.ts';
import { lookAtLog, type Alarm, type MonitorState } from './monitor.ts';

const USAGE = 'usage: monitor URL --state FILE [--keys FILE] [--witness KEY]…';

/** For one answer. */
const LIMIT_MS = 60_000;

const ALARMS: Record<Alarm, string> = {
  unsigned: 'the checkpoint is not signed with a known key',
  'other-log': 'the checkpoint is that of another log',
  shrunken: 'the log is shorter than it was',
  forked: 'the log has another history than the one that was seen before',
  'entries-do-not-fit': 'the entries do not lead to the root that is signed',
  'foreign-entry': 'an entry is not signed by the operator',
  unwitnessed: 'a witness has signed no state of this log',
  'other-than-witnessed': 'a witness has signed another log than the one that is shown here',
};

/**
 * `monitor URL --state FILE [--keys FILE] [--witness KEY]…`: one look at a log from outside, compared with the one before. Keys are those at the address
 * at the first look, and those in the state file ever after, unless given. Each witness, by its name and key as `name+hash+key`, has to have signed a state of the same
 * history. Returns the exit code: 0 the log has only grown, 1 an alarm, with
 * the two signed notes that contradict each other, 2 invalid arguments or no answer.
 */
export async function runMonitorCommand(argv: readonly string[], out: CommandOutput): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        state: { type: 'string' },
        keys: { type: 'string' },
        witness: { type: 'string', multiple: true },
      },
    });
    const [url] = positionals;
    if (url === undefined || !URL.canParse(url) || values.state === undefined) throw new Error(USAGE);
    const witnesses = await witnessesOf(values.witness ?? []);
    const answerAt = async (path: string): Promise<Response> =>
      fetch(new URL(path, url), { redirect: 'error', signal: AbortSignal.timeout(LIMIT_MS) });
    const bytesOf = async (path: string, answer: Response): Promise<Buffer> => {
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
      return Buffer.from(await answer.arrayBuffer());
    };
    const read = async (path: string) => bytesOf(path, await answerAt(path));
    const witnessed = async (name: string): Promise<string | null> => {
      const path = `/log/checkpoint?witness=${encodeURIComponent(name)}`;
      const answer = await answerAt(path);
      return answer.status === 404 ? null : (await bytesOf(path, answer)).toString();
    };
    const before = await readState(values.state);
    const keys = await keysOf(values.keys, before, read);
    const look = await lookAtLog({ read, witnessed }, { keys, witnesses, before });
    if ('alarm' in look) {
      out.error(
        `ALARM: ${ALARMS[look.alarm]}\n\nnow:\n${look.note}\nbeside it:\n${look.other ?? '(nothing)'}`,
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

async function witnessesOf(texts: readonly string[]): Promise<KnownWitness[]> {
  const witnesses: KnownWitness[] = [];
  for (const text of texts) {
    const witness = await witnessOfText(text);
    if (!witness) throw new Error(`${text} is not the name and key of a witness (name+hash+key)`);
    witnesses.push(witness);
  }
  return witnesses;
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
): Promise<VerifyingKey[]> {
  if (file === undefined && before) return before.keys;
  const text = file === undefined ? await read('/.well-known/savdo-keys.json') : await readFile(file);
  return (JSON.parse(text.toString()) as { keys: VerifyingKey[] }).keys;
}
