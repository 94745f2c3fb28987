import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../fixtures/services.ts';
import { launch, makeLauncherClone, recordedRuns, type Launched } from '../../fixtures/launcher-clone.ts';

const START = ['node', 'scripts/run.mjs', 'start'];
const UP = [true, true, true];

let clone: ReturnType<typeof makeLauncherClone>;
let runs: Launched[] = [];
beforeAll(() => {
  clone = makeLauncherClone();
});
// A test that failed must not leave the next one a launcher that is still running.
afterEach(async () => {
  for (const run of runs) run.process.kill('SIGTERM');
  await Promise.all(runs.map((run) => run.ended));
  runs = [];
});
afterAll(() => clone.remove());

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    // No such process: that is the answer.
    return false;
  }
};

/** Nothing of the given run is left: no process, no record, no lock, no addresses. */
function expectNothingLeft(pids: readonly number[]): void {
  expect(pids.filter(isRunning)).toEqual([]);
  expect(readdirSync(path.join(clone.folder, '.data', 'runs'))).toEqual([]);
  expect(existsSync(path.join(clone.folder, '.data', 'launcher.lock'))).toBe(false);
  expect(existsSync(path.join(clone.folder, '.data', 'services.json'))).toBe(false);
}

interface Started {
  run: Launched;
  first: Record<string, unknown>;
  launcher: number;
  pids: number[];
}

async function started(run = launch(clone.folder, START)): Promise<Started> {
  runs.push(run);
  const first = await run.line('up');
  // The server may speak before its launcher has written it down.
  const record = await eventually(
    () => recordedRuns(clone.folder).find(({ pids }) => pids.includes(first['pid'] as number)),
    'the record of the server',
  );
  expect(recordedRuns(clone.folder)).toHaveLength(1);
  return { run, first, launcher: record.launcher, pids: record.pids };
}

describe.runIf(process.platform === 'linux')('the launcher', () => {
  it('starts three services, migrates, builds, runs the server with its arguments, and stops all in order', async () => {
    const { run, first, pids } = await started(launch(clone.folder, [...START, '--no-demo']));
    expect(first).toMatchObject({ up: UP, args: ['--no-demo'], DEMO: '0' });
    expect(new Set(first['services'] as string[]).size).toBe(3);
    expect(readFileSync(path.join(clone.folder, 'client/dist/index.html'), 'utf8')).toContain('built');
    expect(pids.filter(isRunning).length).toBeGreaterThanOrEqual(4);
    run.process.kill('SIGTERM');
    expect(await run.line('ending')).toEqual({ ending: UP });
    expect(await run.ended).toBe(0);
    expect(run.talk()).toContain('migrated');
    expectNothingLeft(pids);
  });

  it('stops once, in order, when Ctrl-C arrives twice from terminal and npm', async () => {
    const { run, pids } = await started();
    run.process.kill('SIGINT');
    run.process.kill('SIGINT');
    expect(await run.line('ending')).toEqual({ ending: UP });
    expect(await run.ended).toBe(0);
    expectNothingLeft(pids);
  });

  it.each([
    ['npm', ['npm', 'start', '--silent']],
    ['the shell in between', ['sh', '-c', `${START.join(' ')} & wait`]],
  ])('stops in order when %s is killed', async (_who, command) => {
    const { run, launcher, pids } = await started(launch(clone.folder, command));
    run.process.kill('SIGKILL');
    expect(await run.line('ending')).toEqual({ ending: UP });
    // What was killed is not the launcher, which ends after it.
    await eventually(() => !isRunning(launcher), 'the end of the launcher');
    expectNothingLeft([...pids, launcher]);
  });

  it('refuses a second start on the same state and shares its services with the command line', async () => {
    const { run, first, launcher, pids } = await started();
    const second = launch(clone.folder, START);
    expect(await second.ended).toBe(1);
    expect(second.talk()).toContain(`already running as process ${launcher}`);
    const command = launch(clone.folder, ['node', 'scripts/run.mjs', 'cli', 'staff', 'list'], {
      EXIT_WITH: '3',
    });
    expect(await command.ended).toBe(3);
    const said = JSON.parse(command.output()) as Record<string, unknown>;
    expect(said).toMatchObject({
      command: 'staff',
      rest: ['list'],
      REDIS_URL: (first['services'] as string[])[1],
    });
    run.process.kill('SIGTERM');
    await run.ended;
    expectNothingLeft(pids);
  });

  it('leaves the schema of a given database to the migration step', async () => {
    const command = launch(clone.folder, ['node', 'scripts/run.mjs', 'cli', 'staff', 'list'], {
      DATABASE_URL: 'postgres://x@127.0.0.1:1/x',
      REDIS_URL: 'redis://127.0.0.1:1',
      JOBS_REDIS_URL: 'redis://127.0.0.1:1',
    });
    expect(await command.ended).toBe(0);
    expect(JSON.parse(command.output())).toMatchObject({ command: 'staff', rest: ['list'] });
    expect(command.talk()).not.toContain('migrated');
  });

  it('reclaims everything a killed launcher left, and only that', async () => {
    const { run, launcher, pids } = await started();
    process.kill(launcher, 'SIGKILL');
    await once(run.process, 'exit');
    // The migration and the build are over; the server and its three services outlive their launcher.
    expect(pids.filter(isRunning)).toHaveLength(4);
    // A record whose numbers now belong to a stranger (this test) must not hurt the stranger.
    const stranger = { pid: process.pid, startTime: 'another life', marker: 'node', signal: 'SIGKILL' };
    const record = {
      command: 'start',
      launcher: { pid: 1, startTime: 'gone' },
      children: [stranger],
      temporaryFolder: null,
    };
    writeFileSync(path.join(clone.folder, '.data/runs/1.json'), JSON.stringify(record));
    const again = await started();
    expect(again.first['up']).toEqual(UP);
    expect(pids.filter(isRunning)).toEqual([]);
    expect(again.run.talk()).toContain('an earlier run was killed');
    again.run.process.kill('SIGTERM');
    expect(await again.run.ended).toBe(0);
    expectNothingLeft(again.pids);
  });

  it('uses given services as they are and starts none', async () => {
    const given = { DATABASE_URL: 'postgres://someone@127.0.0.1:9/theirs', REDIS_URL: 'redis://127.0.0.1:9' };
    const run = launch(clone.folder, START, given);
    const first = await run.line('up');
    expect(first['services']).toEqual([given.DATABASE_URL, given.REDIS_URL, given.REDIS_URL]);
    run.process.kill('SIGTERM');
    expect(await run.ended).toBe(0);
  });

  it('replays with a Redis of its own and nothing else, reading files where the person is', async () => {
    const command = ['node', 'scripts/run.mjs', 'replay', 'a.jsonl', '--json'];
    const run = launch(clone.folder, command, { INIT_CWD: '/tmp/somewhere', EXIT_WITH: '1' });
    expect(await run.ended).toBe(1);
    expect(JSON.parse(run.output())).toMatchObject({
      command: 'replay',
      rest: ['/tmp/somewhere/a.jsonl', '--json'],
      services: ['REDIS_URL'],
    });
    const rules = launch(clone.folder, [...command, '--engine', 'rules']);
    expect(await rules.ended).toBe(0);
    expect(JSON.parse(rules.output())).toMatchObject({ services: [] });
  });

  it('answers an unknown command with the list of commands', async () => {
    const run = launch(clone.folder, ['node', 'scripts/run.mjs', 'fly']);
    expect(await run.ended).toBe(2);
    expect(run.talk()).toMatch(/start[\s\S]+replay[\s\S]+format/);
  });
});
