import { describe, expect, it } from 'vitest';
import { EXPORT_LISTS, STAFF_EXPORT_LISTS } from '#shared/api/cabinet/exports.ts';
import { projectFiles } from './project-files.ts';

/** Lists of people's pages; the parts they are built from are in `client/ui`. */
const LIST = /<(?:DataTable|ListTable|StaffTable|StaffListTable|ListScreen|Pagination)\b/;
const EXPORT = /<ExportLinks\b/;

/** Lists that are not taken along, and why. */
const EXEMPT: Readonly<Record<string, string>> = {
  'client/features/site/lots/list-results.tsx': 'the public catalogue: anybody reads it page by page',
  'client/features/site/news/news-list.tsx': 'public news, to be read',
  'client/features/site/open-data/open-data-page.tsx': 'a list of files, each of which is taken along itself',
  'client/features/console/accounts/accounts-page.tsx':
    'its one table is the answer to a whole number, whose reading is recorded; the decisions below have their export',
  'client/features/console/person-trail/attempts-page.tsx':
    'the answer to one complaint, whose reading is recorded: other people are in it',
  'client/features/console/system/failed-jobs.tsx':
    'the last failed jobs of the queue at this moment: each is in the log of the server',
  'client/features/console/system/gateway-table.tsx':
    'figures of this moment, as /metrics has them for charts',
  'client/features/console/system/process-table.tsx':
    'figures of this moment, as /metrics has them for charts',
  'client/features/console/records/record-page.tsx':
    'what is related to one record, whose reading is recorded: each kind is taken along with its own list',
  'client/features/console/incidents/concerned.tsx':
    'rooms and people of one incident, counted again as its times change: what is taken along is the list of incidents',
  'client/features/console/rooms/room-attempts.tsx':
    'attempts of everybody in one room, whose reading is recorded: a participant has receipts of their own',
};

/** Have none yet: this list only gets shorter. */
const WITHOUT_YET = [
  'client/features/console/invitations/invitations-page.tsx',
  'client/features/console/order-imports/imports-table.tsx',
  'client/features/console/order-imports/refused-photos.tsx',
  'client/features/console/reference/banks-page.tsx',
  'client/features/console/reference/base-amounts-page.tsx',
  'client/features/console/reference/history.tsx',
  'client/features/console/reference/places-page.tsx',
  'client/features/console/rights/rights-page.tsx',
];

/** Files with a list and without a way to take it along. */
const withoutExport = (files: ReadonlyMap<string, string>): string[] =>
  [...files]
    .filter(([file, source]) => !file.startsWith('client/ui/') && LIST.test(source) && !EXPORT.test(source))
    .map(([file]) => file);

/** Exports that no page offers. */
function unoffered(files: ReadonlyMap<string, string>): string[] {
  const offering = [...files.values()].filter((source) => EXPORT.test(source)).join('\n');
  return [...EXPORT_LISTS, ...STAFF_EXPORT_LISTS].filter((list) => !offering.includes(list));
}

describe('tables of the cabinet and the console', () => {
  const files = projectFiles(['client'], ['.tsx']);

  it('can all be taken along as a file', () => {
    expect(withoutExport(files).toSorted()).toEqual([...Object.keys(EXEMPT), ...WITHOUT_YET].toSorted());
    expect(unoffered(files)).toEqual([]);
  });

  it.each([
    '<DataTable label="a" />',
    '<ListTable list={list} />',
    '<StaffListTable list={list} />',
    '<ListScreen\n list={list} />',
  ])('without an export are found: %s', (source) => {
    const planted = 'client/features/console/new/new-table.tsx';
    expect(withoutExport(new Map([[planted, source]]))).toEqual([planted]);
    expect(withoutExport(new Map([[planted, `<ExportLinks list="debts" />${source}`]]))).toEqual([]);
  });
});
