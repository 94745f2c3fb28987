import { demandFreshSignIn } from '#server/domains/people/accounts/index.ts';
import type { Webhooks } from '#server/domains/content/webhooks/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import {
  createWebhook,
  deleteWebhook,
  myWebhookDeliveries,
  myWebhooks,
  replayWebhookDelivery,
  rotateWebhookSecret,
  switchWebhookOn,
} from '#shared/api/cabinet/webhooks.ts';

/** A person's listeners. */
export function registerWebhookRoutes(app: HttpApp, webhooks: Webhooks): void {
  registerContract(app, myWebhooks, (call) => webhooks.list(call.signedIn().personId));

  registerContract(app, createWebhook, (call) => {
    const { person } = demandFreshSignIn(call.session);
    return webhooks.create(person.personId, call.body, call.address);
  });

  registerContract(app, rotateWebhookSecret, async (call) => {
    const { personId } = call.signedIn();
    // First: others learn nothing of it, whenever they have signed in.
    await webhooks.demandOwn(personId, call.params.id);
    demandFreshSignIn(call.session);
    return webhooks.rotate(personId, call.params.id, call.address);
  });

  registerContract(app, switchWebhookOn, (call) =>
    webhooks.switchOn(call.signedIn().personId, call.params.id),
  );

  registerContract(app, deleteWebhook, async (call) => {
    await webhooks.remove(call.signedIn().personId, call.params.id, call.address);
    return { deleted: true as const };
  });

  registerContract(app, myWebhookDeliveries, (call) => {
    const { page, size } = call.query;
    const rows = { limit: size, offset: (page - 1) * size };
    return webhooks.deliveries(call.signedIn().personId, call.params.id, rows);
  });

  registerContract(app, replayWebhookDelivery, (call) =>
    webhooks.replay(call.signedIn().personId, call.params.id),
  );
}
