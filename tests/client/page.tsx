import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { vi } from 'vitest';

/** What the server answers in a test, by method and path without the query. */
export type Answers = Record<
  string,
  { status?: number; body: unknown; headers?: Record<string, string> } | undefined
>;

export interface Asked {
  method: string;
  path: string;
  search: URLSearchParams;
  headers: Headers;
  body: unknown;
}

/** What staff have chosen for a list: nothing, where a test does not say otherwise. Such a call is not in the list of calls. */
const CHOICES = '/api/console/list-choices/';
const NO_CHOICES = { hidden: [], views: [] };

/** Replaces fetch by a server of the given answers; an unexpected call is a 404 and is in the list too. */
export function serve(answers: Answers): Asked[] {
  const asked: Asked[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, 'http://localhost');
    const method = init.method ?? 'GET';
    const call = `${method} ${url.pathname}`;
    if (call.startsWith(`GET ${CHOICES}`) && answers[call] === undefined)
      return new Response(JSON.stringify(NO_CHOICES), { headers: { 'content-type': 'application/json' } });
    asked.push({
      method,
      path: url.pathname,
      search: url.searchParams,
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    });
    const answer = answers[call];
    return new Response(
      JSON.stringify(answer?.body ?? { ERROR: { code: 'not-found', message: 'no such call' } }),
      {
        status: answer ? (answer.status ?? 200) : 404,
        headers: { 'content-type': 'application/json', ...answer?.headers },
      },
    );
  });
  return asked;
}

function Address() {
  const { pathname, search } = useLocation();
  return <output data-testid="address">{`${pathname}${search}`}</output>;
}

/** Draws a part of the client at an address, with everything around it; the address is shown in `address`. */
export function show(ui: ReactNode, at = '/') {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const drawn = render(
    <QueryClientProvider client={queries}>
      <MemoryRouter initialEntries={[at]}>
        {ui}
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { ...drawn, queries };
}
