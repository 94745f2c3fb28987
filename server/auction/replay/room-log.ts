import { z } from 'zod';
import { MAX_TIYIN } from '#shared/auction/rules.ts';

/**
 * The log of a room of this platform inside a history: its steps in their order, with instants to the microsecond. Prices of
 * auto-bids are the confirmed ones, since their maxima stay secret; a price that an auto-bid answered in the same
 * step comes together with that answer, so that a replay can bring both about by the rules.
 */
const atMs = z.number().min(0);
const bidder = z.string().min(1).max(200);
const amount = z.int().min(1).max(MAX_TIYIN);
const answer = z.strictObject({ bidder, amount }).optional();

const steps = [
  z.strictObject({ at: atMs, step: z.literal('admitted'), bidder }),
  z.strictObject({ at: atMs, step: z.literal('revoked'), bidder }),
  /** An offer, and what an auto-bid gave to lead again. */
  z.strictObject({ at: atMs, step: z.literal('offer'), bidder, amount, answer }),
  /** A price of an auto-bid, and that of the auto-bid which outbid it at once. */
  z.strictObject({ at: atMs, step: z.literal('auto'), bidder, amount, answer }),
  z.strictObject({ at: atMs, step: z.literal('suspended') }),
  z.strictObject({ at: atMs, step: z.literal('resumed'), deadline: atMs }),
  z.strictObject({ at: atMs, step: z.literal('deadline'), deadline: atMs }),
  z.strictObject({ at: atMs, step: z.literal('withdrawn') }),
] as const;

export const roomLogSchema = z.array(z.discriminatedUnion('step', steps));
export type RoomStep = z.infer<typeof roomLogSchema>[number];
