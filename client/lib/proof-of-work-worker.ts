import type { Challenge } from 'altcha-lib/types';
import { solveProof } from './proof-of-work-solve.ts';

/** The scope of a worker: it answers its page only, so no origin is named. */
const page = self as unknown as Pick<Worker, 'postMessage'>;

/** Answers one challenge with `{proof}` or `{failed: true}`; the page stays quick meanwhile. */
self.addEventListener('message', ({ data }: MessageEvent<Challenge>) => {
  solveProof(data).then(
    (proof) => page.postMessage({ proof }, []),
    // Not retried here: the page tells the person, whose next press asks for a new challenge.
    () => page.postMessage({ failed: true }, []),
  );
});
