import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ApiTokenView } from '#shared/api/cabinet/api-tokens.ts';
import { ApiTokensPage } from '#client/features/cabinet/api-tokens/api-tokens-page.tsx';
import { startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { serve, show, type Answers } from './page.tsx';
// Comes later in a browser; read ahead, so that no time limit waits for it.
import '#client/ui/dialog.tsx';

const PATH = '/api/shop/api-tokens';
const TOKEN = 'savdo_abcdefghij';
const shown = (id: number, given: Partial<ApiTokenView> = {}): ApiTokenView => ({
  id,
  name: `Bot ${id}`,
  scope: 'bid',
  ending: 'ghij',
  createdAtMs: Date.UTC(2026, 10, 20),
  expiresAtMs: Date.UTC(2026, 10, 27),
  usedAtMs: null,
  ...given,
});

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
});

describe('tokens for programs', () => {
  it('are shown in full once, and then by their end', async () => {
    const answers: Answers = {
      [`GET ${PATH}`]: { body: [] },
      [`POST ${PATH}`]: { body: { token: TOKEN, shown: shown(1) } },
    };
    const asked = serve(answers);
    show(<ApiTokensPage />);
    expect(await screen.findByText('No tokens')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'New token' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Make the token' }));
    expect(dialog.getByText('Say what the token is for.')).toBeVisible();
    await userEvent.type(dialog.getByLabelText(/What it is for/), ' Bot 1 ');
    await userEvent.click(dialog.getByLabelText(/^Reads and bids/));
    answers[`GET ${PATH}`] = { body: [shown(1)] };
    await userEvent.click(dialog.getByRole('button', { name: 'Make the token' }));
    expect(await screen.findByText(TOKEN)).toBeVisible();
    expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({
      name: 'Bot 1',
      scope: 'bid',
      days: 30,
    });
    await userEvent.click(screen.getByRole('button', { name: 'I have stored it' }));
    expect(await screen.findByText('ends in ghij')).toBeVisible();
    expect(screen.queryByText(TOKEN)).toBeNull();
  });

  it('lead to the sign-in site where the password was typed too long ago', async () => {
    serve({
      [`GET ${PATH}`]: { body: [] },
      [`POST ${PATH}`]: { status: 403, body: { ERROR: { code: 'sign-in-again', message: 'Again.' } } },
    });
    show(<ApiTokensPage />);
    await userEvent.click(await screen.findByRole('button', { name: 'New token' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByLabelText(/What it is for/), 'Bot');
    await userEvent.click(dialog.getByRole('button', { name: 'Make the token' }));
    expect(await dialog.findByRole('link', { name: /Sign in/ })).toBeVisible();
  });

  it('are revoked after a question', async () => {
    const answers: Answers = {
      [`GET ${PATH}`]: { body: [shown(1), shown(2, { scope: 'read' })] },
      [`DELETE ${PATH}/2`]: { body: { revoked: true } },
    };
    const asked = serve(answers);
    show(<ApiTokensPage />);
    await userEvent.click(await screen.findByRole('button', { name: 'Revoke: Bot 2' }));
    answers[`GET ${PATH}`] = { body: [shown(1)] };
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Revoke: Bot 2' })).toBeNull());
    expect(asked.some(({ method }) => method === 'DELETE')).toBe(true);
  });
});
