import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ThisDevice } from '#client/features/cabinet/notification-settings/this-device.tsx';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { Toasts } from '#client/ui/toasts.tsx';
import type { PushSubscriptionView } from '#shared/api/cabinet/push.ts';
import { browserWith } from './alert-browser.ts';
import { serve, show } from './page.tsx';

const LIST = 'GET /api/shop/user/push-subscriptions';
const SUBSCRIBE = 'POST /api/shop/user/push-subscriptions';
const RENEW = 'POST /api/shop/user/push-subscriptions/renew';
const PUBLIC_KEY = 'BAAE';

const subscription = (id: number, given: Partial<PushSubscriptionView> = {}): PushSubscriptionView => ({
  id,
  browser: 'Firefox',
  system: 'Windows',
  createdAtMs: Date.UTC(2026, 10, 21, 8),
  sentAtMs: null,
  current: false,
  ...given,
});

const open = (items: PushSubscriptionView[] = [], publicKey: string | null = PUBLIC_KEY) => {
  const asked = serve({
    [LIST]: { body: { publicKey, items } },
    [SUBSCRIBE]: { body: subscription(1, { current: true }) },
    [RENEW]: { body: { active: true } },
    'DELETE /api/shop/user/push-subscriptions/7': { body: { removed: true } },
  });
  show(
    <>
      <ThisDevice />
      <Toasts />
    </>,
  );
  return asked;
};
const toggle = () => screen.queryByRole('switch', { name: 'Show alerts on this device' });

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
  await loadNamespaces(['alerts']);
});
afterEach(() => vi.unstubAllGlobals());

describe('alerts on this device', () => {
  it.each([
    ['that lacks them', { workers: false }, /cannot show alerts/],
    ['of an iPhone that is not installed', { workers: false, agent: 'Mozilla/5.0 (iPhone)' }, /home screen/],
    ['that blocks them', { permission: 'denied' as const }, /Your browser blocks alerts/],
  ])('say what is wrong in a browser %s, without a switch', async (_what, browser, sentence) => {
    browserWith(browser);
    open();
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(toggle()).toBeNull();
  });

  it('are not offered where the site sends none', async () => {
    browserWith({});
    open([], null);
    expect(await screen.findByText('This site sends no alerts to browsers.')).toBeVisible();
    expect(toggle()).toBeNull();
  });

  it('are switched on with the keys of the browser, and say so', async () => {
    browserWith({});
    const asked = open();
    await userEvent.click(await screen.findByRole('switch'));
    await waitFor(() => expect(toggle()).toBeChecked());
    expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({
      endpoint: 'https://push.example/1',
      p256dh: 'p',
      auth: 'a',
    });
    expect(screen.getByText(/Alerts are shown here/)).toBeVisible();
  });

  it('stay off where the person says no', async () => {
    browserWith({ asked: 'denied' });
    const asked = open();
    await userEvent.click(await screen.findByRole('switch'));
    expect(await screen.findByText(/Your browser blocks alerts/)).toBeVisible();
    expect(asked.some(({ method }) => method === 'POST')).toBe(false);
  });

  it('of another browser are switched off from here', async () => {
    browserWith({});
    const asked = open([subscription(7)]);
    await userEvent.click(await screen.findByRole('button', { name: 'Switch alerts off: Firefox, Windows' }));
    await waitFor(() => expect(asked.some(({ method }) => method === 'DELETE')).toBe(true));
  });
});
