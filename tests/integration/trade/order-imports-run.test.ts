import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runAddPhotosCommand } from '#server/domains/trade/order-imports/add-photos-command.ts';
import { filesOf } from '#server/domains/trade/orders/index.ts';
import { inCodePage } from '../../fixtures/code-pages.ts';
import {
  csvOf,
  goodRow,
  startOrderImportsApp,
  type OrderImportsApp,
} from '../../fixtures/order-imports-app.ts';
import { pdf, picture, zip } from '../../fixtures/sample-files.ts';

let fixture: OrderImportsApp;
let photo: Buffer;
beforeAll(async () => {
  fixture = await startOrderImportsApp();
  photo = await picture('jpeg', 320, 240);
});
afterAll(() => fixture.close());

/** Three photos for each lot. */
const photosOf = (...numbers: string[]) =>
  zip(
    numbers.flatMap((number) =>
      ['1.jpg', '2.jpg', '10.jpg'].map((name) => ({ name: `${number}/${name}`, content: photo })),
    ),
  );
const ordersOf = (personId: string) =>
  fixture.query<{ id: number }>('select id from customer_order where person_id = $1 order by id', [personId]);

test('a file takes no account but the one in the profile of the organisation', async () => {
  const personId = await fixture.organisation();
  const own = { account: '20208000900123456001', mfo: '00999' };
  const { id } = await fixture.read(
    personId,
    csvOf([
      goodRow('R-1', own),
      goodRow('R-2', { ...own, account: '20208000900999999002' }),
      goodRow('R-3', { mfo: '00111' }),
      goodRow('R-4'),
    ]),
  );
  const rows = await fixture.rows(id);
  expect(rows.map(({ line, state, problems }) => [line, state, problems[0]?.problem ?? ''])).toEqual([
    [2, 'ready', ''],
    [3, 'refused', 'account-not-of-profile'],
    [4, 'refused', 'account-not-of-profile'],
    [5, 'ready', ''],
  ]);
});

test('a file takes no phone and no e-mail but those in the profile of the organisation', async () => {
  const personId = await fixture.organisation('known');
  const { id } = await fixture.read(
    personId,
    csvOf([
      goodRow('C-1', { phone: '90 123-45-67', extra_phone: '998901234567', email: 'Tashkilot@example.uz' }),
      goodRow('C-2', { phone: '+998909999999' }),
      goodRow('C-3', { extra_phone: '+998909999999' }),
      goodRow('C-4', { email: 'operator@example.uz' }),
    ]),
  );
  const rows = await fixture.rows(id);
  expect(rows.map(({ line, state, problems }) => [line, state, problems[0]?.problem ?? ''])).toEqual([
    [2, 'ready', ''],
    [3, 'refused', 'contact-not-of-profile'],
    [4, 'refused', 'contact-not-of-profile'],
    [5, 'refused', 'contact-not-of-profile'],
  ]);
});

test('a file names no other account, phone or e-mail in what buyers read', async () => {
  const personId = await fixture.organisation('known');
  const own = 'Hisob 2020 8000 9001 2345 6001, tel. +998 (90) 123-45-67, 90 123 45 67, Tashkilot@Example.uz';
  const { id } = await fixture.read(
    personId,
    csvOf([
      goodRow('T-1', { description: `${own}. Narxi 901 234 568 soʻm, 2 dona, TG-16` }),
      goodRow('T-2', { description: 'Toʻlov: 2020 8000 9009 9999 9002, MFO 00999' }),
      goodRow('T-3', { title: 'Quvurlar, karta 8600-1234-1234-1234' }),
      goodRow('T-4', { address: '20208000900999999002 hisobiga' }),
      goodRow('T-5', { extra_description: 'Qoʻngʻiroq qiling: +998 90 999-99-99' }),
      goodRow('T-6', { description_ru: 'Пишите: operator (at) example.uz' }),
      goodRow('T-7', { 'fact:manufacturer': 'Namuna, 8600 1234 1234 1234' }),
    ]),
  );
  const rows = await fixture.rows(id);
  expect(rows.map(({ line, state, problems }) => [line, state, problems[0]?.problem ?? ''])).toEqual([
    [2, 'ready', ''],
    [3, 'refused', 'account-not-of-profile'],
    [4, 'refused', 'account-not-of-profile'],
    [5, 'refused', 'account-not-of-profile'],
    [6, 'refused', 'contact-not-of-profile'],
    [7, 'refused', 'contact-not-of-profile'],
    [8, 'refused', 'account-not-of-profile'],
  ]);
});

