import { expect, it } from 'vitest';
import { STAFF_RIGHTS, type StaffRight } from '#shared/api/console/staff-rights.ts';
import { CONSOLE_ROUTES } from '#client/app/routes/console.ts';
import { projectFiles } from './project-files.ts';

const QUEUE = /page: '([\w-]+)',\s+right: '(\w+)',\s+table:/g;

/** Pages and rights of the queues that modules state. */
function queues(): { page: string; right: StaffRight }[] {
  return [...projectFiles(['server'], ['.ts'])].flatMap(([file, source]) =>
    file.endsWith('module.ts')
      ? [...source.matchAll(QUEUE)].map(([, page = '', right = '']) => ({ page, right: right as StaffRight }))
      : [],
  );
}

it('each queue of work is that of a page of the console, counted for those who may open the page', () => {
  const found = queues();
  expect(found.length).toBeGreaterThan(10);
  for (const { page, right } of found) {
    const route = CONSOLE_ROUTES.find((each) => each.page === page);
    expect(route?.access, page).toEqual(STAFF_RIGHTS[right]);
  }
});

it('no page has two queues', () => {
  const pages = queues().map(({ page }) => page);
  expect(pages).toEqual([...new Set(pages)]);
});
