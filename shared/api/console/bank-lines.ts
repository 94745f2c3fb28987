import { z } from 'zod';
import { localizedTextSchema } from '../../i18n/localized.ts';
import { BANK_LINE_ACTIONS, BANK_LINE_DECISIONS, BANK_LINE_STATES } from '../../lifecycles/bank-line.ts';
import { TWO_APPROVERS_BECAUSE } from '../../trade/staff-money.ts';
import { BANK_SIDES } from './bank-statements.ts';
import { contract } from '../contract.ts';
import { idField, sumOfRows, uuid, versionInBody, wholeNumber } from '../fields.ts';
import { accessOf, STAFF_RIGHTS } from './staff-rights.ts';
import { writtenText } from '../written-texts.ts';

/** What calls that propose what a line is refuse. */
const PROPOSING = {
  403: ['statements.own-money'],
  404: ['not-found'],
  409: [
    'asked-before',
    'statements.changed',
    'statements.document-used',
    'statements.in-doubt',
    'statements.not-in-flight',
    'statements.other-account',
    'statements.other-sum',
    'statements.over',
    'statements.repeat',
    'statements.repeat-unclear',
    'statements.second-person',
    'taken-back-before',
  ],
  422: ['lists.not-offered'],
} as const;

/** What calls that match a line refuse. */
const MATCHING = {
  403: ['statements.own-money'],
  404: ['not-found'],
  409: [
    'asked-before',
    'asker-left',
    'statements.changed',
    'statements.document-used',
    'statements.in-doubt',
    'statements.not-in-flight',
    'statements.other-account',
    'statements.other-sum',
    'statements.over',
    'statements.repeat',
    'statements.repeat-unclear',
    'statements.second-person',
    'taken-back-before',
    'turned-down-before',
  ],
  422: ['lists.not-offered'],
} as const;

const tiyin = z.int();
const paged = { page: wholeNumber(1, 100_000).default(1), size: wholeNumber(1, 100).default(20) } as const;
const pageAnswer = { total: z.int(), page: z.int(), size: z.int() };
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const reason = writtenText(3, 500);

const reads = {
  tag: 'console',
  access: { roles: STAFF_RIGHTS.readStatements },
  rateLimit: { perMinute: 120 },
} as const;
const decides = { ...reads, access: accessOf('decideStatements'), method: 'post' } as const;

/** Why something is suggested. */
const SUGGESTION_GROUNDS = ['purpose', 'sum', 'payer', 'name', 'account'] as const;
const groundsSchema = z.array(z.enum(SUGGESTION_GROUNDS));

const creditSuggestionSchema = z.object({
  personId: z.string(),
  personName: z.string(),
  /** Null: the balance alone. */
  settlement: z
    .object({
      id: z.int(),
      lotId: z.int(),
      title: localizedTextSchema,
      /** What is still to be paid, without what is on the balance. */
      restTiyin: tiyin,
      /** Null: it is not to be paid any more. */
      dueAtMs: z.int().nullable(),
    })
    .nullable(),
  grounds: groundsSchema,
});
export type CreditSuggestion = z.infer<typeof creditSuggestionSchema>;

const debitSuggestionSchema = z.object({
  kind: z.enum(['payout', 'refund']),
  id: z.int(),
  personName: z.string(),
  amountTiyin: tiyin,
  grounds: groundsSchema,
});

const BANK_LINE_MOVES = [
  'credit',
  'return',
  'ignore',
  'match',
  'approve',
  'reject',
  'reopen',
  'same',
  'another',
] as const;
export type BankLineMove = (typeof BANK_LINE_MOVES)[number];

/** The account is masked for those who may not see requisites. */
const partySchema = z.object({
  name: z.string().nullable(),
  account: z.string().nullable(),
  mfo: z.string().nullable(),
  stir: z.string().nullable(),
});

