import { z } from 'zod';
import type { StaffRight } from '../api/console/staff-rights.ts';
import { MAX_TIYIN } from '../auction/rules.ts';
import { correctionOfLotSchema } from '../orders/lot-correction.ts';
import { incidentMessageFields, MESSAGE_READERS } from '../incidents/message.ts';
import { ANSWER_TEXT, QUESTION_TEXT } from '../limits/lot-questions.ts';
import { ROOM_REQUEST_MINUTES } from '../limits/room-actions.ts';
import { DAY_MS, MINUTE_MS } from '../time/tashkent.ts';
import { FORFEIT_RECEIVERS } from '../rule-sets/forfeit-receivers.ts';
import { calendarDay } from '../api/calendar-day.ts';
import { SHORT_ID_MAX, uuid } from '../api/fields.ts';
import { textWithoutAccounts } from '../api/written-texts.ts';
import { entryNamesSchema, NAMED_ENTRIES } from '../content/entry-names.ts';
import { offerTextsSchema } from './offer-texts.ts';

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
  /** Open for so many ms at most. */
  openMs: number;
}

const TWO_WEEKS_MS = 14 * DAY_MS;

const number = z.int().min(1).max(MAX_TIYIN);

/** How staff end what a buyer of a cancelled sale is owed; after a court's decision it stays owed. */
export const CLAIM_ANSWERS = ['indemnity', 'waived', 'court'] as const;
export type ClaimAnswer = (typeof CLAIM_ANSWERS)[number];

export const DECISION_KINDS = {
  /**
   * A forfeited deposit, or a penalty that was paid, leaves the platform's account by a bank's document, to whom the rule set of its lot
   * names.
   */
  'forfeit-exit': {
    right: 'settlePayments',
    reads: 'readPayments',
    payload: z.strictObject({ journalId: number }),
    document: 'needed',
    openMs: TWO_WEEKS_MS,
  },
  /** The operator answers for what a seller owes the buyer of a cancelled sale, the buyer waives it, or a court has decided. */
  'claim-end': {
    right: 'cancelResults',
    reads: 'readResultCancellations',
    payload: z.strictObject({ claimId: number, answer: z.enum(CLAIM_ANSWERS) }),
    document: 'needed',
    openMs: TWO_WEEKS_MS,
  },
  /** The operator pays into its own account for such buyers, by a line of a statement. */
  'indemnity-in': {
    right: 'settlePayments',
    reads: 'readPayments',
    payload: z.strictObject({ lineId: number }),
    document: 'none',
    openMs: TWO_WEEKS_MS,
  },
  /** A payment that a provider took and could not tell us of, above the limit of one person. */
  'missed-payment': {
    right: 'settlePayments',
    reads: 'readPayments',
    payload: z.strictObject({ mismatchId: number }),
    document: 'none',
    openMs: TWO_WEEKS_MS,
  },
  /** What was done about a payment that a provider's book and ours do not agree about, above the limit of one person: nothing is credited. */
  'note-difference': {
    right: 'settlePayments',
    reads: 'readPayments',
    payload: z.strictObject({ mismatchId: number }),
    document: 'none',
    openMs: TWO_WEEKS_MS,
  },
  /** The PINFL or STIR of an account, or the name of one that trades, changes as its owner has asked. */
  'correct-number': {
    right: 'decideNumberClaims',
    reads: 'readNumberClaims',
    payload: z.strictObject({ requestId: number }),
    document: 'needed',
    openMs: TWO_WEEKS_MS,
  },
  /** A natural person whose PINFL does not contain the day of birth is of age, by the document that was seen. */
  'of-age': {
    right: 'decideNumberClaims',
    reads: 'readNumberClaims',
    payload: z.strictObject({ personId: uuid }),
    document: 'needed',
    openMs: TWO_WEEKS_MS,
  },
  /** No transfer of a payment order came by the deadline: the sale may be lost. After five working days without a statement, by a document. */
  'payment-absence': {
    right: 'decideStatements',
    reads: 'readStatements',
    payload: z.strictObject({ settlementId: number }),
    document: 'needed',
    openMs: TWO_WEEKS_MS,
  },
  /** The bank sent a payout back, by its document of that day. */
  'payout-return': {
    right: 'decidePayouts',
    reads: 'readPayouts',
    payload: z.strictObject({ payoutId: number, documentOn: calendarDay }),
    document: 'needed',
    openMs: TWO_WEEKS_MS,
  },
  /** A statement is the bank's: it begins a row of unbroken ones, whatever it is at odds with. */
  'confirm-statement': {
    right: 'decideStatements',
    reads: 'readStatements',
    payload: z.strictObject({ statementId: number }),
    document: 'needed',
    openMs: TWO_WEEKS_MS,
  },
  /** A transfer that was credited to the wrong person is taken back, and goes to whom it belongs. */
  'correct-credit': {
    right: 'decideStatements',
    reads: 'readStatements',
    payload: z.strictObject({ lineId: number, personId: uuid }),
    document: 'needed',
    openMs: TWO_WEEKS_MS,
  },
  /** The operator answers for a transfer that was taken back from who had it, and who does not pay: whom it belongs to gets it. */
  'credit-claim-end': {
    right: 'decideStatements',
    reads: 'readStatements',
    payload: z.strictObject({ lineId: number }),
    document: 'needed',
    openMs: TWO_WEEKS_MS,
  },
  /** The buyer has what they bought, though they have not said so in time, or dispute it. The reason is printed in the acceptance act. */
  'confirm-hand-over': {
    right: 'decideHandOvers',
    reads: 'readHandOvers',
    payload: z.strictObject({ handOverId: number }),
    document: 'needed',
    openMs: TWO_WEEKS_MS,
  },
  /** All rooms of a technical break go on, at once (null) or at an instant. */
  'end-technical-break': {
    right: 'controlRooms',
    reads: 'watchRooms',
    payload: z.strictObject({ breakId: number, resumeAtMs: number.nullable() }),
    document: 'none',
    // As requests about one room: by the hour of the answer no one chooses who is awake.
    openMs: ROOM_REQUEST_MINUTES * MINUTE_MS,
  },
  /** What is written to many people whom an incident concerns, or to everyone. */
  'incident-message': {
    right: 'writeIncidents',
    reads: 'readIncidents',
    payload: z.strictObject({ incidentId: number, ...incidentMessageFields }),
    document: 'none',
    openMs: DAY_MS,
  },
  /** What a lot says after somebody applied for it, reserved or bought: those who have bought and do not have it yet may leave. */
  'correct-lot': {
    right: 'moderateOrders',
    reads: 'readOrders',
    payload: correctionOfLotSchema(number),
    document: 'none',
    openMs: TWO_WEEKS_MS,
  },
  /** Personal data are taken out of a question and its answer that everybody reads; what remains is as it was. */
  'mask-question': {
    right: 'moderateLotQuestions',
    reads: 'readLotQuestions',
    payload: z.strictObject({
      questionId: number,
      question: textWithoutAccounts(QUESTION_TEXT.min, QUESTION_TEXT.max),
      answer: textWithoutAccounts(ANSWER_TEXT.min, ANSWER_TEXT.max),
    }),
    document: 'none',
    openMs: TWO_WEEKS_MS,
  },
  /** Another name of an entry of a dictionary that lots on trade, or of the last half year, are shown by. */
  'rename-entry': {
    right: 'writeReference',
    reads: 'readReference',
    payload: z.strictObject({
      entry: z.enum(NAMED_ENTRIES),
      id: z.int().min(1).max(SHORT_ID_MAX),
      names: entryNamesSchema,
    }),
    document: 'none',
    openMs: TWO_WEEKS_MS,
  },
  /** A lot that was not sold is not put on trade again. Its customer reads the reason. */
  'stop-repeat': {
    right: 'decideRepeats',
    reads: 'readRepeats',
    payload: z.strictObject({ lotId: number }),
    document: 'none',
    openMs: TWO_WEEKS_MS,
  },
  /** A version of the offer and the contract, which everybody who trades signs. */
  'publish-offer': {
    right: 'publishConsents',
    reads: 'readConsents',
    payload: z.strictObject({
      effectiveOn: calendarDay,
      deadlineOn: calendarDay,
      offer: offerTextsSchema,
      contract: offerTextsSchema,
    }),
    document: 'none',
    openMs: TWO_WEEKS_MS,
  },
} as const satisfies Record<string, KindRule>;

