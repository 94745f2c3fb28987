import { i18n, loadNamespaces } from '#client/i18n/i18n.ts';
import { hasServiceWorkers, startServiceWorker } from '#client/lib/service-worker.ts';
import { pictureOf } from '#client/lib/last-page.ts';
import { pagePerson, signedIn } from '#client/lib/page-person.ts';
import { formatTime } from '#shared/time/tashkent.ts';

/** Later than the first pages of data, so that the first picture shows something. */
const FIRST_MS = 3_000;

/** Leaves a picture of the page with the worker whenever the person looks away: it is what an opening without a network shows. */
async function leaveLastPages(): Promise<void> {
  const [registration] = await Promise.all([startServiceWorker(), loadNamespaces(['alerts'])]);
  const leave = () => {
    // The person has signed out, or is another one by now: nothing of this page stays on the device.
    if (pagePerson() !== signedIn()) return;
    const notice = i18n.t('alerts:offline.notice', { time: formatTime(Date.now()).slice(0, 5) });
    const html = pictureOf(document, { notice, again: i18n.t('alerts:offline.again') });
    // To the worker alone, which has no origin to choose.
    registration.active?.postMessage({ html }, []);
  };
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') leave();
  });
  window.addEventListener('pagehide', leave);
  window.addEventListener('offline', leave);
  setTimeout(leave, FIRST_MS);
}

// Not retried before the next start: without the worker the site works as in a browser.
if (hasServiceWorkers()) leaveLastPages().catch(() => undefined);
