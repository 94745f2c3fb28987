import { QueryClient } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { readyI18n } from '#client/i18n/i18n.ts';
import { partsInLoading } from '#client/lib/lazy-screen.ts';
import { renderFor } from '#client/lib/session.ts';
import type { Language } from '#shared/i18n/languages.ts';
import { CLOSED_FIELD, type FirstAnswer } from './hydration.ts';
import { Providers } from './providers.tsx';
import { AppRoutes, preloadScreen } from './router.tsx';

/** Answers may mount a part that loads by itself, with queries of its own; after this many renders the rest is left out. */
const MAX_RENDERS = 5;

/** What must stay read-only until hydration: a word typed before would be lost. */
const FIELDS = /<(input|textarea)(?=[\s>/])/g;

/** A query that depends on another one carries this. */
interface Dependent {
  enabled?: unknown;
}

export interface RenderedPage {
  /** Content of the page's root. */
  html: string;
  answers: FirstAnswer[];
  /** Rendered for someone who is signed in; nothing in it is theirs. */
  signedIn: boolean;
}

/**
 * A screen as a visitor sees it first, or someone signed in, rendered without a browser. Calls of the API go through the
 * caller's `fetch`; a refused one leaves a placeholder. One page at a time: texts and the session are shared.
 * @param address path and query
 */
export async function renderPage(
  address: string,
  language: Language,
  signedIn: boolean,
): Promise<RenderedPage> {
  await readyI18n(language);
  await preloadScreen(new URL(address, 'http://site').pathname);
  renderFor(signedIn);
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, gcTime: Infinity } } });
  const render = () =>
    renderToString(
      <Providers queries={queries}>
        <StaticRouter location={address}>
          <AppRoutes />
        </StaticRouter>
      </Providers>,
    );
  let html = '';
  const fetched = new Set<string>();
  for (let renders = 0; renders < MAX_RENDERS; renders += 1) {
    html = render();
    const open = queries
      .getQueryCache()
      .getAll()
      .filter(
        ({ queryHash, options }) => !fetched.has(queryHash) && (options as Dependent).enabled !== false,
      );
    const parts = partsInLoading();
    if (open.length + parts.length === 0) break;
    for (const { queryHash } of open) fetched.add(queryHash);
    // Not retried: the browser fetches the query and loads the part itself.
    await Promise.all([
      ...open.map((query) => query.fetch().catch(() => queries.getQueryCache().remove(query))),
      ...parts.map((part) => part.catch(() => undefined)),
    ]);
  }
  const answers = queries
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.status === 'success')
    .map(({ queryKey, state }): FirstAnswer => [queryKey, state.data, state.dataUpdatedAt]);
  queries.clear();
  return { html: html.replace(FIELDS, `<$1 readonly ${CLOSED_FIELD}`), answers, signedIn };
}
