import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createRenderer } from '#server/domains/content/notifications/render-message.ts';
import { barsExport } from '#server/domains/people/debarments/debarments-exports.ts';
import { createRecordsRepository } from '#server/domains/staff/records/found-records.repository.ts';
import { loadTexts } from '#server/platform/language/index.ts';
import type { Role } from '#shared/api/contract.ts';
import type { ConsoleList } from '#shared/api/console/console-lists.ts';
import { editableName } from '#shared/content/names.ts';
import { LANGUAGES } from '#shared/i18n/languages.ts';
import { BAR_CAUSES } from '#shared/limits/debarments.ts';
import { newPinfl, startBarsApp, type Account, type BarsApp } from '../../fixtures/debarments-app.ts';

const renderer = createRenderer(loadTexts(), () => undefined);
const SHIPPED = { uz: 'soxta hujjatlar', ru: 'поддельные документы', en: 'false documents' };
const RENAMED = {
  uz: 'qalbaki hujjat topshirilgan',
  ru: 'предъявлены подложные документы',
  'uz-Cyrl': 'қалбаки ҳужжат топширилган',
  en: 'forged papers were handed in',
};

let office: BarsApp;
let anna: Account;
let boris: Account;

beforeAll(async () => {
  office = await startBarsApp();
  anna = await office.account('Anna Operator', ['operator'], { pinfl: newPinfl() });
  boris = await office.account('Boris Operator', ['operator'], { pinfl: newPinfl() });
});
afterAll(() => office?.close());

const read = async (): Promise<ConsoleList> =>
  (await office.get(anna, '/api/console/lists')).body.find(({ name }: ConsoleList) => name === 'bar-causes');
type Entry = ReturnType<typeof inputsOf>[number];
const inputsOf = ({ entries }: ConsoleList) =>
  entries.map((entry) => ({ ...entry, name: editableName(entry.name) }));
async function save(
  change: (entries: Entry[]) => (Omit<Entry, 'code'> & { code: string | null })[],
  by = anna,
) {
  const list = await read();
  const body = { version: list.version, entries: change(inputsOf(list)) };
  const address = '/api/console/lists/bar-causes';
  const answer = await office.app.call('PUT', address, { cookie: by.cookie, body });
  return `${answer.status} ${answer.body.ERROR?.code ?? ''}`.trim();
}
const named = (name: Entry['name']) => (entries: Entry[]) =>
  entries.map((entry) => (entry.code === 'false-documents' ? { ...entry, name } : entry));

const buyer = () => office.account('Xaridor Namuna', ['buyer'], { pinfl: newPinfl() });
const approve = async (proposalId: number): Promise<number> =>
  (await office.post(boris, office.about(proposalId, 'approve'))).body.barId;
const listed = async (part: 'bars' | 'bar-proposals', id: number) =>
  (await office.get(anna, `/api/console/${part}?state=all&size=100`)).body.items.find(
    (item: { id: number }) => item.id === id,
  );
async function messageTo({ id }: Account) {
  const { rows } = await office.database.pool.query(
    `select template, params from inbox_message where person_id = $1`,
    [id],
  );
  expect(rows.map(({ template }) => template)).toEqual(['bar-imposed']);
  return rows[0] as { template: 'bar-imposed'; params: never };
}

beforeEach(() => save(named({ ...SHIPPED, 'uz-Cyrl': '' })));

