import { SmsNotTaken } from './port.ts';

const TIMEOUT_MS = 10_000;
/** Answers of gateways are a few hundred bytes; longer ones are not valid. */
const ANSWER_MAX = 100_000;

/** Errors before anything was sent. */
const UNREACHED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT'];

const isUnreached = (error: unknown): boolean =>
  UNREACHED.includes(String(((error as Error).cause as { code?: unknown } | undefined)?.code));

/** An error of the gateway or of a proxy before it: the message may have been accepted. */
export const mayHaveTaken = (status: number): boolean => status >= 500;

export interface GatewayAnswer {
  status: number;
  /** Parsed JSON; null when the body is not JSON. */
  body: unknown;
}

/** One call of a gateway. Follows no redirect. @throws SmsNotTaken when no answer comes */
export async function callGateway(url: string, init: RequestInit): Promise<GatewayAnswer> {
  let status: number;
  let text: string;
  try {
    const answer = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
    status = answer.status;
    text = await answer.text();
  } catch (cause) {
    // Not retried here: the sender decides.
    throw new SmsNotTaken('the gateway does not answer', { cause, mayArrive: !isUnreached(cause) });
  }
  try {
    return { status, body: text.length <= ANSWER_MAX ? (JSON.parse(text) as unknown) : null };
  } catch {
    // Not JSON (a proxy's error page): the status is sufficient.
    return { status, body: null };
  }
}

/** A field of an answer of unknown shape, by its path. */
export function fieldOf(value: unknown, ...path: string[]): unknown {
  let found = value;
  for (const step of path) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = (found as Record<string, unknown>)[step];
  }
  return found;
}

/** A text or number as text; null for anything else. */
export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : null;
