import { fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { QuietHours } from '#client/features/cabinet/notification-settings/quiet-hours.tsx';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { Toasts } from '#client/ui/toasts.tsx';
import { serve, show } from './page.tsx';

const READ = 'GET /api/shop/user/quiet-hours';
const WRITE = 'PUT /api/shop/user/quiet-hours';
const NIGHT = { fromMinute: 1_320, toMinute: 480 };

const open = (
  hours: typeof NIGHT | null,
  saved: { status?: number; body: unknown } = { body: { hours: NIGHT } },
) => {
  const asked = serve({ [READ]: { body: { hours } }, [WRITE]: saved });
  show(
    <>
      <QuietHours />
      <Toasts />
    </>,
  );
  return () => asked.filter(({ method }) => method === 'PUT').map(({ body }) => body);
};
const toggle = () => screen.findByRole('switch', { name: 'Have quiet hours' });

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
  await loadNamespaces(['alerts']);
});
afterEach(() => vi.unstubAllGlobals());

describe('quiet hours in the settings', () => {
  it('are switched on with those of the night, and shown', async () => {
    const sent = open(null);
    expect(screen.queryByLabelText('From')).toBeNull();
    await userEvent.click(await toggle());
    expect(await screen.findByLabelText('From')).toHaveValue('22:00');
    expect(screen.getByLabelText('To')).toHaveValue('08:00');
    expect(sent()).toEqual([{ hours: NIGHT }]);
  });

  it('are switched off', async () => {
    const sent = open(NIGHT, { body: { hours: null } });
    await userEvent.click(await toggle());
    await waitFor(() => expect(screen.queryByLabelText('From')).toBeNull());
    expect(sent()).toEqual([{ hours: null }]);
  });

  it('are saved once a field is left, and only where something changed', async () => {
    const sent = open(NIGHT, { body: { hours: { ...NIGHT, fromMinute: 1_350 } } });
    const from = await screen.findByLabelText('From');
    fireEvent.blur(from);
    fireEvent.change(from, { target: { value: '22:30' } });
    expect(sent()).toEqual([]);
    fireEvent.blur(from);
    await waitFor(() => expect(sent()).toEqual([{ hours: { ...NIGHT, fromMinute: 1_350 } }]));
  });

  it('are not saved while they begin when they end, and say why', async () => {
    const sent = open(NIGHT);
    const to = await screen.findByLabelText('To');
    fireEvent.change(to, { target: { value: '22:00' } });
    fireEvent.blur(to);
    expect(await screen.findByText('Choose two different times.')).toBeVisible();
    expect(sent()).toEqual([]);
  });

  it('go back to what is stored, with the reason, when the server does not take them', async () => {
    open(null, { status: 429, body: { ERROR: { code: 'too-many', message: 'Too often.' } } });
    await userEvent.click(await toggle());
    expect(await screen.findByText(/Too often/)).toBeVisible();
    expect(await toggle()).not.toBeChecked();
  });
});
