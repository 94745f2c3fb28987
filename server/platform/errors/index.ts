import type { NeededValue } from './error-values.ts';
import { RequestError, type RequestErrorOptions } from './request-error.ts';

export { RequestError } from './request-error.ts';

type Particulars = Omit<RequestErrorOptions, 'status' | 'code'>;

/** What is said of an error besides its code; the values that its sentence needs are not left out. */
type Rest<Code extends string> = string extends Code
  ? [never]
  : [NeededValue<Code>] extends [never]
    ? [particulars?: Particulars]
    : [particulars: Particulars & { values: Record<NeededValue<Code>, string | number> }];

const factory =
  (status: number, usualCode: string) =>
  <const Code extends string = never>(code?: Code, ...[particulars]: Rest<Code>): RequestError =>
    new RequestError({ status, code: code ?? usualCode, ...particulars });

/** 400: the request itself is malformed. */
export const badRequest = factory(400, 'malformed');
/** 401: no session, or it has ended; the client opens its session dialog. */
export const noSession = factory(401, 'no-session');
/** 403: this person may not do this. */
export const forbidden = factory(403, 'not-allowed');
/** 404: no such thing, or one the person may not know of. */
export const notFound = factory(404, 'not-found');
/** 409: not in this state. */
export const conflict = factory(409, 'conflict');
/** 413: too much sent. */
export const tooLarge = factory(413, 'too-large');
/** 415: a type that is not accepted. */
export const unsupportedType = factory(415, 'unsupported-type');
/** 422: well-formed, but a rule forbids it. */
export const ruleForbids = factory(422, 'rule-forbids');
/** 429: too often; `details.retryAfterSeconds` and the Retry-After header say when. */
export const tooOften = (retryAfterSeconds: number, code = 'rate-limited'): RequestError =>
  new RequestError({
    status: 429,
    code,
    details: { retryAfterSeconds },
    values: { seconds: retryAfterSeconds },
    headers: { 'Retry-After': String(retryAfterSeconds) },
  });
/** 503: a dependency is unavailable; the same request may be sent again. */
export const unavailable = factory(503, 'unavailable');
