import type { Socket as TcpSocket } from 'node:net';
import type { LiveSocket } from './live-socket.ts';

/** engine.io's transport of a socket. */
interface Transport {
  writable: boolean;
  emit(event: 'ready'): void;
  /** The WebSocket and its TCP socket. */
  socket?: { _socket?: Pick<TcpSocket, 'cork' | 'uncork'> };
}

let waiting: Transport[] = [];

/** Writes the packets buffered in this turn of the event loop, transport by transport. */
function release(): void {
  const released = waiting;
  waiting = [];
  for (const transport of released) {
    transport.writable = true;
    transport.emit('ready');
  }
}

/**
 * Sends all packets that one turn of the event loop creates for a socket in one write to the kernel: a write costs more
 * than the rest of an answer. Nothing waits for another turn. Volatile packets and room broadcasts (encoded once, one
 * packet for each socket) are not buffered.
 */
export function gatherFrames({ conn }: LiveSocket): void {
  conn.on('packetCreate', ({ options }: { options?: { volatile?: boolean; preEncoded?: boolean } }) => {
    const transport = conn.transport as unknown as Transport;
    if (!transport.writable || options?.volatile || options?.preEncoded) return;
    // engine.io buffers packets while the transport is not writable.
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