describe('the names of the causes of bars', () => {
  test('are those of the causes that the program knows, in four languages', async () => {
    const list = await read();
    expect(list.free).toBe(false);
    expect(list.entries.map(({ code }) => code).toSorted()).toEqual([...BAR_CAUSES].toSorted());
    // What letter rules make of the Uzbek names is what they are called in Cyrillic.
    for (const { name } of inputsOf(list)) expect(name).toMatchObject({ 'uz-Cyrl': '' });
  });

  test('are shown as staff have renamed them: in lists, files, records and messages', async () => {
    expect(await save(named(RENAMED))).toBe('200');
    const offered = await office.reference.chosenReason('bar-causes', 'false-documents');
    expect(offered.name).toEqual(RENAMED);
    const person = await buyer();
    const proposalId = await office.submitted(anna, person.id);
    const shown = { cause: 'false-documents', causeName: RENAMED };
    expect(await listed('bar-proposals', proposalId)).toMatchObject(shown);
    const barId = await approve(proposalId);
    expect(await listed('bars', barId)).toMatchObject(shown);
    const { body } = await office.post(anna, '/api/console/bars/find-person', {
      by: 'account',
      value: person.id,
    });
    expect(body.found.bars).toEqual([expect.objectContaining({ id: barId, ...shown })]);
    const file = await barsExport(office.bars.reading).page({
      personId: anna.id,
      roles: ['operator'],
      filters: {},
      limit: 100,
      offset: 0,
      after: null,
      language: 'ru',
      text: (key) => String(key),
    });
    expect(Object.values(file.rows.find(({ id }) => id === barId)!)).toContain(RENAMED.ru);
    const records = createRecordsRepository(office.database.db);
    expect(await records.find([{ kind: 'bar', number: String(barId) }])).toMatchObject([{ title: RENAMED }]);
    const message = await messageTo(person);
    for (const language of LANGUAGES)
      expect(renderer.message(language, message, null).text).toContain(RENAMED[language]);
  });

  test('stay what they were in a bar, in a proposal that waits and in a message once staff rename them', async () => {
    const [earlier, waiting] = [await buyer(), await buyer()];
    const barId = await approve(await office.submitted(anna, earlier.id));
    const proposalId = await office.submitted(anna, waiting.id);
    expect(await save(named(RENAMED))).toBe('200');
    expect((await listed('bars', barId)).causeName).toMatchObject(SHIPPED);
    expect((await listed('bar-proposals', proposalId)).causeName).toMatchObject(SHIPPED);
    // The second person agrees to what was written, not to what it would be called today.
    expect((await listed('bars', await approve(proposalId))).causeName).toMatchObject(SHIPPED);
    for (const person of [earlier, waiting])
      expect(renderer.message('ru', await messageTo(person), null).text).toContain(SHIPPED.ru);
  });

  test('are given to the bars that the rules make', async () => {
    expect(await save(named(RENAMED))).toBe('200');
    const id = await office.sanctions.bar({
      kind: 'pinfl',
      value: newPinfl(),
      person: { kind: 'natural', name: 'Xaridor Namuna' },
      lotId: null,
      cause: 'false-documents',
      startDate: '2026-11-01',
      endDate: '2026-11-02',
      reason: 'the rules',
      by: 'rules',
    });
    expect((await listed('bars', id)).causeName).toEqual(RENAMED);
  });

  test('are read in messages that were written before staff could edit them', () => {
    const params = { barCause: 'court', lastDayMs: 0 } as const;
    expect(renderer.message('ru', { template: 'bar-imposed', params }, null).text).toContain('решение суда');
  });

  test('have nothing added, hidden or taken away, because each cause has rules in the program', async () => {
    const before = await read();
    const added = { code: null, name: { ...RENAMED, 'uz-Cyrl': '' }, hidden: false };
    expect(await save((entries) => [...entries, added])).toBe('422 lists.fixed');
    const hide = (entry: Entry) => ({ ...entry, hidden: entry.code === 'court' });
    expect(await save((entries) => entries.map(hide))).toBe('422 lists.fixed');
    const otherCode = (entry: Entry) => (entry.code === 'court' ? { ...entry, code: 'other' } : entry);
    expect(await save((entries) => entries.map(otherCode))).toBe('422 lists.unknown-entry');
    expect(await save((entries) => entries.slice(1))).toBe('422 lists.entry-missing');
    expect(await read()).toEqual(before);
  });

  test('are changed by who edits reference data and no one else', async () => {
    const before = await read();
    for (const role of ['buyer', 'customer', 'moderator', 'auditor'] satisfies Role[]) {
      const other = await office.account('Boshqa', [role], { pinfl: newPinfl() });
      expect(await save(named(RENAMED), other), role).toMatch(/^403 /);
    }
    expect(await read()).toEqual(before);
    const administrator = await office.account('Administrator', ['administrator'], { pinfl: newPinfl() });
    expect(await save(named(RENAMED), administrator)).toBe('200');
  });
});
