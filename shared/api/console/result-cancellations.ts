import { z } from 'zod';
import { MAX_TIYIN } from '../../auction/rules.ts';
import { localizedTextSchema } from '../../i18n/localized.ts';
import { LOT_STATUSES } from '../../lifecycles/lot-status.ts';
import {
  RESULT_CANCELLATION_KINDS,
  RESULT_CANCELLATION_STATES,
  UNDO_REFUSALS,
} from '../../lifecycles/result-cancellation.ts';
import { contract } from '../contract.ts';
import { idField, wholeNumber } from '../fields.ts';
import { CLAIM_ENDS } from '../cabinet/sale-claims.ts';
import { accessOf, STAFF_RIGHTS } from './staff-rights.ts';
import { writtenText } from '../written-texts.ts';

/** What steps before the decision refuse. */
const PREPARING = {
  404: ['not-found'],
  409: [
    'result-cancellations.already-open',
    'result-cancellations.another-person',
    'result-cancellations.buyer-erased',
    'result-cancellations.not-late',
    'result-cancellations.over',
    'result-cancellations.payout-in-flight',
    'result-cancellations.proposed-before',
    'result-cancellations.second-person',
    'result-cancellations.status',
    'result-cancellations.sums-changed',
    'result-cancellations.transfer-waits',
    'result-cancellations.turned-down-before',
    'result-cancellations.which-sale',
  ],
  422: ['result-cancellations.above-held', 'result-cancellations.no-document'],
} as const;

const tiyin = z.int().min(0);

/** Letters of a reason; the parties read it. */
export const CANCELLATION_REASON = { min: 20, max: 2000 } as const;
const reason = writtenText(CANCELLATION_REASON.min, CANCELLATION_REASON.max);

const staff = {
  tag: 'console',
  access: { roles: STAFF_RIGHTS.readResultCancellations },
  rateLimit: { perMinute: 120 },
} as const;

const person = z.object({ id: z.string(), name: z.string() });

const resultCancellationSchema = z.object({
  id: z.int(),
  lotId: z.int(),
  /** Of a lot at a fixed price: which of its sales; null: the result of an auction. */
  saleNumber: z.int().nullable(),
  title: localizedTextSchema,
  lotStatus: z.union(LOT_STATUSES.map((status) => z.literal(status))),
  reason: z.string(),
  /** `not-handed-over`: by the seller, and counts as a withdrawal of theirs. `default`: a sale paid by parts ends because parts are late; the buyer gets back what was stated. */
  kind: z.enum(RESULT_CANCELLATION_KINDS),
  state: z.enum(RESULT_CANCELLATION_STATES),
  proposedBy: person,
  createdAtMs: z.int(),
  proposedAtMs: z.int().nullable(),
  decidedBy: person.nullable(),
  decidedAtMs: z.int().nullable(),
  /** Why it was turned down. */
  note: z.string().nullable(),
  /** What it would do now, or what it did: the sum the buyer gets back at once, and the one the seller owes the buyer. */
  returnsTiyin: tiyin,
  owedTiyin: tiyin,
  /** Of a default: what is left for the seller of what the platform holds, the fee of the operator included; otherwise 0. */
  toSellerTiyin: tiyin,
  /** Why it cannot be approved now; null: it can, or it is decided. */
  blockedBy: z.enum(UNDO_REFUSALS).nullable(),
  /** What the buyer is owed since then, because it had left to the seller; null: nothing. */
  claim: z
    .object({
      id: z.int(),
      amountTiyin: tiyin,
      sinceMs: z.int(),
      ended: z.enum(CLAIM_ENDS).nullable(),
      endedAtMs: z.int().nullable(),
      /** The document of a court that the seller pays. */
      court: z.string().nullable(),
    })
    .nullable(),
  documents: z.array(z.object({ id: z.int(), name: z.string(), url: z.string() })),
  /** Actions the reader may take now. */
  may: z.array(z.enum(['documents', 'propose', 'approve', 'turn-down', 'drop'])),
});
export type StaffResultCancellation = z.infer<typeof resultCancellationSchema>;
export type CancellationMove = StaffResultCancellation['may'][number];

/** Those that wait, the oldest first; otherwise the newest first. */
export const consoleResultCancellations = contract({
  ...staff,
  name: 'console.result-cancellations',
  refusals: { 404: ['not-found'] },
  method: 'get',
  mayLag: true,
  path: '/api/console/result-cancellations',
  summary: 'Proposals to cancel the result of sold lots',
  query: z.strictObject({
    state: z.enum(['open', ...RESULT_CANCELLATION_STATES, 'all']).default('open'),
    lotId: idField.optional(),
    page: wholeNumber(1, 100_000).default(1),
    size: wholeNumber(1, 100).default(20),
  }),
  answer: z.object({
    items: z.array(resultCancellationSchema),
    open: z.int(),
    /** The reader may prepare one. */
    mayBegin: z.boolean(),
    total: z.int(),
    page: z.int(),
    size: z.int(),
  }),
});

const cancelling = {
  ...staff,
  access: accessOf('cancelResults'),
  rateLimit: { perMinute: 60 },
  method: 'post',
  answer: resultCancellationSchema,
} as const;

