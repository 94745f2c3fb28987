import { z } from 'zod';
import { LANGUAGES } from '../../i18n/languages.ts';
import { ADDRESS_CHANNELS } from '../../notifications/channels.ts';
import { messageTextsSchema } from '../../notifications/own-texts.ts';
import type { TemplateName } from '../../notifications/templates.ts';
import { MESSAGE_TOPICS, TOPIC_OF } from '../../notifications/topics.ts';
import { contract } from '../contract.ts';
import { SHORT_ID_MAX } from '../fields.ts';
import { STAFF_RIGHTS } from './staff-rights.ts';

export const MESSAGE_TEXT_ACTIONS = ['edit', 'restore'] as const;

const templateSchema = z.enum(Object.keys(TOPIC_OF) as [TemplateName, ...TemplateName[]]);
const version = z.int().min(0).max(SHORT_ID_MAX);

const summarySchema = z.object({
  template: templateSchema,
  topic: z.enum(MESSAGE_TOPICS),
  /** As it is sent now, in the caller's language, with values of an example. */
  title: z.string(),
  /** 0: never changed. */
  version: z.int(),
  /** Words of staff are sent in place of the shipped ones. */
  changed: z.boolean(),
});
export type MessageTextSummary = z.infer<typeof summarySchema>;

const changeSchema = z.object({
  version: z.int(),
  action: z.enum(MESSAGE_TEXT_ACTIONS),
  by: z.string(),
  atMs: z.number(),
  /** The version whose texts were taken again; 0: the shipped ones. */
  restoredFrom: z.int().nullable(),
  /** null: the shipped ones. */
  texts: messageTextsSchema.nullable(),
});

const messageTextSchema = summarySchema.extend({
  texts: messageTextsSchema,
  shipped: messageTextsSchema,
  placeholders: z.array(z.object({ name: z.string(), required: z.boolean() })),
  /** Values of an example, by language. */
  samples: z.record(z.enum(LANGUAGES), z.record(z.string(), z.string())),
  /** The newest first. */
  changes: z.array(changeSchema),
});
export type ConsoleMessageText = z.infer<typeof messageTextSchema>;

const readers = {
  tag: 'console',
  access: { roles: STAFF_RIGHTS.readReference },
  rateLimit: { perMinute: 120 },
} as const;
/** Concerns no person. */
const staff = { tag: 'console', access: { roles: STAFF_RIGHTS.writeReference }, subject: 'none' } as const;
const params = z.object({ template: templateSchema });

export const consoleMessageTexts = contract({
  ...readers,
  name: 'console.message-texts',
  refusals: {},
  method: 'get',
  path: '/api/console/message-texts',
  summary: 'Every message that people get, and which have words of staff',
  answer: z.array(summarySchema),
});

export const consoleMessageText = contract({
  ...readers,
  name: 'console.message-text',
  refusals: {},
  method: 'get',
  path: '/api/console/message-texts/:template',
  summary: 'The words of one message with its placeholders and history',
  params,
  answer: messageTextSchema,
});

/**
 * 400 `console-message-texts.unknown`, `.missing`, `.not-latin`, `.address`, `.too-long`, each with all problems in
 * `details.problems`; 409 `console-message-texts.changed`.
 */
export const editMessageText = contract({
  ...staff,
  name: 'console.message-text-edit',
  refusals: { 409: ['console-message-texts.changed'] },
  method: 'put',
  path: '/api/console/message-texts/:template',
  summary: 'Send these words from now on',
  rateLimit: { perMinute: 60 },
  params,
  body: z.strictObject({ version, texts: messageTextsSchema }),
  answer: messageTextSchema,
});

/** 0 is the shipped text, also as later versions of the program ship it. Words that would be refused today are refused. */
export const restoreMessageText = contract({
  ...staff,
  name: 'console.message-text-restore',
  refusals: { 404: ['not-found'], 409: ['console-message-texts.changed'] },
  method: 'post',
  path: '/api/console/message-texts/:template/restore',
  summary: 'Send the words of an earlier version again',
  rateLimit: { perMinute: 60 },
  params,
  body: z.strictObject({ version, from: version }),
  answer: messageTextSchema,
});

/** 422 `console-message-texts.no-address`, `.no-channel`, `.not-sent`. */
export const testMessageText = contract({
  ...staff,
  name: 'console.message-text-test',
  refusals: {
    422: [
      'console-message-texts.no-address',
      'console-message-texts.no-channel',
      'console-message-texts.not-sent',
    ],
  },
  method: 'post',
  path: '/api/console/message-texts/:template/test',
  summary: 'Send these words with values of an example to oneself',
  rateLimit: { perMinute: 5 },
  params,
  body: z.strictObject({
    channel: z.enum(ADDRESS_CHANNELS),
    language: z.enum(LANGUAGES),
    texts: messageTextsSchema,
  }),
  /** The caller's confirmed address, masked. */
  answer: z.object({ to: z.string() }),
});

export const consoleMessageTextContracts = [
  consoleMessageTexts,
  consoleMessageText,
  editMessageText,
  restoreMessageText,
  testMessageText,
];
