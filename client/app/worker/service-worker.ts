import { logInCallback, logOut } from '#shared/api/site/auth.ts';
import { endMySessions } from '#shared/api/cabinet/profile.ts';
import { endAlerts, openAlert, showAlert } from './alerts.ts';
import { lastPageOf } from './last-page.ts';
import { renew, replace } from './subscription.ts';
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
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(replace(self, event)));
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
  if (pathname === logInCallback.path)
    event.waitUntil(Promise.all([lastPage.removeAll(), page.then(() => renew(self))]));
});
