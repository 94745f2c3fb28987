import type { Socket } from 'socket.io';

/** The parts of a connection that show how far its reader lags; only the WebSocket transport has `socket`. */
interface Conn {
  writeBuffer: { data?: unknown }[];
  transport: { socket?: { bufferedAmount: number; terminate(): void } };
}

/** Packets and bytes accepted for this socket and not yet handed to the kernel. Bytes are exact for text frames of ASCII. */
export function queued(socket: Socket): { packets: number; bytes: number } {
  const conn = socket.conn as unknown as Conn;
  let bytes = conn.transport.socket?.bufferedAmount ?? 0;
  for (const packet of conn.writeBuffer) if (typeof packet.data === 'string') bytes += packet.data.length;
  return { packets: conn.writeBuffer.length, bytes };
}

/**
 * Ends a connection whose reader has stopped, without a closing handshake, which would hold its queue in memory until the
 * client answers.
 */
export function cutOff(socket: Socket): void {
  const conn = socket.conn as unknown as Conn;
  const raw = conn.transport.socket;
  conn.writeBuffer.length = 0;
  if (raw) raw.terminate();
  else socket.disconnect(true);
}
