import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMPLETE } from '../../fixtures/complete-run.ts';
import {
  launch,
  makeLauncherClone,
  recordedRuns,
  serviceAt,
  type Clone,
  type Launched,
} from '../../fixtures/launcher-clone.ts';
import { answers } from '../../fixtures/platform-process.ts';
import { eventually } from '../../fixtures/services.ts';

const START = ['node', 'scripts/run.mjs', 'start'];
const LIMIT_MS = 20_000;

let clone: Clone;
beforeAll(async () => {
  clone = makeLauncherClone();
  // The first start makes the cluster of PostgreSQL and builds the client.
  await whileStarted(async () => {});
}, 120_000);
afterAll(() => clone.remove());

/** Runs what follows beside a started launcher, and ends it whatever comes. */
async function whileStarted(use: (run: Launched, services: string[]) => Promise<void>): Promise<void> {
  const run = launch(clone.folder, START);
  try {
    const { services } = await run.line('up');
    await use(run, services as string[]);
  } finally {
    run.process.kill('SIGTERM');
    await run.ended;
  }
}

const times = (text: string, part: string) => text.split(part).length - 1;
/** Lines the stand-in server printed when it was up. */
const upLines = (run: Launched) =>
  run
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{"up"'))
    .map((line) => JSON.parse(line) as { up: boolean[]; pid: number; services: string[] });

const SERVICES = ['postgres', 'redis (auction)', 'redis (jobs)'];
const JOBS = 2;

describe.runIf(process.platform === 'linux')('the launcher', () => {
  it.each(SERVICES)('starts %s again on its port each time it is killed, and says so', (label) =>
    whileStarted(async (run, services) => {
      const address = services[SERVICES.indexOf(label)] as string;
      for (const time of [1, 2]) {
        const killed = serviceAt(clone.folder, address) as number;
        process.kill(killed, 'SIGKILL');
        await eventually(
          () => times(run.talk(), `${label} is back`) === time,
          `${label} to be back`,
          LIMIT_MS,
        );
        expect(await answers(address)).toBe(true);
        expect(serviceAt(clone.folder, address)).not.toBe(killed);
        expect(times(run.talk(), `${label} ended by itself (SIGKILL); starting it again`)).toBe(time);
      }
      // Its users were left alone.
      expect(upLines(run)).toHaveLength(1);
    }),
  );

  it('starts the server again each time it is killed, with the same services, and says so', () =>
    whileStarted(async (run, services) => {
      for (const time of [1, 2]) {
        process.kill(upLines(run).at(-1)!.pid, 'SIGKILL');
        const next = await eventually(() => upLines(run)[time], 'the next server', LIMIT_MS);
        expect(next).toMatchObject({ up: [true, true, true], services });
        expect(times(run.talk(), 'the server ended by itself (exit code 137); starting it again')).toBe(time);
      }
    }));

  it('stops and leaves nothing when it is asked to while something is being started again', () =>
    whileStarted(async (run, services) => {
      for (const address of services) process.kill(serviceAt(clone.folder, address) as number, 'SIGKILL');
      process.kill(upLines(run)[0]!.pid, 'SIGKILL');
      await eventually(() => run.talk().includes('the server ended by itself'), 'the end of the server');
      run.process.kill('SIGTERM');
      expect(await run.ended).toBe(0);
      expect(recordedRuns(clone.folder)).toEqual([]);
      for (const address of services) expect(await answers(address)).toBe(false);
    }));

  it.runIf(COMPLETE)('gives up on a service that keeps failing, says which, stops the rest and fails', () =>
    whileStarted(async (run, services) => {
      const manifest = path.join(clone.folder, '.data/redis-jobs/appendonlydir/appendonly.aof.manifest');
      const good = readFileSync(manifest);
      // It names what is not there: this Redis refuses to start from now on.
      writeFileSync(manifest, 'file no-such-file seq 1 type b\n');
      try {
        process.kill(serviceAt(clone.folder, services[JOBS] as string) as number, 'SIGKILL');
        expect(await run.ended).toBe(1);
      } finally {
        writeFileSync(manifest, good);
      }
      expect(run.talk()).toContain(
        'redis (jobs) ended 9 times within 10 s of its start: giving up; its log is',
      );
      expect(await run.line('ending')).toEqual({ ending: [true, true, false] });
      expect(recordedRuns(clone.folder)).toEqual([]);
      for (const address of services) expect(await answers(address)).toBe(false);
    }),
  );

  it('gives up on a server that keeps failing, and does not repeat a first start that fails', async () => {
    const server = path.join(clone.folder, 'server/main.ts');
    const good = readFileSync(server);
    try {
      writeFileSync(server, 'process.exit(3);\n');
      const first = launch(clone.folder, START);
      expect(await first.ended).toBe(3);
      expect(first.talk()).not.toContain('starting it again');

      writeFileSync(server, "process.kill(process.pid, 'SIGKILL');\n");
      const run = launch(clone.folder, START);
      expect(await run.ended).toBe(137);
      expect(run.talk()).toContain('the server ended 9 times within 10 s of its start: giving up');
    } finally {
      writeFileSync(server, good);
    }
  });
});
