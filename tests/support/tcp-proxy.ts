import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface TcpProxy {
  port: number;
  /** From now on answers of the server are thrown away (the requests still arrive) until `restore`. */
  swallowReplies(): void;
  /** Cuts every connection whose replies were swallowed and lets new ones through whole. */
  restore(): void;
  /** Cuts every connection at once. */
  cut(): void;
  /** Bytes of replies thrown away so far: proof that the trouble was real. */
  swallowedBytes(): number;
  close(): Promise<void>;
}

/** Stands between a client and a server on this machine and loses what it is told to lose. */
export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  const pairs = new Set<[Socket, Socket]>();
  let swallowing = false;
  let swallowed = 0;

  const server = createServer((client) => {
    const target = connect(targetPort, '127.0.0.1');
    const pair: [Socket, Socket] = [client, target];
    pairs.add(pair);
    client.setNoDelay(true);
    target.setNoDelay(true);
    client.on('data', (bytes) => target.write(bytes));
    target.on('data', (bytes) => {
      if (swallowing) swallowed += bytes.length;
      else client.write(bytes);
    });
    for (const [one, other] of [
      [client, target],
      [target, client],
    ] as const) {
      // Either side going away ends the other: that is all a proxy can say.
      one.on('error', () => other.destroy());
      one.on('close', () => {
        other.destroy();
        pairs.delete(pair);
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  const cut = () => {
    for (const [client, target] of pairs) {
      client.destroy();
      target.destroy();
    }
  };
  return {
    port: (server.address() as AddressInfo).port,
    swallowReplies: () => void (swallowing = true),
    restore() {
      swallowing = false;
      cut();
    },
    cut,
    swallowedBytes: () => swallowed,
    async close() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
