import type { WindowClient, WorkerScope } from './worker-scope.ts';

/** As the server seals it (server/domains/content/notifications/push/browser-target.ts). */
interface Alert {
  title: string;
  body: string;
  /** Own path that a press opens. */
  path: string;
  /** An alert with the same takes the place of this one. */
  tag: string;
}

const ICON = '/icon-192.png';

/** A path of this site, which `//elsewhere` is not. */
const isOwnPath = (path: unknown): path is string =>
  typeof path === 'string' && path.startsWith('/') && !path.startsWith('//') && !path.includes('\\');

function alertOf(data: unknown): Alert | null {
  const { title, body, path, tag } = (data ?? {}) as Partial<Record<keyof Alert, unknown>>;
  if (typeof title !== 'string' || typeof body !== 'string' || typeof tag !== 'string') return null;
  return { title, body, tag, path: isOwnPath(path) ? path : '/' };
}

const windowsOf = (scope: WorkerScope): Promise<readonly WindowClient[]> =>
  scope.clients.matchAll({ type: 'window', includeUncontrolled: true });

const shows = (window: WindowClient, path: string, origin: string): boolean => {
  const { pathname } = new URL(window.url);
  return pathname === new URL(path, origin).pathname;
};

/** Browsers want each message shown; one about the page that the person is looking at is taken away again at once. */
export async function showAlert(scope: WorkerScope, data: unknown): Promise<void> {
  const alert = alertOf(data);
  if (!alert) return;
  const { title, body, path, tag } = alert;
  const lookedAt = (await windowsOf(scope)).some(
    (window) => window.focused && shows(window, path, scope.location.origin),
  );
  await scope.registration.showNotification(title, {
    body,
    tag,
    icon: ICON,
    badge: ICON,
    silent: lookedAt,
    data: { path },
  });
  if (!lookedAt) return;
  for (const shown of await scope.registration.getNotifications({ tag })) shown.close();
}

/** Goes to the page an alert is about: to the window that shows it already, else to a new one. */
export async function openAlert(scope: WorkerScope, notification: Notification): Promise<void> {
  notification.close();
  const { path } = (notification.data ?? {}) as { path?: unknown };
  const wanted = isOwnPath(path) ? path : '/';
  const open = (await windowsOf(scope)).find((window) => shows(window, wanted, scope.location.origin));
  await (open ? open.focus() : scope.clients.openWindow(wanted));
}

/** Nothing more is shown here, and what is shown goes. */
export async function endAlerts({ registration }: WorkerScope): Promise<void> {
  for (const shown of await registration.getNotifications()) shown.close();
  await (await registration.pushManager.getSubscription())?.unsubscribe();
}
