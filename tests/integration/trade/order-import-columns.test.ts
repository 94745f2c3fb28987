import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOrderFlowsRepository } from '#server/domains/trade/orders/flows/order-flows.repository.ts';
import {
  csvOf,
  goodRow,
  startOrderImportsApp,
  type OrderImportsApp,
} from '../../fixtures/order-imports-app.ts';
import { picture, zip } from '../../fixtures/sample-files.ts';

let fixture: OrderImportsApp;
beforeAll(async () => {
  fixture = await startOrderImportsApp();
});
afterAll(() => fixture.close());

/** Heads of an organisation's own: of the columns that a whole row has, three are called otherwise and one is for itself. */
const OWN_HEADS: Readonly<Record<string, string>> = {
  number: 'Inventar kodi',
  start_price: 'Summa, soʻm',
  'fact:condition': 'Holati',
};
const ownRow = (number: string): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(goodRow(number)).map(([head, cell]) => [OWN_HEADS[head] ?? head, cell]),
  ),
  Izoh: 'omborda',
});
const IS: Readonly<Record<string, string | null>> = {
  'Inventar kodi': 'number',
  'Summa, soʻm': 'startPrice',
  Holati: 'fact:condition',
  Izoh: null,
};
interface Asked {
  columns: { head: string; samples: string[]; known: string | null }[];
  facts: { code: string; label: { uz: string } }[];
}
const question = async (id: number) => (await fixture.call('GET', `/${id}/columns`)).body as Asked;
const answerTo = ({ columns }: Asked) => columns.map(({ head, known }) => (head in IS ? IS[head]! : known));
const map = (id: number, columns: unknown, cookie?: string) =>
  fixture.call('POST', `/${id}/columns`, { columns: columns as string[] }, cookie);

