import { z } from 'zod';
import { MAX_TIYIN } from '../../auction/rules.ts';
import { localizedTextSchema } from '../../i18n/localized.ts';
import { REFERENCE_PROPOSAL_STATES } from '../../lifecycles/reference-proposal.ts';
import { FORFEIT_RECEIVERS } from '../../rule-sets/forfeit-receivers.ts';
import { FIGURE_PROBLEMS } from '../../rule-sets/figure-texts.ts';
import { ruleSetFiguresSchema } from '../../rule-sets/rule-set-figures.ts';
import { contract } from '../contract.ts';
import { calendarDay } from '../calendar-day.ts';
import { idField, idInBody, versionInBody, wholeNumber } from '../fields.ts';
import { RULE_SET_NAMES } from '../site/lots.ts';
import { accessOf, STAFF_RIGHTS } from './staff-rights.ts';
import { writtenText } from '../written-texts.ts';

export const REFERENCE_REASON = { min: 5, max: 500 } as const;
const reason = writtenText(REFERENCE_REASON.min, REFERENCE_REASON.max);
const instantMs = z.int().min(0).max(4_102_444_800_000);
const tiyin = z.int().min(1).max(MAX_TIYIN);
const name = z.enum(RULE_SET_NAMES);

/** What is proposed: the next version of a rule set from an instant on, or a base amount from a day on (Tashkent). */
const proposedContentSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('rule-set'),
    name,
    figures: ruleSetFiguresSchema,
    validFromMs: instantMs,
  }),
  z.strictObject({ kind: z.literal('base-amount'), amountTiyin: tiyin, validFrom: calendarDay }),
]);
export type ProposedContent = z.infer<typeof proposedContentSchema>;

const REFERENCE_MOVES = ['change', 'approve', 'turn-down', 'withdraw'] as const;
export type ReferenceMove = (typeof REFERENCE_MOVES)[number];

const referenceProposalSchema = z.object({
  id: z.int(),
  /** Counts changes; who decides names the version that was read. */
  version: z.int(),
  state: z.enum(REFERENCE_PROPOSAL_STATES),
  content: proposedContentSchema,
  reason: z.string(),
  proposed: z.object({ by: z.string(), atMs: z.int(), own: z.boolean() }),
  decided: z.object({ by: z.string(), atMs: z.int(), note: z.string().nullable() }).nullable(),
  /** Something that it follows has changed, or its date has come: it can only be changed or taken back. */
  outdated: z.boolean(),
  may: z.array(z.enum(REFERENCE_MOVES)),
});
export type ReferenceProposal = z.infer<typeof referenceProposalSchema>;

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

const versionSchema = z.object({
  version: z.int(),
  validFromMs: z.int(),
  figures: ruleSetFiguresSchema,
  state: z.enum(['past', 'in-force', 'coming']),
});
const consoleRuleSetSchema = z.object({
  name,
  /** The version in force. */
  inForce: z.int(),
  /** What a proposal names as the latest it has seen. */
  base: z.string(),
  /** The newest first. */
  versions: z.array(versionSchema),
  open: referenceProposalSchema.nullable(),
});
export type ConsoleRuleSet = z.infer<typeof consoleRuleSetSchema>;

export const consoleRuleSets = contract({
  ...reads,
  name: 'console.rule-sets',
  refusals: {},
  method: 'get',
  path: '/api/console/reference/rule-sets',
  summary: 'Rule sets with their versions, and what is proposed',
  answer: z.object({ items: z.array(consoleRuleSetSchema) }),
});

export const consoleBaseAmounts = contract({
  ...reads,
  name: 'console.base-amounts',
  refusals: {},
  method: 'get',
  path: '/api/console/reference/base-amounts',
  summary: 'Base calculation amounts, the newest first, and what is proposed',
  answer: z.object({
    base: z.string(),
    items: z.array(
      z.object({
        validFrom: calendarDay,
        amountTiyin: z.int(),
        state: z.enum(['past', 'in-force', 'coming']),
      }),
    ),
    open: referenceProposalSchema.nullable(),
  }),
});

