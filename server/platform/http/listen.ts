import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Server as Door } from 'node:net';
import { addAddress, codeOf } from './further-address.ts';

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

export interface ListenOptions {
  port: number;
  /** Every interface when not given. Of several the first must exist, and all get the same port. */
  host?: string | readonly string[] | null;
  nextFree?: boolean;
}

/**
 * Listens on a port (0: any free one). With `nextFree`, a taken port means the next one, up to twenty further.
 * The caller may attach a socket server to `server` before the first request.
 */
export async function listen(handler: RequestListener, options: ListenOptions): Promise<Listening> {
  const server = createServer(
    { keepAliveTimeout: 65_000, requestTimeout: 30_000, headersTimeout: 20_000 },
    handler,
  );
  const hosts = typeof options.host === 'string' ? [options.host] : (options.host ?? []);
  const doors = await openSomewhere(server, hosts, options);
  return {
    server,
    port: portOf(server),
    close(graceMs = 5_000) {
      return new Promise((resolve) => {
        const cut = setTimeout(() => server.closeAllConnections(), graceMs);
        const closed = [server, ...doors].map((each) => new Promise((done) => each.close(done)));
        void Promise.all(closed).then(() => {
          clearTimeout(cut);
          resolve();
        });
        server.closeIdleConnections();
      });
    },
  };
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

async function openSomewhere(
  server: Server,
  hosts: readonly string[],
  { port: wanted, nextFree }: ListenOptions,
): Promise<Door[]> {
  for (let tried = 0, port = wanted; ; tried += 1) {
    try {
      return await open(server, port, hosts);
    } catch (error) {
      // Taken: the next port, when asked for; of any port another one. Anything else is the caller's to hear.
      if (codeOf(error) !== 'EADDRINUSE') throw error;
      if ((!nextFree && wanted !== 0) || tried >= HIGHEST_TRIES) throw new PortTaken(port);
      if (wanted !== 0) port += 1;
    }
  }
}

/** All addresses or none. */
async function open(server: Server, port: number, [first, ...others]: readonly string[]): Promise<Door[]> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, first, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
  const doors: Door[] = [];
  try {
    for (const host of others) {
      const door = await addAddress(server, portOf(server), host);
      if (door) doors.push(door);
    }
    return doors;
  } catch (error) {
    await new Promise((done) => server.close(done));
    throw error;
  }
}
