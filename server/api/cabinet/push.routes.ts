import type { PushSubscriptions } from '#server/domains/content/notifications/index.ts';
import { noSession } from '#server/platform/errors/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import { pushSettings, removePush, renewPush, subscribePush } from '#shared/api/cabinet/push.ts';

/** A person's browsers that show alerts. */
export function registerPushRoutes(app: HttpApp, push: PushSubscriptions): void {
  registerContract(app, pushSettings, (call) => {
    if (!call.session) throw noSession();
    return push.settings(call.session);
  });

  registerContract(app, subscribePush, (call) => {
    if (!call.session) throw noSession();
    return push.subscribe(call.session, call.body);
  });

  registerContract(app, renewPush, async (call) => {
    if (!call.session) throw noSession();
    return { active: await push.renew(call.session, call.body.endpoint) };
  });

  registerContract(app, removePush, async (call) => {
    await push.remove(call.signedIn().personId, call.params.id);
    return { removed: true as const };
  });
}
