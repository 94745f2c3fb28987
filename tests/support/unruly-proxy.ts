import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** What happens to bytes on their way in one direction. */
export interface Weather {
  /** How late a piece arrives, ms; asked for each piece, order is kept. */
  delayMs?: () => number;
  /** Bytes a second that fit through. */
  bytesPerSecond?: number;
  /** Everything is lost, and nobody hears of an end. */
  lost?: boolean;
}

export interface UnrulyProxy {
  port: number;
  /** From now on. A connection that lost something stays dead, in silence. */
  set(weather: { toServer?: Weather; toClient?: Weather }): void;
  /** Fair weather; dead connections are cut. */
  clear(): void;
  /** Pieces that came late, and bytes that were lost or had to queue: proof that the weather was real. */
  seen(): { late: number; lostBytes: number; queuedBytes: number };
  /** Connections open at this moment, the client's side. */
  connections(): number;
  close(): Promise<void>;
}

interface Line {
  client: Socket;
  target: Socket;
  holed: boolean;
}

/** Stands between a client and a server on this machine and treats what passes as bad networks do. */
export async function startUnrulyProxy(targetPort: number): Promise<UnrulyProxy> {
  const lines = new Set<Line>();
  const seen = { late: 0, lostBytes: 0, queuedBytes: 0 };
  let weather: { toServer?: Weather; toClient?: Weather } = {};

  function carry(line: Line, from: Socket, to: Socket, direction: 'toServer' | 'toClient'): void {
    let freeAt = 0;
    const later = (work: () => void) => {
      const { delayMs, bytesPerSecond } = weather[direction] ?? {};
      const now = performance.now();
      const late = delayMs?.() ?? 0;
      if (late > 0 || bytesPerSecond) seen.late += 1;
      freeAt = Math.max(freeAt, now + late);
      if (freeAt <= now) work();
      else setTimeout(work, freeAt - now);
    };
    from.on('data', (bytes: Buffer) => {
      const { lost, bytesPerSecond } = weather[direction] ?? {};
      // A stream with a hole never goes on: TCP would send the missing bytes again and again.
      if (lost || line.holed) {
        seen.lostBytes += bytes.length;
        line.holed = true;
        return;
      }
      if (bytesPerSecond) {
        seen.queuedBytes += bytes.length;
        freeAt = Math.max(freeAt, performance.now()) + (bytes.length * 1_000) / bytesPerSecond;
        // The sender meets the narrow place too: it may not pour a whole second's worth into the proxy.
        from.pause();
        setTimeout(() => from.resume(), (bytes.length * 1_000) / bytesPerSecond);
      }
      later(() => to.write(bytes));
    });
    // Where everything is lost, the news of an end is lost too.
    const ended = () => {
      if (weather[direction]?.lost || line.holed) return;
      later(() => to.destroy());
    };
    from.on('error', ended);
    from.on('close', ended);
  }

  const server = createServer((client) => {
    const target = connect(targetPort, '127.0.0.1');
    const line: Line = { client, target, holed: false };
    lines.add(line);
    client.setNoDelay(true);
    target.setNoDelay(true);
    carry(line, client, target, 'toServer');
    carry(line, target, client, 'toClient');
    client.on('close', () => lines.delete(line));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  const cut = (which: (line: Line) => boolean) => {
    for (const line of lines) {
      if (!which(line)) continue;
      line.client.destroy();
      line.target.destroy();
    }
  };
  return {
    port: (server.address() as AddressInfo).port,
    set: (next) => void (weather = next),
    clear() {
      weather = {};
      cut(({ holed }) => holed);
    },
    seen: () => ({ ...seen }),
    connections: () => lines.size,
    async close() {
      weather = {};
      cut(() => true);
      server.close();
      await once(server, 'close');
    },
  };
}
