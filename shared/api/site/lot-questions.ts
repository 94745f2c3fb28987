import { z } from 'zod';
import { CONTACT_DATA } from '../../content/contact-data.ts';
import { LANGUAGES } from '../../i18n/languages.ts';
import { localizedTextSchema } from '../../i18n/localized.ts';
import { LOT_QUESTION_STATES, QUESTION_REFUSALS } from '../../lifecycles/lot-question.ts';
import { LOT_STATUS } from '../../lifecycles/lot-status.ts';
import {
  ANSWER_TEXT,
  QUESTION_REASON,
  QUESTION_TEXT,
  QUESTIONS_PER_LOT,
} from '../../limits/lot-questions.ts';
import { contract } from '../contract.ts';
import { accessOf, STAFF_RIGHTS } from '../console/staff-rights.ts';
import { idField, idInBody, wholeNumber } from '../fields.ts';
import { textWithoutAccounts, writtenText } from '../written-texts.ts';

const paged = { page: wholeNumber(1, 100_000).default(1), size: wholeNumber(1, 100).default(20) } as const;
const question = writtenText(QUESTION_TEXT.min, QUESTION_TEXT.max);
const answer = textWithoutAccounts(ANSWER_TEXT.min, ANSWER_TEXT.max);

/** What was written, in which language, and when. */
const wordsSchema = z.object({ text: z.string(), language: z.enum(LANGUAGES), atMs: z.int() });
/** The text holds a way to reach a person; nothing was written. */
const withContactData = z.object({
  verdict: z.literal('contact-data'),
  found: z.array(z.enum(CONTACT_DATA)),
});

const shownQuestionSchema = z.object({
  id: z.int(),
  question: wordsSchema,
  /** null: there is none that staff have approved. */
  answer: wordsSchema.nullable(),
  /** Personal data were taken out of the words, and `***` is there. */
  masked: z.boolean(),
});
export type ShownQuestion = z.infer<typeof shownQuestionSchema>;

/** For its author. */
const myQuestionSchema = shownQuestionSchema.extend({
  state: z.enum(LOT_QUESTION_STATES),
  canWithdraw: z.boolean(),
  /** Of a refusal. */
  reason: z.string().nullable(),
});
export type MyQuestion = z.infer<typeof myQuestionSchema>;

/** For the seller: who asked is in none of it. */
const receivedQuestionSchema = z.object({
  id: z.int(),
  lotId: z.int(),
  title: localizedTextSchema,
  lotStatus: z.literal(Object.values(LOT_STATUS)),
  state: z.enum(LOT_QUESTION_STATES),
  question: wordsSchema,
  /** The seller's own, also before staff approve it; of a returned one, what is to be improved. */
  answer: wordsSchema.nullable(),
  masked: z.boolean(),
  canAnswer: z.boolean(),
  /** Why staff returned the answer; null: they did not. */
  reason: z.string().nullable(),
});
export type ReceivedQuestion = z.infer<typeof receivedQuestionSchema>;

const reading = { tag: 'lots', rateLimit: { perMinute: 120 } } as const;
const writing = { tag: 'lots', method: 'post', access: 'signed-in', rateLimit: { perMinute: 10 } } as const;

/** The latest first. Empty for lots that do not exist. */
export const lotQuestions = contract({
  ...reading,
  name: 'lot-questions.of-lot',
  refusals: {},
  access: 'public',
  method: 'get',
  path: '/api/shop/lot-card/questions/:id',
  summary: 'Questions about a lot with the seller’s answers',
  params: z.object({ id: idField }),
  query: z.strictObject(paged),
  answer: z.object({ items: z.array(shownQuestionSchema), total: z.int(), page: z.int(), size: z.int() }),
});

