import { request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import type { z } from 'zod';
import type { Caller } from '../port.ts';

/** A check queries the authorities for the certificate's status, which may take seconds. */
const TIMEOUT_MS = 20_000;
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/** The service is unavailable, faulty, or its answer does not match its reference. The call may be repeated. */
export class EImzoAway extends Error {
  constructor(problem: string, cause?: unknown) {
    super(`E-IMZO-SERVER: ${problem}`, cause === undefined ? undefined : { cause });
    this.name = 'EImzoAway';
  }
}

export interface EImzoServer {
  /** @param body raw base64, without a form name; null: GET */
  ask<Answer extends z.ZodType>(
    path: string,
    body: string | null,
    answer: Answer,
    caller: Caller,
  ): Promise<z.output<Answer>>;
}

/** `fetch` does not allow setting the Host header that the service requires, hence Node's own client. */
function send(url: URL, body: string | null, caller: Caller): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const ask = (url.protocol === 'https:' ? overHttps : overHttp)(
      url,
      {
        method: body === null ? 'GET' : 'POST',
        headers: {
          Host: caller.host,
          'X-Real-IP': caller.address,
          ...(body === null
            ? {}
            : { 'Content-Type': 'text/plain', 'Content-Length': String(Buffer.byteLength(body)) }),
        },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      },
      (answer) => {
        const parts: Buffer[] = [];
        let size = 0;
        answer.on('data', (part: Buffer) => {
          size += part.length;
          if (size > MAX_ANSWER_BYTES) answer.destroy(new Error('the answer is too long'));
          else parts.push(part);
        });
        answer.once('error', reject);
        answer.once('end', () =>
          resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') }),
        );
      },
    );
    ask.once('error', reject);
    ask.end(body ?? undefined);
  });
}

/** @param base e.g. `http://127.0.0.1:8080` */
export function connectEImzoServer(base: string): EImzoServer {
  return {
    async ask(path, body, answer, caller) {
      let said: { status: number; text: string };
      try {
        said = await send(new URL(path, base), body, caller);
      } catch (error) {
        // Not retried here: a check is expensive, and the person can retry.
        throw new EImzoAway(`${path} is not answered`, error);
      }
      if (said.status !== 200) throw new EImzoAway(`${path} answers ${said.status}`);
      try {
        return answer.parse(JSON.parse(said.text));
      } catch (error) {
        // Not retried: the answer would be the same.
        throw new EImzoAway(`${path} answers something else than its reference`, error);
      }
    },
  };
}
