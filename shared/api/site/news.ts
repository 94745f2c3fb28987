import { z } from 'zod';
import { contentTextsSchema } from '../../content/texts.ts';
import { NEWS_STATES } from '../../lifecycles/news.ts';
import { contract } from '../contract.ts';
import { idField, shortIdField, uuid, versionInBody, wholeNumber } from '../fields.ts';
import { pageBlockSchema } from '../pages.ts';
import { STAFF_RIGHTS } from '../console/staff-rights.ts';

const page = wholeNumber(1, 100_000).default(1);
/** Language of the texts; without it the caller's. */
const lang = z.enum(['uz', 'ru', 'uz-cyrl', 'en']).optional();

/** A picture at addresses whose content never changes. */
const pictureSchema = z.object({
  width: z.int(),
  height: z.int(),
  /** A `data:` URL shown until the picture is there. */
  blur: z.string(),
  /** Narrowest first. */
  sizes: z.array(z.object({ url: z.string(), width: z.int().min(1), height: z.int().min(1) })).min(1),
});
export type NewsPicture = z.infer<typeof pictureSchema>;

const summarySchema = z.object({
  id: z.int(),
  title: z.string(),
  summary: z.string(),
  publishedAtMs: z.number(),
  /** The main picture; null: it has none. */
  picture: pictureSchema.nullable(),
});
export type NewsSummary = z.infer<typeof summarySchema>;

const articleSchema = summarySchema.extend({
  /** Language of the texts, which may differ from the requested one. */
  language: z.enum(['uz', 'ru', 'uz-Cyrl', 'en']),
  /** Plain texts, without markup of a browser. */
  blocks: z.array(pageBlockSchema),
  /** Besides the main one, in their order. */
  morePictures: z.array(pictureSchema),
  /** When the texts were last corrected after publication. */
  correctedAtMs: z.number().nullable(),
});
export type NewsArticle = z.infer<typeof articleSchema>;

/** The newest first. */
export const newsList = contract({
  name: 'news.list',
  refusals: {},
  method: 'get',
  path: '/api/shop/news',
  summary: 'Published news of the platform',
  tag: 'site',
  access: 'public',
  rateLimit: { perMinute: 120 },
  query: z.strictObject({ lang, page, size: wholeNumber(1, 50).default(10) }),
  answer: z.object({ items: z.array(summarySchema), total: z.int(), page: z.int(), size: z.int() }),
});

/** 404 for one that is not public now. */
export const newsArticle = contract({
  name: 'news.article',
  refusals: { 404: ['not-found'] },
  method: 'get',
  path: '/api/shop/news/:id',
  summary: 'One news item',
  tag: 'site',
  access: 'public',
  rateLimit: { perMinute: 120 },
  params: z.object({ id: idField }),
  query: z.strictObject({ lang }),
  answer: articleSchema,
});

export type NewsTexts = z.infer<typeof contentTextsSchema>;

/** What staff do with an item, as its history names it. */
export const NEWS_ACTIONS = ['create', 'edit', 'publish', 'withdraw', 'restore'] as const;

const changeSchema = z.object({
  version: z.int(),
  action: z.enum(NEWS_ACTIONS),
  by: z.string(),
  atMs: z.number(),
  publishAtMs: z.number().nullable(),
  /** The version whose texts were taken again. */
  restoredFrom: z.int().nullable(),
});

const consoleNewsSchema = z.object({
  id: z.int(),
  version: z.int(),
  state: z.enum(NEWS_STATES),
  texts: contentTextsSchema,
  publishAtMs: z.number().nullable(),
  /** The newest first. */
  changes: z.array(changeSchema),
});
export type ConsoleNews = z.infer<typeof consoleNewsSchema>;

/** Concerns no person. */
const staff = {
  tag: 'console',
  access: { roles: STAFF_RIGHTS.writeNews },
  subject: 'none',
} as const;
const readers = { tag: 'console', access: { roles: STAFF_RIGHTS.readNews } } as const;

/** Drafts first, then the newest. */
export const consoleNewsList = contract({
  ...readers,
  name: 'console.news',
  refusals: {},
  method: 'get',
  mayLag: true,
  path: '/api/console/news',
  summary: 'All news, with their state',
  rateLimit: { perMinute: 120 },
  query: z.strictObject({
    state: z.enum(NEWS_STATES).optional(),
    page,
    size: wholeNumber(1, 100).default(20),
  }),
  answer: z.object({
    items: z.array(
      z.object({
        id: z.int(),
        title: z.string(),
        state: z.enum(NEWS_STATES),
        publishAtMs: z.number().nullable(),
        changedAtMs: z.number(),
        changedBy: z.string(),
      }),
    ),
    total: z.int(),
    page: z.int(),
    size: z.int(),
  }),
});

