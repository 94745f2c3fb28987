import type { StaffWebhooks } from '#server/domains/content/webhooks/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import { consoleWebhookDeliveries, switchWebhookOff } from '#shared/api/console/console-webhooks.ts';

/** Listeners of people, for staff. */
export function registerConsoleWebhookRoutes(app: HttpApp, webhooks: StaffWebhooks): void {
  registerContract(app, consoleWebhookDeliveries, (call) => {
    const { lotId, ...query } = call.query;
    return webhooks.page({ ...query, ...(lotId === undefined ? {} : { lotId }) });
  });

  registerContract(app, switchWebhookOff, async (call) => {
    const staff = { personId: call.signedIn().personId, address: call.address };
    await webhooks.switchOff(call.params, call.body.reason, staff);
    return { off: true as const };
  });
}
