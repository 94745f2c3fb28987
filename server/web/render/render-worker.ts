// Runs in a thread of its own, without a loader: only erasable types, only Node's own modules.
import { parentPort, workerData } from 'node:worker_threads';
import type { Language } from '#shared/i18n/languages.ts';
import type { FromWorker, RenderedPage, ToWorker } from './worker-messages.ts';

type RenderPage = (address: string, language: Language, signedIn: boolean) => Promise<RenderedPage>;

const port = parentPort;
if (!port) throw new Error('this file is a worker');
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const post = (message: FromWorker) => port.postMessage(message);

const pending = new Map<number, (answer: string | null) => void>();
let lastFetchId = 0;

// The client fetches as in a browser; the main thread answers.
globalThis.fetch = async (address) => {
  lastFetchId += 1;
  const fetchId = lastFetchId;
  const answer = await new Promise<string | null>((resolve) => {
    pending.set(fetchId, resolve);
    post({ kind: 'fetch', fetchId, address: String(address) });
  });
  // Not retried: the part without an answer is rendered as loading, and the browser fetches it.
  if (answer === null) throw new Error('not answered');
  return new Response(answer, { headers: { 'content-type': 'application/json' } });
};

const { renderPage } = (await import(workerData as string)) as { renderPage: RenderPage };

port.on('message', (message: ToWorker) => {
  if (message.kind === 'answer') {
    pending.get(message.fetchId)?.(message.answer);
    pending.delete(message.fetchId);
    return;
  }
  renderPage(message.address, message.language, message.signedIn).then(
    (page) => post({ kind: 'rendered', page }),
    // Not retried: the page is sent without content, and the main thread logs the reason.
    (error: unknown) => post({ kind: 'failed', reason: String(error) }),
  );
});
