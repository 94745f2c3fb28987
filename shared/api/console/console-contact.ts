import { z } from 'zod';
import { ANSWER_LIMITS } from '../../contact/answers.ts';
import { LANGUAGES } from '../../i18n/localized.ts';
import { ADDRESS_CHANNELS } from '../../notifications/channels.ts';
import { contract } from '../contract.ts';
import { shortIdField, wholeNumber } from '../fields.ts';
import { writtenLine, writtenText } from '../written-texts.ts';
import { STAFF_RIGHTS } from './staff-rights.ts';

const channel = z.enum(ADDRESS_CHANNELS);

const contactMessageSchema = z.object({
  /** The number shown to the person. */
  number: z.int(),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** An id of the list `contact-subjects`. */
  subject: z.string(),
  message: z.string(),
  /** Language the person wrote from. */
  language: z.enum(LANGUAGES),
  /** Account of the person when they were signed in. */
  personId: z.string().nullable(),
  writtenAtMs: z.number(),
  /** The member of staff who answered it; null: unanswered. */
  answered: z
    .object({
      atMs: z.number(),
      by: z.string(),
      /** null: answered elsewhere, and marked. */
      sent: z.object({ channel, title: z.string(), text: z.string() }).nullable(),
    })
    .nullable(),
  /** How an answer would go; null: no address of the message can be reached from here. */
  channel: channel.nullable(),
});
export type ContactMessageView = z.infer<typeof contactMessageSchema>;

/** The newest first. `state=open`: only unanswered ones. */
export const contactMessages = contract({
  name: 'console.contact-messages',
  refusals: {},
  method: 'get',
  mayLag: true,
  path: '/api/shop/console/contact-messages',
  summary: 'Messages to the operator',
  tag: 'console',
  access: { roles: STAFF_RIGHTS.readContactMessages },
  rateLimit: { perMinute: 120 },
  query: z.object({
    state: z.enum(['all', 'open', 'answered']).default('all'),
    page: wholeNumber(1, 100_000).default(1),
    size: wholeNumber(1, 100).default(20),
  }),
  answer: z.object({
    items: z.array(contactMessageSchema),
    /** Messages of the requested state. */
    total: z.int(),
    /** Unanswered messages. */
    open: z.int(),
    page: z.int(),
    size: z.int(),
  }),
});

/** Marks a message as answered. The first mark counts: a repeat is answered with who made it. */
export const answeredContactMessage = contract({
  name: 'console.contact-answered',
  refusals: {
    404: ['not-found'],
    422: [
      'console-contact.address',
      'console-contact.no-channel',
      'console-contact.placeholder',
      'console-contact.too-long',
    ],
  },
  subject: { kind: 'contact-message', param: 'number' },
  method: 'post',
  path: '/api/shop/console/contact-messages/:number/answered',
  summary: 'Mark a message to the operator as answered',
  tag: 'console',
  access: { roles: STAFF_RIGHTS.answerContactMessages },
  rateLimit: { perMinute: 60 },
  params: z.object({ number: shortIdField }),
  answer: contactMessageSchema,
});

/**
 * Sends an answer to the e-mail of the message, or without one to its phone, and marks it as answered: once, in whatever
 * number of windows it is written.
 */
export const answerContactMessage = contract({
  name: 'console.contact-answer',
  subject: { kind: 'contact-message', param: 'number' },
  method: 'post',
  path: '/api/shop/console/contact-messages/:number/answer',
  summary: 'Answer a message to the operator',
  tag: 'console',
  access: { roles: STAFF_RIGHTS.answerContactMessages },
  rateLimit: { perMinute: 60 },
  params: z.object({ number: shortIdField }),
  body: z.strictObject({
    title: writtenLine(1, ANSWER_LIMITS.title),
    text: writtenText(1, ANSWER_LIMITS.text),
  }),
  answer: contactMessageSchema,
  refusals: {
    404: ['not-found'],
    409: ['console-contact.answered'],
    422: [
      'console-contact.no-channel',
      'console-contact.placeholder',
      'console-contact.address',
      'console-contact.too-long',
    ],
  },
});

export const consoleContactContracts = [contactMessages, answeredContactMessage, answerContactMessage];
