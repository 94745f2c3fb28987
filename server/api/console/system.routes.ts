import type { SystemService } from '#server/domains/staff/system/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import { readSystem, retryJob } from '#shared/api/console/system.ts';

/** The platform as an engineer sees it, and its failed jobs. */
export function registerSystemRoutes(app: HttpApp, system: SystemService): void {
  registerContract(app, readSystem, () => system.read());
  registerContract(app, retryJob, async (call) => {
    const by = { personId: call.signedIn().personId, address: call.address };
    await system.retry(call.body.id, call.body.reason, by);
    return { queued: true as const };
  });
}