test('orders of a file say who uploaded it, and who signed it', async () => {
  const personId = await fixture.organisation();
  const { id } = await fixture.read(personId, csvOf([goodRow('U-1')]));
  const uploader = await fixture.staff();
  await fixture.query('update order_import set uploaded_by = $2 where id = $1', [id, uploader.id]);
  await fixture.addPhotos(id, photosOf('U-1'));
  await fixture.start(id);
  await fixture.round();
  const [order] = await ordersOf(personId);
  expect(
    await fixture.query('select event, by_person_id as by from order_flow where order_id = $1 order by id', [
      order!.id,
    ]),
  ).toEqual([
    { event: 'create', by: uploader.id },
    { event: 'send', by: fixture.operator.id },
  ]);
});

describe('photos', () => {
  test.each(['ibm866', 'windows-1251'] as const)(
    'of an archive of Windows with names in %s come to their lot, and documents keep their own names',
    async (page) => {
      const personId = await fixture.organisation();
      const { id } = await fixture.read(personId, csvOf([goodRow('Лот-5')]));
      const named = (name: string, content: Buffer) => ({ name, content, nameBytes: inCodePage(name, page) });
      const archive = zip([
        ...['фото 1.jpg', 'фото 2.jpg', 'фото 3.jpg'].map((name) => named(`Лот-5/${name}`, photo)),
        named('Лот-5/Справка об оценке.pdf', pdf()),
      ]);
      expect((await fixture.addPhotos(id, archive)).photos).toMatchObject({ lotCount: 1 });
      await fixture.start(id);
      await fixture.round();
      expect((await fixture.imports().refusedPhotos(id, { page: 1, size: 100 })).items).toEqual([]);
      const [order] = await ordersOf(personId);
      const target = filesOf(order!.id);
      expect(await fixture.files.countsOf(fixture.database.db, target)).toEqual({
        images: 3,
        mainImages: 1,
        documents: 1,
      });
      expect(
        await fixture.query(
          "select name from uploaded_file where owner = 'order' and owner_id = $1 and kind = 'document'",
          [order!.id],
        ),
      ).toEqual([{ name: 'Справка об оценке.pdf' }]);
    },
  );

  test('that are hostile, foreign or damaged are refused by name; the others are added', async () => {
    const personId = await fixture.organisation();
    const { id } = await fixture.read(personId, csvOf([goodRow('I-1'), goodRow('I-2')]));
    const archive = zip([
      ...['1.jpg', '2.jpg', '3.jpg'].map((name) => ({ name: `photos/I-1/${name}`, content: photo })),
      { name: 'photos/I-1/report.pdf', content: pdf() },
      { name: '../../I-1/evil.jpg', content: photo },
      { name: 'I-1/link.jpg', content: Buffer.from('/etc/passwd'), mode: 0o120777 },
      { name: 'I-1/secret.jpg', content: photo, encrypted: true },
      { name: 'I-1/bomb.jpg', content: Buffer.alloc(5 * 1024 * 1024) },
      { name: 'I-1/huge.jpg', content: Buffer.alloc(21 * 1024 * 1024) },
      { name: 'I-1/program.exe', content: photo },
      { name: 'I-1/liar.jpg', content: Buffer.from('<svg onload="alert(1)"/>') },
      { name: 'I-1/short.jpg', content: photo.subarray(0, 200) },
      { name: 'loose.jpg', content: photo },
      { name: 'I-9/1.jpg', content: photo },
      { name: 'line-3/1.jpg', content: photo },
      { name: '__MACOSX/I-1/._1.jpg', content: Buffer.from('x') },
    ]);
    expect((await fixture.addPhotos(id, archive)).photos).toMatchObject({ lotCount: 2 });
    await fixture.start(id);
    await fixture.round();
    const { items } = await fixture.imports().refusedPhotos(id, { page: 1, size: 100 });
    const found = Object.fromEntries(items.map(({ name, problem }) => [name, problem]));
    expect(found).toMatchObject({
      '../../I-1/evil.jpg': 'unsafe-name',
      'I-1/link.jpg': 'not-a-file',
      'I-1/secret.jpg': 'encrypted-entry',
      'I-1/bomb.jpg': 'packed-too-much',
      'I-1/huge.jpg': 'files.too-large',
      'I-1/program.exe': 'files.unsupported-type',
      'I-1/liar.jpg': 'files.unsupported-type',
      'I-1/short.jpg': expect.stringMatching(/^files\./),
      'loose.jpg': 'no-folder',
      'I-9/1.jpg': 'no-lot',
    });
    expect(items).toHaveLength(10);
    const counts = await Promise.all(
      (await ordersOf(personId)).map((order) =>
        fixture.files.countsOf(fixture.database.db, filesOf(order.id)),
      ),
    );
    expect(counts).toEqual([
      { images: 3, mainImages: 1, documents: 1 },
      { images: 1, mainImages: 1, documents: 0 },
    ]);
    expect(
      await fixture.send(`/upload-photos?importId=${id}`, 'x.zip', Buffer.from('PK no zip')),
    ).toMatchObject({ status: 409 });
    const next = await fixture.read(personId, csvOf([goodRow('I-3')]));
    expect(
      (await fixture.send(`/upload-photos?importId=${next.id}`, 'x.zip', Buffer.from('PK no zip'))).status,
    ).toBe(422);
  });

  test('name no card and no account to pay to in what buyers read', async () => {
    const personId = await fixture.organisation();
    const { id } = await fixture.read(personId, csvOf([goodRow('I-1')]));
    const named = { name: 'I-1/To‘lov 8600 1234 5678 9012.pdf', content: pdf() };
    await fixture.addPhotos(id, zip([named]));
    await fixture.start(id);
    await fixture.round();
    expect(
      await fixture.query(
        `select file.name from uploaded_file file join customer_order o on o.id = owner_id
         where owner = 'order' and o.person_id = $1`,
        [personId],
      ),
    ).toEqual([{ name: 'To‘lov •••• •••• •••• ••••.pdf' }]);
  });

  test('come from a folder of the server by a command, without following links', async () => {
    const { id } = await fixture.read(await fixture.organisation(), csvOf([goodRow('J-1')]));
    const folder = await mkdtemp(path.join(tmpdir(), 'photos-'));
    await mkdir(path.join(folder, 'J-1'));
    await mkdir(path.join(folder, 'J-2'));
    await writeFile(path.join(folder, 'J-1', 'a.jpg'), photo);
    await writeFile(path.join(folder, 'J-2', 'a.jpg'), photo);
    await symlink('/etc/passwd', path.join(folder, 'J-1', 'b.jpg'));
    const lines: string[] = [];
    const errors: string[] = [];
    const run = (...args: string[]) =>
      runAddPhotosCommand(args, {
        imports: fixture.imports(),
        folder: tmpdir(),
        out: { line: (text) => lines.push(text), error: (text) => errors.push(text) },
      });
    expect(await run(String(id), folder, '--by', fixture.operator.id)).toBe(0);
    expect(lines).toEqual(['J-2/a.jpg: no-lot', '1 files for 1 lots, 1 refused']);
    expect(await run(String(id), folder)).toBe(2);
    expect(await run(String(id), `${folder}/none`, '--by', fixture.operator.id)).toBe(1);
    expect(errors).toHaveLength(2);
  });
});

