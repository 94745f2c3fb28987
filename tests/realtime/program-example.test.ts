import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createHash } from 'node:crypto';
import { extract } from 'tar';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packProgramClient } from '../../client/program-client.ts';
import { callServer } from '../fixtures/app.ts';
import { applicantsOf } from '../fixtures/applicants.ts';
import { Bidder } from '../fixtures/bidder.ts';
import { publishTestLot } from '../fixtures/lots.ts';
import { peopleOf } from '../fixtures/platform-people.ts';
import { startPlatform, type PlatformProcess } from '../fixtures/platform-process.ts';
import { eventually, testDatabase, testRedis, type TestDatabase } from '../fixtures/services.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const TOKEN = `savdo_${'e'.repeat(43)}`;
const START = 100_000_00;
const redis = testRedis();
/** Inside the project, so that it finds the packages that it and the client import. */
const folder = mkdtempSync(path.join(ROOT, 'node_modules', '.example-'));
const FILE = path.join(folder, 'bot.mjs');
const example =
  /```js\n([^]*?)```/.exec(readFileSync(path.join(ROOT, 'docs/programs.md'), 'utf8'))?.[1] ?? '';
let database: TestDatabase;
let platform: PlatformProcess;
let people: ReturnType<typeof peopleOf>;
let program: ChildProcess | null = null;

beforeAll(async () => {
  database = await testDatabase();
  platform = await startPlatform({ database, redis }, { RATE_LIMIT_FACTOR: '1000' });
  people = peopleOf(redis, () => database);
  await installClient();
});
afterAll(async () => {
  program?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
  await people?.close();
  await platform?.stop();
  await database?.close();
});

/** As npm does with the address of the package. */
async function installClient(): Promise<void> {
  await packProgramClient(ROOT, folder);
  const target = path.join(folder, 'node_modules/savdo-client');
  mkdirSync(target, { recursive: true });
  await extract({ file: path.join(folder, 'programs/savdo-client.tgz'), cwd: target, strip: 1 });
}

/** What the compiler says of the example, whose types are those of the client. */
function compileWith(example: string): string {
  writeFileSync(FILE, example);
  const settings = path.join(folder, 'tsconfig.json');
  const compilerOptions = {
    strict: false,
    allowJs: true,
    checkJs: true,
    noEmit: true,
    module: 'NodeNext',
    target: 'ES2022',
    types: ['node'],
  };
  writeFileSync(settings, JSON.stringify({ compilerOptions, files: ['bot.mjs'] }));
  const compiler = path.join(ROOT, 'node_modules/typescript/bin/tsc');
  return spawnSync(process.execPath, [compiler, '-p', settings], { encoding: 'utf8' }).stdout;
}

test('the client has the types of all that the example does with it', () => {
  expect(compileWith(example.replace('state.head.suggestedTiyin', 'state.head.suggested'))).toContain(
    "'suggested'",
  );
  expect(compileWith(example)).toBe('');
});

test('the example of docs/programs.md raises the one who outbids it, up to its limit', async () => {
  const lotId = await publishTestLot(database);
  const owner = await applicantsOf(
    () => platform,
    () => database,
    () => people,
  )(0);
  await database.pool.query(
    `insert into api_token (person_id, name, scope, token_hash, ending, session_began_at, expires_at)
     values ($1, 'example', 'bid', $2, 'eeee', now(), now() + interval '1 day')`,
    [owner.personId, createHash('sha256').update(TOKEN).digest('hex')],
  );
  const rival = await people.signIn();
  for (const options of [{ headers: { authorization: `Bearer ${TOKEN}` } }, { cookie: rival.cookie }]) {
    await eventually(async () => {
      const body = { lotId };
      const path = '/api/shop/user-order/join-practice';
      return (await callServer(platform.url, 'POST', path, { ...options, body })).body.verdict === 'admitted';
    }, 'the admission');
  }
  const other = await Bidder.connect(platform.url, { headers: { cookie: rival.cookie } });
  await other.enter(lotId);
  let printed = '';
  program = spawn(process.execPath, [FILE], {
    env: { ...process.env, URL: platform.url, TOKEN, LOT: String(lotId), LIMIT: String(START * 2) },
  });
  for (const stream of [program.stdout, program.stderr]) stream?.on('data', (part) => (printed += part));
  const leads = (count: number) =>
    eventually(() => {
      const { head, me } = other.view(lotId);
      return head.count >= count && head.leaderNumber !== me.number;
    }, `the program to lead after ${count} prices:\n${printed}`);
  await leads(1);
  expect(await other.place(lotId, other.view(lotId).head.suggestedTiyin)).toMatchObject({
    verdict: 'accepted',
  });
  await leads(3);
  const beyond = await other.place(lotId, START * 2, { confirmed: true });
  expect(beyond).toMatchObject({ verdict: 'accepted' });
  await other.reaches(lotId, 'seq' in beyond ? beyond.seq : Infinity);
  const { count } = other.view(lotId).head;
  expect(other.view(lotId).head.suggestedTiyin).toBeGreaterThan(START * 2);
  expect(printed.split('\n').filter((line) => line.includes('"accepted"')).length).toBe(2);
  expect(other.view(lotId).head.count).toBe(count);
  other.close();
});
