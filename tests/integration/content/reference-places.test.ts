import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { registerLotRoutes, registerReferenceRoutes } from '#server/api/index.ts';
import {
  createLotSearchRepository,
  createLotsRepository,
  createLotsService,
} from '#server/domains/trade/lots/index.ts';
import { followPlace } from '#server/domains/trade/lots/follow-place.ts';
import { areaFinder } from '#server/domains/trade/lots/import/find-area.ts';
import {
  createReferenceRepository,
  createReferenceService,
} from '#server/domains/content/reference/index.ts';
import type { ReferenceChanges } from '#server/domains/content/reference-changes/index.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import { orderProblems } from '#shared/orders/order-problems.ts';
import { startTestApp, type TestApp } from '../../fixtures/app.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { referenceChangesOf, staffMember } from '../../fixtures/reference-samples.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

const ANNA = staffMember('Anna');
const REGION = 1727;
const reason = 'asked for by the region';
const written = (uz: string, ru: string): LocalizedText => ({ uz, ru, 'uz-Cyrl': uz, en: uz });

let database: TestDatabase;
let changes: ReferenceChanges;
/** A web process that has cached everything already. */
let app: TestApp;

beforeAll(async () => {
  database = await testDatabase();
  ({ changes } = referenceChangesOf(database));
  const reference = createReferenceService(createReferenceRepository(database.db));
  const lots = createLotsService({
    lots: createLotsRepository(database.db),
    search: createLotSearchRepository(database.db),
    reference,
    staleMs: 0,
  });
  app = await startTestApp((http) => {
    registerReferenceRoutes(http, { reference, countLotsByCategory: async () => new Map() });
    registerLotRoutes(http, lots);
  });
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const areas = async () =>
  (await app.call('GET', `/api/shop/dictionaries/area?region=${REGION}`)).body as {
    id: number;
    soato: string | null;
    name: LocalizedText;
  }[];
const found = async (query: string) =>
  (await app.call('GET', `/api/shop/shop-lots/lot-list?${query}`)).body as {
    total: number;
    items: { id: number; area: LocalizedText | null }[];
  };
const placed = async (regionId: number, areaId: number) => {
  // What the worker does with the event of the outbox.
  const { rows } = await database.pool.query(
    `select payload from outbox where topic = 'reference.place-named' order by id desc limit 1`,
  );
  expect(rows[0].payload).toEqual({ regionId, areaId });
  return followPlace(database.db, { regionId, areaId }, isWanted);
};
/** Lots that somebody wants. */
const wanted = new Set<number>();
const isWanted = async (lotId: number) => wanted.has(lotId);
const namesOf = (uz: string, ru: string) => ({ uz, ru, 'uz-Cyrl': '', en: '' });
const codeOf = async (work: Promise<unknown>): Promise<string> =>
  (
    (await work.then(
      () => ({ code: 'done' }),
      (fault: unknown) => fault,
    )) as { code: string }
  ).code;

describe('an area', () => {
  const address = written('Yangi Toshkent shahri, Sharq bahori 1', 'город Новый Ташкент');
  let areaId: number;

  test('that staff add is offered by every process within seconds, and lots whose address names it are in it', async () => {
    const lotId = await publishTestLot(database, { regionId: REGION, address, ruleSet: 'private' });
    const other = await publishTestLot(database, {
      regionId: REGION,
      address: written('Toshkent shahri yaqinida', 'близ Ташкента'),
    });
    const elsewhere = await publishTestLot(database, { regionId: 1726, address });
    // Somebody has applied for what it said.
    wanted.add(await publishTestLot(database, { regionId: REGION, address }));
    expect((await areas()).some(({ name }) => name.uz.startsWith('Yangi Toshkent'))).toBe(false);
    expect((await found(`region=${REGION}`)).total).toBe(3);

    const names = namesOf('Yangi Toshkent shahri', 'город Новый Ташкент');
    await changes.places.addArea(REGION, { names, soato: null, reason }, ANNA);
    await vi.waitFor(async () => expect((await areas()).at(-1)?.name['uz-Cyrl']).toBe('Янги Тошкент шаҳри'), {
      timeout: 10_000,
    });
    const added = (await areas()).at(-1)!;
    areaId = added.id;
    expect(added).toMatchObject({ soato: null, name: { en: 'Yangi Toshkent shahri' } });
    expect(await placed(REGION, areaId)).toBe(1);
    const inIt = await found(`area=${areaId}`);
    expect(inIt.items.map(({ id, area }) => [id, area?.uz])).toEqual([[lotId, 'Yangi Toshkent shahri']]);
    expect(await followPlace(database.db, { regionId: REGION, areaId }, isWanted)).toBe(0);
    expect((await found(`region=${REGION}`)).total).toBe(3);
    expect([other, elsewhere]).not.toContain(inIt.items[0]?.id);
    // Files of lots find it by its name, whatever the apostrophes and letters.
    const finder = areaFinder(await createLotsRepository(database.db).areas());
    expect(finder(REGION, 'YANGI TOSHKENT SHAHRI')).toBe(areaId);
    expect(await codeOf(changes.places.addArea(REGION, { names, soato: null, reason }, ANNA))).toBe(
      'reference.place-known',
    );
    expect(await codeOf(changes.places.addArea(REGION, { names, soato: '1726999', reason }, ANNA))).toBe(
      'reference.soato',
    );
  });

  test('is renamed by one member of staff only while no lot of the last half year is in it, and so is its region', async () => {
    const renamed = (of: { kind: 'region' | 'area'; placeId: number }, version: number) =>
      codeOf(
        changes.places.rename(
          of,
          { version, names: namesOf('Chinorobod shahri', 'Чинаробад'), reason },
          ANNA,
        ),
      );
    expect(await renamed({ kind: 'area', placeId: areaId }, 1)).toBe('reference.two-persons');
    const { rows } = await database.pool.query('select version from region where id = $1', [REGION]);
    expect(await renamed({ kind: 'region', placeId: REGION }, rows[0].version)).toBe('reference.two-persons');
    await database.pool.query(`update lot set ended_at = now() - interval '7 months' where area_id = $1`, [
      areaId,
    ]);
    expect(await renamed({ kind: 'area', placeId: areaId }, 1)).toBe('done');
  });

  test('is renamed once by two who write at the same time, and its lots are found by the new name', async () => {
    const rename = (uz: string) =>
      codeOf(
        changes.places.rename(
          { kind: 'area', placeId: areaId },
          { version: 2, names: namesOf(uz, 'город Янги Ташкент'), reason },
          ANNA,
        ),
      );
    const codes = await Promise.all([rename('Nurafshonobod shahri'), rename('Quyoshobod shahri')]);
    expect(codes.toSorted()).toEqual(['done', 'reference.changed']);
    await placed(REGION, areaId);
    const { rows } = await database.pool.query(`select name ->> 'uz' as uz from area where id = $1`, [
      areaId,
    ]);
    const [word] = (rows[0].uz as string).split(' ');
    await vi.waitFor(
      async () => {
        const { items } = await found(`q=${word}`);
        expect(items.map(({ area }) => area?.uz)).toEqual([rows[0].uz]);
      },
      { timeout: 10_000 },
    );
  });

  test('that is hidden is not offered any more, and its lots keep it', async () => {
    const hide = (hidden: boolean, version: number) =>
      codeOf(changes.places.hide(areaId, { version, hidden, reason }, ANNA));
    expect([await hide(true, 3), await hide(true, 4), await hide(false, 3)]).toEqual([
      'done',
      'reference.same',
      'reference.changed',
    ]);
    await vi.waitFor(async () => expect((await areas()).some(({ id }) => id === areaId)).toBe(false), {
      timeout: 10_000,
    });
    expect((await found(`area=${areaId}`)).items[0]?.area).not.toBeNull();
    expect((await createLotsRepository(database.db).areas()).some(({ id }) => id === areaId)).toBe(false);
    const { items } = await changes.history({ kind: 'place', page: 1, size: 10 });
    expect(items.map(({ action, by }) => `${action} ${by}`)).toEqual([
      'hide Anna',
      'rename Anna',
      'rename Anna',
      'add Anna',
    ]);
  });

  test('that is hidden by one person twice within 30 days is hidden by a colleague the next time', async () => {
    const { rows } = await database.pool.query(
      'select id, version from area where not hidden order by id desc limit 1',
    );
    let { version } = rows[0] as { version: number };
    const hide = async (hidden: boolean, by: typeof ANNA) => {
      const done = await codeOf(changes.places.hide(rows[0].id, { version, hidden, reason }, by));
      if (done === 'done') version += 1;
      return done;
    };
    const colleague = staffMember('Boshqa');
    for (const _ of [1, 2])
      expect([await hide(true, ANNA), await hide(false, colleague)]).toEqual(['done', 'done']);
    expect(await hide(true, ANNA)).toBe('turned-down-before');
    expect([await hide(true, colleague), await hide(false, ANNA)]).toEqual(['done', 'done']);
  });
});

describe('the directory of banks', () => {
  const take = async (bytes: Uint8Array, by = ANNA) => {
    const preview = await changes.banks.preview(bytes);
    if (typeof preview === 'string') return preview;
    return changes.banks.take(bytes, { mark: preview.mark, fileName: 'banks.csv', by });
  };
  const TEXT =
    'Наименование банка;МФО\r\n"Банк «Намуна»; филиал";00444\r\nСинов банк;873\r\nБез кода;\r\nСинов банк;00873\r\n';

  test('is taken over from three encodings with the refused rows, and the same file again changes nothing', async () => {
    const utf16 = Buffer.from(`\uFEFF${TEXT}`, 'utf16le');
    const windows = Uint8Array.from(TEXT, (letter) => {
      const code = letter.codePointAt(0)!;
      if (code < 128) return code;
      return letter === '«' ? 0xab : letter === '»' ? 0xbb : code - 0x410 + 0xc0;
    });
    for (const bytes of [utf16, windows, Buffer.from(TEXT)])
      expect(await changes.banks.preview(bytes)).toMatchObject({
        rows: 4,
        added: { count: 2 },
        ended: { count: 32 },
        refused: {
          first: [
            { row: 4, reason: 'mfo' },
            { row: 5, reason: 'twice' },
          ],
        },
      });
    expect(await take(windows)).toMatchObject({ outcome: 'done', added: 2, ended: 32, refused: 2 });
    expect(await take(Buffer.from(TEXT))).toMatchObject({ added: 0, renamed: 0, ended: 0 });
    await vi.waitFor(
      async () => {
        const { body } = await app.call('GET', '/api/shop/dictionaries/bank');
        expect(body.map(({ mfo, name }: any) => [mfo, name.ru])).toEqual([
          ['00444', 'Банк «Намуна»; филиал'],
          ['00873', 'Синов банк'],
        ]);
      },
      { timeout: 10_000 },
    );
    const other = Buffer.from('name,mfo\nSinov banki,00873\n');
    const mark = '0'.repeat(64);
    expect(await changes.banks.take(other, { mark, fileName: 'x', by: ANNA })).toEqual({
      outcome: 'other-file',
    });
    expect(await take(other)).toMatchObject({ added: 0, renamed: 1, ended: 1 });
    const { items } = await changes.banks.list({ page: 1, size: 100, search: '00444' });
    expect(items).toMatchObject([{ mfo: '00444', active: false }]);
    expect(await take(Buffer.from('one column\nno bank\n'))).toBe('bank-file-columns');
    expect(await take(Buffer.from('  '))).toBe('bank-file-empty');
  });

  test('refuses requisites with a code that it never had, once two of the staff have brought it', async () => {
    // Who brings the first one, with a few banks, would keep all others from refunds and sales.
    const ofOne = referenceChangesOf(database).reference;
    expect([await ofOne.isMfo('00873'), await ofOne.isMfo('00445')]).toEqual([true, null]);
    await take(Buffer.from('name,mfo\nSinov banki,00873\nYana bir bank,00446\n'), staffMember('Boris'));
    const { reference } = referenceChangesOf(database);
    const [offered, ended, never] = ['00873', '00444', '00445'];
    expect(await Promise.all([offered, ended, never].map((mfo) => reference.isMfo(mfo)))).toEqual([
      true,
      true,
      false,
    ]);
    const requisites = {
      kind: 'account' as const,
      bankName: 'Namuna',
      account: '20208000900123456001',
      mfo: '00444',
      holderName: 'Anvar',
    };
    const problems = (mfoKnown: boolean | null) =>
      orderProblems(
        { requisites },
        {
          nowMs: Date.now(),
          person: null,
          category: null,
          areaRegionId: null,
          areaCentre: null,
          nearestCentre: null,
          baseAmountTiyin: null,
          ruleSet: null,
          earlyStartAllowed: false,
          files: null,
          cardFound: null,
          mfoKnown,
          units: null,
          isWorkingDay: null,
        },
      ).filter(({ part }) => part === 'mfo');
    expect(problems(false)).toMatchObject([{ problem: 'mfo-unknown' }]);
    expect([...problems(null), ...problems(true)]).toEqual([]);
  });
});
