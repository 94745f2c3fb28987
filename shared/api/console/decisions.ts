import { z } from 'zod';
import {
  DECISION_KINDS,
  DECISION_KIND_NAMES,
  DECISION_OBSTACLES,
  decisionFactSchema,
  type DecisionKindName,
  type DecisionPayload,
} from '../../decisions/kinds.ts';
import { DECISION_STATES } from '../../lifecycles/decision.ts';
import { contract } from '../contract.ts';
import { idField, wholeNumber } from '../fields.ts';
import { accessOf, STAFF_RIGHTS } from './staff-rights.ts';
import { writtenLine, writtenText } from '../written-texts.ts';

/** What calls that decide refuse. */
const DECIDING = {
  403: ['decisions.no-right', 'decisions.not-own', 'decisions.own-interest', 'decisions.second-person'],
  404: ['not-found'],
  409: [
    'decisions.changed',
    'decisions.expired',
    'decisions.open-already',
    'decisions.over',
    'decisions.proposer-left',
  ],
  422: ['decisions.no-document', 'decisions.not-now', 'lists.not-offered'],
} as const;

/** Letters of a reason, and of the words by which one is turned down. */
export const DECISION_REASON = { min: 10, max: 1000 } as const;
export const DECISION_DOCUMENT_MAX = 200;
const reason = writtenText(DECISION_REASON.min, DECISION_REASON.max);

const staff = {
  tag: 'console',
  access: { roles: STAFF_RIGHTS.readDecisions },
  rateLimit: { perMinute: 120 },
} as const;

const person = z.object({ id: z.string(), name: z.string() });

/** Why it can no longer be decided, besides what its kind says. */
export const DECISION_LAPSES = ['expired', 'proposer-left', 'changed'] as const;

const decisionSchema = z.object({
  id: z.int(),
  kind: z.enum(DECISION_KIND_NAMES),
  state: z.enum(DECISION_STATES),
  /** What would happen, or what happened. */
  facts: z.array(decisionFactSchema),
  reason: z.string(),
  document: z.string().nullable(),
  proposedBy: person,
  proposedAtMs: z.int(),
  /** Who agreed where one is not enough, before the one who decides. */
  agreedBy: z.array(person),
  /** How many agree to it, the one who decides among them; null: it cannot be decided now, or it is one of a list. */
  agreeNeeded: z.int().nullable(),
  expiresAtMs: z.int(),
  decidedBy: person.nullable(),
  decidedAtMs: z.int().nullable(),
  /** Why it was turned down. */
  note: z.string().nullable(),
  /** Why its effect failed when it was decided last. */
  problem: z.enum(DECISION_OBSTACLES).nullable(),
  /**
   * Why it cannot be decided now; null: it can, or it is over. In a list only what needs no look at its subject: it is expired, or who
   * proposed it has left.
   */
  obstacle: z.enum([...DECISION_LAPSES, ...DECISION_OBSTACLES]).nullable(),
  /** Actions the reader may take now. */
  may: z.array(z.enum(['decide', 'turn-down', 'withdraw'])),
});
export type Decision = z.infer<typeof decisionSchema>;
export type DecisionMove = Decision['may'][number];

/** Those that wait, the oldest first; otherwise the newest first. Of kinds that the reader may see. */
export const consoleDecisions = contract({
  ...staff,
  name: 'console.decisions',
  refusals: { 404: ['not-found'] },
  method: 'get',
  mayLag: true,
  path: '/api/console/decisions',
  summary: 'What one member of staff proposes and a second person decides',
  query: z.strictObject({
    state: z.enum([...DECISION_STATES, 'all']).default('open'),
    kind: z.enum(DECISION_KIND_NAMES).optional(),
    page: wholeNumber(1, 100_000).default(1),
    size: wholeNumber(1, 100).default(20),
  }),
  answer: z.object({
    items: z.array(decisionSchema),
    open: z.int(),
    total: z.int(),
    page: z.int(),
    size: z.int(),
  }),
});

export const consoleDecision = contract({
  ...staff,
  name: 'console.decision',
  refusals: { 404: ['not-found'], 422: ['lists.not-offered'] },
  method: 'get',
  path: '/api/console/decisions/:decisionId',
  summary: 'One decision of two persons, judged as of now',
  params: z.object({ decisionId: idField }),
  answer: decisionSchema,
});