const termsSchema = z.object({
  firstPriceTiyin: z.int(),
  depositTiyin: z.int(),
  depositBp: z.int(),
  /** The first prices, each the least possible, the most that may be offered instead (null: any), and the raise after it. */
  prices: z.array(z.object({ priceTiyin: z.int(), mostTiyin: z.int().nullable(), incrementTiyin: z.int() })),
  /** The most of an auto-bid before the first price; null: any. */
  mostAutoBidTiyin: z.int().nullable(),
  /** null: the end does not move. */
  overtime: z
    .object({
      /** A price within so long before the end moves it. */
      windowMs: z.int(),
      /** By a price at the last moment. */
      addedMs: z.int(),
      /** The latest end of trade after its announced end; null: no limit. */
      latestMs: z.int().nullable(),
    })
    .nullable(),
  /** What the deposit alone allows to offer; null: any price. */
  limitTiyin: z.int().nullable(),
  /** Of a lot published now; null: the lot chooses. */
  opensAtMs: z.int().nullable(),
  closesAtMs: z.int().nullable(),
  paymentWorkingDays: z.int(),
  payUntilMs: z.int().nullable(),
  /** Who gets the deposit of a winner who does not pay, where the lot has a seller. */
  forfeitTo: z.enum(FORFEIT_RECEIVERS),
  /** What a day's delay of the first price costs where it is paid by parts. */
  lateFeeTiyin: z.int(),
  /** Of the first price. */
  feeTiyin: z.int(),
  /** Of the first price; no name: the seller. */
  shares: z.array(z.object({ holderName: z.string().nullable(), amountTiyin: z.int() })),
});
export type TermsPreview = z.infer<typeof termsSchema>;

const figureProblemSchema = z.object({
  path: z.string(),
  problem: z.enum(FIGURE_PROBLEMS),
  min: z.number().optional(),
  max: z.number().optional(),
});

const previewedLotSchema = z.object({
  lotId: z.int(),
  title: localizedTextSchema,
  startPriceTiyin: z.int(),
  ruleSet: z.enum(RULE_SET_NAMES),
});
export type PreviewedLot = z.infer<typeof previewedLotSchema>;

/**
 * `before`, `after` null: no lot can be published by it at this price. `problems`: what forbids the figures. Of a lot that was
 * published by this rule set, what it chose apart from its version (deposit, step, days to pay) is asked of both. 404 without
 * such a lot.
 */
export const previewRuleSet = contract({
  ...reads,
  name: 'console.preview-rule-set',
  refusals: { 404: ['lots.not-found'] },
  method: 'post',
  path: '/api/console/reference/rule-sets/:name/preview',
  summary: 'What figures would do to a start price or a lot, beside the version in force; changes nothing',
  subject: 'none',
  params: z.object({ name }),
  body: z.strictObject({
    figures: ruleSetFiguresSchema,
    about: z.union([z.strictObject({ startPriceTiyin: tiyin }), z.strictObject({ lotId: idInBody })]),
  }),
  answer: z.object({
    /** null: a start price was asked about. */
    lot: previewedLotSchema.nullable(),
    before: termsSchema.nullable(),
    after: termsSchema.nullable(),
    problems: z.array(figureProblemSchema),
  }),
});

/** Open ones first, then the newest. */
export const referenceProposals = contract({
  ...reads,
  name: 'console.reference-proposals',
  refusals: {},
  method: 'get',
  path: '/api/console/reference/proposals',
  summary: 'Proposals about rule sets and base amounts',
  query: z.strictObject({
    kind: z.enum(['rule-set', 'base-amount']).optional(),
    page: wholeNumber(1, 100_000).default(1),
    size: wholeNumber(1, 100).default(20),
  }),
  answer: z.object({
    items: z.array(referenceProposalSchema),
    total: z.int(),
    page: z.int(),
    size: z.int(),
  }),
});

