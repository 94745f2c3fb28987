import type { Socket as TcpSocket } from 'node:net';
import type { LiveSocket } from './live-socket.ts';

/** The TCP socket below a WebSocket; the long-polling transport has none. */
interface Transport {
  socket?: { _socket?: Pick<TcpSocket, 'cork' | 'uncork'> };
}

/**
 * Packets that wait for a socket leave in one write to the kernel instead of one each: writing costs more than all the
 * rest of an answer. What is sent alone goes at once, and nothing waits for another turn.
 */
export function gatherFrames({ conn }: LiveSocket): void {
  conn.on('flush', (packets: unknown[]) => {
    if (packets.length < 2) return;
    const tcp = (conn.transport as unknown as Transport).socket?._socket;
    if (!tcp) return;
    tcp.cork();
    process.nextTick(() => tcp.uncork());
  });
}
