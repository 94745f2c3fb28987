import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOrderChecks } from '#server/domains/trade/orders/moderation/order-checks.ts';
import { filesOf } from '#server/domains/trade/orders/index.ts';
import { canonicalOrder } from '#server/domains/trade/orders/canonical-order.ts';
import { orderImportExport } from '#server/domains/trade/order-imports/order-import-export.ts';
import { loadTexts } from '#server/platform/language/index.ts';
import { WORKFLOW_STEPS } from '#server/workflows/crash-steps.ts';
import type { OrderFields } from '#shared/orders/order-fields.ts';
import { ORDER_IMPORT_LIMITS } from '#shared/limits/order-imports.ts';
import {
  csvOf,
  goodRow,
  startOrderImportsApp,
  type OrderImportsApp,
} from '../../fixtures/order-imports-app.ts';
import { picture, zip } from '../../fixtures/sample-files.ts';

let fixture: OrderImportsApp;
let photo: Buffer;
beforeAll(async () => {
  fixture = await startOrderImportsApp();
  photo = await picture('jpeg', 320, 240);
  // Not offered any more, before anything was read.
  await fixture.query('update area set hidden = true where id = 1726269');
  await fixture.query(`update category set hidden = true where code = 'cars'`);
});
afterAll(() => fixture.close());

/** Three photos for each lot. */
const photosOf = (...numbers: string[]) =>
  zip(
    numbers.flatMap((number) =>
      ['1.jpg', '2.jpg', '10.jpg'].map((name) => ({ name: `${number}/${name}`, content: photo })),
    ),
  );
const reasons = async (id: number) =>
  (await fixture.rows(id)).map(({ line, state, problems }) => [
    line,
    state,
    problems.map(({ problem }) => problem).join('+'),
  ]);
const ordersOf = (personId: string) =>
  fixture.query<{
    id: number;
    status: string;
    version: number;
    signed_document_id: number | null;
    fields: any;
  }>('select * from customer_order where person_id = $1 order by id', [personId]);
const steps = WORKFLOW_STEPS.filter((step) => step.startsWith('import-'));