/**
 * Of an auction its result is cancelled, at a fixed price one sale, also while others can be bought. Its documents are uploaded to
 * it next. A repeat by the same person gets the one being prepared. 409 `result-cancellations.already-open` while another one of
 * the sale is proposed, `result-cancellations.status` where nothing can be cancelled, `result-cancellations.which-sale` where several
 * sales can be and none is named. Of a default: 409 `result-cancellations.not-late` unless parts are late beyond the patience of the
 * rule set, 422 `result-cancellations.above-held` when more is to be returned than the platform holds.
 */
export const prepareResultCancellation = contract({
  ...cancelling,
  name: 'console.prepare-result-cancellation',
  refusals: PREPARING,
  subject: { kind: 'lot', param: 'lotId' },
  path: '/api/console/lots/:lotId/cancel-result',
  summary: 'Prepare the cancellation of a lot’s result',
  params: z.object({ lotId: idField }),
  body: z.strictObject({
    reason,
    /** Which sale of a lot at a fixed price; needed where several can be cancelled. */
    settlementId: z.int().min(1).max(MAX_TIYIN).optional(),
    /** A default of parts; absent: the result is cancelled. At most what the platform holds: 422 `above-held`. */
    default: z.strictObject({ returnTiyin: z.int().min(0).max(MAX_TIYIN) }).optional(),
    /**
     * The seller did not hand over what was sold: it counts as a withdrawal of theirs, with its penalty. Absent: it was not the seller's
     * doing, or a default, with which it is not taken into account.
     */
    notHandedOver: z.literal(true).optional(),
  }),
});

const one = { params: z.object({ cancellationId: idField }) } as const;
const nothing = z.strictObject({});

/**
 * The person who proposes it answers for it: another one approves. 422 `result-cancellations.no-document` without a document, 409
 * `result-cancellations.over`, and `result-cancellations.proposed-before` for whose earlier proposal about the sale came to nothing in
 * the last 30 days: a colleague proposes the next one.
 */
export const proposeResultCancellation = contract({
  ...cancelling,
  ...one,
  name: 'console.propose-result-cancellation',
  refusals: PREPARING,
  subject: { kind: 'result-cancellation', param: 'cancellationId' },
  path: '/api/console/result-cancellations/:cancellationId/propose',
  summary: 'Propose the cancellation of a result to a second person',
  body: nothing,
});

/**
 * Cancels the result. 409 `result-cancellations.second-person` for the one who proposed it under any account,
 * `result-cancellations.over` when it is decided, `result-cancellations.status` for a lot without a result by now,
 * `result-cancellations.buyer-erased` when its buyer's account is erased, `result-cancellations.payout-in-flight` while the bank has a payout of it,
 * `result-cancellations.transfer-waits` while a transfer may have paid the part that is late, and `result-cancellations.sums-changed` when what
 * it does is not what was shown.
 */
export const approveResultCancellation = contract({
  ...cancelling,
  ...one,
  name: 'console.approve-result-cancellation',
  refusals: {
    404: ['not-found'],
    409: [
      'asker-left',
      'result-cancellations.already-open',
      'result-cancellations.another-person',
      'result-cancellations.buyer-erased',
      'result-cancellations.not-late',
      'result-cancellations.over',
      'result-cancellations.payout-in-flight',
      'result-cancellations.proposed-before',
      'result-cancellations.second-person',
      'result-cancellations.status',
      'result-cancellations.sums-changed',
      'result-cancellations.transfer-waits',
      'result-cancellations.turned-down-before',
      'result-cancellations.which-sale',
    ],
    422: ['lists.not-offered', 'result-cancellations.above-held', 'result-cancellations.no-document'],
  },
  subject: { kind: 'result-cancellation', param: 'cancellationId', colleagues: true },
  path: '/api/console/result-cancellations/:cancellationId/approve',
  summary: 'Cancel the result of a lot, as a second person',
  /** What the member of staff has seen. */
  body: z.strictObject({ returnsTiyin: tiyin, owedTiyin: tiyin }),
});

/** By a second person. 409 `result-cancellations.turned-down-before` for who turned one of the sale down in the last 30 days. */
export const turnDownResultCancellation = contract({
  ...cancelling,
  ...one,
  name: 'console.turn-down-result-cancellation',
  refusals: PREPARING,
  subject: { kind: 'result-cancellation', param: 'cancellationId' },
  path: '/api/console/result-cancellations/:cancellationId/turn-down',
  summary: 'Turn down the cancellation of a result, with the reason',
  body: z.strictObject({ note: writtenText(3, 500) }),
});

/** By who prepared or proposed it; 409 `result-cancellations.another-person` for all others. */
export const dropResultCancellation = contract({
  ...cancelling,
  ...one,
  name: 'console.drop-result-cancellation',
  refusals: PREPARING,
  subject: { kind: 'result-cancellation', param: 'cancellationId' },
  path: '/api/console/result-cancellations/:cancellationId/drop',
  summary: 'Give up the cancellation of a result',
  body: nothing,
});

export const resultCancellationContracts = [
  consoleResultCancellations,
  prepareResultCancellation,
  proposeResultCancellation,
  approveResultCancellation,
  turnDownResultCancellation,
  dropResultCancellation,
];
