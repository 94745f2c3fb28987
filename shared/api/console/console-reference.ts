import { z } from 'zod';
import { entryNamesUpTo } from '../../content/entry-names.ts';
import { localizedTextSchema } from '../../i18n/localized.ts';
import { DAY_REASONS } from '../../reference/calendar-days.ts';
import { contract } from '../contract.ts';
import { calendarDay } from '../calendar-day.ts';
import { shortIdField, versionInBody, wholeNumber } from '../fields.ts';
import { REFERENCE_REASON } from './reference-proposals.ts';
import { STAFF_RIGHTS } from './staff-rights.ts';
import type { TableProblem } from '../tables.ts';
import { writtenText } from '../written-texts.ts';

const reason = writtenText(REFERENCE_REASON.min, REFERENCE_REASON.max);
const paged = { page: wholeNumber(1, 100_000).default(1), size: wholeNumber(1, 100).default(20) } as const;
const pageAnswer = { total: z.int(), page: z.int(), size: z.int() };
const reads = {
  tag: 'console',
  access: { roles: STAFF_RIGHTS.readReference },
  rateLimit: { perMinute: 120 },
} as const;
/** Concerns no person. */
const writes = {
  ...reads,
  access: { roles: STAFF_RIGHTS.writeReference },
  method: 'post',
  subject: 'none',
  rateLimit: { perMinute: 60 },
} as const;

/** Years whose days staff may announce. */
export const CALENDAR_YEARS = { first: 2019, last: 2099 } as const;

const daySchema = z.object({
  day: calendarDay,
  working: z.boolean(),
  reason: z.enum(DAY_REASONS),
  /** Of a moved day: the one it changed places with. */
  swappedWith: calendarDay.nullable(),
  /** A feast of the lunar calendar that was not announced yet. */
  estimated: z.boolean(),
});
export type CalendarDayView = z.infer<typeof daySchema>;

/** `known` false: nothing was announced, so only holidays with a fixed date are off. */
const calendarSchema = z.object({
  year: z.int(),
  known: z.boolean(),
  /** Tomorrow in Tashkent: the first day that can be changed. */
  changeableFrom: calendarDay,
  days: z.array(daySchema),
});
export type CalendarView = z.infer<typeof calendarSchema>;

export const consoleCalendar = contract({
  ...reads,
  name: 'console.calendar',
  refusals: {},
  method: 'get',
  path: '/api/console/reference/calendar',
  summary: 'Days of a year that differ from the week of Monday to Friday',
  query: z.strictObject({ year: wholeNumber(CALENDAR_YEARS.first, CALENDAR_YEARS.last) }),
  answer: calendarSchema,
});

/**
 * `off`: a day off by law or decree; an estimated one is announced by it. `worked`: people work on a Saturday or Sunday. `move`: a
 * working day off in exchange for a weekend worked. Deadlines that were stored stay. 409 `reference.day-known`; 422
 * `reference.day-over` (today and before), `reference.day-not-working`, `reference.day-working`, `reference.too-many-off` (of three weeks
 * in a row fewer than seven days would be worked), `reference.too-many-worked` (more than six in a row).
 */
export const addCalendarDay = contract({
  ...writes,
  name: 'console.add-calendar-day',
  refusals: {
    409: ['reference.day-known'],
    422: [
      'reference.day-not-working',
      'reference.day-over',
      'reference.day-working',
      'reference.too-many-off',
      'reference.too-many-worked',
    ],
  },
  path: '/api/console/reference/calendar/add',
  summary: 'Announce a day off, a day worked, or two days that change places',
  body: z.strictObject({
    change: z.discriminatedUnion('kind', [
      z.strictObject({
        kind: z.literal('off'),
        day: calendarDay,
        because: z.enum(['holiday', 'observed', 'decreed']),
      }),
      z.strictObject({ kind: z.literal('worked'), day: calendarDay }),
      z.strictObject({ kind: z.literal('move'), worked: calendarDay, off: calendarDay }),
    ]),
    reason,
  }),
  answer: calendarSchema,
});

/** A moved day with the one it changed places with. 404; 422 `reference.day-over`, `reference.too-many-off`, `reference.too-many-worked`. */
export const removeCalendarDay = contract({
  ...writes,
  name: 'console.remove-calendar-day',
  refusals: {
    404: ['not-found'],
    422: ['reference.day-over', 'reference.too-many-off', 'reference.too-many-worked'],
  },
  path: '/api/console/reference/calendar/remove',
  summary: 'Take an announced day to come back',
  body: z.strictObject({ day: calendarDay, reason }),
  answer: calendarSchema,
});

