import { START, type Lifecycle } from './lifecycle.ts';
import type { StatusColour } from './lot-status.ts';

export const BANK_LINE_STATES = [
  'undecided',
  'asked',
  'credited',
  'returned',
  'ignored',
  'matched',
  'repeat',
] as const;
export type BankLineState = (typeof BANK_LINE_STATES)[number];

/** Those that wait for staff. */
export const WAITING_BANK_LINES = ['undecided', 'asked'] as const satisfies readonly BankLineState[];

/** Those whose movement another line is: they count nowhere. */
export const REPEATED_BANK_LINES = ['repeat'] as const satisfies readonly BankLineState[];

/** Those that pay nothing here, and can be opened again. */
export const DROPPED_BANK_LINES = ['returned', 'ignored'] as const satisfies readonly BankLineState[];

export const BANK_LINE_COLOURS: Readonly<Record<BankLineState, StatusColour>> = {
  undecided: 'warning',
  asked: 'primary',
  credited: 'success',
  returned: 'info',
  ignored: 'info',
  matched: 'success',
  repeat: 'info',
};

/**
 * What staff decide about a line, many of them by two persons. `repeat`: it is the movement of the line that it is like; `another`: a line
 * that contradicts the one that it is like is a movement of its own.
 */
export const BANK_LINE_DECISIONS = ['credit', 'return', 'ignore', 'match', 'repeat', 'another'] as const;
export type BankLineDecision = (typeof BANK_LINE_DECISIONS)[number];

/** Steps of a line's history. */
export const BANK_LINE_ACTIONS = [
  'asked',
  'rejected',
  'credited',
  'returned',
  'ignored',
  'matched',
  'paid-in',
  'reopen-asked',
  'reopened',
  'repeat-confirmed',
  'repeat-denied',
] as const;
export type BankLineAction = (typeof BANK_LINE_ACTIONS)[number];

export const BANK_LINE = {
  name: 'bank-line',
  about: 'A movement of the operator’s bank account, as a statement of the bank has it.',
  column: 'bank_statement_line.state',
  states: BANK_LINE_STATES,
  final: ['credited', 'matched'],
  means: {
    undecided: 'no one has said what it is for',
    asked: 'one of two persons has said what it is for',
    credited: 'the money is on a person’s balance, or has paid their lot',
    returned: 'goes back to its payer by the bank',
    ignored:
      'not money of trade; the reason is written down. What the operator paid into its own account for buyers stays so',
    matched: 'is a payout or a refund that the platform sent',
    repeat: 'is the movement of another line, which another file has brought; it is decided about there',
  },
  events: {
    import: {
      from: START,
      to: 'undecided',
      by: ['decideStatements'],
      calls: [{ contract: 'console.import-statement' }],
    },
    'import-repeat': {
      from: START,
      to: 'repeat',
      by: ['decideStatements'],
      calls: [{ contract: 'console.import-statement' }],
    },
    'tell-repeat': {
      from: ['undecided', 'asked'],
      to: 'repeat',
      by: ['decideStatements'],
      calls: [{ contract: 'console.tell-repeated-bank-line' }, { contract: 'console.approve-bank-line' }],
    },
    'deny-repeat': {
      from: ['undecided', 'asked', 'repeat'],
      to: 'undecided',
      by: ['decideStatements'],
      calls: [{ contract: 'console.tell-repeated-bank-line' }, { contract: 'console.approve-bank-line' }],
    },
    ask: {
      from: ['undecided'],
      to: 'asked',
      by: ['decideStatements'],
      calls: [
        { contract: 'console.credit-bank-line' },
        { contract: 'console.return-bank-line' },
        { contract: 'console.ignore-bank-line' },
        { contract: 'console.match-bank-line' },
        { contract: 'console.tell-repeated-bank-line' },
      ],
    },
    reject: {
      from: ['asked'],
      to: 'undecided',
      by: ['decideStatements'],
      calls: [{ contract: 'console.reject-bank-line' }],
    },
    credit: {
      from: ['undecided', 'asked'],
      to: 'credited',
      by: ['decideStatements'],
      calls: [{ contract: 'console.credit-bank-line' }, { contract: 'console.approve-bank-line' }],
      notifies: ['person'],
    },
    return: {
      from: ['undecided', 'asked'],
      to: 'returned',
      by: ['decideStatements'],
      calls: [{ contract: 'console.return-bank-line' }, { contract: 'console.approve-bank-line' }],
    },
    ignore: {
      from: ['undecided', 'asked'],
      to: 'ignored',
      by: ['decideStatements'],
      calls: [{ contract: 'console.ignore-bank-line' }, { contract: 'console.approve-bank-line' }],
    },
    'pay-in': {
      from: ['undecided'],
      to: 'ignored',
      by: ['makeDecisions'],
      calls: [{ contract: 'console.decide' }],
    },
    match: {
      from: ['undecided', 'asked'],
      to: 'matched',
      by: ['decideStatements'],
      calls: [{ contract: 'console.match-bank-line' }, { contract: 'console.approve-bank-line' }],
    },
    reopen: {
      from: ['returned', 'ignored'],
      to: 'undecided',
      by: ['decideStatements'],
      calls: [{ contract: 'console.reopen-bank-line' }],
    },
  },
} as const satisfies Lifecycle;
