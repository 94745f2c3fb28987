import { z } from 'zod';
import { nameInputSchema } from '../../content/names.ts';
import { localizedTextSchema } from '../../i18n/localized.ts';
import { dictionaryChangeSchema } from './console-categories.ts';
import { contract } from '../contract.ts';
import { versionInBody } from '../fields.ts';
import { DYNAMIC_LISTS } from '../list-names.ts';
import { STAFF_RIGHTS } from './staff-rights.ts';

export const EDITED_LISTS = [...DYNAMIC_LISTS, 'order-types', 'order-methods'] as const;
export type EditedList = (typeof EDITED_LISTS)[number];

/** Lists whose entries mean nothing to the program: staff may add to them and hide what is not needed. */
export const FREE_LISTS: readonly EditedList[] = [
  'contact-subjects',
  'units',
  'order-refusals',
  'order-returns',
  'edit-refusals',
];
export const LIST_MAX = 100;

const consoleListSchema = z.object({
  name: z.enum(EDITED_LISTS),
  version: z.int(),
  /** Staff may add and hide entries; otherwise the program knows each of them, and they are renamed and moved alone. */
  free: z.boolean(),
  /** In their order. */
  entries: z.array(z.object({ code: z.string(), name: localizedTextSchema, hidden: z.boolean() })),
  /** The newest first. */
  changes: z.array(dictionaryChangeSchema),
});
export type ConsoleList = z.infer<typeof consoleListSchema>;

const listEntryInputSchema = z.strictObject({
  /** null: a new one. */
  code: z
    .string()
    .regex(/^[a-z0-9-]{1,45}$/)
    .nullable(),
  name: nameInputSchema,
  hidden: z.boolean(),
});
export type ListEntryInput = z.infer<typeof listEntryInputSchema>;

export const consoleLists = contract({
  name: 'console.lists',
  refusals: {},
  method: 'get',
  path: '/api/console/lists',
  summary: 'Lists of choices that staff edit',
  tag: 'console',
  access: { roles: STAFF_RIGHTS.readReference },
  rateLimit: { perMinute: 120 },
  answer: z.array(consoleListSchema),
});

/**
 * The whole list in its new order. 409 `lists.changed` after a concurrent change; 422 `lists.entry-missing` (what was saved
 * is never taken out), `lists.fixed` (an entry that the program knows is not hidden, and none is added beside it),
 * `lists.empty` (at least one is shown), `lists.in-use` (lots say it by its name).
 */
export const saveList = contract({
  name: 'console.list-save',
  refusals: {
    409: ['lists.changed'],
    422: ['lists.empty', 'lists.entry-missing', 'lists.fixed', 'lists.in-use', 'lists.unknown-entry'],
  },
  method: 'put',
  path: '/api/console/lists/:name',
  summary: 'Rename, move, hide and add entries of a list',
  tag: 'console',
  access: { roles: STAFF_RIGHTS.writeReference },
  // Concerns no person.
  subject: 'none',
  rateLimit: { perMinute: 60 },
  params: z.object({ name: z.enum(EDITED_LISTS) }),
  body: z.strictObject({
    version: versionInBody,
    entries: z.array(listEntryInputSchema).min(1).max(LIST_MAX),
  }),
  answer: consoleListSchema,
});

export const consoleListContracts = [consoleLists, saveList];
