import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { NotificationSettings } from '#client/features/cabinet/notification-settings/notification-settings.tsx';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { Toasts } from '#client/ui/toasts.tsx';
import { DELIVERY_CHANNELS } from '#shared/notifications/channels.ts';
import { serve, show, type Answers } from './page.tsx';

const STATE = 'GET /api/shop/user/telegram';
const CONNECT = 'POST /api/shop/user/telegram';
const DISCONNECT = 'DELETE /api/shop/user/telegram';
const URL = 'https://t.me/savdo_bot?start=token';

const off = { body: { offered: true, linkedAtMs: null } };
const on = { body: { offered: true, linkedAtMs: 1_764_000_000_000 } };
const choices = DELIVERY_CHANNELS.map((channel) => ({
  topic: 'money',
  channel,
  wanted: true,
  locked: false,
}));

const open = (given: Answers) => {
  const answers: Answers = {
    'GET /api/shop/user/notification-settings': { body: { choices, email: null, phone: null } },
    ...given,
  };
  const asked = serve(answers);
  show(
    <>
      <NotificationSettings />
      <Toasts />
    </>,
  );
  return { answers, asked };
};
const choice = () => screen.queryByRole('switch', { name: 'Money: Telegram' });

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
  await loadNamespaces(['messages', 'alerts']);
});

describe('messages in Telegram', () => {
  it('are not shown where there is no bot', async () => {
    open({ [STATE]: { body: { offered: false, linkedAtMs: null } } });
    expect(await screen.findByRole('switch', { name: 'Money: SMS' })).toBeVisible();
    expect(screen.queryByText(/Telegram/)).toBeNull();
  });

  it('are connected only after a password typed just now, with the way to type it', async () => {
    open({
      [STATE]: off,
      [CONNECT]: {
        status: 403,
        body: { ERROR: { code: 'sign-in-again', message: 'Type the password again.' } },
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Connect Telegram' }));
    expect(await screen.findByText('Type the password again.')).toBeVisible();
    expect(screen.getByRole('link', { name: /^Sign in/ })).toHaveAttribute('target', '_blank');
    expect(screen.getByRole('button', { name: 'Connect Telegram' })).toBeVisible();
  });

  it('are connected by a link, and then chosen by topic', async () => {
    const { answers } = open({
      [STATE]: off,
      [CONNECT]: { body: { url: URL, expiresAtMs: Date.now() + 600_000 } },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Connect Telegram' }));
    const link = await screen.findByRole('link', { name: 'Open Telegram' });
    expect(link).toHaveAttribute('href', URL);
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    expect(screen.getByText(/works once/)).toHaveAttribute('role', 'status');
    expect(choice()).toBeNull();
    answers[STATE] = on;
    // Asked by itself while the person is over there.
    await waitFor(() => expect(choice()).toBeChecked(), { timeout: 10_000 });
    expect(screen.queryByRole('link', { name: 'Open Telegram' })).toBeNull();
  });

  it('are disconnected by a button', async () => {
    const { answers, asked } = open({ [STATE]: on, [DISCONNECT]: off });
    expect(await screen.findByRole('switch', { name: 'Money: Telegram' })).toBeVisible();
    answers[STATE] = off;
    await userEvent.click(screen.getByRole('button', { name: 'Disconnect' }));
    expect(await screen.findByRole('button', { name: 'Connect Telegram' })).toBeVisible();
    expect(choice()).toBeNull();
    expect(asked.some(({ method }) => method === 'DELETE')).toBe(true);
  });

  it('say in the words of the server why they cannot be connected', async () => {
    open({
      [STATE]: off,
      [CONNECT]: { status: 422, body: { ERROR: { code: 'telegram.linked', message: 'Connected already.' } } },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Connect Telegram' }));
    expect(await screen.findByText('Connected already.')).toBeVisible();
  });
});
