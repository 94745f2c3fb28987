import { expect, test } from 'vitest';
import { readBankFile } from '#server/domains/reference-changes/banks/bank-file.ts';

test.each([
  'Bank nomi;MFO',
  'Банк номи;МФО',
  'Наименование банка;Код МФО',
  'BANK\u00A0NOMI;Банк коди',
  '\u202AБанк\u202C;MFO\u00A0kodi',
])('columns of the directory are known in both alphabets: %s', (heads) => {
  expect(readBankFile(Buffer.from(`${heads}\nНамуна;00444\nСинов;00873\n`))).toMatchObject({
    rows: 2,
    refused: [],
    banks: [{ mfo: '00444' }, { mfo: '00873' }],
  });
});
