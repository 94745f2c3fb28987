import type { StaffHosts, StaffWebhooks } from '#server/domains/content/webhooks/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import {
  consoleWebhookDeliveries,
  switchedOffHosts,
  switchHostOff,
  switchHostOn,
  switchWebhookOff,
} from '#shared/api/console/console-webhooks.ts';

/** Listeners of people, for staff. */
export function registerConsoleWebhookRoutes(app: HttpApp, webhooks: StaffWebhooks, hosts: StaffHosts): void {
  registerContract(app, consoleWebhookDeliveries, (call) => {
    const { lotId, ...query } = call.query;
    return webhooks.page({ ...query, ...(lotId === undefined ? {} : { lotId }) });
  });

  registerContract(app, switchWebhookOff, async (call) => {
    const staff = { personId: call.signedIn().personId, address: call.address };
    await webhooks.switchOff(call.params, call.body.reason, staff);
    return { off: true as const };
  });

  registerContract(app, switchedOffHosts, () => hosts.list());

  registerContract(app, switchHostOff, async (call) => {
    const staff = { personId: call.signedIn().personId, address: call.address };
    await hosts.switchOff(call.body.host, call.body.reason, staff);
    return { off: true as const };
  });

  registerContract(app, switchHostOn, async (call) => {
    const staff = { personId: call.signedIn().personId, address: call.address };
    await hosts.switchOn(call.body.host, call.body.reason, staff);
    return { off: false as const };
  });
}
