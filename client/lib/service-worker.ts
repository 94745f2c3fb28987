/** Address of the worker, beside the pages it serves (client/app/worker). */
const SCRIPT = '/service-worker.js';

export const hasServiceWorkers = (): boolean => 'serviceWorker' in navigator;

/** The site was installed, and opens without the browser's own frame. */
export const isInstalled = (): boolean => window.matchMedia('(display-mode: standalone)').matches;

/** Makes sure that the worker runs; of several calls one registers it. Rejects where the browser refuses. */
export async function startServiceWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(SCRIPT);
  return navigator.serviceWorker.ready;
}
