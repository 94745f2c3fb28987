import type { Conflicts } from '#server/domains/people/conflicts-of-interest/index.ts';
import type { TechnicalBreaks } from '#server/domains/trade/trade-applications/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import {
  beginTechnicalBreak,
  endTechnicalBreak,
  technicalBreaks,
} from '#shared/api/console/technical-breaks.ts';

/** Breaks of all rooms at once. Who has a part in one of them neither stops nor resumes all. */
export function registerTechnicalBreakRoutes(
  app: HttpApp,
  breaks: TechnicalBreaks,
  conflicts: Pick<Conflicts, 'judgeAllRooms'>,
): void {
  registerContract(app, technicalBreaks, () => breaks.list());
  registerContract(app, beginTechnicalBreak, async (call) => {
    const { personId, name } = call.signedIn();
    const { address } = call;
    await conflicts.judgeAllRooms({ personId, name, address, action: beginTechnicalBreak.name });
    return breaks.begin(call.signedIn(), call.body.reason);
  });
  registerContract(app, endTechnicalBreak, async (call) => {
    const { personId, name } = call.signedIn();
    const { address } = call;
    await conflicts.judgeAllRooms({ personId, name, address, action: endTechnicalBreak.name });
    return breaks.end(call.params.breakId, call.signedIn(), call.body.reason);
  });
}
