import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import type { Express } from 'express';
import type { PooledBuffer } from './answer-buffers.ts';
import { asExpress } from './as-express.ts';
import { Reply } from './call.ts';
import { entityTag } from './entity-tag.ts';
import { rawHeaders } from './raw-headers.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

const isConditional = ({ method, headers }: IncomingMessage): boolean =>
  method !== 'GET' || headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined;

/** Sends what a handler returned. An answer changed by a handler or middleware is left to Express. */
export function sendAnswer(
  express: Express,
  req: IncomingMessage,
  res: ServerResponse,
  value: unknown,
): void {
  if (value instanceof Reply && value.pooled) releaseWhenSent(res, value.pooled);
  const raw = isConditional(req) ? null : rawHeaders(res);
  if (raw && value instanceof Reply && sendFinished(res, raw, value)) return;
  if (raw && !(value instanceof Reply) && sendJson(res, raw, value)) return;
  const answer = asExpress(express, req, res).res;
  if (!(value instanceof Reply)) {
    answer.json(value);
    return;
  }
  const { status, headers, body, stream } = value;
  answer.status(status).set(headers);
  if (stream) {
    streamTo(stream, answer);
    return;
  }
  if (body === null) answer.end();
  else answer.send(body);
}

/** Who went away before the first byte gets none: what was opened for them is closed, and it is no fault of ours. */
export function streamTo(stream: Readable, res: ServerResponse): void {
  if (res.closed || res.destroyed) {
    stream.destroy();
    return;
  }
  // A fault half-way ends the connection: the reader sees that bytes are missing. Not retried.
  pipeline(stream, res, () => undefined);
}

/** The same for a route outside the contracts. */
export const sendReply = (
  app: { express: Express },
  req: IncomingMessage,
  res: ServerResponse,
  reply: Reply,
): void => sendAnswer(app.express, req, res, reply);

/**
 * At `finish` everything has been handed to the operating system, and a compressor has read it before. After a connection
 * that ends earlier the buffer is garbage-collected.
 */
function releaseWhenSent(res: ServerResponse, pooled: PooledBuffer): void {
  res.once('finish', () => pooled.release());
}

/** Serialised bytes with their tag: nothing is left to compute. */
function sendFinished(res: ServerResponse, raw: string[], { status, headers, body }: Reply): boolean {
  if (!Buffer.isBuffer(body) || headers.ETag === undefined) return false;
  const before = raw.length;
  for (const name in headers) raw.push(name, headers[name] as string);
  if (isRepeated(raw, before)) {
    raw.length = before;
    return false;
  }
  raw.push('Content-Length', String(body.length));
  writeHead(res, status, raw, before);
  res.end(body);
  return true;
}

/** Headers from `before` on are this answer's own: an error that takes its place has none of them. */
function writeHead(res: ServerResponse, status: number, raw: string[], before: number): void {
  try {
    res.writeHead(status, raw);
  } catch (error) {
    // Not retried: a value that no header can have becomes an error's answer.
    raw.length = before;
    throw error;
  }
}

function sendJson(res: ServerResponse, raw: string[], value: unknown): boolean {
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) return false;
  const before = raw.length;
  raw.push('Content-Type', JSON_TYPE, 'ETag', entityTag(text));
  raw.push('Content-Length', String(Buffer.byteLength(text)));
  writeHead(res, 200, raw, before);
  res.end(text);
  return true;
}

/** Is one of the names from `begin` on there before it as well? */
function isRepeated(raw: readonly string[], begin: number): boolean {
  for (let i = begin; i < raw.length; i += 2) {
    const name = (raw[i] as string).toLowerCase();
    for (let j = 0; j < begin; j += 2) {
      const other = raw[j] as string;
      if (other.length === name.length && other.toLowerCase() === name) return true;
    }
  }
  return false;
}
