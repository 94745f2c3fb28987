import { expect, test } from 'vitest';
import { readerOf } from '#server/domains/trade/order-imports/archive-names.ts';
import { inCodePage } from '../fixtures/code-pages.ts';

const NAMES = [
  'Лот-5/фото 1.jpg',
  'ЛОТ 12/ДОГОВОР.pdf',
  '17/договор купли-продажи №4.docx',
  'lot-1/Ёлка.png',
  'Lot-5/foto.jpg',
];

test.each(['ibm866', 'windows-1251'] as const)(
  'names of an archive that does not say how they are written are read in %s',
  (page) => {
    const written = NAMES.map((name) => inCodePage(name, page));
    expect(written.map(readerOf(written))).toEqual(NAMES);
  },
);

test('names of an archive that does not say how they are written are read in UTF-8', () => {
  const written = NAMES.map((name) => Buffer.from(name));
  expect(written.map(readerOf(written))).toEqual(NAMES);
});
