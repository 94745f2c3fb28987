import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Express } from 'express';
import type { Loan } from './answer-memory.ts';
import { asExpress } from './as-express.ts';
import { Reply } from './call.ts';
import { entityTag } from './entity-tag.ts';
import { heldHeaders } from './held-headers.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

const isConditional = ({ method, headers }: IncomingMessage): boolean =>
  method !== 'GET' || headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined;

/** Sends what a handler returned. Whatever somebody might have changed about the answer is left to Express. */
export function sendAnswer(
  express: Express,
  req: IncomingMessage,
  res: ServerResponse,
  value: unknown,
): void {
  if (value instanceof Reply && value.loan) endLoan(res, value.loan);
  const held = isConditional(req) ? null : heldHeaders(res);
  if (held && value instanceof Reply && sendFinished(res, held, value)) return;
  if (held && !(value instanceof Reply) && sendJson(res, held, value)) return;
  const answer = asExpress(express, req, res).res;
  if (!(value instanceof Reply)) {
    answer.json(value);
    return;
  }
  const { status, headers, body } = value;
  answer.status(status).set(headers);
  if (body === null) answer.end();
  else answer.send(body);
}

/**
 * Everything has been handed to the operating system when an answer is finished, what a compressor read before that. A
 * connection that ends earlier leaves the bytes to the garbage collector.
 */
function endLoan(res: ServerResponse, loan: Loan): void {
  res.once('finish', () => loan.giveBack());
}

/** Finished bytes with their tag: nothing is left to work out. */
function sendFinished(res: ServerResponse, held: string[], { status, headers, body }: Reply): boolean {
  if (!Buffer.isBuffer(body) || headers.ETag === undefined) return false;
  const before = held.length;
  for (const name in headers) held.push(name, headers[name] as string);
  if (isRepeated(held, before)) {
    held.length = before;
    return false;
  }
  held.push('Content-Length', String(body.length));
  writeHead(res, status, held, before);
  res.end(body);
  return true;
}

/** Headers from `before` on are this answer's own: an error that takes its place has none of them. */
function writeHead(res: ServerResponse, status: number, held: string[], before: number): void {
  try {
    res.writeHead(status, held);
  } catch (error) {
    // Not retried: a value that no header can have becomes an error's answer.
    held.length = before;
    throw error;
  }
}

function sendJson(res: ServerResponse, held: string[], value: unknown): boolean {
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) return false;
  const before = held.length;
  held.push('Content-Type', JSON_TYPE, 'ETag', entityTag(text));
  held.push('Content-Length', String(Buffer.byteLength(text)));
  writeHead(res, 200, held, before);
  res.end(text);
  return true;
}

/** Does one of the names from `begin` on stand before it as well? */
function isRepeated(held: readonly string[], begin: number): boolean {
  for (let i = begin; i < held.length; i += 2) {
    const name = (held[i] as string).toLowerCase();
    for (let j = 0; j < begin; j += 2) {
      const other = held[j] as string;
      if (other.length === name.length && other.toLowerCase() === name) return true;
    }
  }
  return false;
}
