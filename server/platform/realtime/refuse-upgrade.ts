import type { IncomingMessage } from 'node:http';

/**
 * Answers a refused upgrade with its own status, where Socket.IO would always send `400 Bad Request`.
 */
export function refuseUpgrade(request: IncomingMessage, status: string, reason: string): void {
  const { socket } = request;
  // The client may have disconnected already; ignored.
  socket.on('error', () => undefined);
  socket.end(
    [
      `HTTP/1.1 ${status}`,
      'Connection: close',
      'Content-Type: text/plain',
      `Content-Length: ${reason.length}`,
      '',
      reason,
    ].join('\r\n'),
  );
}
