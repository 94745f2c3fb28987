import type { AnomalyFlags } from '#server/domains/staff/anomaly-flags/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import {
  anomalyFlag,
  anomalyFlags,
  dismissAnomalyFlag,
  escalateAnomalyFlag,
  lookAtAnomalyFlag,
  ownAnomalyFlag,
} from '#shared/api/console/anomaly-flags.ts';

/** Signs that staff should look at an auction, and what staff make of them. */
export function registerAnomalyFlagRoutes(app: HttpApp, flags: AnomalyFlags): void {
  registerContract(app, anomalyFlags, (call) => flags.page(call.query, call.signedIn()));
  registerContract(app, anomalyFlag, (call) => flags.one(call.params.id, call.signedIn()));
  registerContract(app, ownAnomalyFlag, (call) =>
    flags.own(call.params.id, call.body.ownerId, call.signedIn()),
  );
  registerContract(app, lookAtAnomalyFlag, (call) => flags.look(call.params.id, call.signedIn()));
  registerContract(app, dismissAnomalyFlag, (call) =>
    flags.dismiss(call.params.id, call.body.reason, call.signedIn()),
  );
  registerContract(app, escalateAnomalyFlag, (call) =>
    flags.escalate(call.params.id, call.body.reason, call.signedIn()),
  );
}