/** 404 for lots that do not exist. */
export const myLotQuestions = contract({
  ...reading,
  name: 'lot-questions.mine',
  refusals: { 404: ['not-found'] },
  access: 'signed-in',
  method: 'get',
  path: '/api/shop/lot-questions/lot/:id',
  summary: 'My questions about a lot, and whether I may ask another one',
  params: z.object({ id: idField }),
  answer: z.object({
    items: z.array(myQuestionSchema).max(QUESTIONS_PER_LOT),
    /** Why I may not; null: I may. */
    refusal: z.enum(QUESTION_REFUSALS).nullable(),
    /** How many more about this lot. */
    left: z.int(),
  }),
});

/** The same text again about the same lot answers the first question with `already`. 404 for lots that do not exist. */
export const askLotQuestion = contract({
  ...writing,
  name: 'lot-questions.ask',
  refusals: { 404: ['not-found'] },
  path: '/api/shop/lot-questions/ask',
  summary: 'Ask the seller of a lot; staff approve the question before anybody sees it',
  body: z.strictObject({ lotId: idInBody, text: question }),
  answer: z.discriminatedUnion('verdict', [
    z.object({ verdict: z.literal('asked'), already: z.boolean(), question: myQuestionSchema }),
    z.object({ verdict: z.literal('refused'), reason: z.enum(QUESTION_REFUSALS) }),
    withContactData,
  ]),
});

/** Until staff have decided about it. A repeat answers `withdrawn` again. 404 for questions of others. */
export const withdrawLotQuestion = contract({
  ...writing,
  name: 'lot-questions.withdraw',
  refusals: { 404: ['not-found'] },
  path: '/api/shop/lot-questions/withdraw',
  summary: 'Take a question back that is not shown yet',
  body: z.strictObject({ questionId: idInBody }),
  answer: z.object({ verdict: z.enum(['withdrawn', 'over']), question: myQuestionSchema }),
});

const RECEIVED_STATES = ['open', 'answered', 'published', 'all'] as const;
export const receivedLotQuestions = contract({
  ...reading,
  name: 'lot-questions.received',
  refusals: {},
  access: 'signed-in',
  method: 'get',
  path: '/api/shop/lot-questions/received',
  summary: 'Questions about my lots, those to be answered first',
  query: z.strictObject({ state: z.enum(RECEIVED_STATES).default('all'), ...paged }),
  answer: z.object({
    items: z.array(receivedQuestionSchema),
    /** How many wait for an answer, whatever `state` asks for. */
    toAnswer: z.int(),
    total: z.int(),
    page: z.int(),
    size: z.int(),
  }),
});

/**
 * The same text again answers `answered` again. `over`: it was answered otherwise or taken off meanwhile, or the trade of the lot
 * has ended. 404 for questions about lots of others.
 */
export const answerLotQuestion = contract({
  ...writing,
  name: 'lot-questions.answer',
  refusals: { 404: ['not-found'] },
  rateLimit: { perMinute: 30 },
  path: '/api/shop/lot-questions/answer',
  summary: 'Answer a question about my lot; staff approve the answer before anybody sees it',
  body: z.strictObject({ questionId: idInBody, text: answer }),
  answer: z.discriminatedUnion('verdict', [
    z.object({ verdict: z.enum(['answered', 'over']), question: receivedQuestionSchema }),
    withContactData,
  ]),
});

/** `mask`: proposed as the decision `mask-question` of two persons. */
const QUESTION_MOVES = ['approve', 'answer', 'refuse', 'hide', 'mask'] as const;
export type QuestionMove = (typeof QUESTION_MOVES)[number];

const person = z.object({ id: z.string(), name: z.string() });
const staffQuestionSchema = receivedQuestionSchema.omit({ canAnswer: true }).extend({
  /** null: the account is erased. */
  author: person.nullable(),
  /** null: the operator's own lot, whose questions staff answer. */
  seller: person.nullable(),
  /** Counts its changes: a decision names the one it was made on. */
  version: z.int(),
  decidedBy: z.string().nullable(),
  decidedAtMs: z.int().nullable(),
  /** What the reader may do now. */
  may: z.array(z.enum(QUESTION_MOVES)),
});
export type StaffQuestion = z.infer<typeof staffQuestionSchema>;

