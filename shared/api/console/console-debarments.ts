import { z } from 'zod';
import { localizedTextSchema } from '../../i18n/localized.ts';
import { BAR_PROPOSAL_KINDS, BAR_PROPOSAL_STATES } from '../../lifecycles/bar-proposal.ts';
import { BAR_STATES } from '../../lifecycles/bar.ts';
import { BAR_CAUSES, BAR_REASON_MAX, BAR_REASON_MIN } from '../../limits/debarments.ts';
import { contract } from '../contract.ts';
import { calendarDay } from '../calendar-day.ts';
import { idField, uuid, wholeNumber } from '../fields.ts';
import { documentSchema } from '../cabinet/files.ts';
import { accessOf, STAFF_RIGHTS } from './staff-rights.ts';
import { writtenText } from '../written-texts.ts';

/** What calls about the own proposal refuse. */
const OF_OWN_PROPOSALS = {
  404: ['not-found'],
  409: [
    'asked-before',
    'bars.barred-already',
    'bars.decided',
    'bars.not-own',
    'bars.over',
    'bars.person-changed',
    'bars.proposed-already',
    'bars.second-person',
    'taken-back-before',
  ],
  422: ['bars.no-evidence'],
} as const;

const paged = { page: wholeNumber(1, 100_000).default(1), size: wholeNumber(1, 100).default(20) } as const;
const pageAnswer = { total: z.int(), page: z.int(), size: z.int() } as const;
const words = writtenText(BAR_REASON_MIN, BAR_REASON_MAX);

/** Whom it is about, masked as on the public check of barred people. */
const personSchema = z.object({ name: z.string(), idMasked: z.string() });
/** As it was called when it was chosen, whatever the list `bar-causes` says now; null: there is no cause. */
const causeName = localizedTextSchema.nullable();
const lotSchema = z.object({ id: z.int(), title: localizedTextSchema.nullable() }).nullable();
const decisionSchema = z.object({ by: z.string(), atMs: z.int(), note: z.string().nullable() });

const barSchema = z.object({
  id: z.int(),
  person: personSchema,
  lot: lotSchema,
  /** null: an entry of an earlier release. */
  cause: z.enum(BAR_CAUSES).nullable(),
  causeName,
  reason: z.string(),
  /** Names of who proposed and who approved it; null: the rules made it. */
  by: z.object({ proposed: z.string(), approved: z.string() }).nullable(),
  /** Days in Tashkent; the last one is still barred. */
  startDate: calendarDay,
  endDate: calendarDay,
  /** Today and the last day included; 0 once it is over. */
  remainingDays: z.int().min(0),
  state: z.enum(BAR_STATES),
  /** By whom and why it was lifted; null: it was not. */
  lifted: z
    .object({ proposed: z.string(), approved: z.string(), atMs: z.int(), reason: z.string() })
    .nullable(),
  evidence: z.array(documentSchema),
  /** Nothing is proposed about it, and the reader may propose to lift it. */
  mayLift: z.boolean(),
});
export type ConsoleBar = z.infer<typeof barSchema>;

const BAR_PROPOSAL_MOVES = ['submit', 'withdraw', 'approve', 'turn-down'] as const;
export type BarProposalMove = (typeof BAR_PROPOSAL_MOVES)[number];

const barProposalSchema = z.object({
  id: z.int(),
  kind: z.enum(BAR_PROPOSAL_KINDS),
  state: z.enum(BAR_PROPOSAL_STATES),
  person: personSchema,
  /** Of the bar to lift, or of the bar that was made. */
  barId: z.int().nullable(),
  lot: lotSchema,
  /** Of a new bar. */
  cause: z.enum(BAR_CAUSES).nullable(),
  causeName,
  /** Last barred day as of today, of the bar that would be made or is to be lifted. */
  lastDay: calendarDay,
  reason: z.string(),
  proposed: z.object({ by: z.string(), atMs: z.int(), own: z.boolean() }),
  expiresAtMs: z.int(),
  decided: decisionSchema.nullable(),
  evidence: z.array(documentSchema),
  /** Actions the reader may take now. */
  may: z.array(z.enum(BAR_PROPOSAL_MOVES)),
});
export type DebarmentProposal = z.infer<typeof barProposalSchema>;