const bankLineSchema = z.object({
  id: z.int(),
  statementId: z.int(),
  row: z.int(),
  bookedOn: day,
  valueOn: day,
  side: z.enum(BANK_SIDES),
  amountTiyin: tiyin,
  reference: z.string().nullable(),
  document: z.string().nullable(),
  purpose: z.string(),
  party: partySchema,
  state: z.enum(BANK_LINE_STATES),
  approvalsNeeded: z.int(),
  /** Why two decide, besides that a transfer does not answer a payment order; null: nothing else. */
  twoBecause: z.enum(TWO_APPROVERS_BECAUSE).nullable(),
  /** Counts what was asked for: an approval names the one that was read. */
  round: z.int(),
  /** What was decided, or is asked for; null: nothing. */
  decision: z
    .object({
      kind: z.enum(BANK_LINE_DECISIONS),
      personName: z.string().nullable(),
      settlementId: z.int().nullable(),
      payoutId: z.int().nullable(),
      refundId: z.int().nullable(),
      reason: z.string().nullable(),
    })
    .nullable(),
  /** Others of that day and side with the same sum, in other files: perhaps the same movement. */
  alike: z.array(z.int()),
  /** The line whose movement it is or may be; `unclear` until a person says which, and nothing is credited before. */
  repeats: z
    .object({
      lineId: z.int(),
      answer: z.enum(['same', 'unclear', 'another']),
      /** They say different things of one movement: two persons say what it is. */
      contradicts: z.boolean(),
      /** What that line says. */
      says: z.object({ document: z.string().nullable(), purpose: z.string(), party: partySchema }).nullable(),
    })
    .nullable(),
  /** Another file contradicts it: no money of it moves until two persons have said what that line is. */
  inDoubt: z.boolean(),
  credits: z.array(creditSuggestionSchema),
  debits: z.array(debitSuggestionSchema),
  steps: z.array(
    z.object({
      action: z.enum(BANK_LINE_ACTIONS),
      by: z.string(),
      atMs: z.int(),
      note: z.string().nullable(),
    }),
  ),
  /** Actions the reader may take now. */
  may: z.array(z.enum(BANK_LINE_MOVES)),
});
export type BankLineView = z.infer<typeof bankLineSchema>;

export const bankLines = contract({
  ...reads,
  name: 'console.bank-lines',
  refusals: { 422: ['lists.not-offered'] },
  method: 'get',
  mayLag: true,
  path: '/api/console/bank-lines',
  summary: 'Lines of bank statements; those that wait for staff, the earliest first',
  query: z.strictObject({
    state: z.enum(['waiting', ...BANK_LINE_STATES, 'all']).default('waiting'),
    side: z.enum(BANK_SIDES).optional(),
    statementId: idField.optional(),
    ...paged,
  }),
  answer: z.object({
    items: z.array(bankLineSchema),
    waiting: z.int(),
    sums: z.object({ creditTiyin: sumOfRows, debitTiyin: sumOfRows }),
    ...pageAnswer,
  }),
});

/** By STIR, PINFL, phone, account id, or the number of a settlement (`S-17`); exactly, never by a part. */
export const bankLinePeople = contract({
  ...reads,
  access: accessOf('decideStatements'),
  rateLimit: { perMinute: 60 },
  name: 'console.bank-line-people',
  refusals: {},
  method: 'get',
  path: '/api/console/bank-lines/people',
  summary: 'Whose balance a transfer may be for',
  query: z.strictObject({ search: z.string().trim().min(1).max(64) }),
  answer: z.object({ items: z.array(creditSuggestionSchema) }),
});

const deciding = {
  ...decides,
  rateLimit: { perMinute: 60 },
  subject: { kind: 'bank-line', param: 'lineId' },
  params: z.object({ lineId: idField }),
  answer: bankLineSchema,
} as const;

/**
 * 409 `statements.over` in another state, `statements.repeat` of a movement that another line is, `statements.repeat-unclear` before a
 * person has said whether it is, `statements.in-doubt` while another file contradicts it, `statements.own-money` when the person is the reader, `statements.changed` when the
 * settlement is not that person's.
 */
export const creditBankLine = contract({
  ...deciding,
  name: 'console.credit-bank-line',
  refusals: PROPOSING,
  path: '/api/console/bank-lines/:lineId/credit',
  summary: 'Credit a transfer to a person; it pays the settlement by itself where the sum suffices',
  body: z.strictObject({ personId: uuid, settlementId: z.int().min(1).optional() }),
});

export const returnBankLine = contract({
  ...deciding,
  name: 'console.return-bank-line',
  refusals: PROPOSING,
  path: '/api/console/bank-lines/:lineId/return',
  summary: 'Send a transfer back to its payer, by the bank',
  body: z.strictObject({ reason }),
});

