import { createServer } from 'node:http';
const HIGHEST_TRIES = 20;
/**
 * Listens on a port (0: any free one). With `nextFree`, a taken port means the next one, up to twenty further.
 * The caller may attach a socket server to `server` before the first request.
 */
export async function listen(handler, options) {
  const server = createServer(
    { keepAliveTimeout: 65000, requestTimeout: 30000, headersTimeout: 20000 },
    handler,
  );
  for (let port = options.port; ; port += 1) {
    try {
      await new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, options.host, () => {
          server.removeListener('error', reject);
          resolve();
        });
      });
      break;
    } catch (error) {
      // Taken: the next port, when asked for; anything else is the caller's to hear.
      const taken = error.code === 'EADDRINUSE';
      if (!taken || !options.nextFree || port >= options.port + HIGHEST_TRIES) throw error;
    }
  }
  return {
    server,
    port: server.address().port,
    close(graceMs = 5000) {
      return new Promise((resolve) => {
        const cut = setTimeout(() => server.closeAllConnections(), graceMs);
        server.close(() => {
          clearTimeout(cut);
          resolve();
        });
        server.closeIdleConnections();
      });
    },
  };
}
