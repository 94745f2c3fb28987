import { z } from 'zod';
import type { StaffRight } from '../api/staff-rights.ts';
import { MAX_TIYIN } from '../auction/rules.ts';

/** What is common to all kinds of decisions of two persons; what they do is in the modules that own their subjects. */
interface KindRule {
  /** Who proposes, decides, turns down. */
  right: StaffRight;
  /** Who sees them. */
  reads: StaffRight;
  /** Frozen at the proposal. */
  payload: z.ZodObject;
  /** The proposal names the document it is based on. */
  document: 'needed' | 'none';
  /** Open for so many days at most. */
  days: number;
}

const number = z.int().min(1).max(MAX_TIYIN);

/** Who gets a deposit that was forfeited, or a penalty that was paid. */
export const FORFEIT_RECEIVERS = ['seller', 'budget', 'operator'] as const;
export type ForfeitReceiver = (typeof FORFEIT_RECEIVERS)[number];

export const DECISION_KINDS = {
  /** A forfeited deposit, or a penalty that was paid, leaves the platform's account by a bank's document. */
  'forfeit-exit': {
    right: 'settlePayments',
    reads: 'readPayments',
    payload: z.strictObject({ journalId: number, receiver: z.enum(FORFEIT_RECEIVERS) }),
    document: 'needed',
    days: 14,
  },
} as const satisfies Record<string, KindRule>;

export type DecisionKindName = keyof typeof DECISION_KINDS;
export const DECISION_KIND_NAMES = Object.keys(DECISION_KINDS) as DecisionKindName[];
export type DecisionPayload<K extends DecisionKindName = DecisionKindName> = z.output<
  (typeof DECISION_KINDS)[K]['payload']
>;

/** Why a decision cannot be made now, by its kind; `fault`: its effect failed, see the log. */
export const DECISION_OBSTACLES = ['nothing-to-do', 'fault'] as const;
export type DecisionObstacle = (typeof DECISION_OBSTACLES)[number];

/** What a preview tells of: each has a label, and its value is shown by its type. */
export const DECISION_FACTS = ['sum', 'person', 'lot', 'receiver'] as const;
export type DecisionFactName = (typeof DECISION_FACTS)[number];

/** What would happen, for the person who decides. */
export const decisionFactSchema = z.intersection(
  z.object({ fact: z.enum(DECISION_FACTS) }),
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('money'), tiyin: z.int() }),
    z.object({ type: z.literal('time'), atMs: z.int() }),
    z.object({ type: z.literal('text'), text: z.string() }),
    z.object({ type: z.literal('lot'), lotId: z.int() }),
    /** One of the choices of a payload, which have texts. */
    z.object({ type: z.literal('choice'), choice: z.enum(FORFEIT_RECEIVERS) }),
  ]),
);
export type DecisionFact = z.infer<typeof decisionFactSchema>;
