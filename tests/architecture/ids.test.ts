import { expect, test } from 'vitest';
import { projectFiles } from './project-files.ts';

/** Where a UUID of a caller is read by a schema of its own, in which capitals would name another one. */
const readApart = (files: Iterable<[string, string]>): string[] =>
  [...files].filter(([, source]) => /\bz\s*\.\s*uuid\(/.test(source)).map(([file]) => file);

test('UUIDs that callers send are read by the one schema, in small letters', () => {
  expect(readApart(projectFiles(['shared', 'server'], ['.ts']))).toEqual(['shared/api/fields.ts']);
  expect(readApart([['server/a.ts', 'const id = z.uuid();']])).toEqual(['server/a.ts']);
});
