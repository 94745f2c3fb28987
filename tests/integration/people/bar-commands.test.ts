import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isSamePerson } from '#server/domains/people/conflicts-of-interest/index.ts';
import { runBarAdd, runBarLift } from '#server/domains/people/debarments/bar-commands.ts';
import { newPinfl, startBarsApp, type Account, type BarsApp } from '../../fixtures/debarments-app.ts';
import { pdf } from '../../fixtures/sample-files.ts';

let office: BarsApp;
let anna: Account;
let boris: Account;
let auditor: Account;
let folder: string;
let document: string;

beforeAll(async () => {
  office = await startBarsApp();
  folder = await mkdtemp(path.join(tmpdir(), 'savdo-bar-commands-'));
  document = path.join(folder, 'dalil.pdf');
  await writeFile(document, pdf());
  anna = await office.account('Anna Operator', ['operator'], { pinfl: newPinfl() });
  boris = await office.account('Boris Operator', ['operator'], { pinfl: newPinfl() });
  auditor = await office.account('Tekshiruvchi', ['auditor']);
});
afterAll(async () => {
  await office?.close();
  await rm(folder, { recursive: true, force: true });
});

const REASON = 'Soxta hujjat, sinov uchun';

/** Runs the command in this process; its exit code and what it printed. */
async function command(run: typeof runBarAdd, ...args: string[]) {
  const lines: string[] = [];
  const print = (text: string) => void lines.push(text);
  const { bars, accounts, files, database } = office;
  const code = await run(args, {
    db: database.db,
    accounts,
    files,
    isSamePerson,
    proposing: bars.proposing,
    out: { line: print, error: print },
  });
  return { code, said: lines.join('\n') };
}
const common = (by: string, evidence = document) => ['--reason', REASON, '--evidence', evidence, '--by', by];
const add = (pinfl: string, by = anna.id, evidence = document, cause = 'false-documents') =>
  command(runBarAdd, '--pinfl', pinfl, '--cause', cause, ...common(by, evidence));
const lift = (bar: string | number, by = anna.id) => command(runBarLift, String(bar), ...common(by));

async function buyer() {
  const pinfl = newPinfl();
  return { pinfl, ...(await office.account('Xaridor Namuna', ['buyer'], { pinfl })) };
}
const proposals = async (personId: string): Promise<{ id: number; kind: string; state: string }[]> =>
  (
    await office.database.pool.query(
      'select id::int as id, kind, state from bar_proposal where person_id = $1 order by id',
      [personId],
    )
  ).rows;
const proposalIn = (said: string): number => Number(/^proposal (\d+) waits/.exec(said)?.[1]);
const submit = (id: number, by = anna) => office.post(by, office.about(id, 'submit'));
/** Once who is named by the command has submitted it. */
async function approve(by: Account, id: number) {
  expect((await submit(id)).status).toBe(200);
  return office.post(by, office.about(id, 'approve'));
}

