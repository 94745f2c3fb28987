import { z } from 'zod';
import { STAFF_EXPORT_LISTS } from '../cabinet/exports.ts';
import { contract, STAFF_ROLES } from '../contract.ts';
import { writtenLine } from '../written-texts.ts';

/** Lists of the console of which each member of staff chooses columns and saves views: all with a file, and these. */
const STAFF_LISTS = [
  ...STAFF_EXPORT_LISTS,
  'console-banks',
  'console-invitations',
  'console-order-import-photos',
  'console-order-import-rows',
  'console-refused-attempts',
  'console-trail',
] as const;
export type StaffList = (typeof STAFF_LISTS)[number];

/**
 * Filters that a view holds. Those with what was searched for, and with a person, a phone number's end or an address, are left out: a view
 * would be one more place with personal data of somebody who does not know of it.
 */
export const VIEW_FILTERS = [
  'category',
  'cause',
  'claim',
  'day',
  'deposit',
  'from',
  'group',
  'hour',
  'kind',
  'look',
  'lot',
  'order',
  'owner',
  'phase',
  'place',
  'provider',
  'region',
  'result',
  'side',
  'sign',
  'state',
  'statement',
  'status',
  'time',
  'to',
  'type',
  // Of a page with several lists.
  'view',
] as const;
export type ViewFilter = (typeof VIEW_FILTERS)[number];

/** Views of one person for one list at most. */
export const VIEWS_MAX = 20;
export const VIEW_NAME_MAX = 40;

/** Codes, numbers and days: no free text. */
const filterValue = z.string().regex(/^[\w.:-]{1,40}$/);
/** Of a column that the list does not have (any more), nothing is hidden. */
const columnKey = z.string().regex(/^[\w-]{1,40}$/);

const viewSchema = z.strictObject({
  name: writtenLine(1, VIEW_NAME_MAX),
  filters: z.partialRecord(z.enum(VIEW_FILTERS), filterValue),
});
export type ListView = z.infer<typeof viewSchema>;

const choicesSchema = z.object({
  /** Keys of columns that are not shown. */
  hidden: z.array(z.string()),
  /** In the order in which they were saved. */
  views: z.array(viewSchema),
});
export type ListChoices = z.infer<typeof choicesSchema>;

const mine = {
  tag: 'console',
  access: { roles: STAFF_ROLES },
  params: z.object({ list: z.enum(STAFF_LISTS) }),
  answer: choicesSchema,
} as const;
const write = { ...mine, method: 'post', subject: 'none', rateLimit: { perMinute: 120 } } as const;

export const listChoices = contract({
  ...mine,
  name: 'console.list-choices',
  refusals: {},
  rateLimit: { perMinute: 240 },
  method: 'get',
  path: '/api/console/list-choices/:list',
  summary: 'Columns and views that I have chosen for a list',
});

/** Answers with all choices for the list, as the other two do. */
export const hideColumns = contract({
  ...write,
  name: 'console.hide-columns',
  refusals: {},
  path: '/api/console/list-choices/:list/columns',
  summary: 'Choose the columns of a list that I do not see',
  body: z.strictObject({ hidden: z.array(columnKey).max(40) }),
});

/** One of the same name is replaced. 422 `staff.too-many-views` beyond twenty. */
export const saveView = contract({
  ...write,
  name: 'console.save-view',
  refusals: { 422: ['staff.too-many-views'] },
  path: '/api/console/list-choices/:list/save-view',
  summary: 'Save filters of a list under a name, for me alone',
  body: viewSchema,
});

/** Removing what is not there changes nothing. */
export const removeView = contract({
  ...write,
  name: 'console.remove-view',
  refusals: {},
  path: '/api/console/list-choices/:list/remove-view',
  summary: 'Remove a view of mine',
  body: z.strictObject({ name: writtenLine(1, VIEW_NAME_MAX) }),
});

export const listChoiceContracts = [listChoices, hideColumns, saveView, removeView];