const staff = {
  tag: 'console',
  access: { roles: STAFF_RIGHTS.readBars },
  rateLimit: { perMinute: 120 },
} as const;
const deciding = {
  ...staff,
  access: accessOf('decideBars'),
  rateLimit: { perMinute: 60 },
  method: 'post',
  answer: barProposalSchema,
} as const;

/** The newest first. */
export const consoleDebarments = contract({
  ...staff,
  name: 'console.bars',
  refusals: { 404: ['not-found'] },
  method: 'get',
  mayLag: true,
  path: '/api/console/bars',
  summary: 'People barred from auctions, masked, with evidence',
  query: z.strictObject({
    state: z.enum([...BAR_STATES, 'all']).default('in-force'),
    cause: z.enum(BAR_CAUSES).optional(),
    lotId: idField.optional(),
    ...paged,
  }),
  answer: z.object({ items: z.array(barSchema), inForce: z.int(), ...pageAnswer }),
});

/** Drafts are shown to who began them. `waiting`: one's own drafts and those that wait for a decision, the earliest first. */
export const barProposals = contract({
  ...staff,
  name: 'console.bar-proposals',
  refusals: { 404: ['not-found'] },
  method: 'get',
  mayLag: true,
  path: '/api/console/bar-proposals',
  summary: 'Proposals to bar people and to lift bars',
  query: z.strictObject({ state: z.enum(['waiting', 'all']).default('waiting'), ...paged }),
  answer: z.object({ items: z.array(barProposalSchema), waiting: z.int(), ...pageAnswer }),
});

/**
 * Exactly one person, by the number of the account or by PINFL or STIR. `found` null: there is no such account, or it has no
 * PINFL or STIR that a bar could be recorded under.
 */
export const findBarPerson = contract({
  ...staff,
  access: { roles: STAFF_RIGHTS.decideBars },
  name: 'console.find-bar-person',
  refusals: {},
  method: 'post',
  path: '/api/console/bars/find-person',
  summary: 'Find the person to bar, by the exact number; changes nothing',
  // It reads: what follows names the person.
  subject: 'none',
  rateLimit: { perMinute: 20 },
  whenLimiterIsDown: 'closed',
  body: z.discriminatedUnion('by', [
    z.strictObject({ by: z.literal('account'), value: uuid }),
    z.strictObject({ by: z.literal('pinfl'), value: z.string().regex(/^\d{14}$/) }),
    z.strictObject({ by: z.literal('stir'), value: z.string().regex(/^\d{9}$/) }),
  ]),
  answer: z.object({
    found: z
      .object({
        personId: z.string(),
        ...personSchema.shape,
        /** Other accounts of the same number are barred with it. */
        accounts: z.int(),
        bars: z.array(
          z.object({
            id: z.int(),
            cause: z.enum(BAR_CAUSES).nullable(),
            causeName,
            endDate: calendarDay,
          }),
        ),
      })
      .nullable(),
  }),
});

/**
 * A draft, which evidence is added to before it is submitted. 409 `bars.proposed-already`, `bars.barred-already` (for the same
 * cause and lot, in force now); 422 `bars.no-number`, `bars.lot-needed`, `bars.no-such-lot`, `bars.no-state-lot`,
 * `bars.last-day` (needed for a court's decision and for no other cause; neither past nor too far ahead).
 */
export const proposeBar = contract({
  ...deciding,
  name: 'console.propose-bar',
  refusals: {
    404: ['not-found'],
    409: ['bars.barred-already', 'bars.over', 'bars.proposed-already'],
    422: [
      'bars.last-day',
      'bars.lot-needed',
      'bars.no-number',
      'bars.no-state-lot',
      'bars.no-such-lot',
      'lists.not-offered',
    ],
  },
  subject: { kind: 'person', param: 'personId' },
  path: '/api/console/bars/of/:personId/propose',
  summary: 'Begin a proposal to bar a person',
  params: z.object({ personId: uuid }),
  body: z.strictObject({
    cause: z.enum(BAR_CAUSES),
    lotId: z.int().min(1).nullable(),
    lastDay: calendarDay.nullable(),
    reason: words,
  }),
});

