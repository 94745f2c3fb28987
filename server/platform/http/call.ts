import type { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import type { Contract } from '#shared/api/contract.ts';
import type { Language } from '#shared/i18n/languages.ts';
import type { Session, SessionPerson } from '../sessions/index.ts';
import type { PooledBuffer } from './answer-buffers.ts';

/** The parsed type of an optional schema; `undefined` where the contract has none. */
type Parsed<Schema> = [Schema] extends [z.ZodNever]
  ? undefined
  : Schema extends z.ZodType
    ? z.output<Schema>
    : undefined;

/** One request after parsing, the access check and the rate limit. */
export interface Call<C extends Contract = Contract> {
  readonly contract: C;
  readonly params: C extends Contract<infer P, infer _Q, infer _B, infer _A> ? Parsed<P> : never;
  readonly query: C extends Contract<infer _P, infer Q, infer _B, infer _A> ? Parsed<Q> : never;
  readonly body: C extends Contract<infer _P, infer _Q, infer B, infer _A> ? Parsed<B> : never;
  /** The caller; null for a visitor (only possible where access is `public`). */
  readonly person: SessionPerson | null;
  readonly session: Session | null;
  /** The person, or a 401 for a visitor: for handlers of calls that are not public. */
  signedIn(): SessionPerson;
  /**
   * The session is read again: for what takes long before it changes anything, such as a file that arrives slowly.
   * @throws 401, 403 where it has ended, or its roles do not open the call any more
   */
  mustStillBeAllowed(): Promise<void>;
  /** Language of texts sent back: the page's that made the call, the language cookie, the session's, Accept-Language, then uz. */
  readonly language: Language;
  readonly requestId: string;
  /** Client address as seen through the configured number of proxies. */
  readonly address: string;
  /** For cookies and headers only; the answer is what the handler returns. */
  readonly req: Request;
  readonly res: Response;
}

/** What a handler returns instead of a JSON value when it must answer otherwise. */
export class Reply {
  readonly status: number;
  readonly headers: Record<string, string>;
  /** A text or bytes sent as they are; a JSON value goes through `json`. */
  readonly body: string | Buffer | null;
  /** Buffer of the body, released once it was sent. */
  readonly pooled: PooledBuffer | null;
  /** Bytes that follow the headers, instead of a body; `headers` say how many, where it is known. */
  readonly stream: Readable | null;

  constructor(options: {
    status?: number;
    headers?: Record<string, string>;
    body?: string | Buffer | null;
    pooled?: PooledBuffer;
    stream?: Readable;
  }) {
    this.status = options.status ?? 200;
    this.headers = options.headers ?? {};
    this.body = options.body ?? null;
    this.pooled = options.pooled ?? null;
    this.stream = options.stream ?? null;
  }
}

/** 302 to an own path or to an address this server chose itself: never to text from a request. */
export const redirectTo = (address: string): Reply =>
  new Reply({ status: 302, headers: { Location: address, 'Cache-Control': 'no-store' } });

export type Handler<C extends Contract> = (
  call: Call<C>,
) => z.input<C['answer']> | Reply | Promise<z.input<C['answer']> | Reply>;
