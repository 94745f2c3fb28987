import type { Socket as TcpSocket } from 'node:net';
import type { Socket } from 'socket.io';

/** One event for many sockets, encoded once. */
export interface BroadcastFrame {
  /** The Socket.IO packet of an event of the main namespace. */
  readonly text: string;
  /** The complete WebSocket frame. */
  readonly frame: Buffer;
}

/** The connection of a socket in engine.io and ws. */
interface Conn {
  readyState: string;
  writeBuffer: unknown[];
  transport: {
    /** False while packets of an earlier write are in flight or being coalesced. */
    writable: boolean;
    socket?: { readyState: number; _socket: TcpSocket | null };
  };
  write(data: string, options: object): void;
}

const WS_OPEN = 1;
/** Final frame of text, engine.io's `message`. */
const FINAL_TEXT = 0x81;
const MESSAGE = 0x34;

/** `payload` must be plain JSON data. */
export function encodeBroadcast(event: string, payload: unknown): BroadcastFrame {
  const text = `2${JSON.stringify([event, payload])}`;
  const size = Buffer.byteLength(text) + 1;
  const head = size < 126 ? 2 : size < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafeSlow(head + size);
  frame[0] = FINAL_TEXT;
  if (head === 2) frame[1] = size;
  else if (head === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(size, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(size), 2);
  }
  frame[head] = MESSAGE;
  frame.write(text, head + 1);
  return { text, frame };
}

/**
 * Sends the event in order with the socket's other packets. For an idle socket the frame is written directly to the TCP
 * connection: the libraries' work per packet costs more than the system call. For any other (a slow reader, an answer being
 * coalesced) it is queued behind the waiting packets.
 */
export function deliver(socket: Socket, event: BroadcastFrame): void {
  if (!deliverAtOnce(socket, event)) queueFor(socket, event);
}

/** Sends the event if the socket is writable now; otherwise it is dropped for this socket. */
export function deliverVolatile(socket: Socket, event: BroadcastFrame): void {
  deliverAtOnce(socket, event);
}

function deliverAtOnce(socket: Socket, event: BroadcastFrame): boolean {
  const conn = socket.conn as unknown as Conn;
  const { transport } = conn;
  if (!transport.writable || conn.readyState !== 'open' || conn.writeBuffer.length > 0) return false;
  // Nothing is compressed (see createRealtime), so ws never queues a frame.
  const ws = transport.socket;
  const tcp = ws?._socket;
  if (!tcp || ws.readyState !== WS_OPEN || tcp.writableLength > 0 || !tcp.writable) return false;
  tcp.write(event.frame);
  return true;
}

/** Queued packets share the frame: a waiting socket costs one packet object, not a copy. */
function queueFor(socket: Socket, { text, frame }: BroadcastFrame): void {
  (socket.conn as unknown as Conn).write(text, { preEncoded: true, wsPreEncodedFrame: [frame] });
}