/** A draft. 409 `bars.proposed-already`, `bars.over` when it is not in force. */
export const proposeBarLift = contract({
  ...deciding,
  name: 'console.propose-bar-lift',
  refusals: {
    404: ['not-found'],
    409: ['bars.barred-already', 'bars.over', 'bars.proposed-already'],
    422: ['bars.last-day', 'bars.lot-needed', 'bars.no-number', 'bars.no-state-lot', 'bars.no-such-lot'],
  },
  subject: { kind: 'bar', param: 'barId' },
  path: '/api/console/bars/:barId/propose-lift',
  summary: 'Begin a proposal to lift a bar before its last day',
  params: z.object({ barId: idField }),
  body: z.strictObject({ reason: words }),
});

const aboutProposal = {
  ...deciding,
  subject: { kind: 'bar-proposal', param: 'proposalId' },
  params: z.object({ proposalId: idField }),
} as const;

/**
 * 409 `bars.decided` in another state, `bars.not-own` for all but who began it, `bars.proposed-already` while what a colleague submitted about
 * the same waits, `asked-before` for whose proposal about the number was turned down within 30 days, `taken-back-before` for who took three
 * back within 24 hours; 422 `bars.no-evidence`.
 */
export const submitBarProposal = contract({
  ...aboutProposal,
  name: 'console.submit-bar-proposal',
  refusals: OF_OWN_PROPOSALS,
  path: '/api/console/bar-proposals/:proposalId/submit',
  summary: 'Submit a proposal with its evidence to a second person',
  body: z.strictObject({}),
});

/** 409 `bars.decided` in another state, `bars.not-own` for all but who began it. */
export const withdrawBarProposal = contract({
  ...aboutProposal,
  name: 'console.withdraw-bar-proposal',
  refusals: OF_OWN_PROPOSALS,
  path: '/api/console/bar-proposals/:proposalId/withdraw',
  summary: 'Take a proposal back',
  body: z.strictObject({}),
});

/**
 * The bar is made, or lifted, at once. 409 `bars.decided` in another state or after its time, `bars.second-person` for who
 * proposed it, `bars.over` when the bar to lift has ended, `bars.barred-already`, `bars.person-changed` when the person has
 * another number by now.
 */
export const approveBarProposal = contract({
  ...aboutProposal,
  name: 'console.approve-bar-proposal',
  refusals: {
    404: ['not-found'],
    409: [
      'asker-left',
      'bars.barred-already',
      'bars.decided',
      'bars.not-own',
      'bars.over',
      'bars.person-changed',
      'bars.proposed-already',
      'bars.second-person',
    ],
    422: ['bars.no-evidence', 'lists.not-offered'],
  },
  subject: { ...aboutProposal.subject, colleagues: true },
  path: '/api/console/bar-proposals/:proposalId/approve',
  summary: 'Agree, as a second person',
  body: z.strictObject({ note: writtenText(0, BAR_REASON_MAX).optional() }),
});

/** 409 `bars.decided`, `bars.second-person`, `turned-down-before` for who turned one about the number down within 30 days. */
export const turnDownBarProposal = contract({
  ...aboutProposal,
  name: 'console.turn-down-bar-proposal',
  refusals: {
    404: ['not-found'],
    409: [
      'bars.barred-already',
      'bars.decided',
      'bars.not-own',
      'bars.over',
      'bars.person-changed',
      'bars.proposed-already',
      'bars.second-person',
      'turned-down-before',
    ],
    422: ['bars.no-evidence'],
  },
  subject: { ...aboutProposal.subject, colleagues: true },
  path: '/api/console/bar-proposals/:proposalId/turn-down',
  summary: 'Disagree, as a second person, with a reason',
  body: z.strictObject({ note: words }),
});

export const consoleBarContracts = [
  consoleDebarments,
  barProposals,
  findBarPerson,
  proposeBar,
  proposeBarLift,
  submitBarProposal,
  withdrawBarProposal,
  approveBarProposal,
  turnDownBarProposal,
];
