import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import type { Rehearsals } from '#server/workflows/index.ts';
import { endRehearsal, rehearsals, startRehearsal } from '#shared/api/console/rehearsals.ts';

/** Practice rooms that staff start for themselves. */
export function registerRehearsalRoutes(app: HttpApp, service: Rehearsals): void {
  registerContract(app, rehearsals, () => service.list());
  registerContract(app, startRehearsal, (call) => {
    const { personId, name } = call.signedIn();
    return service.start(call.body, { personId, name, address: call.address });
  });
  registerContract(app, endRehearsal, async (call) => {
    const { personId, name } = call.signedIn();
    await service.end(call.params.lotId, call.body.reason, { personId, name, address: call.address });
    return { ended: true } as const;
  });
}