describe('a file with heads of its own', () => {
  test('asks what its columns are, with values of theirs, and is read as staff say; its next file is not asked about', async () => {
    const personId = await fixture.organisation();
    const text = csvOf([ownRow('A-1'), ownRow('A-2'), ownRow('A-3')]);
    const made = await fixture.read(personId, text);
    expect(made).toMatchObject({ state: 'unmapped', counts: { ready: 0 }, may: ['map-columns', 'cancel'] });
    const asked = await question(made.id);
    expect(asked.columns.slice(0, 2)).toEqual([
      { head: 'Inventar kodi', samples: ['A-1', 'A-2'], known: null },
      { head: 'title', samples: ['Choʻyan quvurlar A-1', 'Choʻyan quvurlar A-2'], known: 'title' },
    ]);
    expect(asked.columns.find(({ head }) => head === 'category')?.samples).toEqual(['industrial-equipment']);
    expect(asked.facts).toContainEqual(
      expect.objectContaining({ code: 'condition', label: expect.any(Object) }),
    );
    expect((await fixture.call('POST', `/${made.id}/prepare`)).status).toBe(409);
    // The worker has nothing to do until it is answered.
    await fixture.round();
    expect((await fixture.one(made.id)).state).toBe('unmapped');

    expect((await map(made.id, answerTo(asked))).body).toMatchObject({ state: 'reading' });
    // The answer was lost on its way, and is given again; another one comes too late.
    expect((await map(made.id, answerTo(asked))).status).toBe(200);
    const other = answerTo(asked).map((is) => (is === 'title' ? null : is));
    expect((await map(made.id, other)).body.ERROR.code).toBe('order-imports.not-asked');
    await fixture.round();
    expect(fixture.problems).toEqual([]);
    const read = await fixture.one(made.id);
    expect(read).toMatchObject({ state: 'ready', counts: { ready: 3, refused: 0 } });
    expect(read.columns[0]).toEqual({ head: 'Inventar kodi', known: 'number' });
    const [stored] = await fixture.query<{ fields: any; number: string }>(
      'select number, fields from order_import_row where import_id = $1 order by line',
      [made.id],
    );
    expect(stored).toMatchObject({
      number: 'A-1',
      fields: { startPriceTiyin: 5_000_000_50, facts: { condition: 'good' } },
    });
    expect(await fixture.query('select samples from order_import where id = $1', [made.id])).toEqual([
      { samples: null },
    ]);
    expect(
      await fixture.query('select action from person_action where reason = $1 order by id', [
        `order-import:${made.id}`,
      ]),
    ).toEqual([{ action: 'uploaded' }, { action: 'mapped' }]);
    const { body } = await fixture.call('POST', `/${made.id}/prepare`);
    expect(JSON.parse(Buffer.from(body.documentBase64, 'base64').toString()).import.columns[0]).toBe(
      'number',
    );

    // The same heads in other letters; then in another order, and of another organisation.
    const next = await fixture.read(personId, csvOf([ownRow('B-1')]).replace('Izoh', 'IZOH'));
    expect(next).toMatchObject({ state: 'ready', counts: { ready: 1 } });
    const turned = Object.fromEntries(Object.entries(ownRow('B-2')).toReversed());
    expect((await fixture.read(personId, csvOf([turned]))).state).toBe('unmapped');
    expect((await fixture.read(await fixture.organisation(), text)).state).toBe('unmapped');
  });

  test('is brought by all who said what its columns are or added photos; its next file by the first of them', async () => {
    const personId = await fixture.organisation();
    const [mapper, one, other] = [await fixture.staff(), await fixture.staff(), await fixture.staff()];
    const photo = await picture('jpeg', 320, 240);
    const photosOf = (number: string) =>
      zip(['1.jpg', '2.jpg', '3.jpg'].map((name) => ({ name: `${number}/${name}`, content: photo })));
    const importers = async (importId: number) => {
      await fixture.start(importId);
      await fixture.round();
      const [row] = await fixture.query<{ order_id: number }>(
        "select order_id from order_import_row where import_id = $1 and state = 'sent'",
        [importId],
      );
      return new Set(await createOrderFlowsRepository(fixture.database.db).importers(row!.order_id));
    };

    const { id } = await fixture.read(personId, csvOf([ownRow('D-1')]));
    await map(id, answerTo(await question(id)), mapper.cookie);
    await fixture.round();
    for (const { cookie } of [one, other, one])
      expect(
        (await fixture.send(`/upload-photos?importId=${id}`, 'photos.zip', photosOf('D-1'), cookie)).status,
      ).toBe(200);
    expect(await importers(id)).toEqual(new Set([fixture.operator.id, mapper.id, one.id, other.id]));

    const next = await fixture.read(personId, csvOf([ownRow('D-2')]));
    await fixture.addPhotos(next.id, photosOf('D-2'));
    expect(await importers(next.id)).toEqual(new Set([fixture.operator.id, mapper.id]));
  });

  test('is read on with the same columns by the worker that follows a killed one', async () => {
    const personId = await fixture.organisation();
    const made = await fixture.read(
      personId,
      csvOf(Array.from({ length: 250 }, (_, at) => ownRow(`C-${at}`))),
    );
    await map(made.id, answerTo(await question(made.id)));
    let looks = 0;
    // Ends after the first batch of a run.
    Object.defineProperty(fixture.crash, 'ending', {
      configurable: true,
      get: () => (looks += 1) > 1,
      set() {},
    });
    await fixture.round();
    expect((await fixture.one(made.id)).counts.ready).toBe(200);
    Object.defineProperty(fixture.crash, 'ending', { configurable: true, writable: true, value: false });
    await fixture.round();
    expect(await fixture.one(made.id)).toMatchObject({ state: 'ready', counts: { ready: 250, refused: 0 } });
  });

  test('takes no answer that lacks a needed column, names one twice, one that does not exist, or too few', async () => {
    const { id } = await fixture.read(await fixture.organisation(), csvOf([ownRow('D-1')]));
    const good = answerTo(await question(id));
    const refusal = async (columns: unknown) => {
      const { status, body } = await map(id, columns);
      return [status, body.ERROR.code, body.ERROR.details?.columns];
    };
    const instead = (is: string, other: string | null) => good.map((each) => (each === is ? other : each));
    expect(await refusal(instead('startPrice', null))).toEqual([
      422,
      'order-imports.columns-missing',
      ['startPrice'],
    ]);
    expect(await refusal(instead('title', 'number'))).toEqual([
      422,
      'order-imports.columns-repeated',
      ['number'],
    ]);
    for (const unknown of ['price', 'constructor', '__proto__', 'fact:no-such', 'fact:', ''])
      expect(await refusal(instead('title', unknown))).toEqual([
        422,
        'order-imports.columns-unknown',
        [unknown],
      ]);
    expect(await refusal(good.slice(1))).toEqual([422, 'order-imports.columns-count', []]);
    for (const wrong of ['number', [7], [{}], null, Array.from({ length: 501 }, () => null)])
      expect((await map(id, wrong)).status).toBe(400);
    const auditor = await fixture.staff(['auditor']);
    expect((await map(id, good, auditor.cookie)).status).toBe(403);
    expect((await fixture.one(id)).state).toBe('unmapped');
    // Stopped by one while another one still looks at the question.
    expect((await fixture.call('POST', `/${id}/cancel`)).body.state).toBe('cancelled');
    expect((await map(id, good)).body.ERROR.code).toBe('order-imports.not-asked');
    expect((await fixture.call('GET', `/${id}/columns`)).status).toBe(409);
  });

  test('is not asked about for an empty column without a name, nor when it has no row or too few columns', async () => {
    const personId = await fixture.organisation();
    const state = async (text: string) => {
      const { state: now, problem } = await fixture.read(personId, text);
      return problem?.problem ?? now;
    };
    expect(await state(csvOf([{ ...goodRow('E-1'), '': '' }]))).toBe('ready');
    expect(await state(csvOf([{ ...goodRow('E-2'), '': 'nimadir' }]))).toBe('unmapped');
    expect(await state(csvOf([{ ...goodRow('E-3'), 'fact:no-such': 'x' }]))).toBe('unmapped');
    expect(await state('kod;toifa;summa;izoh\r\n')).toBe('missing-columns');
    expect(await state('kod;izoh\r\n1;2\r\n')).toBe('no-header');
  });
});
