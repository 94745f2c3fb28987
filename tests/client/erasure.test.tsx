import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { ErasureNotice } from '#client/app/cabinet/erasure-notice.tsx';
import ErasureCard from '#client/features/cabinet/profile/erasure-card.tsx';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { Toasts } from '#client/ui/toasts.tsx';
import type { MyErasure } from '#shared/api/cabinet/erasure.ts';
import { ERASURE_OBSTACLES } from '#shared/limits/erasure.ts';
import { serve, show, type Answers } from './page.tsx';
// Come later in a browser; read ahead, so that no time limit waits for them.
import '#client/features/cabinet/profile/erasure-dialog.tsx';
import '#client/ui/dialog.tsx';

const AT_MS = Date.parse('2026-11-23T10:00:00+05:00');
const READ = 'GET /api/shop/profile/erasure';
const ASK = 'POST /api/shop/profile/erasure';
const TAKE_BACK = 'POST /api/shop/profile/erasure/take-back';

const erasure = (more: Partial<MyErasure> = {}): MyErasure => ({
  request: null,
  left: [],
  graceDays: 3,
  signInHere: true,
  ...more,
});
const request = (state: 'requested' | 'taken-back' | 'refused') =>
  ({ state, requestedAtMs: AT_MS, dueAtMs: AT_MS + 3 * 86_400_000, obstacles: [] }) as const;
const open = (answers: Answers) => {
  const asked = serve(answers);
  show(
    <>
      <ErasureNotice />
      <ErasureCard />
      <Toasts />
    </>,
  );
  return (method: string) => asked.filter((each) => each.method === method).map(({ body }) => body);
};

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
  await loadNamespaces(['profile']);
});

describe('deleting the account', () => {
  it('is asked for with a typed word, shows its day, and is taken back', async () => {
    const requested = erasure({ request: { ...request('requested'), obstacles: [] } });
    const bodies = open({ [READ]: { body: erasure() }, [ASK]: { body: requested } });
    await userEvent.click(await screen.findByRole('button', { name: 'Delete my account…' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/deleted in 3 days/)).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Delete my account' }));
    expect(dialog.getByText('Type the word DELETE')).toBeTruthy();
    expect(bodies('POST')).toEqual([]);
    await userEvent.type(dialog.getByRole('textbox'), ' delete ');
    await userEvent.click(dialog.getByRole('button', { name: 'Delete my account' }));
    const days = /deleted after 11\/26\/2026|deleted after 26\.11\.2026/;
    // On the card, and above every page of the cabinet.
    await waitFor(() => expect(screen.getAllByText(days)).toHaveLength(2));
    expect(bodies('POST')).toHaveLength(1);
    serve({ [TAKE_BACK]: { body: erasure({ request: { ...request('taken-back'), obstacles: [] } }) } });
    await userEvent.click(screen.getAllByRole('button', { name: 'Take the request back' })[0]!);
    expect(await screen.findByRole('button', { name: 'Delete my account…' })).toBeTruthy();
  });

  it('leads to each thing that is left first, and offers nothing else', async () => {
    open({ [READ]: { body: erasure({ left: [...ERASURE_OBSTACLES] }) } });
    await screen.findByRole('heading', { name: 'Finish this first' });
    const links = screen.getAllByRole('link').filter((link) => link.closest('li'));
    // A role of staff is taken away by an administrator.
    expect(links).toHaveLength(ERASURE_OBSTACLES.length - 1);
    expect(screen.queryByRole('button', { name: 'Delete my account…' })).toBeNull();
  });

  it('asks for the password again where it was typed long ago, and says what another provider has', async () => {
    open({
      [READ]: { body: erasure({ signInHere: false, graceDays: 0 }) },
      [ASK]: { status: 403, body: { ERROR: { code: 'sign-in-again', message: 'Sign in again.' } } },
    });
    expect(await screen.findByText(/You sign in through another site/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Delete my account…' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/within an hour/)).toBeTruthy();
    await userEvent.type(dialog.getByRole('textbox'), 'DELETE');
    await userEvent.click(dialog.getByRole('button', { name: 'Delete my account' }));
    const again = await screen.findByRole('link', { name: 'Enter the password' });
    expect(again.getAttribute('href')).toContain('delete-account');
  });
});
