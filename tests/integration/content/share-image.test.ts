import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createLotSearchRepository,
  createLotsRepository,
  createLotsService,
} from '#server/domains/trade/lots/index.ts';
import {
  createReferenceRepository,
  createReferenceService,
} from '#server/domains/content/reference/index.ts';
import { loadTexts } from '#server/platform/language/index.ts';
import { createLogger } from '#server/platform/logging/index.ts';
import { createImageCache } from '#server/web/share-image/image-cache.ts';
import { registerShareImageRoutes } from '#server/web/share-image/share-image.routes.ts';
import { startTestApp, type TestApp } from '../../fixtures/app.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

let database: TestDatabase;
let app: TestApp;
/** Bytes of stored photos by their addresses; absent: the storage is away. */
const stored = new Map<string, Buffer>();
const inAll = (text: string) => ({ uz: text, ru: text, 'uz-Cyrl': text, en: text });

beforeAll(async () => {
  database = await testDatabase();
  const lots = createLotsService({
    lots: createLotsRepository(database.db),
    search: createLotSearchRepository(database.db),
    reference: createReferenceService(createReferenceRepository(database.db)),
  });
  app = await startTestApp((http) =>
    registerShareImageRoutes(http, {
      lots,
      texts: loadTexts(),
      logger: createLogger({ level: 'silent' }),
      photoBytes: async (url) => {
        const bytes = stored.get(url);
        if (!bytes) throw new Error('away');
        return bytes;
      },
    }),
  );
});
afterAll(async () => {
  await app.close();
  await database.close();
});

describe('the picture of a lot', () => {
  const fetchImage = (address: string) => fetch(`${app.url}${address}`);

  test('is 1200 × 630 and changes its name with what it shows', async () => {
    const id = await publishTestLot(database);
    const answer = await fetchImage(`/og/lot/${id}.png`);
    expect(answer.headers.get('content-type')).toBe('image/png');
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 1200, height: 630, format: 'png' });
    const again = await fetch(`${app.url}/og/lot/${id}.png`, {
      headers: { 'if-none-match': answer.headers.get('etag') ?? '', 'cache-control': 'max-age=0' },
    });
    expect(again.status).toBe(304);
    await database.pool.query('update lot set status = 9 where id = $1', [id]);
    expect((await fetchImage(`/og/lot/${id}.png`)).headers.get('etag')).not.toBe(answer.headers.get('etag'));
    expect((await fetchImage('/og/lot/999999.png')).status).toBe(404);
  });

  test('shows the stored photo of the lot, and texts alone while it cannot be read', async () => {
    const photo = {
      url: '/files/large.webp',
      width: 1600,
      height: 1200,
      alt: inAll('Photo'),
      sizes: [
        { url: '/files/small.webp', width: 320, height: 240 },
        { url: '/files/middle.webp', width: 800, height: 600 },
        { url: '/files/large.webp', width: 1600, height: 1200 },
      ],
    };
    const id = await publishTestLot(database, { photos: [photo] });
    const image = async () => {
      const answer = await fetchImage(`/og/lot/${id}.png`);
      expect(answer.status).toBe(200);
      return { tag: answer.headers.get('etag'), bytes: Buffer.from(await answer.arrayBuffer()) };
    };
    /** Colour of a pixel on the right side, red first. */
    const pixel = async (bytes: Buffer) =>
      [
        ...(await sharp(bytes)
          .removeAlpha()
          .extract({ left: 1_000, top: 400, width: 1, height: 1 })
          .raw()
          .toBuffer()),
      ].slice(0, 3);
    const away = await image();
    const background = { r: 200, g: 30, b: 30 };
    stored.set(
      '/files/middle.webp',
      await sharp({ create: { width: 800, height: 600, channels: 3, background } })
        .webp()
        .toBuffer(),
    );
    const whole = await image();
    expect(whole.tag).not.toBe(away.tag);
    const [[red = 0, , blue = 0], [redAway = 0, , blueAway = 0]] = [
      await pixel(whole.bytes),
      await pixel(away.bytes),
    ];
    expect([red > blue, redAway > blueAway]).toEqual([true, false]);
    expect(await sharp(whole.bytes).metadata()).toMatchObject({ width: 1200, height: 630, format: 'png' });
    expect(whole.bytes.length).toBeLessThan(300_000);
  });

  test('is drawn once for all who ask, few at a time, and cached within a bound', async () => {
    const store = createImageCache({ maxBytes: 25, maxDrawing: 1, maxWaiting: 1 });
    const drawn: string[] = [];
    let finish = () => {};
    const held = new Promise<void>((resolve) => (finish = resolve));
    const draw = (name: string) => async () => {
      drawn.push(name);
      await held;
      return Buffer.alloc(10);
    };
    const asked = ['a', 'a', 'b'].map((name) => store.get(name, draw(name)));
    await expect(store.get('c', draw('c'))).rejects.toMatchObject({ status: 503 });
    expect(drawn).toEqual(['a']);
    finish();
    await Promise.all(asked);
    await store.get('a', draw('a'));
    await store.get('c', draw('c'));
    expect(store.size()).toBe(20);
    await store.get('a', draw('a'));
    expect(drawn).toEqual(['a', 'b', 'c']);
  });
});
