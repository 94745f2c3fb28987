import type { IncomingMessage } from 'node:http';

/**
 * Answers a refused upgrade with its true status: Socket.IO would say `400 Bad Request` to every one. Requests of the
 * polling transport are left to it: those it answers with 403.
 */
export function refuseUpgrade(request: IncomingMessage, status: string, reason: string): void {
  if (request.headers.upgrade === undefined) return;
  const { socket } = request;
  // The other side may have gone already; nothing is owed to it.
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
