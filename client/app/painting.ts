import type { QueryClient } from '@tanstack/react-query';
import { currentLanguage } from '#client/i18n/i18n.ts';
import { paintedForSomebody, useSession } from '#client/lib/session.ts';
import { isEmbedded } from './layout/use-embedded.ts';

/** An answer of the API that came with the page: the key of its query, the answer, and when it was given. */
export type FirstAnswer = readonly [key: readonly unknown[], data: unknown, atMs: number];

/** Element of the page that holds the answers its painting shows, as JSON. */
const FIRST_ANSWERS = 'first-answers';
/** Fields of a painting are closed until the page is alive: a word typed before it would be lost. */
export const CLOSED_FIELD = 'data-closed';

export const isPainted = (root: HTMLElement): boolean => root.childElementCount > 0;

/** Gives the queries what the page brought; they ask again when it has grown old, as after any answer. */
export function takeFirstAnswers(queries: QueryClient): void {
  const text = document.getElementById(FIRST_ANSWERS)?.textContent;
  if (!text) return;
  // They are a visitor's: a signed-in person may see more, and asks at once.
  const old = useSession.getState().user !== null;
  for (const [key, data, updatedAt] of JSON.parse(text) as FirstAnswer[])
    queries.setQueryData(key, data, { updatedAt: old ? 0 : updatedAt });
}

/**
 * Whether the server's painting is this person's page and can be brought to life; a painting in another language, or for
 * a visitor who has signed in meanwhile, is drawn over.
 */
export function takeOver(root: HTMLElement): boolean {
  const own =
    isPainted(root) &&
    root.lang === currentLanguage() &&
    paintedForSomebody(root) === (useSession.getState().user !== null) &&
    !isEmbedded();
  // Hidden because it is in another language or for another window: it must not flash up while theirs is being drawn.
  if (root.hidden && !own) root.replaceChildren();
  root.hidden = false;
  return own;
}

/** Tells the page's own first script, which keeps what was pressed too early. */
const ALIVE = 'savdo:alive';

/** Opens the fields of the painting: from now on what is typed and pressed is heard. */
export function openFields(): void {
  for (const field of document.querySelectorAll(`[${CLOSED_FIELD}]`)) {
    field.removeAttribute('readonly');
    field.removeAttribute(CLOSED_FIELD);
  }
  // After React's own work: within it a part that is still closed could not take the press that was kept.
  setTimeout(() => document.dispatchEvent(new Event(ALIVE)));
}
