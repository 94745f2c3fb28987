import type { z } from 'zod';
import type { Contract, ErrorBody } from '#shared/api/contract.ts';
import { currentLanguage } from '#client/i18n/i18n.ts';
import { ApiError } from './api-error.ts';
import { answers } from './heard-answers.ts';
import { noticeOtherPerson, pageHeaders } from './page-person.ts';
import { announceSessionExpired } from './session-expired.ts';

export { ApiError } from './api-error.ts';

type Part<Key extends string, Schema> = [Schema] extends [z.ZodNever]
  ? unknown
  : Schema extends z.ZodType
    ? Record<never, never> extends z.input<Schema>
      ? { [key in Key]?: z.input<Schema> }
      : { [key in Key]: z.input<Schema> }
    : unknown;

type Input<Entry> =
  Entry extends Contract<infer Params, infer Query, infer Body>
    ? Part<'params', Params> & Part<'query', Query> & Part<'body', Body> & { signal?: AbortSignal }
    : never;

type Answer<Entry> = Entry extends { answer: infer Schema }
  ? Schema extends z.ZodType
    ? z.output<Schema>
    : never
  : never;

interface Sent {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  signal?: AbortSignal;
}

/** The slowest answer worth waiting for; after it the call counts as offline. */
const TIMEOUT_MS = 30_000;

// Any contract: its schemas are read by the types above only.
type AnyContract = Pick<Contract, 'method' | 'path'> & { answer: z.ZodType };

function address(path: string, { params = {}, query = {} }: Sent): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(key, String(value));
  }
  return search.size === 0 ? filled : `${filled}?${search.toString()}`;
}

export async function errorOf(response: Response): Promise<ApiError> {
  try {
    const { ERROR } = (await response.json()) as ErrorBody;
    return new ApiError(response.status, ERROR.code, ERROR.message, ERROR.details, ERROR.requestId);
  } catch {
    // Not retried: a proxy or a broken answer, not our error body; screens show their own sentence for it.
    return new ApiError(response.status, 'unreadable', '');
  }
}

async function bodyOf(response: Response, sent: Sent): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    if (sent.signal?.aborted) throw error; // the caller gave up: not a failure
    // Retried by the query layer for reads: a page of some proxy in place of our answer, or a connection that broke in it.
    throw error instanceof SyntaxError
      ? new ApiError(response.status, 'unreadable', '')
      : new ApiError(0, 'offline', '');
  }
}

/**
 * Calls the server as the contract says. Answers the bare value; every failure is an ApiError.
 * A 401 opens the session-expired dialog and is still thrown to the caller.
 */
export async function call<Entry extends AnyContract>(
  contract: Entry,
  ...[input]: Record<never, never> extends Input<Entry> ? [Input<Entry>?] : [Input<Entry>]
): Promise<Answer<Entry>> {
  const sent = (input ?? {}) as Sent;
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  let response: Response;
  try {
    response = await fetch(address(contract.path, sent), {
      method: contract.method.toUpperCase(),
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        'accept-language': currentLanguage(),
        ...pageHeaders(),
        ...(sent.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(sent.body === undefined ? {} : { body: JSON.stringify(sent.body) }),
      signal: sent.signal ? AbortSignal.any([sent.signal, timeout]) : timeout,
    });
  } catch (error) {
    if (sent.signal?.aborted) throw error; // the caller gave up: not a failure
    // Retried by the query layer for reads; a write is repeated by the person only.
    throw new ApiError(0, 'offline', '');
  }
  answers.heardBy?.(contract.path, response.headers);
  if (response.ok) return (await bodyOf(response, sent)) as Answer<Entry>;
  if (response.status === 401) announceSessionExpired();
  const error = await errorOf(response);
  noticeOtherPerson(error.code);
  throw error;
}
