import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import SavedSearches from '#client/features/site/lots/favourites/saved-searches.tsx';
import { NO_FILTERS, type ListFilters } from '#client/features/site/lots/list-query.ts';
import SaveSearch from '#client/features/site/lots/save-search.tsx';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { useSession } from '#client/lib/session.ts';
import { Toasts } from '#client/ui/toasts.tsx';
import { serve, show } from './page.tsx';

const LIST = 'GET /api/shop/saved-searches/list';
const ADD = 'POST /api/shop/saved-searches/add';
const REMOVE = 'POST /api/shop/saved-searches/remove';
const search = {
  id: 7,
  name: 'Cobalt',
  path: '/lot-list?q=cobalt',
  createdAtMs: Date.UTC(2026, 10, 1),
  notifiedAtMs: null,
};

const signIn = () => useSession.setState({ user: { user_name: 'anna' } as never });
const offer = (filters: Partial<ListFilters>) =>
  show(
    <>
      <SaveSearch filters={{ ...NO_FILTERS, ...filters }} />
      <Toasts />
    </>,
  );

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
  await loadNamespaces(['saved-searches', 'lots', 'lot-list', 'ui']);
});
afterEach(() => vi.unstubAllGlobals());

describe('a search that can be saved', () => {
  it('is sent with its filters under the name that they suggest', async () => {
    signIn();
    const asked = serve({ [ADD]: { body: search } });
    offer({ q: 'cobalt', tradeType: 'auction', priceToTiyin: 900_000_00, stage: 'live' });
    await userEvent.click(screen.getByRole('button', { name: 'Notify me of new ones' }));
    const name = await screen.findByRole('textbox', { name: 'Name of the search' });
    expect((name as HTMLInputElement).value).toContain('«cobalt»');
    await userEvent.clear(name);
    await userEvent.type(name, 'Cheap Cobalt');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/you will be notified of new lots/)).toBeVisible();
    expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({
      name: 'Cheap Cobalt',
      filter: { q: 'cobalt', tradeType: 'auction', priceToTiyin: 900_000_00 },
    });
  });

  it('leads a visitor to the sign-in', () => {
    serve({});
    offer({ q: 'cobalt' });
    expect(screen.getByRole('link', { name: 'Sign in to be notified of new ones' })).toBeVisible();
  });

  it('is none where only days or the stage are chosen', () => {
    signIn();
    serve({});
    offer({ stage: 'live', dateFrom: '2026-12-01' });
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('the saved searches', () => {
  it('lead to their lots and are removed', async () => {
    signIn();
    const asked = serve({ [LIST]: { body: { items: [search] } }, [REMOVE]: { body: { removed: true } } });
    show(
      <>
        <SavedSearches />
        <Toasts />
      </>,
    );
    expect(await screen.findByRole('link', { name: 'Cobalt' })).toHaveAttribute('href', '/lot-list?q=cobalt');
    await userEvent.click(screen.getByRole('button', { name: 'Remove the search “Cobalt”' }));
    await waitFor(() => expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({ id: 7 }));
    expect(await screen.findByText('The search was removed.')).toBeVisible();
  });

  it('say when they could not be loaded', async () => {
    signIn();
    serve({ [LIST]: { status: 500, body: { ERROR: { code: 'internal', message: 'No.' } } } });
    show(<SavedSearches />);
    expect(await screen.findByText('Saved searches could not be loaded')).toBeVisible();
  });
});