const placeSchema = z.object({
  id: z.int(),
  /** Code of the classifier of territories; null: none. */
  soato: z.string().nullable(),
  name: localizedTextSchema,
  hidden: z.boolean(),
  version: z.int(),
});
const regionSchema = placeSchema.extend({ areas: z.array(placeSchema) });
export type ConsolePlace = z.infer<typeof placeSchema>;
export type ConsoleRegion = z.infer<typeof regionSchema>;
const placesSchema = z.object({ items: z.array(regionSchema) });

export const consolePlaces = contract({
  ...reads,
  name: 'console.places',
  refusals: {},
  method: 'get',
  path: '/api/console/reference/places',
  summary: 'Regions with their areas, those that are no longer offered among them',
  answer: placesSchema,
});

export const PLACE_NAME_MAX = 100;
const namesSchema = entryNamesUpTo(PLACE_NAME_MAX);

/** 409 `reference.place-known` for a name or code that the region has; 422 `reference.not-latin`, `reference.soato`. */
export const addArea = contract({
  ...writes,
  name: 'console.add-area',
  refusals: {
    404: ['not-found'],
    409: ['reference.place-known'],
    422: ['reference.not-latin', 'reference.soato'],
  },
  path: '/api/console/reference/regions/:regionId/areas',
  summary: 'Add a district or town; lots whose address names it are in it',
  params: z.object({ regionId: shortIdField }),
  body: z.strictObject({
    names: namesSchema,
    soato: z
      .string()
      .regex(/^17\d{5}(?:\d{3})?$/)
      .nullable(),
    reason,
  }),
  answer: placesSchema,
});

const version = versionInBody;

/**
 * 409 `reference.two-persons` for a place that lots on trade, or of the last half year, are in: the decision `rename-entry` of two persons.
 * 404; 409 `reference.changed`, `reference.place-known`; 422 `reference.not-latin`, `reference.same`.
 */
export const renamePlace = contract({
  ...writes,
  name: 'console.rename-place',
  refusals: {
    404: ['not-found'],
    409: ['reference.changed', 'reference.place-known', 'reference.two-persons'],
    422: ['reference.not-latin', 'reference.same'],
  },
  path: '/api/console/reference/places/:kind/:placeId/rename',
  summary: 'Rename a region, district or town',
  params: z.object({ kind: z.enum(['region', 'area']), placeId: shortIdField }),
  body: z.strictObject({ version, names: namesSchema, reason }),
  answer: placesSchema,
});

/** Lots and addresses that name it keep it. 404; 409 `reference.changed`, `turned-down-before` for who has hidden it twice within 30 days; 422 `reference.same`. */
export const hideArea = contract({
  ...writes,
  name: 'console.hide-area',
  refusals: {
    404: ['not-found'],
    409: ['reference.changed', 'turned-down-before'],
    422: ['reference.same'],
  },
  path: '/api/console/reference/areas/:areaId/hide',
  summary: 'No longer offer a district or town, or offer it again',
  params: z.object({ areaId: shortIdField }),
  body: z.strictObject({ version, hidden: z.boolean(), reason }),
  answer: placesSchema,
});

export const BANK_FILE_LIMITS = { fileBytes: 2 * 1024 * 1024, rows: 5_000 } as const;
/** Why nothing of a file can be taken over; each has a text under `errors:reference`. */
export type BankFileProblem = 'bank-file-columns' | 'bank-file-rows' | `bank-file-${TableProblem}`;
/** Why a row is not taken over. */
const BANK_REFUSALS = ['damaged', 'quote', 'columns', 'mfo', 'name', 'twice'] as const;
export type BankRefusal = (typeof BANK_REFUSALS)[number];

const bankSchema = z.object({
  id: z.int(),
  mfo: z.string().nullable(),
  name: localizedTextSchema,
  active: z.boolean(),
});
export type ConsoleBank = z.infer<typeof bankSchema>;

export const consoleBanks = contract({
  ...reads,
  name: 'console.banks',
  refusals: {},
  method: 'get',
  path: '/api/console/reference/banks',
  summary: 'Banks of the directory, those that left it among them',
  query: z.strictObject({ search: z.string().trim().max(60).optional(), ...paged }),
  answer: z.object({ items: z.array(bankSchema), ...pageAnswer }),
});