const deciding = {
  ...staff,
  access: accessOf('makeDecisions'),
  rateLimit: { perMinute: 60 },
  method: 'post',
  answer: decisionSchema,
} as const;

/** A kind with its payload. */
export type Proposed<K extends DecisionKindName = DecisionKindName> = {
  [Kind in K]: { kind: Kind; payload: DecisionPayload<Kind> };
}[K];

type ProposalBody = Proposed & { reason: string; document: string | null };

const proposals = DECISION_KIND_NAMES.map((kind) =>
  z.strictObject({
    kind: z.literal(kind),
    payload: DECISION_KINDS[kind].payload,
    reason,
    /** Number and date of the paper it is based on. */
    document: writtenLine(1, DECISION_DOCUMENT_MAX).nullable(),
  }),
);

/**
 * 403 `decisions.no-right` for a kind that is not the caller's, `decisions.own-interest` for a party to it,
 * `decisions.second-person` for who brought the statement of money above the limit; 404 without its subject;
 * 409 `decisions.open-already` while another one of this kind and subject is open, `asked-before` for whose proposal about the
 * same was turned down within 30 days, `taken-back-before` for who took it back three times within 24 hours; 422 `decisions.no-document`, `decisions.not-now`
 * with `details.why`.
 */
export const proposeDecision = contract({
  ...deciding,
  name: 'console.propose-decision',
  refusals: {
    403: ['decisions.no-right', 'decisions.not-own', 'decisions.own-interest', 'decisions.second-person'],
    404: ['not-found'],
    409: [
      'asked-before',
      'decisions.changed',
      'decisions.expired',
      'decisions.open-already',
      'decisions.over',
      'decisions.proposer-left',
      'taken-back-before',
    ],
    422: ['decisions.no-document', 'decisions.not-now', 'lists.not-offered'],
  },
  subject: 'none',
  path: '/api/console/decisions/propose',
  summary: 'Propose something that a second person decides',
  body: z.discriminatedUnion('kind', proposals as [(typeof proposals)[number]]) as z.ZodType<
    ProposalBody,
    ProposalBody
  >,
});

const one = { params: z.object({ decisionId: idField }) } as const;
const subject = { kind: 'decision', param: 'decisionId' } as const;

/**
 * Carried out in the same transaction, or, of money above the limit that leaves, when a second one agrees. 403 `decisions.second-person` for the person who
 * proposed it under any account, or brought the statement of money above the limit,
 * `decisions.no-right`, `decisions.own-interest`; 409 `decisions.over`, and it lapses with `decisions.expired`,
 * `decisions.proposer-left`, `decisions.changed`; 422 `decisions.not-now` with `details.why`: it stays open.
 */
export const decide = contract({
  ...deciding,
  ...one,
  name: 'console.decide',
  refusals: DECIDING,
  subject: { ...subject, colleagues: true },
  path: '/api/console/decisions/:decisionId/decide',
  summary: 'Carry out what a colleague proposed, as a second person',
  body: z.strictObject({}),
});

/** By a second person: refused as `decide` is, and 409 `turned-down-before` for who turned the same down within 30 days. */
export const turnDownDecision = contract({
  ...deciding,
  ...one,
  name: 'console.turn-down-decision',
  refusals: {
    403: ['decisions.no-right', 'decisions.not-own', 'decisions.own-interest', 'decisions.second-person'],
    404: ['not-found'],
    409: [
      'decisions.changed',
      'decisions.expired',
      'decisions.open-already',
      'decisions.over',
      'decisions.proposer-left',
      'turned-down-before',
    ],
    422: ['decisions.no-document', 'decisions.not-now', 'lists.not-offered'],
  },
  subject,
  path: '/api/console/decisions/:decisionId/turn-down',
  summary: 'Turn down what a colleague proposed, with the reason',
  body: z.strictObject({ note: reason }),
});

/** By the account that proposed it: 403 `decisions.not-own` for others. */
export const withdrawDecision = contract({
  ...deciding,
  ...one,
  name: 'console.withdraw-decision',
  refusals: DECIDING,
  subject,
  path: '/api/console/decisions/:decisionId/withdraw',
  summary: 'Take back what I proposed',
  body: z.strictObject({}),
});

export const decisionContracts = [
  consoleDecisions,
  consoleDecision,
  proposeDecision,
  decide,
  turnDownDecision,
  withdrawDecision,
];
