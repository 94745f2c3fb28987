import { QueryClient } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { readyI18n } from '#client/i18n/i18n.ts';
import { partsInLoading } from '#client/lib/lazy-screen.ts';
import { paintFor } from '#client/lib/session.ts';
import type { Language } from '#shared/i18n/languages.ts';
import { CLOSED_FIELD, type FirstAnswer } from './painting.ts';
import { Providers } from './providers.tsx';
import { AppRoutes, preloadScreen } from './router.tsx';

/** A screen opens with questions; their answers lead to a part of it that loads by itself, and to its questions. */
const MOST_TURNS = 5;

/** What the browser must not act on before the page is alive: a word typed now would be lost. */
const FIELDS = /<(input|textarea)(?=[\s>/])/g;

/** A question that waits for something else carries this. */
interface Waiting {
  enabled?: unknown;
}

export interface Painting {
  /** Content of the page's root. */
  html: string;
  answers: FirstAnswer[];
  /** Drawn for somebody who is signed in; nothing in it is theirs. */
  signedIn: boolean;
}

/**
 * A screen as a visitor sees it first, or somebody signed in, drawn without a browser. Questions to the API go through
 * `fetch`, which whoever runs this provides; one that is refused leaves its place waiting. One painting at a time: texts
 * and the session are shared.
 * @param address path and query
 */
export async function paint(address: string, language: Language, signedIn: boolean): Promise<Painting> {
  await readyI18n(language);
  await preloadScreen(new URL(address, 'http://site').pathname);
  paintFor(signedIn);
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, gcTime: Infinity } } });
  const draw = () =>
    renderToString(
      <Providers queries={queries}>
        <StaticRouter location={address}>
          <AppRoutes />
        </StaticRouter>
      </Providers>,
    );
  let html = '';
  const asked = new Set<string>();
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    html = draw();
    const open = queries
      .getQueryCache()
      .getAll()
      .filter(({ queryHash, options }) => !asked.has(queryHash) && (options as Waiting).enabled !== false);
    const parts = partsInLoading();
    if (open.length + parts.length === 0) break;
    for (const { queryHash } of open) asked.add(queryHash);
    // Not retried: the browser asks it itself, and loads the part itself.
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
