import sharp from 'sharp';
import { expect, test } from 'vitest';
import { cleanOffice, cleanPdf } from '#server/domains/content/files/inspection/clean-document.ts';
import { inspectOffice } from '#server/domains/content/files/inspection/inspect-office.ts';
import { inspectPdf } from '#server/domains/content/files/inspection/inspect-pdf.ts';
import {
  blankPictureFacts,
  withoutPngFacts,
} from '#server/domains/content/files/inspection/picture-facts.ts';
import { docx, pdf, photo, pdfWithPhoto, type ZipEntry } from '../fixtures/sample-files.ts';
import { zipParts } from '../fixtures/unzipped.ts';

const taken = await photo();
// A TIFF with entries out of their order is warned about, and read all the same.
const pixels = (bytes: Buffer) => sharp(bytes, { failOn: 'error' }).raw().toBuffer();
const facts = (bytes: Buffer) => /Tashkent-place|GPS|Exif\0\0II/.test(bytes.toString('latin1'));

test('a photo is left without its place and author, as long as it was, and turned as it was', async () => {
  expect(facts(taken)).toBe(true);
  const clean = blankPictureFacts(taken)!;
  expect(facts(clean)).toBe(false);
  expect(clean).toHaveLength(taken.length);
  expect((await sharp(clean).metadata()).orientation).toBe(6);
  expect((await pixels(clean)).equals(await pixels(taken))).toBe(true);
  expect(blankPictureFacts(clean)).toBeNull();
});

test('a PNG is left without its texts; one that is damaged stays', async () => {
  const png = await sharp(taken)
    .withExif({ IFD0: { Copyright: 'Tashkent-place' } })
    .png()
    .toBuffer();
  expect(facts(png)).toBe(true);
  const clean = withoutPngFacts(png)!;
  expect(facts(clean)).toBe(false);
  expect((await pixels(clean)).equals(await pixels(png))).toBe(true);
  expect(withoutPngFacts(clean)).toBeNull();
  expect(withoutPngFacts(png.subarray(0, -5))).toBeNull();
});

/** The same picture with a maker, and a place in a list of its own. */
function tiffWithFacts(plain: Buffer): Buffer {
  const start = plain.readUInt32LE(4);
  const count = plain.readUInt16LE(start);
  const text = Buffer.from('Tashkent-place\0\0');
  const placesAt = plain.length + text.length;
  const listAt = placesAt + 2 + 12 + 4;
  const entry = (tag: number, type: number, length: number, value: number) => {
    const bytes = Buffer.alloc(12);
    bytes.writeUInt16LE(tag, 0);
    bytes.writeUInt16LE(type, 2);
    bytes.writeUInt32LE(length, 4);
    bytes.writeUInt32LE(value, 8);
    return bytes;
  };
  const list = (...entries: Buffer[]) => {
    const number = Buffer.alloc(2);
    number.writeUInt16LE(entries.reduce((sum, { length }) => sum + length / 12, 0));
    return Buffer.concat([number, ...entries, Buffer.alloc(4)]);
  };
  const head = Buffer.from(plain);
  head.writeUInt32LE(listAt, 4);
  return Buffer.concat([
    head,
    text,
    list(entry(18, 2, 15, plain.length)),
    list(
      plain.subarray(start + 2, start + 2 + count * 12),
      entry(271, 2, 15, plain.length),
      entry(34_853, 4, 1, placesAt),
    ),
  ]);
}

test.each([
  [
    'webp',
    () =>
      sharp(taken)
        .withExif({ IFD0: { Make: 'Tashkent-place' } })
        .webp()
        .toBuffer(),
  ],
  ['tiff', async () => tiffWithFacts(await sharp(taken).tiff().toBuffer())],
] as const)('a picture of the format %s in a DOCX is left without them, too', async (format, made) => {
  const picture = await made();
  expect(facts(picture)).toBe(true);
  const media: ZipEntry = { name: `word/media/image1.${format}`, content: picture };
  const types = Buffer.from(`<Types><Default Extension="${format}" ContentType="image/${format}"/></Types>`);
  const clean = (await cleanOffice(docx([media], 'text', types)))!;
  const left = zipParts(clean).get(media.name)!;
  expect(facts(left)).toBe(false);
  expect(left).toHaveLength(picture.length);
  expect((await pixels(left)).equals(await pixels(picture))).toBe(true);
  expect(await cleanOffice(clean)).toBeNull();
});

test('a PDF keeps its length, its places and the picture; a signed one stays as it is', async () => {
  const bytes = pdfWithPhoto(taken);
  inspectPdf(bytes);
  expect(facts(bytes)).toBe(true);
  const clean = cleanPdf(bytes)!;
  inspectPdf(clean);
  expect(facts(clean)).toBe(false);
  expect(clean).toHaveLength(bytes.length);
  const at = bytes.indexOf(Buffer.from('ffd8ff', 'hex'));
  expect((await pixels(clean.subarray(at, at + taken.length))).equals(await pixels(taken))).toBe(true);
  expect(cleanPdf(pdf())).toBeNull();
  expect(cleanPdf(Buffer.concat([bytes, Buffer.from('% /ByteRange [0 1 2 3]')]))).toBeNull();
});

test('a DOCX is packed again with its parts; one without photos, and a signed one, stay as they are', async () => {
  const media: ZipEntry = { name: 'word/media/image1.jpeg', content: taken };
  const types = Buffer.from('<Types><Default Extension="jpeg" ContentType="image/jpeg"/></Types>');
  const bytes = docx([media], 'text', types);
  await inspectOffice(bytes);
  const clean = (await cleanOffice(bytes))!;
  expect(await inspectOffice(clean)).toBe(await inspectOffice(bytes));
  const [before, after] = [zipParts(bytes), zipParts(clean)];
  expect([...after.keys()]).toEqual([...before.keys()]);
  expect(after.get('word/document.xml')).toEqual(before.get('word/document.xml'));
  const picture = after.get('word/media/image1.jpeg')!;
  expect(facts(picture)).toBe(false);
  expect((await pixels(picture)).equals(await pixels(taken))).toBe(true);
  expect(await cleanOffice(clean)).toBeNull();
  expect(await cleanOffice(docx())).toBeNull();
  expect(
    await cleanOffice(
      docx([media, { name: '_xmlsignatures/sig1.xml', content: Buffer.from('<s/>') }], 'text', types),
    ),
  ).toBeNull();
});
