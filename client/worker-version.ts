import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const MARK = 'BUILD_OF_CLIENT';

/**
 * Writes into the service worker what tells this build of the client from others: a new release is another worker to the browser.
 * @param manifest of the client, which is built before
 */
export const workerVersion = (manifest: string): Plugin => ({
  name: 'worker-version',
  applyToEnvironment: ({ name }) => name === 'worker',
  renderChunk(code) {
    if (!code.includes(MARK)) this.error(`the service worker has no ${MARK}`);
    const version = createHash('sha256').update(readFileSync(manifest)).digest('hex').slice(0, 12);
    return { code: code.replaceAll(MARK, version), map: null };
  },
});
