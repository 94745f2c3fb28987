import { afterEach, describe, expect, it, vi } from 'vitest';
import { replace } from '#client/app/worker/subscription.ts';
import { serve } from './page.tsx';

const SUBSCRIBE = 'POST /api/shop/user/push-subscriptions';
const KEY = new Uint8Array([4, 0, 4]).buffer;

const subscription = (endpoint: string, key: ArrayBuffer | null = KEY) => {
  const unsubscribe = vi.fn<() => Promise<boolean>>(async () => true);
  const made = {
    endpoint,
    options: { applicationServerKey: key },
    toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe,
  };
  return { made: made as unknown as PushSubscription, unsubscribe };
};

const scopeWith = (made: PushSubscription) => {
  const subscribe = vi.fn<(options?: PushSubscriptionOptionsInit) => Promise<PushSubscription>>(
    async () => made,
  );
  const registration = { pushManager: { subscribe } } as unknown as ServiceWorkerRegistration;
  return { scope: { registration }, subscribe };
};

afterEach(() => vi.unstubAllGlobals());

describe('a subscription that the browser ended by itself', () => {
  it('is replaced by one for the same key, which the server learns of', async () => {
    const asked = serve({ [SUBSCRIBE]: { body: {} } });
    const fresh = subscription('https://push.example/2');
    const { scope, subscribe } = scopeWith(fresh.made);
    await replace(scope, { oldSubscription: subscription('https://push.example/1').made });
    expect(subscribe).toHaveBeenCalledExactlyOnceWith({ userVisibleOnly: true, applicationServerKey: KEY });
    expect(asked.map(({ body }) => body)).toEqual([
      { endpoint: 'https://push.example/2', p256dh: 'p', auth: 'a' },
    ]);
    expect(fresh.unsubscribe).not.toHaveBeenCalled();
  });

  it('is replaced by the one that the browser made, where it did', async () => {
    const asked = serve({ [SUBSCRIBE]: { body: {} } });
    const { scope, subscribe } = scopeWith(subscription('https://push.example/3').made);
    await replace(scope, { newSubscription: subscription('https://push.example/2').made });
    expect(subscribe).not.toHaveBeenCalled();
    expect(asked[0]?.body).toMatchObject({ endpoint: 'https://push.example/2' });
  });

  it('has no successor where nobody is signed in', async () => {
    serve({ [SUBSCRIBE]: { status: 401, body: {} } });
    const fresh = subscription('https://push.example/2');
    await replace(scopeWith(fresh.made).scope, {
      oldSubscription: subscription('https://push.example/1').made,
    });
    expect(fresh.unsubscribe).toHaveBeenCalledOnce();
  });

  it('has none where the browser does not say for which key it was', async () => {
    const asked = serve({});
    const { scope, subscribe } = scopeWith(subscription('https://push.example/2').made);
    await replace(scope, {});
    await replace(scope, { oldSubscription: subscription('https://push.example/1', null).made });
    expect(subscribe).not.toHaveBeenCalled();
    expect(asked).toEqual([]);
  });
});
