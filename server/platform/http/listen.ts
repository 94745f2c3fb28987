import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Listening {
  server: Server;
  port: number;
  /** Stops accepting, lets running requests finish for up to `graceMs`, then cuts what is left. */
  close(graceMs?: number): Promise<void>;
}

/** Somebody else listens there: told in one sentence, without a stack. */
export class PortTaken extends Error {
  constructor(port: number) {
    super(`port ${port} is taken by another program`);
    this.name = 'PortTaken';
  }
}

const HIGHEST_TRIES = 20;

/**
 * Listens on a port (0: any free one). With `nextFree`, a taken port means the next one, up to twenty further.
 * The caller may attach a socket server to `server` before the first request.
 */
export async function listen(
  handler: RequestListener,
  options: { port: number; host?: string; nextFree?: boolean },
): Promise<Listening> {
  const server = createServer(
    { keepAliveTimeout: 65_000, requestTimeout: 30_000, headersTimeout: 20_000 },
    handler,
  );
  for (let port = options.port; ; port += 1) {
    try {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, options.host, () => {
          server.removeListener('error', reject);
          resolve();
        });
      });
      break;
    } catch (error) {
      // Taken: the next port, when asked for; anything else is the caller's to hear.
      const taken = (error as { code?: string }).code === 'EADDRINUSE';
      if (!taken) throw error;
      if (!options.nextFree || port >= options.port + HIGHEST_TRIES) throw new PortTaken(port);
    }
  }
  return {
    server,
    port: (server.address() as AddressInfo).port,
    close(graceMs = 5_000) {
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