describe('what changes meanwhile', () => {
  test('has a reason of its own: the seller is barred, owes or has gone, a category is removed', async () => {
    const personId = await fixture.organisation();
    const refusedBy = async (change: (id: number) => Promise<void> | void) => {
      const { id } = await fixture.read(personId, csvOf([goodRow(randomUUID())]));
      await fixture.start(id);
      await change(id);
      await fixture.round();
      return (await fixture.rows(id))[0]!.problems.map(({ problem }) => problem);
    };
    const { parts } = fixture;
    const { stir, name } = (await parts.accounts.byId(personId))!;
    await parts.sanctions.bar({
      kind: 'stir',
      value: stir!,
      person: { kind: 'legal', name },
      lotId: null,
      cause: 'unpaid',
      startDate: '2026-11-01',
      endDate: '2099-11-01',
      reason: 'the rules',
      by: 'rules',
    });
    expect(await refusedBy(() => undefined)).toEqual(['seller-barred']);
    await fixture.query(`update barred_person set end_date = '2026-11-02'`);
    const owed = { personId, reference: 'order:1', amountTiyin: 1, reason: 'test', actor: personId };
    const debt = await parts.wallet.owePenalty({ ...owed, key: randomUUID() });
    if (debt.outcome !== 'owed') throw new Error(debt.outcome);
    expect(await refusedBy(() => undefined)).toEqual(['seller-owes']);
    await parts.wallet.topUp({ ...owed, key: randomUUID(), provider: 'test', reference: 'payment:1' });
    await parts.debts.pay(personId, [debt.journalId], '127.0.0.1');
    expect(
      await refusedBy(async (id) => {
        await fixture.query(
          `update order_import_row set fields = jsonb_set(fields, '{categoryId}', '999999') where import_id = $1`,
          [id],
        );
      }),
    ).toEqual(['category-removed']);
    const leave = async () => {
      for (const [table, column] of [
        ['consent_answer', 'person_id'],
        ['person_profile', 'person_id'],
        ['person', 'id'],
      ])
        await fixture.query(`delete from ${table} where ${column}::text = $1`, [personId]);
    };
    expect(await refusedBy(leave)).toEqual(['seller-gone']);
    expect(await ordersOf(personId)).toEqual([]);
  });

  test('stops it: no row becomes an order afterwards, and what was signed is what is there', async () => {
    const personId = await fixture.organisation();
    const { id } = await fixture.read(
      personId,
      csvOf(Array.from({ length: 30 }, (_, at) => goodRow(`H-${at}`))),
    );
    // Photos that came after the document was prepared are not signed.
    const late = await fixture.start(id, () => fixture.addPhotos(id, photosOf('H-1')));
    expect(late.answer.status).toBe(409);
    await fixture.start(id);
    expect((await fixture.send(`/upload-photos?importId=${id}`, 'p.zip', photosOf('H-1'))).status).toBe(409);
    // The run is between the orders of a batch and the first of them that goes to the moderators.
    const stop = async () => {
      fixture.crash.beforeSelling = () => Promise.resolve();
      expect((await fixture.call('POST', `/${id}/cancel`)).status).toBe(200);
    };
    fixture.crash.at = (at) => {
      if (at === 'import-batch-committed') fixture.crash.beforeSelling = stop;
    };
    await fixture.round();
    fixture.crash.at = () => undefined;
    await fixture.round();
    const made = await fixture.one(id);
    expect(made.state).toBe('cancelled');
    expect(made.counts.draft).toBeLessThanOrEqual(40);
    expect(await ordersOf(personId)).toHaveLength(made.counts.draft);
    expect(made.counts.ordered).toBe(0);
    expect((await fixture.call('POST', `/${id}/cancel`)).status).toBe(200);
    const done = await fixture.whole(await fixture.organisation(), csvOf([goodRow('H-1')]));
    expect((await fixture.call('POST', `/${done.id}/cancel`)).status).toBe(409);
  });

  test('is for one member of staff twice for files of colleagues within 30 days, and always for their own', async () => {
    const personId = await fixture.organisation();
    const other = await fixture.staff();
    let files = 0;
    const cancelled = async (cookie?: string) => {
      files += 1;
      const { id } = await fixture.read(personId, csvOf([goodRow(`I-${files}`)]));
      const { status, body } = await fixture.call('POST', `/${id}/cancel`, undefined, cookie);
      return status === 200 ? status : body.ERROR.code;
    };
    for (let count = 0; count < 2; count += 1) expect(await cancelled(other.cookie)).toBe(200);
    expect(await cancelled(other.cookie)).toBe('turned-down-before');
    for (let count = 0; count < 3; count += 1) expect(await cancelled()).toBe(200);
    expect(await cancelled((await fixture.staff()).cookie)).toBe(200);
  });
});
