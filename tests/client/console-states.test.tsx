import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Suspense } from 'react';
import { Outlet, Route, Routes } from 'react-router-dom';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { CONSOLE_DETAIL_ROUTES } from '#client/app/routes/console-details.ts';
import { CONSOLE_ROUTES } from '#client/app/routes/console.ts';
import { lazyRoute } from '#client/app/lazy-route.ts';
import { startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { useSession } from '#client/lib/session.ts';
import { CONTRACTS } from '#shared/api/index.ts';
import { emptiestAnswer } from '../fixtures/emptiest-answer.ts';
import { show } from './page.tsx';

/** Every page of the console while it is read, when nothing could be read, and when there is nothing: by the shared parts. */

const UUID = '01a21c13-e532-7182-8054-37a994b8cadf';
/** In place of the parameters of an address. */
const at = (path: string) =>
  path.replace(':kind', 'order').replace(':number', '7').replace(':uuid', UUID).replace(':id', '7');

/** Their address asks for nothing. */
const READS_NOTHING: Readonly<Record<string, string>> = {
  '/console/rights': 'is printed from the code',
  '/console/refused-attempts': 'asks when a minute is named',
};
/** They have something in them on every installation, or say in a line of theirs that they have not. */
const NEVER_EMPTY: Readonly<Record<string, string>> = {
  '/console/today': 'says it in a line, beside what is never empty',
  '/console/system': 'a process answers',
  '/console/categories': 'lots have categories',
  '/console/help-pages': 'the pages are named in the code',
  '/console/lists': 'the lists are named in the code',
};

type Serving = 'never' | 'failure' | 'nothing' | 'missing';

const asked: string[] = [];
function serve(how: Serving): void {
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const { pathname } = new URL(address, 'http://localhost');
    const method = (init.method ?? 'GET').toLowerCase();
    asked.push(pathname);
    if (how === 'never') return new Promise<never>(() => undefined);
    const refused = (status: number) =>
      Response.json({ ERROR: { code: 'internal', message: 'It did not work.' } }, { status });
    if (how === 'failure') return refused(500);
    if (how === 'missing') return refused(404);
    const contract = CONTRACTS.find(
      (each) =>
        each.method === method && new RegExp(`^${each.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(pathname),
    );
    if (pathname === '/readyz')
      return Response.json({ ready: true, problems: [], bids: { taken: true, problems: [] }, warnings: [] });
    if (!contract) throw new Error(`no contract of ${method} ${pathname}`);
    return Response.json(emptiestAnswer(contract.answer));
  });
}

const ROUTES = [...CONSOLE_ROUTES, ...CONSOLE_DETAIL_ROUTES].map((route) => ({ ...route, name: route.path }));
const LISTS = ROUTES.filter(({ path }) => !path.includes(':'));
const DETAILS = ROUTES.filter(({ path }) => path.includes(':'));
const reading = (routes: typeof ROUTES) => routes.filter(({ path }) => !(path in READS_NOTHING));

async function open(route: (typeof ROUTES)[number], how: Serving): Promise<void> {
  asked.splice(0);
  serve(how);
  const Screen = lazyRoute(route);
  await route.load();
  await act(async () => {
    show(
      <Suspense fallback={<p>its files</p>}>
        <Routes>
          <Route element={<Outlet context={[]} />}>
            <Route path={route.path} element={<Screen />} />
          </Route>
        </Routes>
      </Suspense>,
      at(route.path),
    );
  });
  await waitFor(() => expect(screen.queryByText('its files')).toBeNull());
}

const retries = () => screen.queryAllByRole('button', { name: 'Try again' });
/** In words, or as a table that is named and busy. */
const saysLoading = () => [
  ...screen.queryAllByRole('status').filter((each) => each.textContent === 'Loading…'),
  ...document.querySelectorAll('table[aria-busy="true"][aria-label]'),
];
/** As the shared part draws it: a picture, what is missing, and what to do. */
const empties = () => [...document.querySelectorAll('section:not([role="alert"]) > svg + :is(h1, h2) + p')];

beforeAll(async () => {
  await startI18n();
  await switchLanguage('en');
});
beforeEach(() => {
  localStorage.clear();
  useSession.setState({
    me: { id: UUID, name: 'Staff', roles: ['administrator', 'moderator', 'operator'] } as never,
    known: true,
  });
});

it('knows of no page that is gone', () => {
  const paths: string[] = ROUTES.map(({ path }) => path);
  expect(Object.keys({ ...READS_NOTHING, ...NEVER_EMPTY }).filter((path) => !paths.includes(path))).toEqual(
    [],
  );
});

describe.each(reading(ROUTES))('$name', (route) => {
  it('says that it is loading', async () => {
    await open(route, 'never');
    await waitFor(() => expect(saysLoading()).not.toEqual([]));
    expect(retries()).toEqual([]);
    expect(empties()).toEqual([]);
  });

  it('says what failed, and asks again at a press', async () => {
    await open(route, 'failure');
    await waitFor(() => expect(retries()).not.toEqual([]));
    expect(saysLoading()).toEqual([]);
    expect(empties()).toEqual([]);
    for (const alert of screen.getAllByRole('alert'))
      expect(within(alert).getByText(/It did not work/)).toBeVisible();
    asked.splice(0);
    await userEvent.click(retries()[0]!);
    await waitFor(() => expect(asked).not.toEqual([]));
  });
});

describe.each(reading(LISTS).filter(({ path }) => !(path in NEVER_EMPTY)))('$name', (route) => {
  it('says that there is nothing', async () => {
    await open(route, 'nothing');
    await waitFor(() => expect(empties()).not.toEqual([]));
    expect(saysLoading()).toEqual([]);
    expect(retries()).toEqual([]);
  });
});

describe.each(DETAILS)('$name', (route) => {
  it('says that there is no such thing', async () => {
    await open(route, 'missing');
    await waitFor(() => expect(empties()).not.toEqual([]));
    expect(saysLoading()).toEqual([]);
  });
});
