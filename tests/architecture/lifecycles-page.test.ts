import path from 'node:path';
import { expect, it } from 'vitest';
import { LIFECYCLES } from '#shared/lifecycles/index.ts';
import { formatted } from './formatted-page.ts';
import { EXEMPT } from './lifecycles/exempt.ts';
import { lifecyclesPage } from './lifecycles/markdown.ts';
import { projectFile } from './project-files.ts';

const PAGE = 'docs/lifecycles.md';
const file = path.resolve(import.meta.dirname, '..', '..', PAGE);
const printed = async (tables: typeof LIFECYCLES) => formatted(file, lifecyclesPage(tables, EXEMPT));

// `npm run lifecycles` runs this test with -u, which writes the page.
it('prints docs/lifecycles.md as the tables are', async () => {
  await expect(await printed(LIFECYCLES)).toMatchFileSnapshot(file);
});

it('sees a page of other tables', async () => {
  const [first, ...others] = LIFECYCLES;
  expect(projectFile(PAGE)).not.toBe(await printed(others));
  expect(projectFile(PAGE)).not.toBe(await printed([{ ...first!, about: 'Another thing.' }, ...others]));
});