/** `waiting`: those whose question or answer is to be approved, the earliest first; otherwise the latest first. */
export const consoleLotQuestions = contract({
  tag: 'console',
  access: { roles: STAFF_RIGHTS.readLotQuestions },
  rateLimit: { perMinute: 120 },
  name: 'console.lot-questions',
  refusals: {},
  method: 'get',
  mayLag: true,
  path: '/api/console/lot-questions',
  summary: 'Questions about lots and their answers',
  query: z.strictObject({
    state: z.enum(['waiting', ...LOT_QUESTION_STATES, 'all']).default('waiting'),
    lotId: idField.optional(),
    ...paged,
  }),
  answer: z.object({
    items: z.array(staffQuestionSchema),
    /** How many wait for staff, whatever `state` asks for. */
    waiting: z.int(),
    total: z.int(),
    page: z.int(),
    size: z.int(),
  }),
});

const deciding = {
  tag: 'console',
  access: accessOf('moderateLotQuestions'),
  rateLimit: { perMinute: 60 },
  subject: { kind: 'lot-question', param: 'questionId' },
  method: 'post',
  params: z.object({ questionId: idField }),
  answer: staffQuestionSchema,
} as const;
const version = z.int().min(1).max(1_000_000);
const reason = textWithoutAccounts(QUESTION_REASON.min, QUESTION_REASON.max);

/** Of a decision about a question that is not there, or that is no longer as it was read. */
const DECIDED = { 404: ['not-found'], 409: ['lot-questions.changed'] };
/** `turned-down-before`: the same person did so twice within 30 days, and a colleague does. */
const TURNED_DOWN = { ...DECIDED, 409: [...DECIDED[409], 'turned-down-before'] };

/** 409 `lot-questions.changed` where it has another version by now, or nothing of it waits. */
export const approveLotQuestion = contract({
  ...deciding,
  name: 'console.approve-lot-question',
  refusals: DECIDED,
  path: '/api/console/lot-questions/:questionId/approve',
  summary: 'Show a question, or its answer, on the card of the lot',
  body: z.strictObject({ version }),
});

/** The author of the question, or the seller whose answer comes back, reads the reason. 409 `lot-questions.changed`. */
export const refuseLotQuestion = contract({
  ...deciding,
  name: 'console.refuse-lot-question',
  refusals: TURNED_DOWN,
  path: '/api/console/lot-questions/:questionId/refuse',
  summary: 'Refuse a question, or return its answer to the seller',
  body: z.strictObject({ version, reason }),
});

/**
 * Its author reads the reason. 409 `lot-questions.changed`; `lot-questions.applied-for` where it was answered and somebody has applied for the
 * lot, reserved or bought of it: personal data are taken out of it by the decision `mask-question` of two persons.
 */
export const hideLotQuestion = contract({
  ...deciding,
  name: 'console.hide-lot-question',
  refusals: { ...TURNED_DOWN, 409: [...TURNED_DOWN[409], 'lot-questions.applied-for'] },
  path: '/api/console/lot-questions/:questionId/hide',
  summary: 'Take a question with its answer off the card of the lot',
  body: z.strictObject({ version, reason }),
});

/** Shown at once. 409 `lot-questions.changed`; 422 `lot-questions.has-seller`, `lot-questions.contact-data`. */
export const answerLotQuestionByStaff = contract({
  ...deciding,
  name: 'console.answer-lot-question',
  refusals: { ...DECIDED, 422: ['lot-questions.contact-data', 'lot-questions.has-seller'] },
  path: '/api/console/lot-questions/:questionId/answer',
  summary: 'Answer a question about a lot that has no seller with an account',
  body: z.strictObject({ version, text: answer }),
});

export const lotQuestionContracts = [
  lotQuestions,
  myLotQuestions,
  askLotQuestion,
  withdrawLotQuestion,
  receivedLotQuestions,
  answerLotQuestion,
  consoleLotQuestions,
  approveLotQuestion,
  refuseLotQuestion,
  hideLotQuestion,
  answerLotQuestionByStaff,
];
