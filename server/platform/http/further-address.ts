import type { Server as HttpServer } from 'node:http';
import { createServer, type Server } from 'node:net';

/** This machine has no such address: IPv6 is switched off. */
const NO_SUCH_ADDRESS = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL']);

export const codeOf = (error: unknown): string => (error as { code?: string }).code ?? '';

/**
 * One more address of the same HTTP server: its connections are handed over. Closes with that server.
 * @returns null where this machine has no such address
 */
export async function addAddress(server: HttpServer, port: number, host: string): Promise<Server | null> {
  const door = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    server.emit('connection', socket);
  });
  try {
    await new Promise<void>((resolve, reject) => {
      door.once('error', reject);
      door.listen({ port, host, ipv6Only: host.includes(':') }, () => {
        door.removeListener('error', reject);
        resolve();
      });
    });
  } catch (error) {
    // Nothing to retry: without the address nobody can call there. A taken port is the caller's to hear.
    if (NO_SUCH_ADDRESS.has(codeOf(error))) return null;
    throw error;
  }
  server.once('close', () => door.close());
  return door;
}
