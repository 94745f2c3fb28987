import type { PersonTrail, TrailReader } from '#server/domains/people/person-trail/index.ts';
import { registerContract, type Call, type HttpApp } from '#server/platform/http/index.ts';
import { personTrail, refusedAttempts } from '#shared/api/console/person-trail.ts';

const readerOf = (call: Pick<Call, 'signedIn' | 'address'>): TrailReader => {
  const { personId, roles } = call.signedIn();
  return { personId, roles, address: call.address };
};

/** What is known of one person, and bids that were refused around a minute. */
export function registerPersonTrailRoutes(app: HttpApp, trail: PersonTrail): void {
  registerContract(app, personTrail, async (call) => {
    const { page, size } = call.query;
    return { ...(await trail.of(call.params.personId, call.query, readerOf(call))), page, size };
  });
  registerContract(app, refusedAttempts, async (call) => {
    const { page, size } = call.query;
    return { ...(await trail.refusedAttempts(call.query, readerOf(call))), page, size };
  });
}
