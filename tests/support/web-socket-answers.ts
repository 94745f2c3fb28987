import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

const MAGIC = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

export interface AnsweringSocket {
  url: string;
  close(): Promise<void>;
}

/** A text frame of a browser (masked, whole), or null while some of it is missing. */
function readText(bytes: Buffer): string | null {
  if (bytes.length < 6) return null;
  const short = bytes[1]! & 0x7f;
  const [from, length] =
    short === 126
      ? [4, bytes.readUInt16BE(2)]
      : short === 127
        ? [10, Number(bytes.readBigUInt64BE(2))]
        : [2, short];
  if (bytes.length < from + 4 + length) return null;
  const mask = bytes.subarray(from, from + 4);
  const body = Buffer.from(bytes.subarray(from + 4, from + 4 + length));
  for (let at = 0; at < body.length; at += 1) body[at]! ^= mask[at % 4]!;
  return body.toString('utf8');
}

function textFrame(text: string): Buffer {
  const body = Buffer.from(text, 'utf8');
  const head = Buffer.alloc(body.length < 126 ? 2 : body.length < 65_536 ? 4 : 10);
  head[0] = 0x81;
  if (head.length === 2) head[1] = body.length;
  else if (head.length === 4) {
    head[1] = 126;
    head.writeUInt16BE(body.length, 2);
  } else {
    head[1] = 127;
    head.writeBigUInt64BE(BigInt(body.length), 2);
  }
  return Buffer.concat([head, body]);
}

/**
 * A WebSocket server that answers one text with one text, as the E-IMZO application does. `answer` may say null: the
 * socket is then cut without a word (the browser sees 1006).
 */
export async function answeringSocket(
  answer: (text: string) => Promise<string | null>,
): Promise<AnsweringSocket> {
  const server = createServer();
  const open = new Set<Duplex>();
  server.on('upgrade', (req, socket: Duplex) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    socket.on('error', () => undefined);
    const accept = createHash('sha1')
      .update(`${req.headers['sec-websocket-key'] ?? ''}${MAGIC}`)
      .digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    let bytes = Buffer.alloc(0);
    let asked = false;
    socket.on('data', (part: Buffer) => {
      if (asked) {
        // The browser's closing frame: echoed with code 1000, then the end.
        socket.end(Buffer.from([0x88, 2, 0x03, 0xe8]));
        return;
      }
      bytes = Buffer.concat([bytes, part]);
      const text = readText(bytes);
      if (text === null) return;
      asked = true;
      void answer(text).then((said) => (said === null ? socket.destroy() : socket.write(textFrame(said))));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/service/cryptapi`,
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
