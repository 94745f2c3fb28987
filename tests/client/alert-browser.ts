import { vi } from 'vitest';

/** A browser that can subscribe, or one that lacks something. */
export function browserWith(given: {
  permission?: NotificationPermission;
  asked?: NotificationPermission;
  agent?: string;
  workers?: boolean;
}) {
  const { permission = 'default', asked = 'granted', agent = 'Mozilla/5.0 (X11; Linux)' } = given;
  let current: object | null = null;
  const made = {
    endpoint: 'https://push.example/1',
    options: { applicationServerKey: new Uint8Array([4, 0, 4]).buffer },
    toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: async () => {
      current = null;
      return true;
    },
  };
  const pushManager = {
    getSubscription: async () => current,
    subscribe: async () => (current = made),
  };
  const registration = { pushManager };
  const workers = {
    register: async () => registration,
    ready: Promise.resolve(registration),
    getRegistration: async () => registration,
  };
  vi.stubGlobal('navigator', {
    userAgent: agent,
    maxTouchPoints: 0,
    ...(given.workers === false ? {} : { serviceWorker: workers }),
  });
  if (given.workers !== false) vi.stubGlobal('PushManager', vi.fn());
  const notification = {
    permission,
    requestPermission: async () => (notification.permission = asked),
  };
  vi.stubGlobal('Notification', notification);
}
