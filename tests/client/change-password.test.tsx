import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AccountDialogs } from '#client/app/layout/account-dialogs.tsx';
import { closeDialog, openDialog } from '#client/app/layout/shell-store.ts';
import ChangePasswordDialog from '#client/app/dialogs/change-password-dialog.tsx';
import { switchLanguage } from '#client/i18n/i18n.ts';
import { useSession } from '#client/lib/session.ts';
import { sha256Hex } from '#client/lib/sha256.ts';
import { Toasts } from '#client/ui/toasts.tsx';
import { serve, show, type Answers } from './page.tsx';
// Comes later in a browser; read ahead, so that no time limit waits for it.
import '#client/ui/dialog.tsx';

const CALL = 'POST /api/shop/user/change-password';
const refusal = (status: number, code: string, details?: unknown): Answers => ({
  [CALL]: { status, body: { ERROR: { code, message: `server: ${code}`, details } } },
});

const onClose = vi.fn<() => void>();
const dialog = (
  <>
    <ChangePasswordDialog onClose={onClose} />
    <Toasts />
  </>
);
const first = () => screen.findByLabelText('New password');
const second = () => screen.findByLabelText('Repeat the new password');

async function fill(password: string, repeat: string): Promise<void> {
  await userEvent.type(await first(), password);
  await userEvent.type(await second(), repeat);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
}

beforeEach(async () => {
  await switchLanguage('en');
  onClose.mockClear();
  closeDialog();
});

describe('the hash sent in place of a password', () => {
  it('is SHA-256 in lower-case hex', async () => {
    expect(await sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(await sha256Hex('паролʼ')).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('changing the password', () => {
  it('checks each field when it is left', async () => {
    serve({});
    show(dialog);
    await userEvent.type(await first(), 'short');
    expect(screen.queryByRole('alert')).toBeNull();
    await userEvent.tab();
    expect(screen.getByRole('alert')).toHaveTextContent('at least 10 characters');
    await userEvent.type(await first(), ' no longer');
    expect(screen.queryByRole('alert')).toBeNull();
    await userEvent.type(await second(), 'something else');
    await userEvent.tab();
    expect(screen.getByRole('alert')).toHaveTextContent('The passwords do not match.');
  });

  it('asks for both fields and sends nothing without them', async () => {
    const asked = serve({});
    show(dialog);
    await first();
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toEqual([
      'Please fill in “New password”.',
      'Please fill in “Repeat the new password”.',
    ]);
    expect(await first()).toHaveFocus();
    expect(asked).toEqual([]);
  });

  it('sends the hash, never the password, and says that it is done', async () => {
    const asked = serve({ [CALL]: { body: { changed: true } } });
    show(dialog);
    await fill('five red horses', 'five red horses');
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(asked.map((call) => call.body)).toEqual([{ new_password: await sha256Hex('five red horses') }]);
    expect(screen.getByText('Your password has been changed.')).toBeVisible();
  });

  it('leads an old sign-in to a new one that comes back to this dialog', async () => {
    serve(refusal(403, 'sign-in-again'));
    show(dialog, '/contact?a=1');
    await fill('five red horses', 'five red horses');
    const link = await screen.findByRole('link', { name: 'Sign in again' });
    const address = new URL(link.getAttribute('href') ?? '', 'http://localhost');
    expect(address.pathname).toBe('/api/shop/auth/login');
    expect(address.searchParams.get('return')).toBe('/contact?a=1&dialog=change-password');
    expect(address.searchParams.get('renew')).toBe('1');
  });

  it('leads to the provider that keeps the password', async () => {
    serve(refusal(409, 'password-elsewhere', { url: 'https://id.example/password' }));
    show(dialog);
    await fill('five red horses', 'five red horses');
    expect(await screen.findByRole('link', { name: 'Change it there' })).toHaveAttribute(
      'href',
      'https://id.example/password',
    );
  });

  it('offers no link that is not an address of a site', async () => {
    // oxlint-disable-next-line no-script-url
    serve(refusal(409, 'password-elsewhere', { url: 'javascript:alert(1)' }));
    show(dialog);
    await fill('five red horses', 'five red horses');
    expect(await screen.findByText(/kept by the outside service/)).toBeVisible();
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('tells any other failure below the fields and keeps what was typed', async () => {
    serve(refusal(503, 'overloaded'));
    show(dialog);
    await fill('five red horses', 'five red horses');
    expect(await screen.findByRole('alert')).toHaveTextContent('server: overloaded');
    expect(await first()).toHaveValue('five red horses');
    expect(onClose).not.toHaveBeenCalled();
  });

  it('opens by its address after the sign-in was renewed, and the address is clean again', async () => {
    serve({});
    useSession.setState({ user: { name: 'A', user_name: 'a', percentage: 100 }, me: null, known: true });
    show(<AccountDialogs />, '/contact?a=1&dialog=change-password');
    expect(await first()).toBeInTheDocument();
    expect(screen.getByTestId('address')).toHaveTextContent('/contact?a=1');
    expect(screen.getByTestId('address')).not.toHaveTextContent('dialog');
  });

  it('does not open by its address for a visitor', async () => {
    serve({});
    useSession.setState({ user: null, me: null, known: true });
    show(<AccountDialogs />, '/contact?dialog=change-password');
    await waitFor(() => expect(screen.getByTestId('address')).not.toHaveTextContent('dialog'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('the dialogs of the shell', () => {
  it('ask before logging out', async () => {
    serve({});
    show(<AccountDialogs />);
    openDialog('logout');
    expect(await screen.findByRole('dialog', { name: 'Log out?' })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'No' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
