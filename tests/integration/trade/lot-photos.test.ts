import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerFileRoutes } from '#server/api/index.ts';
import { AUCTION_LOTS } from '#server/demo/content/index.ts';
import { demoLots } from '#server/demo/seed.ts';
import { photoFile } from '#server/demo/pictures/photo.ts';
import { showsShippedPictures, storePhotos } from '#server/demo/pictures/store-photos.ts';
import { comingTrade } from '#server/demo/trade-plans.ts';
import {
  createLotCardRepository,
  createLotPhotos,
  createLotSearchRepository,
  createLotsRepository,
  createLotsService,
  type LotPhotos,
} from '#server/domains/trade/lots/index.ts';
import { createLotCardService } from '#server/domains/trade/lots/card/lot-card.service.ts';
import { runImportPhotosCommand } from '#server/domains/trade/lots/import/import-photos.ts';
import { lotFileOwner } from '#server/domains/trade/lots/lot-photos.ts';
import type { FilesService } from '#server/domains/content/files/index.ts';
import {
  createReferenceRepository,
  createReferenceService,
} from '#server/domains/content/reference/index.ts';
import type { Photo } from '#shared/api/site/lots.ts';
import { startTestApp, type TestApp } from '../../fixtures/app.ts';
import { openFileStore } from '../../fixtures/file-store.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

const SELLER = 'the-seller';
/** Of one kind that has a photo not marked visible. */
const MALIBUS = AUCTION_LOTS.filter(({ pattern }) => pattern === 'malibu-2018');

let database: TestDatabase;
let store: Awaited<ReturnType<typeof openFileStore>>;
let files: FilesService;
let lotPhotos: LotPhotos;
let app: TestApp;
let folder: string;

beforeAll(async () => {
  database = await testDatabase();
  store = await openFileStore(database);
  ({ files } = store);
  files.registerOwner(lotFileOwner(database.db));
  lotPhotos = createLotPhotos(database.db, files);
  app = await startTestApp((http) => registerFileRoutes(http, files));
  folder = await mkdtemp(path.join(tmpdir(), 'savdo-photos-'));
});
afterAll(async () => {
  await app.close();
  await store.close();
  await database.close();
  await rm(folder, { recursive: true });
});

const rowOf = async (id: number) => (await createLotSearchRepository(database.db).byIds([id]))[0]!;
async function publish(at: number): Promise<number> {
  const lot = MALIBUS[at]!;
  const plan = comingTrade(lot.key, lot.orderType, lot.price * 100, Date.now());
  return demoLots(database.db).publish(lot, plan, SELLER);
}
const stored = async (id: number) => storePhotos(await rowOf(id), { files, lotPhotos });
const count = async (table: string, where = 'true') =>
  Number((await database.pool.query(`select count(*) from ${table} where ${where}`)).rows[0].count);
const get = (address: string, cookie = '') => app.call('GET', address, { cookie });
const widths = (photo: Photo | undefined) => photo?.sizes?.map(({ width }) => width);