describe('bars from the command line', () => {
  test('are added and lifted by the second member of staff at the console, never by the command', async () => {
    const person = await buyer();
    const added = await add(person.pinfl);
    expect(added).toEqual({ code: 0, said: expect.stringMatching(/^proposal \d+ waits at the console/) });
    expect(await office.sanctions.barredUntil('pinfl', person.pinfl)).toBeNull();
    const addition = proposalIn(added.said);
    // Who ran the command may be Boris.
    const early = await office.post(boris, office.about(addition, 'approve'));
    expect(early.body.ERROR.code).toBe('bars.decided');
    expect((await submit(addition, boris)).body.ERROR.code).toBe('bars.not-own');
    expect((await approve(anna, addition)).body.ERROR.code).toBe('bars.second-person');
    const { body } = await office.post(boris, office.about(addition, 'approve'));
    expect(body).toMatchObject({ state: 'approved', decided: { by: 'Boris Operator' } });
    expect(await office.sanctions.barredUntil('pinfl', person.pinfl)).not.toBeNull();
    const { body: list } = await office.get(auditor, '/api/console/bars');
    const shown = list.items.find(({ id }: { id: number }) => id === body.barId);
    expect(shown.evidence).toHaveLength(1);

    const lifted = await lift(body.barId);
    expect(lifted.code).toBe(0);
    expect(await office.sanctions.barredUntil('pinfl', person.pinfl)).not.toBeNull();
    expect((await approve(boris, proposalIn(lifted.said))).status).toBe(200);
    expect(await office.sanctions.barredUntil('pinfl', person.pinfl)).toBeNull();

    const { rows } = await office.database.pool.query(
      `select action from person_action where person_id = $1 and address = '127.0.0.1' and reason = $2 order by id`,
      [anna.id, `bar-proposal:${addition}`],
    );
    expect(rows.map(({ action }) => action)).toEqual(['bar-proposed', 'submitted']);
  });

  test('are proposed once: the same again says so and changes nothing', async () => {
    const person = await buyer();
    const first = await add(person.pinfl);
    expect((await submit(proposalIn(first.said))).status).toBe(200);
    expect(await add(person.pinfl, boris.id)).toMatchObject({
      code: 2,
      said: expect.stringMatching(/^the same is proposed already/),
    });
    expect((await office.post(boris, office.about(proposalIn(first.said), 'approve'))).status).toBe(200);
    expect((await add(person.pinfl)).said).toMatch(/^there is such a bar already/);
    expect(await proposals(person.id)).toHaveLength(1);
  });

  test('are not proposed by somebody without the right, with a shut account, or about oneself', async () => {
    const person = await buyer();
    const shut = await office.account('Yopiq Operator', ['operator'], { pinfl: newPinfl() });
    await office.database.pool.query('update person set disabled_at = now() where id = $1', [shut.id]);
    for (const by of [person.id, auditor.id, shut.id, randomUUID()])
      expect((await add(person.pinfl, by)).said).toMatch(/^--by is not a member of staff who decides/);
    const own = await office.account('Anna Operator', ['buyer'], { pinfl: person.pinfl });
    const twin = await office.account('Anna Operator', ['operator'], { pinfl: person.pinfl });
    expect((await add(person.pinfl, twin.id)).said).toMatch(/^--by is the person whom it is about/);
    expect([...(await proposals(person.id)), ...(await proposals(own.id))]).toEqual([]);
    const barId = (await approve(boris, proposalIn((await add(person.pinfl)).said))).body.barId;
    expect((await lift(barId, twin.id)).said).toMatch(/^--by is the person whom it is about/);
  });

  test('leave no open proposal when the document is refused or missing', async () => {
    const person = await buyer();
    const program = path.join(folder, 'dastur.pdf');
    await writeFile(program, 'MZ, not a document');
    expect(await add(person.pinfl, anna.id, program)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^the document is refused: /),
    });
    for (const missing of [path.join(folder, 'none.pdf'), folder])
      expect((await add(person.pinfl, anna.id, missing)).code).toBe(1);
    expect((await proposals(person.id)).map(({ state }) => state)).not.toContain('draft');
    expect((await add(person.pinfl)).code).toBe(0);
  });

  test.each([
    ['nothing at all', []],
    ['two people', ['--pinfl', '30101901000999', '--stir', '300000001', '--cause', 'court']],
    ['another cause', ['--pinfl', '30101901000999', '--cause', 'dislike']],
    ['a lot that is no number', ['--pinfl', '30101901000999', '--cause', 'unpaid', '--lot', '-1']],
    ['a day that is none', ['--pinfl', '30101901000999', '--cause', 'court', '--last-day', '2027-13-40']],
    ['a person who is not there', ['--pinfl', '99999999999999', '--cause', 'false-documents']],
    ['an unknown option', ['--pinfl', '30101901000999', '--cause', 'court', '--force']],
  ])('says what is wrong with %s', async (_what, args) => {
    const { code, said } = await command(runBarAdd, ...args, ...(args.length > 0 ? common(anna.id) : []));
    expect([code, said]).toEqual([2, expect.stringContaining('bars add (--pinfl N')]);
  });

  test('say what a cause needs', async () => {
    const { pinfl } = await buyer();
    expect((await add(pinfl, anna.id, document, 'collusion')).said).toMatch(/name it with --lot/);
    expect((await add(pinfl, anna.id, document, 'court')).said).toMatch(/--last-day is for/);
    for (const bar of ['0', '1e3', '2147483648', '9'.repeat(15)]) expect((await lift(bar)).code).toBe(2);
  });
});
