import { z } from 'zod';
import { contentTextsSchema } from '../../content/texts.ts';
import { contract } from '../contract.ts';
import { SHORT_ID_MAX, wholeNumber } from '../fields.ts';
import { HELP_PAGES } from '../pages.ts';
import { STAFF_RIGHTS } from './staff-rights.ts';

/** What staff do with a page, as its history names it. */
export const HELP_PAGE_ACTIONS = ['edit', 'restore', 'publish', 'cancel'] as const;

const changeSchema = z.object({
  version: z.int(),
  action: z.enum(HELP_PAGE_ACTIONS),
  by: z.string(),
  atMs: z.number(),
  publishAtMs: z.number().nullable(),
  /** The version whose texts were taken again; 0: the shipped ones. */
  restoredFrom: z.int().nullable(),
});

const publicationSchema = z.object({ version: z.int(), atMs: z.number() });

const consoleHelpPageSchema = z.object({
  page: z.enum(HELP_PAGES),
  /** 0: the shipped text was never changed. */
  version: z.int(),
  /** The newest ones, which need not be public. */
  texts: contentTextsSchema,
  /** null: the shipped text is public. */
  published: publicationSchema.nullable(),
  /** Public from an instant to come. */
  scheduled: publicationSchema.nullable(),
  /** The newest texts are neither public nor scheduled. */
  unpublished: z.boolean(),
  /** The newest first. */
  changes: z.array(changeSchema),
  /** The figures of placeholders now, by language. */
  figures: z.record(z.enum(['uz', 'ru', 'uz-Cyrl', 'en']), z.record(z.string(), z.string())),
});
export type ConsoleHelpPage = z.infer<typeof consoleHelpPageSchema>;

const readers = {
  tag: 'console',
  access: { roles: STAFF_RIGHTS.readReference },
  rateLimit: { perMinute: 120 },
} as const;
/** Concerns no person. */
const staff = {
  tag: 'console',
  access: { roles: STAFF_RIGHTS.writeReference },
  subject: 'none',
  rateLimit: { perMinute: 60 },
} as const;
const params = z.object({ page: z.enum(HELP_PAGES) });
const version = z.int().min(0).max(SHORT_ID_MAX);

export const consoleHelpPages = contract({
  ...readers,
  name: 'console.help-pages',
  refusals: {},
  method: 'get',
  path: '/api/console/help-pages',
  summary: 'Help pages with what is public of each',
  answer: z.array(
    consoleHelpPageSchema.pick({
      page: true,
      version: true,
      published: true,
      scheduled: true,
      unpublished: true,
    }),
  ),
});

export const consoleHelpPage = contract({
  ...readers,
  name: 'console.help-page',
  refusals: {},
  method: 'get',
  path: '/api/console/help-pages/:page',
  summary: 'One help page with its history and the figures it may name',
  params,
  answer: consoleHelpPageSchema,
});

/** The texts of one version; 0: the shipped ones. */
export const consoleHelpPageVersion = contract({
  ...readers,
  name: 'console.help-page-version',
  refusals: { 404: ['not-found'] },
  method: 'get',
  path: '/api/console/help-pages/:page/versions/:version',
  summary: 'The texts of one version',
  params: params.extend({ version: wholeNumber(0, 1_000_000) }),
  answer: z.object({ version: z.int(), texts: contentTextsSchema }),
});

/** 400 `help-pages.placeholder` names unknown ones in `details.placeholders`; 409 `help-pages.changed`. */
export const editHelpPage = contract({
  ...staff,
  name: 'console.help-page-edit',
  refusals: { 409: ['help-pages.changed'] },
  method: 'put',
  path: '/api/console/help-pages/:page',
  summary: 'Save the next version of the texts, which readers do not see yet',
  params,
  body: z.strictObject({ version, texts: contentTextsSchema }),
  answer: consoleHelpPageSchema,
});

/** At an instant to come, or at once (`atMs: null`). 422 `help-pages.incomplete`; 409 `help-pages.changed`. */
export const publishHelpPage = contract({
  ...staff,
  name: 'console.help-page-publish',
  refusals: { 409: ['help-pages.changed'], 422: ['help-pages.incomplete'] },
  method: 'post',
  path: '/api/console/help-pages/:page/publish',
  summary: 'Publish the newest texts now or at an instant',
  params,
  body: z.strictObject({ version, atMs: z.int().min(0).max(4_102_444_800_000).nullable() }),
  answer: consoleHelpPageSchema,
});

/** 409 `help-pages.not-scheduled` when nothing waits for its instant. */
export const cancelHelpPage = contract({
  ...staff,
  name: 'console.help-page-cancel',
  refusals: { 409: ['help-pages.changed', 'help-pages.not-scheduled'] },
  method: 'post',
  path: '/api/console/help-pages/:page/cancel',
  summary: 'Cancel a publication at an instant to come',
  params,
  body: z.strictObject({ version }),
  answer: consoleHelpPageSchema,
});

/** The texts of an earlier version become the newest; 0 is the shipped text. */
export const restoreHelpPage = contract({
  ...staff,
  name: 'console.help-page-restore',
  refusals: { 404: ['not-found'], 409: ['help-pages.changed'] },
  method: 'post',
  path: '/api/console/help-pages/:page/restore',
  summary: 'Take the texts of an earlier version again',
  params,
  body: z.strictObject({ version, from: version }),
  answer: consoleHelpPageSchema,
});

export const consoleHelpPageContracts = [
  consoleHelpPages,
  consoleHelpPage,
  consoleHelpPageVersion,
  editHelpPage,
  publishHelpPage,
  cancelHelpPage,
  restoreHelpPage,
];
