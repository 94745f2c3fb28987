import { z } from 'zod';
import { MAX_TIYIN } from '../../auction/rules.ts';
import { countsSchema, EPOCH_MAX, myRoomSchema, snapshotSchema, updateSchema } from '../../realtime/room.ts';
import { contract } from '../contract.ts';
import { lotCardSchema, lotIdSchema, lotResultSchema } from '../site/lots.ts';

/** The person's state with this lot. */
const myApplicationSchema = z.object({
  role: z.enum(['bidder', 'observer', 'operator', 'visitor']),
  /** Number drawn at admission. */
  number: z.int().nullable(),
  /** `sent`: the room has not admitted the person yet; participants of an ended auction stay `admitted`. */
  status: z.enum(['none', 'sent', 'admitted', 'cancelled', 'rejected', 'revoked']),
  /** The deposit held for this lot now. */
  depositHeldTiyin: z.int().nullable(),
  /** Deadline for cancelling the application, as far as known without asking the room; null: no longer possible. */
  cancelUntilMs: z.int().nullable(),
  /** What is missing for taking part; null: nothing. */
  needs: z.enum(['sign-in', 'join-practice', 'application', 'applications-closed']).nullable(),
});
export type MyApplication = z.infer<typeof myApplicationSchema>;

export const roomBase = contract({
  token: 'read',
  name: 'trade-applications.room-base',
  refusals: { 404: ['not-found'] },
  method: 'get',
  path: '/api/shop/game-view/base/:lotId',
  summary: 'Card of the lot beside its room, and my role in it',
  tag: 'game-view',
  access: 'public',
  rateLimit: { perMinute: 120 },
  params: z.object({ lotId: lotIdSchema }),
  answer: z.object({
    lot: lotCardSchema,
    paymentWorkingDays: z.int(),
    result: lotResultSchema.nullable(),
    /** The next round of a practice room that has ended. */
    nextLotId: z.int().nullable(),
    /** The reader is the customer who sells it. */
    sells: z.boolean(),
    me: myApplicationSchema,
  }),
});

/** With `after` and `epoch`: the updates since then while they are available, otherwise a snapshot. */
export const lotGameInfo = contract({
  token: 'read',
  name: 'trade-applications.lot-game-info',
  refusals: { 403: ['no-access'], 404: ['not-found'] },
  inRoom: true,
  elsewhere: true,
  method: 'get',
  path: '/api/shop/game-view/lot-game-info/:lotId',
  summary: 'The room now, or its entries since a sequence',
  tag: 'game-view',
  access: 'public',
  rateLimit: { perMinute: 120 },
  params: z.object({ lotId: lotIdSchema }),
  query: z.object({
    epoch: z.coerce.number().int().min(0).max(EPOCH_MAX).optional(),
    after: z.coerce.number().int().min(0).max(MAX_TIYIN).optional(),
  }),
  answer: z.union([
    z.object({ snapshot: snapshotSchema }),
    z.object({ updates: updateSchema, me: myRoomSchema, counts: countsSchema }),
  ]),
});

/** Auctions that have not ended and in which the person is admitted. */
export const gameCount = contract({
  name: 'trade-applications.game-count',
  refusals: {},
  method: 'get',
  path: '/api/shop/user/game-cnt',
  summary: 'How many current auctions I take part in',
  tag: 'trade-applications',
  access: 'signed-in',
  rateLimit: { perMinute: 120 },
  answer: z.object({ count: z.int(), running: z.int() }),
});

const JOIN_REFUSALS = ['not-practice', 'closed', 'suspended', 'revoked', 'busy'] as const;
export type JoinRefusal = (typeof JOIN_REFUSALS)[number];

/** Answered when the admission is part of the room's log; repeating it gives the same number. */
export const joinPractice = contract({
  token: 'bid',
  name: 'trade-applications.join-practice',
  refusals: { 404: ['not-found'] },
  method: 'post',
  path: '/api/shop/user-order/join-practice',
  summary: 'Take part in a practice auction: no deposit, admitted at once',
  tag: 'trade-applications',
  access: 'signed-in',
  rateLimit: { perMinute: 60 },
  body: z.strictObject({ lotId: z.int().min(1).max(MAX_TIYIN) }),
  answer: z.discriminatedUnion('verdict', [
    z.object({ verdict: z.literal('admitted'), lotId: z.int(), number: z.int(), already: z.boolean() }),
    z.object({ verdict: z.literal('refused'), lotId: z.int(), reason: z.enum(JOIN_REFUSALS) }),
  ]),
});
export type JoinPracticeAnswer = z.infer<typeof joinPractice.answer>;

export const tradeApplicationContracts = [roomBase, lotGameInfo, gameCount, joinPractice];