const bankChangeSchema = z.object({ mfo: z.string().nullable(), name: z.string() });
const bankPreviewSchema = z.object({
  /** Of the file, SHA-256; the call that takes it over names it. */
  mark: z.string(),
  rows: z.int(),
  unchanged: z.int(),
  added: z.object({ count: z.int(), first: z.array(bankChangeSchema) }),
  renamed: z.object({ count: z.int(), first: z.array(bankChangeSchema.extend({ before: z.string() })) }),
  /** No longer in the directory. */
  ended: z.object({ count: z.int(), first: z.array(bankChangeSchema) }),
  refused: z.object({
    count: z.int(),
    first: z.array(z.object({ row: z.int(), reason: z.enum(BANK_REFUSALS), text: z.string() })),
  }),
});
export type BankPreview = z.infer<typeof bankPreviewSchema>;

/** A refusal of `BankFileProblem` as `reference.<problem>` with 422. */
export const previewBanks = contract({
  ...writes,
  name: 'console.preview-banks',
  refusals: {
    409: ['files.upload-id-used'],
    422: [
      'files.damaged',
      'files.infected',
      'files.too-many',
      'reference.bank-file-columns',
      'reference.bank-file-empty',
      'reference.bank-file-encoding',
      'reference.bank-file-old-workbook',
      'reference.bank-file-rows',
      'reference.bank-file-workbook',
      'reference.bank-file-workbook-size',
    ],
  },
  path: '/api/console/reference/banks/preview',
  summary: 'What a file of the directory of the Central Bank (CSV or XLSX) would change; nothing is stored',
  rateLimit: { perMinute: 20 },
  upload: true,
  answer: bankPreviewSchema,
});

/** The same file again, with its mark. 409 `reference.other-file`. */
export const importBanks = contract({
  ...writes,
  name: 'console.import-banks',
  refusals: {
    409: ['files.upload-id-used', 'reference.other-file'],
    422: [
      'files.damaged',
      'files.infected',
      'files.too-many',
      'reference.bank-file-columns',
      'reference.bank-file-empty',
      'reference.bank-file-encoding',
      'reference.bank-file-old-workbook',
      'reference.bank-file-rows',
      'reference.bank-file-workbook',
      'reference.bank-file-workbook-size',
    ],
  },
  path: '/api/console/reference/banks/import',
  summary: 'Take over a file of the directory; banks that it lacks are no longer offered',
  rateLimit: { perMinute: 20 },
  upload: true,
  query: z.strictObject({ mark: z.string().length(64) }),
  answer: z.object({ added: z.int(), renamed: z.int(), ended: z.int(), refused: z.int() }),
});

const REFERENCE_KINDS = ['rule-set', 'base-amount', 'calendar', 'place', 'bank'] as const;
export type ReferenceKind = (typeof REFERENCE_KINDS)[number];
const REFERENCE_ACTIONS = [
  'propose',
  'change',
  'approve',
  'turn-down',
  'withdraw',
  'add',
  'remove',
  'rename',
  'hide',
  'show',
  'import',
] as const;
export type ReferenceAction = (typeof REFERENCE_ACTIONS)[number];

const historySchema = z.object({
  id: z.int(),
  kind: z.enum(REFERENCE_KINDS),
  action: z.enum(REFERENCE_ACTIONS),
  /** Name of a rule set, a day, the name of a place. */
  subject: z.string(),
  /** In short, as it was and as it is: names of a place, figures of an import; null: nothing to show. */
  before: z.string().nullable(),
  after: z.string().nullable(),
  reason: z.string().nullable(),
  by: z.string(),
  atMs: z.int(),
});
export type ReferenceHistoryLine = z.infer<typeof historySchema>;

export const referenceHistory = contract({
  ...reads,
  name: 'console.reference-history',
  refusals: {},
  method: 'get',
  mayLag: true,
  path: '/api/console/reference/history',
  summary: 'Who changed reference data, what and when, the newest first',
  query: z.strictObject({ kind: z.enum(REFERENCE_KINDS), ...paged }),
  answer: z.object({ items: z.array(historySchema), ...pageAnswer }),
});

export const consoleReferenceContracts = [
  consoleCalendar,
  addCalendarDay,
  removeCalendarDay,
  consolePlaces,
  addArea,
  renamePlace,
  hideArea,
  consoleBanks,
  previewBanks,
  importBanks,
  referenceHistory,
];
