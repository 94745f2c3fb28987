import { z } from 'zod';
import { localizedTextSchema } from '../../i18n/localized.ts';
import { ANOMALY_FLAG_STATES } from '../../lifecycles/anomaly-flag.ts';
import { STAFF_REASON } from '../../limits/room-actions.ts';
import { ANOMALY_SIGNS } from '../../trust/anomaly-signs.ts';
import { contract } from '../contract.ts';
import { idField, uuid, wholeNumber } from '../fields.ts';
import { STAFF_RIGHTS } from './staff-rights.ts';
import { writtenText } from '../written-texts.ts';

/** What calls that decide refuse. */
const DECIDING = { 404: ['not-found'], 409: ['anomaly-flags.escalated', 'anomaly-flags.state'] } as const;

const FLAGS_PAGE_MAX = 100;

/** What happened to a flag. */
const ANOMALY_STEPS = [
  'raised',
  'grown',
  'reopened',
  'owner',
  'looked-at',
  'dismissed',
  'escalated',
] as const;
export type AnomalyStep = (typeof ANOMALY_STEPS)[number];

const numbers = z.record(z.string(), z.number());

const listedSchema = z.object({
  id: z.int(),
  sign: z.enum(ANOMALY_SIGNS),
  state: z.enum(ANOMALY_FLAG_STATES),
  /** 1 to 100: what is urgent, no probability. */
  score: z.int(),
  /** Numbers of the sentence that says what was seen; of money in tiyin. */
  facts: numbers,
  /** The latest auction by which it was raised. */
  lotId: z.int(),
  lotTitle: localizedTextSchema,
  /** Who works on it; null: it waits for one. */
  owner: z.object({ id: z.string(), name: z.string() }).nullable(),
  raisedAtMs: z.int(),
  /** New evidence, or an action of staff. */
  changedAtMs: z.int(),
});
export type ListedFlag = z.infer<typeof listedSchema>;

const evidenceSchema = z.object({
  lotId: z.int(),
  lotTitle: localizedTextSchema,
  /** null: of the auction, not of one person. */
  person: z.object({ id: z.string(), name: z.string() }).nullable(),
  facts: numbers,
});
export type FlagEvidence = z.infer<typeof evidenceSchema>;

const stepSchema = z.object({
  step: z.enum(ANOMALY_STEPS),
  /** null: the platform. */
  by: z.string().nullable(),
  /** Why it was dismissed or escalated; whose it is now, null for no one. */
  text: z.string().nullable(),
  atMs: z.int(),
});
export type FlagStep = z.infer<typeof stepSchema>;

const flagSchema = listedSchema.extend({
  /** The newest auctions first, 500 rows at most. */
  evidence: z.array(evidenceSchema),
  /** Oldest first. */
  steps: z.array(stepSchema),
});
export type AnomalyFlag = z.infer<typeof flagSchema>;

const read = {
  method: 'get',
  tag: 'console',
  access: { roles: STAFF_RIGHTS.readAnomalyFlags },
  rateLimit: { perMinute: 120 },
} as const;
const write = {
  method: 'post',
  tag: 'console',
  access: { roles: STAFF_RIGHTS.judgeAnomalyFlags },
  rateLimit: { perMinute: 60 },
  subject: { kind: 'anomaly-flag', param: 'id' },
  params: z.object({ id: idField }),
  answer: flagSchema,
} as const;

/** Of the list: those that staff still work on, one state, all. */
export const FLAG_FILTERS = ['unfinished', ...ANOMALY_FLAG_STATES, 'all'] as const;
export const FLAG_ORDERS = ['score', 'newest'] as const;

/** Without those about auctions in which the reader has a part. */
export const anomalyFlags = contract({
  mayLag: true,
  ...read,
  name: 'console.anomaly-flags',
  refusals: {},
  path: '/api/console/anomaly-flags',
  summary: 'Signs that staff should look at an auction, the most urgent first',
  query: z.object({
    page: wholeNumber(1, 1_000_000).default(1),
    size: wholeNumber(1, FLAGS_PAGE_MAX).default(20),
    state: z.enum(FLAG_FILTERS).default('unfinished'),
    sign: z.enum(ANOMALY_SIGNS).optional(),
    /** `mine`: the reader's own; `unowned`: those without an owner. */
    owner: z.enum(['mine', 'unowned']).optional(),
    order: z.enum(FLAG_ORDERS).default('score'),
  }),
  answer: z.object({ items: z.array(listedSchema), total: z.int(), page: z.int(), size: z.int() }),
});

/** 403 `conflict-of-interest` for who has a part in one of its auctions. */
export const anomalyFlag = contract({
  ...read,
  name: 'console.anomaly-flag',
  refusals: { 403: ['conflict-of-interest'], 404: ['not-found'] },
  path: '/api/console/anomaly-flags/:id',
  summary: 'One flag, with the rows of its evidence and what staff did about it',
  params: z.object({ id: idField }),
  answer: flagSchema,
});

/** 409 `anomaly-flags.no-colleague` for an owner who may not judge flags, or has a part in one of its auctions. */
export const ownAnomalyFlag = contract({
  ...write,
  name: 'console.own-anomaly-flag',
  refusals: { 404: ['not-found'], 409: ['anomaly-flags.no-colleague'] },
  path: '/api/console/anomaly-flags/:id/owner',
  summary: 'Take a flag, hand it over to a colleague, or leave it without an owner',
  /** null: without an owner. */
  body: z.strictObject({ ownerId: uuid.nullable() }),
});

/** A member of staff who looks at one without an owner becomes its owner. 409 `anomaly-flags.state`. */
export const lookAtAnomalyFlag = contract({
  ...write,
  name: 'console.look-at-anomaly-flag',
  refusals: DECIDING,
  path: '/api/console/anomaly-flags/:id/look',
  summary: 'Work on a flag: a new one, or one that was dismissed',
});

const reasoned = z.strictObject({ reason: writtenText(STAFF_REASON.min, STAFF_REASON.max) });

/** The same evidence does not raise it again; new evidence does. 409 `anomaly-flags.state`, `anomaly-flags.escalated` by a colleague. */
export const dismissAnomalyFlag = contract({
  ...write,
  name: 'console.dismiss-anomaly-flag',
  refusals: DECIDING,
  path: '/api/console/anomaly-flags/:id/dismiss',
  summary: 'Dismiss a flag that has an explanation',
  body: reasoned,
});

/** Nothing follows for anybody in it: what is done about it is decided elsewhere. 409 `anomaly-flags.state`. */
export const escalateAnomalyFlag = contract({
  ...write,
  name: 'console.escalate-anomaly-flag',
  refusals: DECIDING,
  path: '/api/console/anomaly-flags/:id/escalate',
  summary: 'Take a flag seriously',
  body: reasoned,
});

export const anomalyFlagContracts = [
  anomalyFlags,
  anomalyFlag,
  ownAnomalyFlag,
  lookAtAnomalyFlag,
  dismissAnomalyFlag,
  escalateAnomalyFlag,
];
