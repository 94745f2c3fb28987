import { renewPush, subscribePush } from '#shared/api/cabinet/push.ts';
import type { SubscriptionChange, WorkerScope } from './worker-scope.ts';

const post = (path: string, body: object): Promise<Response> =>
  fetch(path, {
    method: 'POST',
    redirect: 'error',
    headers: { 'x-savdo': '1', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** The subscription of this browser goes on in the session that began just now, and ends where it is another person's. */
export async function renew({ registration }: Pick<WorkerScope, 'registration'>): Promise<void> {
  const subscription = await registration.pushManager.getSubscription();
  if (!subscription) return;
  const answer = await post(renewPush.path, { endpoint: subscription.endpoint });
  // Without a session the sign-in was given up, and nothing has changed.
  if (answer.ok && !((await answer.json()) as { active: boolean }).active) await subscription.unsubscribe();
}

/**
 * The browser, or its push service, ended a subscription by itself: another one takes its place. The server drops the former one
 * when the push service says that it is gone.
 */
export async function replace(
  { registration }: Pick<WorkerScope, 'registration'>,
  { oldSubscription, newSubscription }: SubscriptionChange,
): Promise<void> {
  const applicationServerKey = oldSubscription?.options.applicationServerKey;
  const fresh =
    newSubscription ??
    (applicationServerKey
      ? await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
      : null);
  if (!fresh) return;
  const { endpoint, keys } = fresh.toJSON();
  const answer = await post(subscribePush.path, { endpoint, p256dh: keys?.p256dh, auth: keys?.auth });
  // The person has signed out, or the server takes no more: what it does not know of shows nothing.
  if (!answer.ok) await fresh.unsubscribe();
}
