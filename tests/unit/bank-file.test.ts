import { describe, expect, test } from 'vitest';
import { readBankFile } from '#server/domains/content/reference-changes/banks/bank-file.ts';
import { encoded } from '../fixtures/statement-files.ts';
import { workbook } from '../fixtures/workbooks.ts';

const TWO = { rows: 2, refused: [], banks: [{ mfo: '00444' }, { mfo: '00873' }] };

test.each([
  'Bank nomi;MFO',
  'Банк номи;МФО',
  'Наименование банка;Код МФО',
  'BANK\u00A0NOMI;Банк коди',
  '\u202AБанк\u202C;MFO\u00A0kodi',
])('columns of the directory are known in both alphabets: %s', async (heads) => {
  expect(await readBankFile(Buffer.from(`${heads}\nНамуна;00444\nСинов;00873\n`))).toMatchObject(TWO);
});

describe('a directory as spreadsheets save it', () => {
  test.each([
    ['sep=, empty rows and a note below', 'sep=;\nBank nomi;MFO\nНамуна;00444\n;\nСинов;873\nJami:;2\n'],
    ['numbers that are marked as texts', 'Bank nomi;MFO\nНамуна;="00444"\nСинов;="00873"\n'],
    ['a last sign on each row', 'Bank nomi;MFO\nНамуна;00444;\nСинов;00873;\n'],
    ['a sign alone as the head of another column', '№;Bank nomi;MFO\n1;Намуна;00444\n2;Синов;00873\n'],
    ['bars', 'Bank nomi|MFO\nНамуна|00444\nСинов|00873\n'],
    ['marks of direction', 'Bank nomi;MFO\nНамуна;\u202A00444\u202C\nСинов;00873\n'],
  ])('is read with %s', async (_, text) => {
    expect(await readBankFile(Buffer.from(text))).toMatchObject(TWO);
  });

  test('is read as a workbook, whose codes are numbers', async () => {
    const bytes = workbook([
      ['Bank nomi', 'MFO'],
      ['Намуна', 444],
      ['Синов', '00873'],
    ]);
    expect(await readBankFile(bytes)).toMatchObject(TWO);
  });

  test('is read in the letters of its encoding, or refused where they cannot be recognised', async () => {
    const text =
      'Bank nomi;MFO\nКоммерческий банк «Намуна» филиал;00444\nАкционерный банк развития Синов;00873\n';
    for (const encoding of ['windows-1251', 'ibm866', 'koi8-r'] as const) {
      const read = await readBankFile(
        encoded(text.replace(/[«»]/g, encoding === 'windows-1251' ? '$&' : ''), encoding),
      );
      expect(read).toMatchObject({
        banks: [{ name: { uz: expect.stringContaining('Namuna') } }, { mfo: '00873' }],
      });
    }
    expect(
      await readBankFile(
        Buffer.concat([Buffer.from('name;mfo\nA'), Buffer.from([0x81]), Buffer.from(';1\n')]),
      ),
    ).toBe('bank-file-encoding');
  });

  test('refuses each row that is none with its reason', async () => {
    const read = await readBankFile(
      Buffer.from(
        'name;mfo\nNamuna;00444\nEr\u0000kin;00445\n"Ochiq;00446\nBitta\nSinov;abc\nA;00447\nNamuna;00444\nJami: 1;;\nSinov;00873\n',
      ),
    );
    if (typeof read === 'string') throw new Error(read);
    expect(read.refused.map(({ row, reason }) => [row, reason])).toEqual([
      [3, 'damaged'],
      [4, 'quote'],
      [5, 'columns'],
      [6, 'mfo'],
      [7, 'name'],
      [8, 'twice'],
      // A note between rows is no note below them.
      [9, 'mfo'],
    ]);
    expect(read.banks.map(({ mfo }) => mfo)).toEqual(['00444', '00873']);
  });
});
