import { START, type Lifecycle } from './lifecycle.ts';
import { APPROACH_REFUSALS } from '../trade/approach.ts';
import type { StatusColour } from './lot-status.ts';

export const LOT_QUESTION_STATES = [
  'asked',
  'open',
  'answered',
  'published',
  'refused',
  'withdrawn',
  'hidden',
  'lapsed',
] as const;
export type LotQuestionState = (typeof LOT_QUESTION_STATES)[number];

/** Those that wait for staff: the question, or its answer. */
export const QUESTIONS_TO_APPROVE = ['asked', 'answered'] as const satisfies readonly LotQuestionState[];
/** Neither shown with an answer nor ended. */
export const UNFINISHED_QUESTIONS = [
  'asked',
  'open',
  'answered',
] as const satisfies readonly LotQuestionState[];
/** Those that everybody reads; the answer only once it is approved. */
export const SHOWN_QUESTIONS = [
  'open',
  'answered',
  'published',
] as const satisfies readonly LotQuestionState[];
/** Those that the seller reads. */
export const QUESTIONS_OF_SELLER = SHOWN_QUESTIONS;
/** Those that are deleted after a while. */
export const UNSHOWN_QUESTIONS = [
  'refused',
  'withdrawn',
  'hidden',
  'lapsed',
] as const satisfies readonly LotQuestionState[];

export const LOT_QUESTION_COLOURS: Readonly<Record<LotQuestionState, StatusColour>> = {
  asked: 'warning',
  open: 'primary',
  answered: 'warning',
  published: 'success',
  refused: 'danger',
  withdrawn: 'info',
  hidden: 'danger',
  lapsed: 'info',
};

/** Why a question is not taken. */
export const QUESTION_REFUSALS = [...APPROACH_REFUSALS, 'too-many-on-lot', 'too-many-today'] as const;
export type QuestionRefusal = (typeof QUESTION_REFUSALS)[number];

export const LOT_QUESTION = {
  name: 'lot-question',
  about:
    'A question about a lot and the seller’s answer. Everybody reads them on the card, each once staff have approved it; only staff see who asked.',
  column: 'lot_question.state',
  states: LOT_QUESTION_STATES,
  final: ['refused', 'withdrawn', 'hidden', 'lapsed'],
  means: {
    asked: 'waits for staff; only its author sees it',
    open: 'is shown on the card and waits for the seller’s answer',
    answered: 'is shown; the answer waits for staff',
    published: 'is shown with its answer',
    refused: 'staff did not approve the question; its author reads why',
    withdrawn: 'its author took it back before it was shown',
    hidden: 'staff took it off the card; its author reads why',
    lapsed: 'the trade of the lot ended before it was answered',
  },
  events: {
    ask: { from: START, to: 'asked', by: ['owner'], calls: [{ contract: 'lot-questions.ask' }] },
    withdraw: {
      from: ['asked'],
      to: 'withdrawn',
      by: ['owner'],
      calls: [{ contract: 'lot-questions.withdraw' }],
    },
    'approve-question': {
      from: ['asked'],
      to: 'open',
      by: ['moderateLotQuestions'],
      calls: [{ contract: 'console.approve-lot-question' }],
      notifies: ['customer'],
    },
    'refuse-question': {
      from: ['asked'],
      to: 'refused',
      by: ['moderateLotQuestions'],
      calls: [{ contract: 'console.refuse-lot-question' }],
      notifies: ['author'],
    },
    answer: {
      from: ['open'],
      to: 'answered',
      by: ['customer'],
      calls: [{ contract: 'lot-questions.answer' }],
    },
    'approve-answer': {
      from: ['answered'],
      to: 'published',
      by: ['moderateLotQuestions'],
      calls: [{ contract: 'console.approve-lot-question' }],
      notifies: ['author'],
    },
    'return-answer': {
      from: ['answered'],
      to: 'open',
      by: ['moderateLotQuestions'],
      calls: [{ contract: 'console.refuse-lot-question' }],
      notifies: ['customer'],
    },
    'answer-by-staff': {
      from: ['open'],
      to: 'published',
      by: ['moderateLotQuestions'],
      calls: [{ contract: 'console.answer-lot-question' }],
      notifies: ['author'],
    },
    hide: {
      from: SHOWN_QUESTIONS,
      to: 'hidden',
      by: ['moderateLotQuestions'],
      calls: [{ contract: 'console.hide-lot-question' }],
      notifies: ['author'],
    },
    mask: {
      from: ['published'],
      to: 'published',
      by: ['moderateLotQuestions'],
      calls: [{ contract: 'console.decide' }],
      notifies: ['author', 'customer', 'participant'],
    },
    lapse: {
      from: UNFINISHED_QUESTIONS,
      to: 'lapsed',
      by: ['system'],
      calls: [{ job: 'lapse questions of ended lots' }],
    },
  },
} as const satisfies Lifecycle;
