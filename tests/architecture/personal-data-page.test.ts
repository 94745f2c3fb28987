import path from 'node:path';
import { expect, it } from 'vitest';
import { MODULES } from '#server/processes/modules.ts';
import { formatted } from './formatted-page.ts';
import { UNLISTED } from './personal-data/unlisted.ts';

const file = path.resolve(import.meta.dirname, '..', '..', 'docs/personal-data.md');

const named = (columns: readonly string[]) => columns.map((column) => `\`${column}\``).join(', ');

function erasedBy(erasure: (typeof MODULES.personalData)[number]['erasure']): string {
  if (erasure === 'delete') return 'deletes it';
  return erasure === 'stays' ? 'leaves it' : `clears ${named(Object.keys(erasure.clear))}`;
}

/** Columns, and rows. */
const leftOut = ({ hidden = [], undecided }: (typeof MODULES.personalData)[number]) =>
  [
    ...(hidden.length > 0 ? [named(hidden)] : []),
    ...(undecided ? [`rows whose \`${undecided.column}\` is ${named(undecided.values)}`] : []),
  ].join('; ');

const page = (tables: typeof MODULES.personalData) => `# Personal data

What is stored about persons, why and how long. This page is printed from the lists of the modules by
\`npm test -- tests/architecture/personal-data-page.test.ts -u\`; a test compares the lists with the tables of the database.

A person takes all rows of the first table as a file from the cabinet (my data), or the operator writes it by
\`npm run cli -- person export\`; columns left out are secrets, what says who others are, names of staff and files that have a page of their own. Rows
about what staff have yet to decide are left out until then: a proposal to bar somebody, or to change their account. Rules of
retention are deleted hourly by the worker.

An account that confirmed neither phone nor e-mail within a day is removed with its rows, unless it has one that lasts.

## Erasure

A person asks in the cabinet (my data) that the account is deleted; a request on paper is entered by \`npm run cli -- person erase\`.
It is taken after a fresh sign-in, and only while nothing is left to finish: money, debts, refunds, applications, orders, lots,
purchases, payments, offers, protests, hand-overs, claims, imports, a role of staff, a decision of staff under way. After
ERASURE_GRACE_DAYS the worker judges it again under the locks of the person and of their money, and either refuses it with the
reason or does, in one transaction, with each table what the column below says. Drafts of orders, uploaded files of orders and of
claims and the account at the shipped sign-in site go with it; files of lots, protests and hand-overs stay as evidence. The person
becomes a pseudonym with a random code; phone, e-mail and number are free for a new registration, which is a new person. Debarments and
the count of withdrawals go on: proven numbers stay as keyed hashes.

The last message leaves from its delivery, the only row with the addresses; it is deleted once sent, after a day at the latest,
together with what a request still under way wrote at the moment of the erasure. An account at another sign-in provider is that
provider's to delete. Files are removed from storage a day after their last reference; backups end by their own retention. Money
that arrives later is booked on the pseudonym's account, where staff find it.

| table | what for | how long | lasts | an erasure | left out of the export |
|---|---|---|---|---|---|
${tables
  .map(
    (of) =>
      `| \`${of.table}\` | ${of.why} | ${of.until} | ${of.lasting === true ? 'yes' : 'no'} | ${erasedBy(of.erasure)} | ${leftOut(of)} |`,
  )
  .join('\n')}

## Not in a person's file

| table | why |
|---|---|
${Object.entries(UNLISTED)
  .map(([table, reason]) => `| \`${table}\` | ${reason} |`)
  .join('\n')}

Sessions are in Redis and end by themselves. Visits are counted without addresses. Debarments are stored by keyed hashes of numbers.
`;
const printed = async (tables: typeof MODULES.personalData) => formatted(file, page(tables));

// With -u the test writes the page.
it('prints docs/personal-data.md as the lists of the modules are', async () => {
  await expect(await printed(MODULES.personalData)).toMatchFileSnapshot(file);
});

it('names a table once', () => {
  const names = MODULES.personalData.map(({ table }) => table);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => name in UNLISTED)).toEqual([]);
});
