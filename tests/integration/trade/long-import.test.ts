import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  csvOf,
  goodRow,
  startOrderImportsApp,
  type OrderImportsApp,
} from '../../fixtures/order-imports-app.ts';
import { picture, zip } from '../../fixtures/sample-files.ts';

const LOTS = Number(process.env.LONG_IMPORT_LOTS ?? 10_000);
const DIFFERENT_PHOTOS = 50;

vi.setConfig({ testTimeout: 3_600_000, hookTimeout: 300_000 });

let fixture: OrderImportsApp;
beforeAll(async () => {
  fixture = await startOrderImportsApp();
});
afterAll(() => fixture.close());

const secondsSince = (at: number): number => Math.round((performance.now() - at) / 100) / 10;

test(`${LOTS} lots with three photos each come in at one go, and none twice when the file is sent again`, async () => {
  const personId = await fixture.organisation();
  const photos = await Promise.all(
    Array.from({ length: DIFFERENT_PHOTOS }, (_, i) => picture('jpeg', 640, 400 + i)),
  );
  const numbers = Array.from({ length: LOTS }, (_, i) => `L-${i + 1}`);
  const text = csvOf(numbers.map((number) => goodRow(number)));
  const archive = zip(
    numbers.flatMap((number, i) =>
      [0, 1, 2].map((place) => ({
        name: `${number}/${place + 1}.jpg`,
        content: photos[(i + place) % DIFFERENT_PHOTOS]!,
      })),
    ),
  );
  const startedAt = performance.now();
  const done = await fixture.whole(personId, text, archive);
  console.log(`${LOTS} lots with ${3 * LOTS} photos in ${secondsSince(startedAt)} s`);
  expect(fixture.problems).toEqual([]);
  expect(done.counts).toMatchObject({ sent: LOTS, draft: 0, refused: 0 });
  const again = await fixture.read(personId, text);
  expect(again.counts).toMatchObject({ ready: 0 });
  expect(
    await fixture.query(
      `select count(*)::int as orders, count(distinct id)::int as different,
         (select count(*)::int from uploaded_file) as photos from customer_order where person_id = $1`,
      [personId],
    ),
  ).toEqual([{ orders: LOTS, different: LOTS, photos: 3 * LOTS }]);
});