export const consoleNewsItem = contract({
  ...readers,
  name: 'console.news-item',
  refusals: { 404: ['not-found'] },
  method: 'get',
  path: '/api/console/news/:id',
  summary: 'One news item with its history',
  rateLimit: { perMinute: 120 },
  params: z.object({ id: idField }),
  answer: consoleNewsSchema,
});

/** The texts as they were in one version, to be compared with others. */
export const consoleNewsVersion = contract({
  ...readers,
  name: 'console.news-version',
  refusals: { 404: ['not-found'] },
  method: 'get',
  path: '/api/console/news/:id/versions/:version',
  summary: 'The texts of one version',
  rateLimit: { perMinute: 240 },
  params: z.object({ id: idField, version: shortIdField }),
  answer: changeSchema.extend({ texts: contentTextsSchema }),
});

/** A new draft; the same `requestId` again answers with the draft it made, 422 `news.request-reused` with other texts. */
export const createNews = contract({
  ...staff,
  name: 'console.news-create',
  refusals: { 404: ['not-found'], 422: ['news.request-reused'] },
  method: 'post',
  path: '/api/console/news',
  summary: 'Start a draft',
  rateLimit: { perMinute: 30 },
  body: z.strictObject({ requestId: uuid, texts: contentTextsSchema }),
  answer: consoleNewsSchema,
});

const version = versionInBody;

/** 409 `news.changed` after a concurrent change; 422 `news.incomplete` for a public one with a text missing. */
export const editNews = contract({
  ...staff,
  name: 'console.news-edit',
  refusals: { 404: ['not-found'], 409: ['news.changed'], 422: ['news.incomplete'] },
  method: 'put',
  path: '/api/console/news/:id',
  summary: 'Change the texts',
  rateLimit: { perMinute: 60 },
  params: z.object({ id: idField }),
  body: z.strictObject({ version, texts: contentTextsSchema }),
  answer: consoleNewsSchema,
});

/** At an instant to come, or at once (`atMs: null`). 422 `news.incomplete` names the missing texts in `details.missing`. */
export const publishNews = contract({
  ...staff,
  name: 'console.news-publish',
  refusals: { 404: ['not-found'], 409: ['news.already-public', 'news.changed'], 422: ['news.incomplete'] },
  method: 'post',
  path: '/api/console/news/:id/publish',
  summary: 'Publish now or at an instant',
  rateLimit: { perMinute: 60 },
  params: z.object({ id: idField }),
  body: z.strictObject({ version, atMs: z.int().min(0).max(4_102_444_800_000).nullable() }),
  answer: consoleNewsSchema,
});

/** From the public pages; it may be published again. 409 `news.not-public` for one that is not public nor scheduled. */
export const withdrawNews = contract({
  ...staff,
  name: 'console.news-withdraw',
  refusals: { 404: ['not-found'], 409: ['news.changed', 'news.not-public'] },
  method: 'post',
  path: '/api/console/news/:id/withdraw',
  summary: 'Withdraw from the public pages',
  rateLimit: { perMinute: 60 },
  params: z.object({ id: idField }),
  body: z.strictObject({ version }),
  answer: consoleNewsSchema,
});

/** The texts of an earlier version become the newest version: 404 for a version that never was, 422 as `editNews`. */
export const restoreNews = contract({
  ...staff,
  name: 'console.news-restore',
  refusals: { 404: ['not-found'], 409: ['news.changed'], 422: ['news.incomplete'] },
  method: 'post',
  path: '/api/console/news/:id/restore',
  summary: 'Take the texts of an earlier version again',
  rateLimit: { perMinute: 60 },
  params: z.object({ id: idField }),
  body: z.strictObject({ version, from: versionInBody }),
  answer: consoleNewsSchema,
});

export const newsContracts = [
  newsList,
  newsArticle,
  consoleNewsList,
  consoleNewsItem,
  consoleNewsVersion,
  createNews,
  editNews,
  publishNews,
  withdrawNews,
  restoreNews,
];