describe('pictures of the demo', () => {
  test('become files of their lots in several widths, the same picture once', async () => {
    const [one, other] = [await publish(0), await publish(1)];
    expect(showsShippedPictures(await rowOf(one))).toBe(true);
    await stored(one);
    const contents = await count('file_blob');
    await stored(other);
    // The one that is hidden is the same as one of those shown.
    expect([contents, await count('file_blob')]).toEqual([5, 5]);
    for (const id of [one, other]) {
      const { photos, hidden_photos: hidden, ...row } = await rowOf(id);
      expect(showsShippedPictures({ ...row, photos, hidden_photos: hidden })).toBe(false);
      expect(photos).toHaveLength(5);
      expect(new Set(photos.map(({ url }) => url)).size).toBe(5);
      for (const photo of photos) {
        expect(widths(photo)).toEqual([320, 720]);
        expect(photo).toMatchObject({ width: 720, height: 480, alt: row.title });
        expect(photo.url).toMatch(/^\/files\/[\da-f]{32}\.webp$/);
        expect(photo.blur).toMatch(/^data:image\/webp;base64,/);
      }
      expect(hidden.map(({ url }) => url)).toEqual([expect.stringMatching(/^\/api\/shop\/file\/picture\//)]);
    }
    // The first view is the main photo of both.
    expect((await rowOf(one)).photos[0]?.url).toBe((await rowOf(other)).photos[0]?.url);
  });

  test('are stored once, also when it is done again or twice at once', async () => {
    const id = await publish(2);
    const before = await rowOf(id);
    await Promise.all([storePhotos(before, { files, lotPhotos }), storePhotos(before, { files, lotPhotos })]);
    const { photos, hidden_photos: hidden } = await rowOf(id);
    await storePhotos(before, { files, lotPhotos });
    expect(await count('uploaded_file', `owner = 'lot' and owner_id = ${id}`)).toBe(6);
    const after = await rowOf(id);
    expect([after.photos, after.hidden_photos]).toEqual([photos, hidden]);
  });

  test('stay as they were while the storage is away, and are stored by the next try', async () => {
    const id = await publish(3);
    const before = await rowOf(id);
    let given = 0;
    const failing: Pick<FilesService, 'addGiven'> = {
      addGiven: (...file) => {
        given += 1;
        return given > 2 ? Promise.reject(new Error('away')) : files.addGiven(...file);
      },
    };
    await expect(storePhotos(before, { files: failing, lotPhotos })).rejects.toThrow('away');
    expect((await rowOf(id)).photos).toEqual(before.photos);
    await stored(id);
    expect((await rowOf(id)).photos).toHaveLength(5);
    expect(await count('uploaded_file', `owner = 'lot' and owner_id = ${id}`)).toBe(6);
  });

  test('are public by names that never change; a hidden one is for the seller and for staff', async () => {
    const id = await publish(4);
    await stored(id);
    const { photos, hidden_photos: hidden } = await rowOf(id);
    for (const { url } of photos[0]!.sizes!) {
      const answer = await get(url);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
      expect(answer.headers.get('cache-control')).toContain('immutable');
    }
    const cards = cardService();
    const details = await cards.lots.details(id);
    const as = async (personId: string, roles: ('buyer' | 'customer' | 'moderator')[]) => {
      const { cookie, person } = await app.signIn({ personId, roles });
      const beside = await cards.lotCard.hiddenPhotos(id, person);
      const address = hidden[0]!.sizes![0]!.url;
      return [details!.photos.length + beside.length, (await get(address, cookie)).status];
    };
    expect(await as(SELLER, ['customer'])).toEqual([6, 200]);
    expect(await as('a-moderator', ['moderator'])).toEqual([6, 200]);
    expect(await as('a-buyer', ['buyer'])).toEqual([5, 404]);
    expect((await get(hidden[0]!.url)).status).toBe(401);
    // Nothing of it is served to others by the address of another width or of the original.
    const { cookie } = await app.signIn({ personId: 'another-buyer' });
    for (const width of [320, 720, 800, 1600])
      expect((await get(hidden[0]!.url.replace(/\d+$/, String(width)), cookie)).status).toBe(404);
  });
});

function cardService() {
  const reference = createReferenceService(createReferenceRepository(database.db));
  const lots = createLotsService({
    lots: createLotsRepository(database.db),
    search: createLotSearchRepository(database.db),
    reference,
  });
  const lotCard = createLotCardService({
    orderStatus: async () => null,
    filesOf: async () => [],
    repository: createLotCardRepository(database.db),
    lots,
    reference,
    fieldsOf: async () => [],
    groupName: async () => null,
  });
  return { lots, lotCard };
}

test('a lot without files keeps the photos it had', async () => {
  const text = { uz: 'Surat', ru: 'Фото', 'uz-Cyrl': 'Сурат', en: 'Photo' };
  const photo = { url: '/elsewhere.webp', width: 720, height: 480, alt: text };
  const id = await publishTestLot(database, { photos: [photo] });
  await lotPhotos.show(id);
  expect((await rowOf(id)).photos).toEqual([photo]);
  expect(showsShippedPictures(await rowOf(id))).toBe(false);
});

describe('import-photos', () => {
  let installed = false;
  async function run(...args: string[]) {
    const lines: string[] = [];
    const errors: string[] = [];
    const code = await runImportPhotosCommand(args, {
      installed,
      lots: createLotsRepository(database.db),
      lotPhotos,
      files,
      out: { line: (text) => lines.push(text), error: (text) => errors.push(text) },
    });
    return { code, lines, errors };
  }

  test('shows the photos of each folder in the order of their names, and adds nothing twice', async () => {
    const id = await publishTestLot(database, { outsideId: 'e-auksion:4711' });
    const [lot, unknown] = [path.join(folder, '4711'), path.join(folder, '4712')];
    await Promise.all([mkdir(lot), mkdir(unknown)]);
    // Ten comes after two.
    await copyFile(photoFile('cobalt-2021', 1), path.join(lot, '10.webp'));
    await copyFile(photoFile('cobalt-2021', 0), path.join(lot, '2.webp'));
    await writeFile(path.join(lot, '3.jpg'), 'no picture');
    const first = await run(folder);
    expect(first.code).toBe(0);
    expect(first.lines).toEqual([
      expect.stringMatching(/3\.jpg: files\./),
      expect.stringMatching(/4712: no lot has this number/),
      '1 of 2 folders belong to lots; 2 photos added',
    ]);
    const { photos } = await rowOf(id);
    expect(photos).toHaveLength(2);
    const { rows } = await database.pool.query(
      `select name from uploaded_file where owner = 'lot' and owner_id = $1 order by position`,
      [id],
    );
    expect(rows.map(({ name }) => name)).toEqual(['2.webp', '10.webp']);
    expect((await run(folder)).lines.at(-1)).toBe('1 of 2 folders belong to lots; 0 photos added');
    expect((await rowOf(id)).photos).toEqual(photos);
  });

  test.each([[[]], [['--all']], [['a', 'b']]])('called with %j says how it is called', async (args) => {
    const { code, errors } = await run(...args);
    expect([code, errors[0]]).toEqual([2, expect.stringContaining('import-photos FOLDER')]);
  });

  test('shows nothing without a moderator once an installation has traded', async () => {
    const id = await publishTestLot(database, { outsideId: 'e-auksion:4713' });
    const traded = path.join(folder, 'traded');
    await mkdir(path.join(traded, '4713'), { recursive: true });
    await copyFile(photoFile('cobalt-2021', 1), path.join(traded, '4713', '1.webp'));
    await database.pool.query('update lot set order_id = 1 where id = $1', [id]);
    installed = true;
    const { code, errors } = await run(traded);
    installed = false;
    expect([code, errors]).toEqual([1, [expect.stringContaining('trades already')]]);
    expect((await rowOf(id)).photos).toEqual([]);
  });

  test('says that there is no such folder', async () => {
    const { code, errors } = await run(path.join(folder, 'nowhere'));
    expect([code, errors[0]]).toEqual([1, expect.stringContaining('nowhere')]);
  });
});