describe('a file of lots', () => {
  test('becomes orders by one signature: whole ones are sent, those without photos are drafts, each says who imported it', async () => {
    const personId = await fixture.organisation('known');
    const text = csvOf([
      goodRow('A-1'),
      // Uzbek in Cyrillic letters, a count at a fixed price, and a lease.
      goodRow('A-2', {
        title: 'Чўян қувурлар',
        trade_type: 'fixed-price',
        quantity: '12',
        opens_at: '',
        closes_at: '',
      }),
      goodRow('A-3', { rent_months: '24' }),
    ]);
    const uploaded = await fixture.send(
      `/upload?personId=${personId}`,
      'lots.csv',
      Buffer.from(`\uFEFF${text}`),
    );
    expect(uploaded.status).toBe(200);
    const { importId } = uploaded.body;
    await fixture.round();
    const { body: read } = await fixture.call('GET', `/${importId}`);
    expect(read).toMatchObject({
      state: 'ready',
      counts: { ready: 3, refused: 0 },
      may: ['add-photos', 'start', 'cancel'],
    });
    expect(read.columns.every(({ known }: { known: string | null }) => known !== null)).toBe(true);
    expect(await ordersOf(personId)).toEqual([]);

    const photos = await fixture.send(`/upload-photos?importId=${importId}`, 'p.zip', photosOf('A-1', 'A-2'));
    expect(photos.body.photos).toMatchObject({ fileCount: 6, lotCount: 2, refusedCount: 0 });
    const { signature, answer } = await fixture.start(importId);
    expect(answer.body).toEqual({ outcome: 'started' });
    expect((await fixture.call('POST', `/${importId}/start`, { signature })).body).toEqual({
      outcome: 'started',
    });
    await fixture.round();
    expect(fixture.problems).toEqual([]);

    expect((await fixture.one(importId)).counts).toMatchObject({ sent: 2, draft: 1, ready: 0, ordered: 0 });
    const orders = await ordersOf(personId);
    expect(orders.map(({ status }) => status)).toEqual(['sent', 'sent', 'created']);
    expect(orders[0]!.fields).toMatchObject({
      startPriceTiyin: 5_000_000_50,
      quantity: 1,
      unit: 'piece',
      phone: '+998901234567',
      requisites: { kind: 'account', holderName: 'Namuna savdo MChJ', account: '20208000900123456001' },
    });
    expect(orders[1]!.fields).toMatchObject({
      tradeType: 'fixed-price',
      quantity: 12,
      title: { uz: 'Чўян қувурлар' },
    });
    expect(orders[2]!.fields).toMatchObject({ tenure: 'rent', rentMonths: 24 });
    expect(await reasons(importId)).toEqual([
      [2, 'sent', ''],
      [3, 'sent', ''],
      [4, 'draft', 'photos-too-few'],
    ]);
    const flows = await fixture.query(
      `select event, by_kind, by_person_id, why from order_flow where order_id = $1 order by id`,
      [orders[0]!.id],
    );
    const by = { by_kind: 'staff', by_person_id: fixture.operator.id, why: 'imported' };
    expect(flows).toEqual([
      { event: 'create', ...by },
      { event: 'send', ...by },
    ]);
    expect(
      await fixture.query('select template from inbox_message where person_id = $1', [personId]),
    ).toEqual([{ template: 'orders-imported' }]);
    const names = await fixture.query(
      'select name from uploaded_file where owner_id = $1 order by position',
      [orders[0]!.id],
    );
    expect(names.map((row: any) => row.name)).toEqual(['1.jpg', '2.jpg', '10.jpg']);
    expect(
      await fixture.query(`select action from person_action where reason = $1 order by id`, [
        `order-import:${importId}`,
      ]),
    ).toEqual([{ action: 'uploaded' }, { action: 'photos-added' }, { action: 'started' }]);
    // Over: its files leave storage.
    await fixture.worker().removeFiles();
    expect(
      await fixture.query('select file_key, photos_key from order_import where id = $1', [importId]),
    ).toEqual([{ file_key: null, photos_key: null }]);
  });

  test('passes the check of its signature at moderation until its order is changed', async () => {
    const personId = await fixture.organisation();
    await fixture.whole(personId, csvOf([goodRow('S-1')]), photosOf('S-1'));
    const [order] = await ordersOf(personId);
    const isSigned = async (fields: OrderFields) => {
      const checks = createOrderChecks({
        canonical: async () => [
          canonicalOrder(
            order!.id,
            fields,
            await fixture.files.manifestOf(fixture.database.db, filesOf(order!.id)),
          ),
        ],
        signatures: {
          archivedOf: ([id]: number[]) => Promise.resolve(new Map([[id, { kind: 'order-import' }]])),
        },
        judge: () => Promise.resolve([{ problems: [] }]),
        duplicates: () => Promise.resolve([[]]),
        requisitesDiffer: () => Promise.resolve([[]]),
        maySell: () => Promise.resolve(new Map([[personId, { allowed: true }]])),
        owedBy: () => Promise.resolve(new Map([[personId, 0]])),
      } as never);
      const { checks: all } = await checks.of(order as never);
      return all.find(({ check }) => check === 'signature')!.passed;
    };
    expect(await isSigned(order!.fields)).toBe(true);
    expect(await isSigned({ ...order!.fields, startPriceTiyin: 1 })).toBe(false);
  });

  test('names every refused row with its line, its column and all its reasons, also in a file', async () => {
    const personId = await fixture.organisation();
    const text =
      csvOf([
        goodRow('B-1', { category: 'no-such', start_price: '1,234' }),
        goodRow(''),
        goodRow('B-2', { area: 'Yoʻq tumani', opens_at: 'ertaga' }),
        goodRow('B-3', { title: 'Ikki\nqatorli nom' }),
        goodRow('B-3'),
        goodRow('B-4', { order_type: 'state' }),
        goodRow('B-6', { area: '1726269', category: 'cars' }),
      ]) + 'B-5;"unclosed\r\n';
    const { id, counts } = await fixture.read(personId, text);
    expect(counts).toMatchObject({ ready: 0, refused: 8 });
    const rows = await fixture.rows(id);
    expect(rows.map(({ line, lastLine }) => [line, lastLine])).toEqual([
      [2, 2],
      [3, 3],
      [4, 4],
      [5, 6],
      [7, 7],
      [8, 8],
      [9, 9],
      [10, 10],
    ]);
    const named = rows.map(({ problems }) =>
      problems.map(({ column, problem }) => `${column ?? ''}:${problem}`),
    );
    expect(named[0]).toEqual(['category:unknown-choice', 'start_price:not-a-sum']);
    expect(named[1]).toEqual(['number:no-number']);
    expect(named[2]).toEqual(['opens_at:not-a-date', 'area:unknown-choice']);
    expect(named[3]).toEqual(['title:hidden-marks', 'title:hidden-marks']);
    expect(named[4]).toEqual([':repeated-number']);
    expect(named[5]).toContain('order_type:not-authorised');
    expect(named[6]).toEqual(expect.arrayContaining(['area:unknown-choice', 'category:category-hidden']));
    expect(named[7]).toEqual([':quote']);
    const exported = await orderImportExport(fixture.imports()).page({
      personId: '',
      filters: { import: String(id), state: 'refused' },
      limit: 2,
      offset: 2,
      after: null,
      roles: ['operator'],
      language: 'uz',
      text: (key: string | string[], values?: object) => loadTexts().text('uz', String(key), values as never),
    });
    expect(exported.total).toBe(8);
    expect(exported.rows[0]).toMatchObject({ line: 4, columns: 'opens_at; area' });
    expect(exported.rows[0]!.problems).toContain('Sana yoki vaqt oʻqilmadi');
    // A quote that is never closed and the end of the file in its midst are each one reason, never a row.
    const cut = await fixture.read(personId, csvOf([goodRow('C-1'), goodRow('C-2')]).slice(0, -4));
    expect(await reasons(cut.id)).toEqual([
      [2, 'ready', ''],
      [3, 'refused', 'unfinished'],
    ]);
  });

  test('that is no table of lots says why, and nothing of it can be started', async () => {
    const personId = await fixture.organisation();
    const problem = async (text: string) => (await fixture.read(personId, text)).problem;
    expect(await problem('salom')).toMatchObject({ problem: 'no-header' });
    expect(await problem('a;b\r\n1;2\r\n')).toMatchObject({ problem: 'no-header' });
    expect(await problem('number;title\r\n1;2\r\n')).toMatchObject({
      problem: 'missing-columns',
      columns: ['start_price', 'category'],
    });
    expect(await problem('number;category;start_price\r\n')).toMatchObject({ problem: 'no-rows' });
    const only = await fixture.read(personId, csvOf([goodRow('')]));
    expect((await fixture.call('POST', `/${only.id}/prepare`)).status).toBe(409);
  });

  test('is read in UTF-8, UTF-16 and Windows-1251, with commas, semicolons and tabs', async () => {
    const personId = await fixture.organisation();
    const rows = [goodRow('D-1', { title: 'Чугунные трубы' })];
    const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');
    const cp1251 = (text: string) =>
      Buffer.from(
        [...text].map((letter) => {
          const code = letter.codePointAt(0)!;
          return code < 128 ? code : code >= 0x410 && code <= 0x44f ? code - 0x350 : 0x27;
        }),
      );
    for (const bytes of [
      Buffer.from(csvOf(rows, ',')),
      utf16(csvOf(rows, '\t')),
      utf16(csvOf(rows)).swap16(),
      cp1251(csvOf(rows, ';')),
    ]) {
      const { id, counts } = await fixture.read(personId, bytes);
      expect(await reasons(id)).toEqual([[2, 'ready', '']]);
      expect(counts.ready).toBe(1);
      expect((await fixture.rows(id))[0]!.title).toBe('Чугунные трубы');
    }
  });

  test('above the limit is refused while it is still being sent', async () => {
    const personId = await fixture.organisation();
    const { port } = new URL(fixture.app.url);
    const boundary = 'x'.repeat(20);
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n`;
    const answer = await new Promise<{ status: number; sent: number }>((resolve, reject) => {
      let sent = 0;
      const sending = request(
        {
          port,
          method: 'POST',
          path: `/api/console/order-imports/upload?personId=${personId}`,
          headers: {
            'x-savdo': '1',
            cookie: fixture.operator.cookie,
            'content-length': 2 * 1024 ** 3,
            'content-type': `multipart/form-data; boundary=${boundary}`,
          },
        },
        (response) => {
          resolve({ status: response.statusCode!, sent });
          sending.destroy();
        },
      );
      sending.on('error', reject);
      sending.write(head);
      const chunk = Buffer.alloc(1024 * 1024, 'a');
      const more = () => {
        while (!sending.destroyed && sending.write(chunk)) sent += chunk.length;
        sent += chunk.length;
        if (!sending.destroyed) sending.once('drain', more);
      };
      more();
    });
    expect(answer.status).toBe(413);
    expect(answer.sent).toBeLessThan(3 * ORDER_IMPORT_LIMITS.fileBytes);
  });
});

describe('the same lots again', () => {
  test('are reported with the orders they became, in the same file, in another, and in two at once', async () => {
    const personId = await fixture.organisation();
    const text = csvOf([goodRow('E-1'), goodRow('E-2')]);
    await fixture.whole(personId, text);
    const again = await fixture.read(personId, text);
    expect(again.counts).toMatchObject({ known: 2, ready: 0 });
    const [first, second] = await ordersOf(personId);
    expect((await fixture.rows(again.id)).map(({ orderId }) => orderId)).toEqual([first!.id, second!.id]);
    // Another organisation numbers its own lots.
    expect((await fixture.read(await fixture.organisation(), text)).counts).toMatchObject({ ready: 2 });

    const more = csvOf([goodRow('E-3'), goodRow('E-4'), goodRow('E-1')]);
    const [one, other] = [await fixture.read(personId, more), await fixture.read(personId, more)];
    for (const { id } of [one, other]) await fixture.start(id);
    await Promise.all([fixture.round(), fixture.round()]);
    await fixture.round();
    expect(await ordersOf(personId)).toHaveLength(4);
    const counts = [await fixture.one(one.id), await fixture.one(other.id)].map((each) => each.counts);
    expect(counts[0]!.draft + counts[1]!.draft).toBe(2);
    expect(counts[0]!.known + counts[1]!.known).toBe(4);
    // A number whose order its customer deleted is free.
    await fixture.query(`update customer_order set status = 'gone' where id = $1`, [first!.id]);
    expect((await fixture.read(personId, text)).counts).toMatchObject({ known: 1, ready: 1 });
  });

  test('are never made twice when the worker is killed at any step, and the run is finished by the next', async () => {
    for (const step of steps) {
      const personId = await fixture.organisation();
      const { id } = await fixture.read(personId, csvOf([goodRow('F-1'), goodRow('F-2')]));
      await fixture.addPhotos(id, photosOf('F-1', 'F-2'));
      await fixture.start(id);
      let killed = false;
      fixture.crash.at = (at) => {
        if (at !== step || killed) return;
        killed = true;
        throw new Error('killed');
      };
      await fixture.round();
      expect([step, killed]).toEqual([step, true]);
      await fixture.round();
      expect([step, (await fixture.one(id)).counts.sent]).toEqual([step, 2]);
      const orders = await ordersOf(personId);
      expect(orders.map(({ status }) => status)).toEqual(['sent', 'sent']);
      const counted = await fixture.query(
        `select count(*)::int as count from uploaded_file where owner = 'order' and owner_id = any($1)`,
        [orders.map((order) => order.id)],
      );
      expect(counted).toEqual([{ count: 6 }]);
    }
    expect(fixture.problems.splice(0)).toHaveLength(steps.length);
  });

  test('are read on after the line at which a worker ended', async () => {
    const personId = await fixture.organisation();
    const text = csvOf(Array.from({ length: 450 }, (_, at) => goodRow(`G-${at}`)));
    fixture.crash.ending = true;
    const begun = await fixture.read(personId, text);
    expect(begun).toMatchObject({ state: 'reading', counts: { ready: 0 } });
    fixture.crash.ending = false;
    let batches = 0;
    // Ends after the first batch of a run, which writes 200 rows.
    Object.defineProperty(fixture.crash, 'ending', {
      configurable: true,
      get: () => (batches += 1) > 1,
      set() {},
    });
    await fixture.round();
    expect((await fixture.one(begun.id)).counts.ready).toBe(200);
    Object.defineProperty(fixture.crash, 'ending', { configurable: true, writable: true, value: false });
    await fixture.round();
    expect(await fixture.one(begun.id)).toMatchObject({ state: 'ready', counts: { ready: 450, refused: 0 } });
  });
});

test('only staff with the right import, and only for an organisation that sells', async () => {
  const auditor = await fixture.staff(['auditor']);
  const moderator = await fixture.staff(['moderator']);
  const personId = await fixture.organisation();
  const csv = Buffer.from(csvOf([goodRow('K-1')]));
  expect((await fixture.send(`/upload?personId=${personId}`, 'a.csv', csv, auditor.cookie)).status).toBe(403);
  expect((await fixture.call('GET', '', undefined, moderator.cookie)).status).toBe(403);
  const { body } = await fixture.call('GET', '?size=1', undefined, auditor.cookie);
  expect(body.items[0].may).toEqual([]);
  for (const other of [
    await fixture.person('Bir odam', { kind: 'natural', roles: ['customer'] }),
    await fixture.person('Xaridor', { kind: 'legal', roles: ['buyer'] }),
    randomUUID(),
  ])
    expect((await fixture.send(`/upload?personId=${other}`, 'a.csv', csv)).status).toBe(422);
  expect((await fixture.call('GET', '/999999')).status).toBe(404);
});
