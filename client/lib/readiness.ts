import { pageHeaders } from './page-person.ts';

/** As `/readyz` answers, ready or not. */
export interface Readiness {
  ready: boolean;
  problems: readonly string[];
  /** Problems while bids are taken: rooms open and end by themselves no more. */
  bids: { taken: boolean; problems: readonly string[] };
  warnings: readonly string[];
}

/** What the server says of itself: does it serve pages, does it take bids. @throws when it does not answer, or something before it does */
export async function readReadiness(signal: AbortSignal): Promise<Readiness> {
  const response = await fetch('/readyz', { signal, cache: 'no-store', headers: pageHeaders() });
  const answer = (await response.json()) as Partial<Readiness>;
  if (!answer.bids) throw new Error(`no readiness, but ${response.status}`);
  return answer as Readiness;
}
