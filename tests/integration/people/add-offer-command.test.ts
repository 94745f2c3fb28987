import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runAddOfferCommand } from '#server/domains/people/signatures/add-offer.ts';
import type { DecisionStaff } from '#server/domains/staff/decisions/decisions.service.ts';
import { DAY_MS, tashkentDay } from '#shared/time/tashkent.ts';
import { startDecisionsApp, type DecisionsApp } from '../../fixtures/decisions-app.ts';

const LONG = '# 1\nA sentence of the offer. '.repeat(4_000);
const day = (days: number) => tashkentDay(Date.now() + days * DAY_MS);
const DAYS = ['--effective', day(0), '--deadline', day(30)];
const REASON = ['--reason', 'the account at the bank is another one'];

let app: DecisionsApp;
let [one, other, auditor]: DecisionStaff[] = [];
let folder: string;
beforeAll(async () => {
  app = await startDecisionsApp();
  [one, other] = [await app.staff(), await app.staff()];
  auditor = await app.staff(undefined, ['auditor']);
  folder = await mkdtemp(path.join(tmpdir(), 'savdo-offer-'));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs the command in this process: its exit code and what it printed last. */
async function run(...args: string[]) {
  const lines: string[] = [];
  const { consents, accounts, decisions } = app.office;
  const print = (text: string) => void lines.push(text);
  const code = await runAddOfferCommand(args, {
    consents,
    accounts,
    decisions,
    out: { line: print, error: print },
  });
  return { code, said: lines.at(-1) };
}
const versions = async () =>
  (await app.office.consents.versions()).map(({ version, addedBy }) => [version, addedBy]);
const add = (...more: string[]) => run(folder, ...DAYS, ...more);

test('the first version of an installation is published from a folder of texts, however long', async () => {
  expect(await add()).toEqual({ code: 1, said: expect.stringContaining('offer.uz.txt') });
  for (const part of ['offer', 'contract'])
    for (const language of ['uz', 'ru', 'en'])
      await writeFile(path.join(folder, `${part}.${language}.txt`), LONG);
  const early = ['--effective', day(-1), '--deadline', day(30)];
  expect(await run(folder, ...early)).toEqual({ code: 1, said: 'effective-in-the-past' });
  expect(await run(folder, '--effective', 'soon', '--deadline', day(0))).toMatchObject({ code: 2 });
  await writeFile(path.join(folder, 'offer.ru.txt'), `${LONG}\u{200b}`);
  expect(await add()).toEqual({ code: 1, said: expect.stringContaining('marks that are not seen') });
  await writeFile(path.join(folder, 'offer.ru.txt'), LONG);
  expect(await add()).toEqual({ code: 0, said: expect.stringMatching(/^version 2, in effect from/) });
  expect(await versions()).toEqual([
    [2, null],
    [1, null],
  ]);
});

test('every further one is proposed in the name of staff, and a second person decides', async () => {
  expect(await add()).toEqual({ code: 1, said: expect.stringContaining('takes two persons') });
  expect(await add('--by', one!.personId)).toEqual({ code: 1, said: expect.stringContaining('--reason') });
  expect(await add(...REASON, '--by', auditor!.personId)).toEqual({
    code: 1,
    said: '--by is not a member of staff who publishes the offer',
  });
  const proposed = await add(...REASON, '--by', one!.personId);
  expect(proposed).toEqual({ code: 0, said: expect.stringMatching(/^decision \d+ waits at the console/) });
  expect(await add(...REASON, '--by', one!.personId)).toEqual({ code: 1, said: 'open-already' });
  expect(await versions()).toHaveLength(2);
  const id = Number(/\d+/.exec(proposed.said ?? '')?.[0]);
  const { decisions, readDecisions } = app.office;
  // Who ran the command may be the one who would decide: who is named submits it first.
  expect(await readDecisions.one(id, other!)).toMatchObject({ obstacle: 'unsubmitted', may: ['turn-down'] });
  expect(await decisions.decide(id, other!)).toEqual({ outcome: 'not-now', why: 'unsubmitted' });
  expect(await readDecisions.one(id, one!)).toMatchObject({ obstacle: null, may: ['decide', 'withdraw'] });
  expect(await decisions.decide(id, one!)).toMatchObject({ outcome: 'done' });
  expect(await versions()).toHaveLength(2);
  expect(await decisions.decide(id, one!)).toEqual({ outcome: 'second-person' });
  expect(await app.office.decisions.decide(id, other!)).toMatchObject({ outcome: 'done' });
  expect((await versions())[0]).toEqual([3, one!.personId]);
  expect((await app.office.consents.source(3)).offer.uz).toBe(LONG.trim());
});

test('a version that somebody has signed or refused is replaced by two persons alone', async () => {
  const { pool } = app.database;
  await pool.query('delete from consent_version where version > 1');
  await pool.query(`insert into consent_answer (person_id, version, agreed) values ('somebody', 1, false)`);
  expect(await add()).toEqual({ code: 1, said: expect.stringContaining('takes two persons') });
});
