import { createReadStream } from 'node:fs';
import { createConnection, type Socket } from 'node:net';
import { ScannerAway, type Scanner } from './port.ts';

/** A path of a Unix socket, or host and port. */
export type ClamdAddress = { path: string } | { host: string; port: number };

const SILENCE_LIMIT_MS = 20_000;
/** The longest answer of clamd is a signature's name. */
const ANSWER_LIMIT = 4_096;
/** Below clamd's StreamMaxLength in each chunk. */
const CHUNK_BYTES = 64 * 1024;

/** ClamAV's daemon, by INSTREAM: the file is sent over the connection, so it may run on another machine. */
export function createClamd(address: ClamdAddress): Scanner {
  /** Sends one command, prefixed with `z` so that both sides end with a NUL, and resolves with the answer. */
  const ask = (command: string, send: (socket: Socket) => Promise<void>): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = createConnection(address);
      let answer = '';
      const fail = (reason: string, cause?: unknown) => {
        socket.destroy();
        reject(new ScannerAway(reason, { cause }));
      };
      socket.setTimeout(SILENCE_LIMIT_MS, () => fail(`no answer within ${SILENCE_LIMIT_MS} ms`));
      socket.on('error', (error) => fail(error.message, error));
      socket.on('data', (chunk: Buffer) => {
        answer += chunk.toString('utf8');
        if (answer.length > ANSWER_LIMIT) fail('answer too long');
      });
      socket.on('close', () => {
        if (answer === '') fail('closed the connection without an answer');
        else resolve(answer.replace(/\0[\s\S]*$/, '').trim());
      });
      socket.once('connect', () => {
        socket.write(`z${command}\0`);
        send(socket).catch((error: unknown) => fail('file cannot be sent', error));
      });
    });

  return {
    name: 'clamd',

    async scan(file) {
      const answer = await ask('INSTREAM', (socket) => sendFile(socket, file));
      if (answer === 'stream: OK') return null;
      const found = /^stream: (.+) FOUND$/.exec(answer)?.[1];
      if (found) return found;
      throw new ScannerAway(`unknown answer "${answer.slice(0, 200)}"`);
    },

    async check() {
      const answer = await ask('PING', () => Promise.resolve());
      if (answer !== 'PONG') throw new ScannerAway(`unknown answer "${answer.slice(0, 200)}"`);
    },
  };
}

/** Chunks with their length in four bytes before them; a length of zero ends the file. */
async function sendFile(socket: Socket, file: string): Promise<void> {
  for await (const chunk of createReadStream(file, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>) {
    if (socket.destroyed) return;
    const length = Buffer.alloc(4);
    length.writeUInt32BE(chunk.length);
    socket.write(length);
    if (!socket.write(chunk)) await drained(socket);
  }
  socket.write(Buffer.alloc(4));
}

const drained = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      socket.off('drain', done);
      socket.off('close', done);
      resolve();
    };
    socket.once('drain', done);
    socket.once('close', done);
  });
