import type { QueryClient } from '@tanstack/react-query';
import { currentLanguage } from '#client/i18n/i18n.ts';
import { renderedForSignedIn, useSession } from '#client/lib/session.ts';
import { isEmbedded } from './layout/use-embedded.ts';

/** An answer of the API that came with the page: the key of its query, the answer, and when it was given. */
export type FirstAnswer = readonly [key: readonly unknown[], data: unknown, atMs: number];

/** Element of the page that holds the answers rendered into it, as JSON. */
const FIRST_ANSWERS = 'first-answers';
/** Fields rendered on the server are read-only until hydration: a word typed before it would be lost. */
export const CLOSED_FIELD = 'data-closed';

export const isServerRendered = (root: HTMLElement): boolean => root.childElementCount > 0;

/** Gives the queries what the page brought; they refetch when it is stale, as after any answer. */
export function takeServerAnswers(queries: QueryClient): void {
  const text = document.getElementById(FIRST_ANSWERS)?.textContent;
  if (!text) return;
  // They are a visitor's: a signed-in person may see more, and refetches at once.
  const old = useSession.getState().user !== null;
  for (const [key, data, updatedAt] of JSON.parse(text) as FirstAnswer[])
    queries.setQueryData(key, data, { updatedAt: old ? 0 : updatedAt });
}

/**
 * Whether the server rendered this person's page, so that it can be hydrated; one in another language, or for a visitor who
 * has signed in meanwhile, is replaced.
 */
export function canHydrate(root: HTMLElement): boolean {
  const own =
    isServerRendered(root) &&
    root.lang === currentLanguage() &&
    renderedForSignedIn(root) === (useSession.getState().user !== null) &&
    !isEmbedded();
  // Hidden because it is in another language or for another window: it must not flash up before theirs is rendered.
  if (root.hidden && !own) root.replaceChildren();
  root.hidden = false;
  return own;
}

/** Read by the page's first script, which holds what was pressed too early. */
const HYDRATED = 'savdo:alive';

/** Opens the server-rendered fields: from now on input is handled. */
export function openFields(): void {
  for (const field of document.querySelectorAll(`[${CLOSED_FIELD}]`)) {
    field.removeAttribute('readonly');
    field.removeAttribute(CLOSED_FIELD);
  }
  // After React's own work: within it a part that is not hydrated yet could not take the held press.
  setTimeout(() => document.dispatchEvent(new Event(HYDRATED)));
}
