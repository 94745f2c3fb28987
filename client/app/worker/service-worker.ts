import { renewPush } from '#shared/api/cabinet/push.ts';
import { logInCallback, logOut } from '#shared/api/site/auth.ts';
import { endMySessions } from '#shared/api/cabinet/profile.ts';
import { endAlerts, openAlert, showAlert } from './alerts.ts';
import { lastPageOf } from './last-page.ts';
import type { WorkerScope } from './worker-scope.ts';

/**
 * The service worker: shows alerts, and when the network is away the last page the person saw, marked as such. Every page and
 * every answer comes from the server: it stores none of them, so that nothing old is served after a release. The calls of pages
 * pass it untouched.
 */
declare const self: WorkerScope & typeof globalThis;

/** Replaced in the build by what tells it from others (client/worker-version.ts). */
const BUILD = 'BUILD_OF_CLIENT';
const lastPage = lastPageOf(BUILD, self.caches);

/** At the end of a session: nothing of the person stays. */
const forget = () => Promise.all([lastPage.removeAll(), endAlerts(self)]);

/** The subscription of this browser goes on in the session that began just now, and ends where it is another person's. */
async function renew(): Promise<void> {
  const subscription = await self.registration.pushManager.getSubscription();
  if (!subscription) return;
  const answer = await fetch(renewPush.path, {
    method: 'POST',
    headers: { 'x-savdo': '1', 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint: subscription.endpoint }),
  });
  // Without a session the sign-in was given up, and nothing has changed.
  if (answer.ok && !((await answer.json()) as { active: boolean }).active) await subscription.unsubscribe();
}

/** The page from the server; without a network the last one seen, or what the browser says by itself. */
async function pageOf(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const seen = await lastPage.read();
    if (!seen) throw error;
    return seen;
  }
}

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([lastPage.removeOthers(), self.clients.claim()])),
);
self.addEventListener('push', (event) => event.waitUntil(showAlert(self, event.data?.json())));
self.addEventListener('notificationclick', (event) => event.waitUntil(openAlert(self, event.notification)));
self.addEventListener('message', (event) => event.waitUntil(lastPage.store(event.data)));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (request.method === 'POST' && (pathname === logOut.path || pathname === endMySessions.path))
    event.waitUntil(forget());
  if (request.mode !== 'navigate') return;
  const page = pageOf(request);
  event.respondWith(page);
  // Somebody signs in, perhaps another person than before.
  if (pathname === logInCallback.path) event.waitUntil(Promise.all([lastPage.removeAll(), page.then(renew)]));
});
