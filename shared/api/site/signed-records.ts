import { z } from 'zod';
import { MAX_TIYIN } from '../../auction/rules.ts';
import { contract } from '../contract.ts';
import { wholeNumber } from '../fields.ts';

/** A participant's receipts, which a stranger can check without believing the operator. */

const lotId = wholeNumber(1);
const bidId = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/);

export const ATTEMPTS_PAGE = 100;

const attemptSchema = z.object({
  bidId,
  command: z.enum(['place', 'set-auto', 'clear-auto']),
  /** The price offered, or the sealed maximum. */
  amountTiyin: z.int().nullable(),
  /** `unknown`: it had no answer. */
  verdict: z.enum(['accepted', 'refused', 'unknown']),
  reason: z.string().nullable(),
  atUs: z.number(),
});
export type OwnAttempt = z.infer<typeof attemptSchema>;

export const ownAttempts = contract({
  name: 'signed-records.attempts',
  refusals: {},
  method: 'get',
  path: '/api/shop/game-view/attempts/:lotId',
  summary: 'My own bids and auto-bids in a room, refused ones too, newest first',
  tag: 'game-view',
  access: 'signed-in',
  token: 'read',
  rateLimit: { perMinute: 60 },
  params: z.strictObject({ lotId }),
  query: z.strictObject({ beforeUs: wholeNumber(1, MAX_TIYIN).optional() }),
  answer: z.object({
    attempts: z.array(attemptSchema),
    more: z.boolean(),
    /** Further refused ones, which were only counted because they came faster than five a second. */
    counted: z.int(),
  }),
});

/**
 * The file of one command of mine, signed once and the same for ever. 404 where I sent no such command, 409
 * `game-view.undecided` while it has no answer.
 */
export const receipt = contract({
  name: 'signed-records.receipt',
  refusals: { 404: ['not-found'], 409: ['game-view.undecided'] },
  method: 'get',
  path: '/api/shop/game-view/receipt/:lotId/:bidId',
  summary: 'The signed receipt of one of my bids, accepted or refused, as a file that anyone can check',
  tag: 'game-view',
  access: 'signed-in',
  token: 'read',
  rateLimit: { perMinute: 60 },
  params: z.strictObject({ lotId, bidId }),
  file: ['application/json'],
  /** The file's bytes. */
  answer: z.string(),
});

export const signedRecordContracts = [ownAttempts, receipt];
