import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { expect, it } from 'vitest';
import { MODULES } from '#server/processes/modules.ts';
import { UNLISTED } from './personal-data/unlisted.ts';

const file = path.resolve(import.meta.dirname, '..', '..', 'docs/personal-data.md');

const page = (tables: typeof MODULES.personalData) => `# Personal data

What is stored about persons, why and how long. This page is printed from the lists of the modules by
\`npm test -- tests/architecture/personal-data-page.test.ts -u\`; a test compares the lists with the tables of the database.

A person takes all rows of the first table as a file from the cabinet (my data), or the operator writes it by
\`npm run cli -- person export\`; columns left out are secrets, names of staff and files that have a page of their own. Rules of
retention are deleted hourly by the worker.

An account that confirmed neither phone nor e-mail within a day is removed with its rows, unless it has one that lasts.

| table | what for | how long | lasts | left out of the export |
|---|---|---|---|---|
${tables
  .map(
    ({ table, why, until, lasting, hidden = [] }) =>
      `| \`${table}\` | ${why} | ${until} | ${lasting === true ? 'yes' : 'no'} | ${hidden.map((column) => `\`${column}\``).join(', ')} |`,
  )
  .join('\n')}

## Not in a person's file

| table | why |
|---|---|
${Object.entries(UNLISTED)
  .map(([table, reason]) => `| \`${table}\` | ${reason} |`)
  .join('\n')}

Sessions are in Redis and end by themselves. Visits are counted without addresses. Bars are stored by keyed hashes of numbers.
`;
const printed = async (tables: typeof MODULES.personalData) =>
  format(page(tables), { ...(await resolveConfig(file)), parser: 'markdown' });

// With -u the test writes the page.
it('prints docs/personal-data.md as the lists of the modules are', async () => {
  await expect(await printed(MODULES.personalData)).toMatchFileSnapshot(file);
});

it('names a table once', () => {
  const names = MODULES.personalData.map(({ table }) => table);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => name in UNLISTED)).toEqual([]);
});
