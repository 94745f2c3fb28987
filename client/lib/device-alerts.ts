import { pushSettings, removePush, renewPush, subscribePush } from '#shared/api/cabinet/push.ts';
import { call } from './api-client.ts';
import { hasServiceWorkers, isInstalled, startServiceWorker } from './service-worker.ts';

/**
 * `install`: this browser shows alerts of installed sites alone. `blocked`: the person, or the browser, has forbidden them. `not-offered`:
 * this installation sends none.
 */
export type DeviceAlerts = 'not-offered' | 'unsupported' | 'install' | 'blocked' | 'off' | 'on';

const isAppleTouch = (): boolean =>
  /iPad|iPhone|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);

const isSupported = (): boolean => hasServiceWorkers() && 'PushManager' in window && 'Notification' in window;

/** Can this browser show alerts, and is it still to be asked whether it may? */
export const mayAskForAlerts = (): boolean => isSupported() && Notification.permission === 'default';

const bytesOf = (key: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));

const isFor = (subscription: PushSubscription, publicKey: string): boolean => {
  const { applicationServerKey } = subscription.options;
  if (!applicationServerKey) return false;
  const [has, wanted] = [new Uint8Array(applicationServerKey), bytesOf(publicKey)];
  return has.length === wanted.length && has.every((byte, at) => byte === wanted[at]);
};

async function existing(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** What this browser can do and does. @param publicKey of the installation; null: it has none */
export async function readDeviceAlerts(publicKey: string | null): Promise<DeviceAlerts> {
  if (publicKey === null) return 'not-offered';
  if (!isSupported()) return isAppleTouch() && !isInstalled() ? 'install' : 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  const subscription = await existing();
  if (!subscription || Notification.permission !== 'granted') return 'off';
  // The installation has another key now: the browser subscribes for it.
  if (!isFor(subscription, publicKey)) return switchDeviceAlertsOn(publicKey);
  const { active } = await call(renewPush, { body: { endpoint: subscription.endpoint } });
  if (!active) await subscription.unsubscribe();
  return active ? 'on' : 'off';
}

/** Asks the person, and subscribes. Rejects where browser or server refuse. */
export async function switchDeviceAlertsOn(publicKey: string): Promise<DeviceAlerts> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'off';
  const { pushManager } = await startServiceWorker();
  const before = await pushManager.getSubscription();
  if (before && !isFor(before, publicKey)) await before.unsubscribe();
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(publicKey),
  });
  const { endpoint, keys } = subscription.toJSON();
  try {
    const body = { endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' };
    await call(subscribePush, { body });
  } catch (error) {
    // The server knows nothing of it: the browser is to be as before.
    await subscription.unsubscribe();
    throw error;
  }
  return 'on';
}

export async function switchDeviceAlertsOff(): Promise<DeviceAlerts> {
  const subscription = await existing();
  if (!subscription) return 'off';
  // After this the browser is the one of this session.
  await call(renewPush, { body: { endpoint: subscription.endpoint } });
  const { items } = await call(pushSettings);
  for (const { id, current } of items) if (current) await call(removePush, { params: { id } });
  await subscription.unsubscribe();
  return 'off';
}
