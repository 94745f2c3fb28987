import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startFilesApp, type FilesApp } from '../../fixtures/files-app.ts';
import { picture } from '../../fixtures/sample-files.ts';

let fixture: FilesApp;
beforeAll(async () => {
  fixture = await startFilesApp();
});
afterAll(() => fixture.close());

const query = (text: string) => fixture.database.pool.query(text);
const due = () => query('update file_blob set avif_after = now() where avif_after is not null');

/** A published image of three sizes. Returns its addresses. */
async function published() {
  const me = await fixture.owner();
  await fixture.upload('image', me, { name: 'a.jpg', bytes: await picture('jpeg', 1700, 1200) });
  const [photo] = await fixture.files.publishPhotos(fixture.database.db, {
    owner: 'order',
    ownerId: me.ownerId,
  });
  return photo!.sizes.map(({ url }) => url);
}
async function read(url: string, accept: string) {
  const answer = await fetch(`${fixture.app.url}${url}`, { headers: { accept } });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    vary: answer.headers.get('vary'),
    tag: answer.headers.get('etag'),
    bytes,
    format: (await sharp(bytes).metadata()).format,
  };
}
const BROWSER = 'image/avif,image/webp,image/*,*/*;q=0.8';

test('sizes in AVIF are made later, and are served to browsers that show them', async () => {
  const [early] = await published();
  // Those who upload have the machine at first.
  expect(await fixture.files.makeAvif()).toBe(0);
  const before = await read(early!, BROWSER);
  expect(before).toMatchObject({ status: 200, type: 'image/webp' });
  expect(before.vary).toContain('Accept');
  await query('update file_blob set avif_after = null');
  const urls = await published();
  await due();
  const rounds = await Promise.all([fixture.files.makeAvif(), fixture.files.makeAvif()]);
  expect(rounds.toSorted()).toEqual([0, 1]);
  expect(await fixture.files.makeAvif()).toBe(0);
  for (const url of urls) {
    const [webp, avif] = [await read(url, 'image/webp,*/*'), await read(url, BROWSER)];
    expect(webp).toMatchObject({ type: 'image/webp', format: 'webp' });
    expect(avif).toMatchObject({ type: 'image/avif', format: 'heif' });
    expect(avif.bytes.length).toBeLessThan(webp.bytes.length);
    expect(avif.tag).not.toBe(webp.tag);
    expect((await sharp(avif.bytes).metadata()).exif).toBeUndefined();
  }
});

test('what is swept leaves no size behind, in either format', async () => {
  await published();
  await due();
  await fixture.files.makeAvif();
  await query('delete from uploaded_file');
  await fixture.files.sweep(0);
  expect((await query('select from file_variant')).rows).toEqual([]);
  expect((await fixture.onDisk()).filter((file) => !file.includes('incoming'))).toEqual([]);
});
