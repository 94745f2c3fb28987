import type { Socket as TcpSocket } from 'node:net';
import type { LiveSocket } from './live-socket.ts';

/** The transport below a socket, as engine.io keeps it. */
interface Transport {
  name: string;
  writable: boolean;
  emit(event: 'ready'): void;
  /** The WebSocket and its TCP socket; the long-polling transport has none. */
  socket?: { _socket?: Pick<TcpSocket, 'cork' | 'uncork'> };
}

let waiting: Transport[] = [];

/** Those whose packets were held back in this turn write them now, in the order they began. */
function release(): void {
  const released = waiting;
  waiting = [];
  for (const transport of released) {
    transport.writable = true;
    transport.emit('ready');
  }
}

/**
 * Packets one turn of the event loop has for a socket leave in one write to the kernel instead of one each: writing
 * costs more than all the rest of an answer. Nothing waits for another turn. Volatile packets and
 * what a whole room is told (encoded once, one packet for each socket) go as they come.
 */
export function gatherFrames({ conn }: LiveSocket): void {
  conn.on('packetCreate', ({ options }: { options?: { volatile?: boolean; preEncoded?: boolean } }) => {
    const transport = conn.transport as unknown as Transport;
    if (transport.name !== 'websocket' || !transport.writable || options?.volatile || options?.preEncoded)
      return;
    // Until then the packets gather, as they do while an earlier write is under way.
    transport.writable = false;
    if (waiting.push(transport) === 1) process.nextTick(release);
  });
  conn.on('flush', (packets: unknown[]) => {
    if (packets.length < 2) return;
    const tcp = (conn.transport as unknown as Transport).socket?._socket;
    if (!tcp) return;
    tcp.cork();
    process.nextTick(() => tcp.uncork());
  });
}
