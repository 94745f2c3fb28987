import type { Conflicts } from '#server/domains/people/conflicts-of-interest/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import { conflictsOfInterest } from '#shared/api/console/console-conflicts-of-interest.ts';

export function registerConflictRoutes(app: HttpApp, conflicts: Pick<Conflicts, 'list'>): void {
  registerContract(app, conflictsOfInterest, async (call) => {
    const { result, page, size } = call.query;
    return { ...(await conflicts.list(result, { page, size })), page, size };
  });
}
