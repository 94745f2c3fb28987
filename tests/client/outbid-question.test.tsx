import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { IntentState } from '#client/features/site/room/bid-intent.ts';
import OutbidQuestion from '#client/features/site/room/outbid-question.tsx';
import { emptyRoom } from '#client/features/site/room/room-store.ts';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { Toasts } from '#client/ui/toasts.tsx';
import { browserWith } from './alert-browser.ts';
import { serve } from './page.tsx';
import { room } from './room-fixtures.ts';
import { roomStore, showInRoom } from './room-place.tsx';

const LIST = 'GET /api/shop/user/push-subscriptions';
const SUBSCRIBE = 'POST /api/shop/user/push-subscriptions';

const confirmed: IntentState = {
  step: 'confirmed',
  intent: { kind: 'offer', bidId: 'bid-00000001', amountTiyin: 105_00, sentEpoch: 1 },
  atMs: 900_000,
  seq: 3,
  leading: true,
  asleep: false,
};
const subscribed = { id: 1, browser: null, system: null, createdAtMs: 1, sentAtMs: null, current: true };

const open = (
  publicKey: string | null = 'BAAE',
  subscribe: { status?: number; body: unknown } = { body: subscribed },
) => {
  const asked = serve({ [LIST]: { body: { publicKey, items: [] } }, [SUBSCRIBE]: subscribe });
  showInRoom(
    <>
      <OutbidQuestion />
      <Toasts />
    </>,
  );
  return asked;
};
const confirm = () => act(async () => roomStore.setState({ intent: confirmed }));
const next = async () => {
  await act(async () => roomStore.setState({ intent: { step: 'idle' } }));
  await confirm();
};
const question = () => screen.queryByRole('region', { name: 'Alerts about your price' });

beforeEach(async () => {
  localStorage.clear();
  await startI18n();
  await switchLanguage('en');
  await loadNamespaces(['alerts']);
  roomStore.setState(emptyRoom);
});
afterEach(() => vi.unstubAllGlobals());

describe('the question about alerts in a room', () => {
  it('is put after the first confirmed price and never before', async () => {
    browserWith({});
    const asked = open();
    expect(asked).toEqual([]);
    expect(question()).toBeNull();
    await confirm();
    await waitFor(() => expect(question()).toBeVisible());
  });

  it('switches alerts on, and says so', async () => {
    browserWith({});
    const asked = open();
    await confirm();
    await userEvent.click(await screen.findByRole('button', { name: 'Yes, tell me' }));
    expect(await screen.findByText(/tells you when you are outbid/)).toBeVisible();
    expect(asked.filter(({ method }) => method === 'POST')).toHaveLength(1);
    expect(question()).toBeNull();
  });

  it('is answered once: neither the next price nor the next room puts it again', async () => {
    browserWith({});
    open();
    await confirm();
    await userEvent.click(await screen.findByRole('button', { name: 'No, thanks' }));
    expect(question()).toBeNull();
    await next();
    expect(question()).toBeNull();
    roomStore.setState(emptyRoom);
    const asked = open();
    await confirm();
    expect(asked).toEqual([]);
    expect(question()).toBeNull();
  });

  it.each([
    ['a browser that lacks alerts', { workers: false }, 'BAAE'],
    ['a browser that may show them already', { permission: 'granted' as const }, 'BAAE'],
    ['a browser that blocks them', { permission: 'denied' as const }, 'BAAE'],
    ['a site that sends none', {}, null],
  ])('is not put in %s', async (_what, browser, publicKey) => {
    browserWith(browser);
    const asked = open(publicKey);
    await confirm();
    await waitFor(() => expect(asked).toHaveLength(publicKey === null ? 1 : 0));
    await next();
    expect(question()).toBeNull();
    expect(asked).toHaveLength(publicKey === null ? 1 : 0);
  });

  it('is not put in a practice', async () => {
    browserWith({});
    const asked = open();
    await act(async () => roomStore.setState({ room: room({ practice: true }), intent: confirmed }));
    expect(asked).toEqual([]);
    expect(question()).toBeNull();
  });

  it('says how to allow alerts where the person told the browser no', async () => {
    browserWith({ asked: 'denied' });
    open();
    await confirm();
    await userEvent.click(await screen.findByRole('button', { name: 'Yes, tell me' }));
    expect(await screen.findByText(/Your browser blocks alerts/)).toBeVisible();
  });

  it('is still there, with the reason, after the server did not take the answer', async () => {
    browserWith({});
    open('BAAE', {
      status: 422,
      body: { ERROR: { code: 'push.too-many', message: 'Ten browsers at most.' } },
    });
    await confirm();
    await userEvent.click(await screen.findByRole('button', { name: 'Yes, tell me' }));
    expect(await screen.findByText(/Ten browsers at most/)).toBeVisible();
    expect(question()).toBeVisible();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Yes, tell me' })).toBeEnabled());
  });
});
