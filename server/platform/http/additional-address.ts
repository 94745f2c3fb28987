import type { Server as HttpServer } from 'node:http';
import { createServer, type Server } from 'node:net';

/** The machine has no such address: IPv6 is switched off. */
const NO_SUCH_ADDRESS = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL']);

export const codeOf = (error: unknown): string => (error as { code?: string }).code ?? '';

/**
 * One more address of the same HTTP server: its connections are handed over. Closes with that server.
 * @returns null where this machine has no such address
 */
export async function listenOnAddress(
  server: HttpServer,
  port: number,
  host: string,
): Promise<Server | null> {
  const additional = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    server.emit('connection', socket);
  });
  try {
    await new Promise<void>((resolve, reject) => {
      additional.once('error', reject);
      additional.listen({ port, host, ipv6Only: host.includes(':') }, () => {
        additional.removeListener('error', reject);
        resolve();
      });
    });
  } catch (error) {
    // Nothing to retry: no client can call an address that does not exist. Other errors, such as a taken port, go to the caller.
    if (NO_SUCH_ADDRESS.has(codeOf(error))) return null;
    throw error;
  }
  server.once('close', () => additional.close());
  return additional;
}
