import type { Conflicts } from '#server/domains/people/conflicts-of-interest/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import { conflictsOfInterest } from '#shared/api/console/console-conflicts-of-interest.ts';

export function registerConflictRoutes(app: HttpApp, conflicts: Pick<Conflicts, 'list'>): void {
  registerContract(app, conflictsOfInterest, async (call) => {
    const { result, page, size } = call.query;
    const reader = { personId: call.signedIn().personId, address: call.address };
    return { ...(await conflicts.list(reader, result, { page, size })), page, size };
  });
}
