import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Server as NetServer } from 'node:net';
import { listenOnAddress, codeOf } from './additional-address.ts';

export interface Listening {
  server: Server;
  port: number;
  /**
   * Stops in order: for a moment everything that still arrives is answered, and each connection is asked to end with its
   * answer. Then nothing new is accepted, running requests finish for up to `graceMs`, and what is left is cut.
   */
  close(graceMs?: number): Promise<void>;
}

/** Another program listens there: reported in one sentence, without a stack. */
export class PortTaken extends Error {
  constructor(port: number) {
    super(`port ${port} is taken by another program`);
    this.name = 'PortTaken';
  }
}

/** For requests that were under way on a connection between two of them when the end began. */
const LAST_REQUESTS_MS = 250;
const REQUEST_TIMEOUT_MS = 30_000;
const HIGHEST_TRIES = 20;

export interface ListenOptions {
  port: number;
  /** Every interface when not given. Of several the first must exist, and all get the same port. */
  host?: string | readonly string[] | null;
  nextFree?: boolean;
  /** For a whole request, body included. Default 30 s. */
  requestTimeoutMs?: number;
}

/**
 * Listens on a port (0: any free one). With `nextFree`, a taken port means the next one, up to twenty further.
 * The caller may attach a socket server to `server` before the first request.
 */
export async function listen(handler: RequestListener, options: ListenOptions): Promise<Listening> {
  const server = createServer(
    {
      keepAliveTimeout: 65_000,
      headersTimeout: 20_000,
      requestTimeout: options.requestTimeoutMs ?? REQUEST_TIMEOUT_MS,
    },
    handler,
  );
  const hosts = typeof options.host === 'string' ? [options.host] : (options.host ?? []);
  const endConnections = endingConnections(server);
  const additional = await openSomewhere(server, hosts, options);
  return {
    server,
    port: portOf(server),
    async close(graceMs = 5_000) {
      endConnections();
      if (graceMs > 0) await new Promise((resolve) => setTimeout(resolve, LAST_REQUESTS_MS));
      await new Promise<void>((resolve) => {
        const cut = setTimeout(() => server.closeAllConnections(), graceMs);
        const closed = [server, ...additional].map((each) => new Promise((done) => each.close(done)));
        void Promise.all(closed).then(() => {
          clearTimeout(cut);
          resolve();
        });
        server.closeIdleConnections();
      });
    },
  };
}

/**
 * Returns the call from which on each connection ends with the answer to its present request. A connection that is cut
 * between two requests may have the next one on its way, which would then have no answer.
 */
function endingConnections(server: Server): () => void {
  const open = new Set<ServerResponse>();
  let ending = false;
  server.prependListener('request', (_request, response: ServerResponse) => {
    if (ending) response.shouldKeepAlive = false;
    open.add(response);
    response.once('close', () => open.delete(response));
  });
  return () => {
    ending = true;
    for (const response of open) if (!response.headersSent) response.shouldKeepAlive = false;
  };
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

async function openSomewhere(
  server: Server,
  hosts: readonly string[],
  { port: wanted, nextFree }: ListenOptions,
): Promise<NetServer[]> {
  for (let tried = 0, port = wanted; ; tried += 1) {
    try {
      return await open(server, port, hosts);
    } catch (error) {
      // Taken: the next port if wanted; where any port will do, another one. Other errors go to the caller.
      if (codeOf(error) !== 'EADDRINUSE') throw error;
      if ((!nextFree && wanted !== 0) || tried >= HIGHEST_TRIES) throw new PortTaken(port);
      if (wanted !== 0) port += 1;
    }
  }
}

/** All addresses or none. */
async function open(
  server: Server,
  port: number,
  [first, ...others]: readonly string[],
): Promise<NetServer[]> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, first, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
  const additional: NetServer[] = [];
  try {
    for (const host of others) {
      const opened = await listenOnAddress(server, portOf(server), host);
      if (opened) additional.push(opened);
    }
    return additional;
  } catch (error) {
    await new Promise((done) => server.close(done));
    throw error;
  }
}
