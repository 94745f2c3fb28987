// Runs in a thread of its own, without a loader: only erasable types, only Node's own modules.
import { parentPort, workerData } from 'node:worker_threads';
import type { Language } from '#shared/i18n/languages.ts';
import type { FromWorker, Painting, ToWorker } from './messages.ts';

type Paint = (address: string, language: Language, signedIn: boolean) => Promise<Painting>;

const port = parentPort;
if (!port) throw new Error('this file is a worker');
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const say = (message: FromWorker) => port.postMessage(message);

const waiting = new Map<number, (answer: string | null) => void>();
let questions = 0;

// The client asks as in a browser; the answers come from the process around this thread.
globalThis.fetch = async (address) => {
  questions += 1;
  const question = questions;
  const answer = await new Promise<string | null>((resolve) => {
    waiting.set(question, resolve);
    say({ kind: 'question', question, address: String(address) });
  });
  // Not retried: a place without an answer is painted as one that waits, and the browser asks.
  if (answer === null) throw new Error('not answered');
  return new Response(answer, { headers: { 'content-type': 'application/json' } });
};

const { paint } = (await import(workerData as string)) as { paint: Paint };

port.on('message', (message: ToWorker) => {
  if (message.kind === 'answer') {
    waiting.get(message.question)?.(message.answer);
    waiting.delete(message.question);
    return;
  }
  paint(message.address, message.language, message.signedIn).then(
    (painting) => say({ kind: 'painting', painting }),
    // Not retried: the page goes out unpainted, and the log has the reason.
    (error: unknown) => say({ kind: 'failed', reason: String(error) }),
  );
});
