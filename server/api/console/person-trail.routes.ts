import type { PersonTrail, TrailReader } from '#server/domains/people/person-trail/index.ts';
import { registerContract, type Call, type HttpApp } from '#server/platform/http/index.ts';
import { attemptReceipt, personTrail, refusedAttempts } from '#shared/api/console/person-trail.ts';
import { receiptReply } from '../receipt-reply.ts';

const readerOf = (call: Pick<Call, 'signedIn' | 'address'>): TrailReader => {
  const { personId, roles } = call.signedIn();
  return { personId, roles, address: call.address };
};

/** What is known of one person, bids that were refused around a minute, and the receipt of each. */
export function registerPersonTrailRoutes(app: HttpApp, trail: PersonTrail): void {
  registerContract(app, personTrail, async (call) => {
    const { page, size } = call.query;
    const wanted = { ...call.query, language: call.language };
    return { ...(await trail.of(call.params.personId, wanted, readerOf(call))), page, size };
  });
  registerContract(app, refusedAttempts, async (call) => {
    const { page, size } = call.query;
    return { ...(await trail.refusedAttempts(call.query, readerOf(call))), page, size };
  });
  registerContract(app, attemptReceipt, async (call) => {
    const { personId: person, lotId, bidId } = call.params;
    return receiptReply(await trail.receiptOf({ lotId, person, bidId }, readerOf(call)));
  });
}
