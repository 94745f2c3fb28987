import type { Challenge } from 'altcha-lib/types';
import { solveProof } from './proof-of-work-solve.ts';

/** Answers one challenge with `{proof}` or `{failed: true}`; the page stays quick meanwhile. */
self.onmessage = ({ data }: MessageEvent<Challenge>) => {
  solveProof(data).then(
    (proof) => self.postMessage({ proof }),
    // Not retried here: the page tells the person, whose next press asks for a new challenge.
    () => self.postMessage({ failed: true }),
  );
};
