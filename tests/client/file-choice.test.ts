import { describe, expect, it } from 'vitest';
import { chosenOrder } from '#client/entities/file/uploads.ts';
import { judgeFile, judgeFiles } from '#client/entities/file/judge-file.ts';
import type { ImageView } from '#shared/api/cabinet/files.ts';

const MIB = 1024 * 1024;
const NONE = { count: 0, bytes: 0 };
const jpeg = (size: number, name = 'a.jpg') => ({ name, type: 'image/jpeg', size });
const pdf = (size: number) => ({ name: 'a.pdf', type: 'application/pdf', size });

describe('a chosen file', () => {
  it.each([
    ['an ordinary photo', 'images', jpeg(MIB), NONE, null],
    [
      'a photo of a type that is not taken',
      'images',
      { ...jpeg(1), type: 'image/heic' },
      NONE,
      'unsupported-type',
    ],
    ['a document among photos', 'images', pdf(1), NONE, 'unsupported-type'],
    [
      'a file without a type but with an ending',
      'documents',
      { name: 'A.DOCX', type: '', size: 1 },
      NONE,
      null,
    ],
    [
      'a file without type and ending',
      'documents',
      { name: 'README', type: '', size: 1 },
      NONE,
      'unsupported-type',
    ],
    ['a dangerous ending', 'documents', { name: 'a.pdf.exe', type: '', size: 1 }, NONE, 'unsupported-type'],
    ['nothing in it', 'documents', pdf(0), NONE, 'empty'],
    ['10 MiB', 'documents', pdf(10 * MIB), NONE, null],
    ['a byte more than 10 MiB', 'documents', pdf(10 * MIB + 1), NONE, 'too-large'],
    ['the last place', 'images', jpeg(1), { count: 19, bytes: 0 }, null],
    ['no place left', 'images', jpeg(1), { count: 20, bytes: 0 }, 'too-many'],
    ['the last bytes', 'images', jpeg(MIB), { count: 3, bytes: 19 * MIB }, null],
    [
      'a byte more than the set takes',
      'images',
      jpeg(MIB + 1),
      { count: 3, bytes: 19 * MIB },
      'set-too-large',
    ],
  ] as const)('%s', (_what, kind, file, used, reason) => {
    expect(judgeFile(kind, file, used)).toBe(reason && `files.${reason}`);
  });

  it('counts those chosen before it that may go, not those refused', () => {
    const files = [
      jpeg(9 * MIB, '1.jpg'),
      jpeg(12 * MIB, '2.jpg'),
      jpeg(11 * MIB, '3.jpg'),
      jpeg(1, '4.jpg'),
    ];
    const { accepted, refused } = judgeFiles('images', files, NONE);
    expect(accepted.map(({ name }) => name)).toEqual(['1.jpg', '3.jpg']);
    expect(refused.map(({ file, reason }) => [file.name, reason])).toEqual([
      ['2.jpg', 'files.set-too-large'],
      ['4.jpg', 'files.set-too-large'],
    ]);
  });
});

describe('the order of choosing', () => {
  const stored = (uploadIds: string[]) =>
    uploadIds.map((uploadId, i) => ({ id: i + 1, uploadId }) as ImageView);

  it('is restored among the photos chosen together; the others stay where they are', () => {
    expect(chosenOrder(stored(['old', 'b', 'c', 'a', 'other']), ['a', 'b', 'c'])).toEqual([1, 4, 2, 3, 5]);
  });

  it('asks for nothing when they arrived as chosen, or one was refused', () => {
    expect(chosenOrder(stored(['old', 'a', 'b']), ['a', 'b'])).toBeNull();
    expect(chosenOrder(stored(['a', 'c']), ['a', 'b', 'c'])).toBeNull();
  });
});
