import type { TechnicalBreaks } from '#server/domains/trade/trade-applications/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import {
  beginTechnicalBreak,
  endTechnicalBreak,
  technicalBreaks,
} from '#shared/api/console/technical-breaks.ts';

/** Breaks of all rooms at once. */
export function registerTechnicalBreakRoutes(app: HttpApp, breaks: TechnicalBreaks): void {
  registerContract(app, technicalBreaks, () => breaks.list());
  registerContract(app, beginTechnicalBreak, (call) => breaks.begin(call.signedIn(), call.body.reason));
  registerContract(app, endTechnicalBreak, (call) =>
    breaks.end(call.params.breakId, call.signedIn(), call.body.reason),
  );
}
