import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { FavouriteButton } from '#client/features/site/lots/favourite-button.tsx';
import { startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { useSession } from '#client/lib/session.ts';
import { Toasts } from '#client/ui/toasts.tsx';
import { serve, show } from './page.tsx';
// Comes later in a browser; read ahead, so that no time limit waits for it.
import '#client/ui/dialog.tsx';

const LIST = 'GET /api/shop/favourite-lots/list';
const ADD = 'POST /api/shop/favourite-lots/add';
const stored = (...ids: number[]) => ({ body: { items: [], total: ids.length, ids } });

function hearts(answers: Parameters<typeof serve>[0]) {
  const asked = serve(answers);
  show(
    <>
      <FavouriteButton lotId={7} title="Cobalt" />
      <FavouriteButton lotId={8} title="Matiz" />
      <Toasts />
    </>,
    '/lot-list?i=4',
  );
  return asked;
}
const cobalt = () => screen.getByRole('button', { name: 'Favourite lot: Cobalt' });
const matiz = () => screen.getByRole('button', { name: 'Favourite lot: Matiz' });

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
  useSession.setState({ user: { name: 'A', user_name: 'a', percentage: 100 }, me: null, known: true });
});

describe('hearts', () => {
  it('show what the server keeps, asked once for the whole page', async () => {
    const asked = hearts({ [LIST]: stored(8) });
    await waitFor(() => expect(matiz()).toHaveAttribute('aria-pressed', 'true'));
    expect(cobalt()).toHaveAttribute('aria-pressed', 'false');
    expect(asked.filter((call) => call.path.endsWith('/list'))).toHaveLength(1);
  });

  it('change at once and send the lot', async () => {
    const asked = hearts({ [LIST]: stored(), [ADD]: { body: { ids: [7] } } });
    await userEvent.click(cobalt());
    expect(cobalt()).toHaveAttribute('aria-pressed', 'true');
    await waitFor(() => expect(asked.find((call) => call.method === 'POST')?.body).toEqual({ lotId: 7 }));
  });

  it('go back when the server refuses, in its words', async () => {
    hearts({
      [LIST]: stored(8),
      [ADD]: { status: 422, body: { ERROR: { code: 'favourites-full', message: 'You keep 500 lots.' } } },
    });
    await waitFor(() => expect(matiz()).toHaveAttribute('aria-pressed', 'true'));
    await userEvent.click(cobalt());
    expect(await screen.findByText('The lot was not added to favourites. You keep 500 lots.')).toBeVisible();
    expect(cobalt()).toHaveAttribute('aria-pressed', 'false');
    expect(matiz()).toHaveAttribute('aria-pressed', 'true');
  });

  it('ask nothing for a visitor, and lead to registration and back to this page', async () => {
    useSession.setState({ user: null });
    window.history.replaceState(null, '', '/lot-list?i=4');
    const asked = hearts({});
    await userEvent.click(cobalt());
    expect(await screen.findByRole('link', { name: 'Register' })).toHaveAttribute(
      'href',
      '/api/shop/auth/login?return=%2Flot-list%3Fi%3D4&register=1',
    );
    expect(asked).toEqual([]);
  });
});