/**
 * `base` is the one that was read. 409 `reference.changed` when it is no longer the latest, `reference.proposed-already`, `asked-before`; 422
 * `reference.figures` (`details.problems`), `reference.not-ahead` for a date that is not to come or lies before a version that
 * follows already, `reference.same` when nothing would change.
 */
export const proposeReferenceChange = contract({
  ...writes,
  name: 'console.propose-reference-change',
  refusals: {
    404: ['not-found'],
    409: ['asked-before', 'reference.changed', 'reference.proposed-already', 'taken-back-before'],
    422: ['reference.figures', 'reference.not-ahead', 'reference.same'],
  },
  path: '/api/console/reference/proposals',
  summary: 'Propose the next version of a rule set, or a base amount',
  body: z.strictObject({ base: z.string().max(100), content: proposedContentSchema, reason }),
  answer: referenceProposalSchema,
});

const about = {
  ...writes,
  params: z.object({ proposalId: idField }),
  answer: referenceProposalSchema,
} as const;
const version = versionInBody;

/**
 * By anybody who may propose, who counts as who proposes it then, and has turned down what a colleague proposed. 409 `reference.changed`,
 * `reference.decided`, `turned-down-before`; 422 as proposing.
 */
export const changeReferenceProposal = contract({
  ...about,
  name: 'console.change-reference-proposal',
  refusals: {
    404: ['not-found'],
    409: [
      'asked-before',
      'reference.changed',
      'reference.decided',
      'taken-back-before',
      'turned-down-before',
    ],
    422: ['reference.figures', 'reference.not-ahead', 'reference.same'],
  },
  path: '/api/console/reference/proposals/:proposalId/change',
  summary: 'Change an open proposal',
  body: z.strictObject({ version, base: z.string().max(100), content: proposedContentSchema, reason }),
});

/**
 * 409 `reference.changed` when the proposal or what it follows is not as it was read, `reference.decided`,
 * `reference.second-person` for who wrote it; 422 `reference.not-ahead` once its date has come.
 */
export const approveReferenceProposal = contract({
  ...about,
  access: accessOf('approveRules'),
  name: 'console.approve-reference-proposal',
  refusals: {
    404: ['not-found'],
    409: ['asker-left', 'reference.changed', 'reference.decided', 'reference.second-person'],
    422: ['reference.figures', 'reference.not-ahead', 'reference.same'],
  },
  path: '/api/console/reference/proposals/:proposalId/approve',
  summary: 'Agree, as a second person: it is in force from its date',
  body: z.strictObject({ version }),
});

/** 409 `reference.changed`, `reference.decided`, `reference.second-person`, `turned-down-before`. */
export const turnDownReferenceProposal = contract({
  ...about,
  name: 'console.turn-down-reference-proposal',
  refusals: {
    404: ['not-found'],
    409: ['reference.changed', 'reference.decided', 'reference.second-person', 'turned-down-before'],
  },
  path: '/api/console/reference/proposals/:proposalId/turn-down',
  summary: 'Disagree, as a second person, with a reason',
  body: z.strictObject({ version, note: reason }),
});

/** 409 `reference.decided`, `reference.not-own` for all but who proposed it. */
export const withdrawReferenceProposal = contract({
  ...about,
  name: 'console.withdraw-reference-proposal',
  refusals: { 404: ['not-found'], 409: ['reference.changed', 'reference.decided', 'reference.not-own'] },
  path: '/api/console/reference/proposals/:proposalId/withdraw',
  summary: 'Take a proposal back',
  body: z.strictObject({}),
});

export const referenceProposalContracts = [
  consoleRuleSets,
  consoleBaseAmounts,
  previewRuleSet,
  referenceProposals,
  proposeReferenceChange,
  changeReferenceProposal,
  approveReferenceProposal,
  turnDownReferenceProposal,
  withdrawReferenceProposal,
];