export const ignoreBankLine = contract({
  ...deciding,
  name: 'console.ignore-bank-line',
  refusals: PROPOSING,
  path: '/api/console/bank-lines/:lineId/ignore',
  summary: 'Note that a line is not money of trade',
  body: z.strictObject({ reason }),
});

/**
 * 409 `statements.other-sum`, `statements.not-in-flight`, `statements.own-money`, `statements.second-person` from the one who sent it.
 * `statements.document-used` where another payment of the sum was noted as paid by its document.
 * `statements.other-account` where the line has not the account that it was sent to, unless a reason is given: then a second person decides.
 */
export const matchBankLine = contract({
  ...deciding,
  name: 'console.match-bank-line',
  refusals: MATCHING,
  path: '/api/console/bank-lines/:lineId/match',
  summary: 'Note which payout or refund left by a line; it is settled by that',
  body: z.strictObject({ kind: z.enum(['payout', 'refund']), id: z.int().min(1), reason: reason.optional() }),
});

/** 409 `statements.over`, `statements.second-person` from the one who asked, `statements.changed` when something else is asked by now. */
export const approveBankLine = contract({
  ...deciding,
  name: 'console.approve-bank-line',
  refusals: MATCHING,
  subject: { ...deciding.subject, colleagues: true },
  path: '/api/console/bank-lines/:lineId/approve',
  summary: 'Approve as a second person what was asked for',
  body: z.strictObject({ round: versionInBody }),
});

/** By a colleague, or taken back by who asked. 409 `turned-down-before` for who turned down two requests about the line. */
export const rejectBankLine = contract({
  ...deciding,
  name: 'console.reject-bank-line',
  refusals: {
    403: ['statements.own-money'],
    404: ['not-found'],
    409: [
      'statements.changed',
      'statements.document-used',
      'statements.in-doubt',
      'statements.not-in-flight',
      'statements.other-account',
      'statements.other-sum',
      'statements.over',
      'statements.repeat',
      'statements.repeat-unclear',
      'statements.second-person',
      'turned-down-before',
    ],
    422: ['lists.not-offered'],
  },
  path: '/api/console/bank-lines/:lineId/reject',
  summary: 'Turn down what was asked for, or take it back',
  body: z.strictObject({ round: versionInBody, reason }),
});

export const reopenBankLine = contract({
  ...deciding,
  name: 'console.reopen-bank-line',
  refusals: {
    403: ['statements.own-money'],
    404: ['not-found'],
    409: [
      'statements.changed',
      'statements.document-used',
      'statements.in-doubt',
      'statements.not-in-flight',
      'statements.other-account',
      'statements.other-sum',
      'statements.over',
      'statements.repeat',
      'statements.repeat-unclear',
      'statements.second-person',
    ],
    422: ['lists.not-offered'],
  },
  path: '/api/console/bank-lines/:lineId/reopen',
  summary:
    'Decide again about a line that was to be returned or ignored; what two persons dropped, and a large sum, is opened by two',
  body: z.strictObject({ reason }),
});

/**
 * Whether a line is the movement of the line that it is like, or another one; then the next line that it may repeat is asked about.
 * 409 `statements.over` when it is like none, or that was said before. That a transfer which names a sale to be paid is a repeat, or one
 * above the limit, or money that left, is approved by a second person; so is either answer about a line that contradicts the other one. What two said so is taken back by two
 * others: 409 `statements.second-person` from one of those, or twice from one person.
 */
export const notifyRepeatedBankLine = contract({
  ...deciding,
  name: 'console.tell-repeated-bank-line',
  refusals: PROPOSING,
  path: '/api/console/bank-lines/:lineId/repeat',
  summary: 'Say whether a line is the movement of another one that is known',
  body: z.strictObject({ lineId: z.int().min(1), same: z.boolean(), reason }),
});

export const bankLineContracts = [
  bankLines,
  bankLinePeople,
  creditBankLine,
  returnBankLine,
  ignoreBankLine,
  matchBankLine,
  approveBankLine,
  rejectBankLine,
  reopenBankLine,
  notifyRepeatedBankLine,
];