export type DecisionKindName = keyof typeof DECISION_KINDS;
export const DECISION_KIND_NAMES = Object.keys(DECISION_KINDS) as DecisionKindName[];
export type DecisionPayload<K extends DecisionKindName = DecisionKindName> = z.output<
  (typeof DECISION_KINDS)[K]['payload']
>;

/** Why a decision cannot be made now, by its kind; `fault`: its effect failed, see the log. */
export const DECISION_OBSTACLES = [
  'unsubmitted',
  'receiver-owes',
  'document-used',
  'nothing-to-do',
  'not-enough',
  'still-trading',
  'number-taken',
  'name-taken',
  'not-late',
  'statement-missing',
  'transfer-waits',
  'lot-over',
  'bidders-bound',
  'letters',
  'not-masked',
  'no-photo',
  'not-waived',
  'not-confirmed',
  'repeated-line',
  'names-a-sale',
  'no-balances',
  'document-date',
  'too-early',
  'protested',
  'own-money',
  'no-account',
  'resume-instant',
  'effective-past',
  'deadline-too-soon',
  'unknown-figure',
  'fault',
] as const;
export type DecisionObstacle = (typeof DECISION_OBSTACLES)[number];

/** What a preview tells of: each has a label, and its value is shown by its type. */
const DECISION_FACTS = [
  'sum',
  'person',
  'lot',
  'receiver',
  'deadline',
  'answer',
  'account',
  'bankDocument',
  'payer',
  'name-after',
  'number-before',
  'number-after',
  'barred-until',
  'title-before',
  'title-after',
  'lots-shown',
  'description-before',
  'description-after',
  'question-after',
  'answer-after',
  'photos-shown',
  'photos-hidden',
  'public-reason',
  'open-buyers',
  'applicants',
  'file',
  'days',
  'closing-before',
  'same-days',
  'opening',
  'came',
  'left',
  'closing',
  'document-on',
  'unproven-transfer',
  'dispute',
  'rooms',
  'resumption',
  'credited-to',
  'belongs-to',
  'incident',
  'recipients',
  'readers',
  'effective-on',
  'sign-by',
  'words-uz',
  'words-ru',
  'words-en',
] as const;
/** What would happen, for the person who decides. */
export const decisionFactSchema = z.intersection(
  z.object({ fact: z.enum(DECISION_FACTS) }),
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('money'), tiyin: z.int() }),
    z.object({ type: z.literal('time'), atMs: z.int() }),
    z.object({ type: z.literal('text'), text: z.string() }),
    z.object({ type: z.literal('count'), count: z.int() }),
    z.object({ type: z.literal('lot'), lotId: z.int() }),
    /** A receiver of what was lost, or one of the choices of a payload; they have texts. */
    z.object({
      type: z.literal('choice'),
      choice: z.enum([...FORFEIT_RECEIVERS, ...CLAIM_ANSWERS, ...MESSAGE_READERS]),
    }),
  ]),
);
export type DecisionFact = z.infer<typeof decisionFactSchema>;
