import { describe, expect, test } from 'vitest';
import { parseStatement } from '#server/domains/money/bank-statements/parse/parse-statement.ts';
import type { ParsedFile } from '#server/domains/money/bank-statements/parse/parsed-statement.ts';
import type { Encoding } from '#shared/api/tables.ts';
import {
  csvStatement,
  encoded,
  mt940Statement,
  oneCStatement,
  OWN_ACCOUNT,
  utf16,
} from '../fixtures/statement-files.ts';

const oneC = oneCStatement('23.11.2026').replaceAll(/\r?\n/g, '\r\n');
const mt940 = mt940Statement().replaceAll(/\r?\n/g, '\n');
const csv = csvStatement([
  { day: '23.11.2026', document: '17', credit: '5000,00', purpose: 'Оплата по счёту С-17' },
]);

const read = (bytes: Uint8Array, encoding: Encoding | null = null) =>
  parseStatement(bytes, { ownAccount: OWN_ACCOUNT, encoding });
async function parsed(bytes: Uint8Array, encoding: Encoding | null = null): Promise<ParsedFile> {
  const file = await read(bytes, encoding);
  if (typeof file === 'string') throw new Error(file);
  return file;
}
const utf8 = (text: string) => Buffer.from(text);

describe('a statement', () => {
  test.each([
    ['windows-1251', encoded(oneC, 'windows-1251')],
    ['UTF-8 with a byte order mark', utf8(`\uFEFF${oneC}`)],
    ['UTF-8 with bare line feeds', utf8(oneC.replaceAll('\r\n', '\n'))],
    ['UTF-16', utf16(oneC)],
  ])('of 1C in %s says what it says in UTF-8', async (_, bytes) => {
    const [plain, other] = [await parsed(utf8(oneC)), await parsed(bytes)];
    expect(other).toEqual(plain);
    expect(other.statements[0]!.lines).toHaveLength(1);
  });

  test.each([
    ['CRLF', '\r\n'],
    ['CR alone', '\r'],
    ['CRLF and a byte order mark', '\r\n'],
  ])('of MT940 with %s says what it says with line feeds', async (name, ends) => {
    const text = mt940.replaceAll('\n', ends);
    const [plain, other] = [
      await parsed(utf8(mt940)),
      await parsed(utf8(name.endsWith('mark') ? `\uFEFF${text}` : text)),
    ];
    expect(other.refused).toEqual([]);
    expect(other.statements).toEqual(plain.statements);
    expect(other.statements[0]!.lines.length).toBeGreaterThan(0);
  });
});

describe('an encoding that a person names and the bytes exclude', () => {
  const russian = { '1C': oneC, MT940: mt940.replace(':86:', ':86:Оплата по счёту '), CSV: csv };
  test.each(
    Object.entries(russian).flatMap(([format, text]) => [
      [format, 'windows-1251', 'UTF-8', utf8(text)] as const,
      [format, 'utf-8', 'windows-1251', encoded(text, 'windows-1251')] as const,
      [format, 'ibm866', 'UTF-8 with a byte order mark', utf8(`\uFEFF${text}`)] as const,
      [format, 'utf-8', 'UTF-16', utf16(text)] as const,
    ]),
  )('is refused: %s named %s and written in %s', async (_, named, __, bytes) => {
    expect(await read(bytes, named)).toBe('encoding');
    expect(typeof (await read(bytes))).toBe('object');
  });
});
