import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import MessagesBadge from '#client/features/cabinet/messages/messages-badge.tsx';
import { MessagesPage } from '#client/features/cabinet/messages/messages-page.tsx';
import { NotificationSettings } from '#client/features/cabinet/notification-settings/notification-settings.tsx';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { useSession } from '#client/lib/session.ts';
import { Toasts } from '#client/ui/toasts.tsx';
import type { MessageView } from '#shared/api/cabinet/notifications.ts';
import { PERSON_UPDATE_EVENT } from '#shared/realtime/person-updates.ts';
import { serve, show, type Answers } from './page.tsx';

/** The socket of these tests: what the page listens to, and a way to say it. */
const socket = vi.hoisted(() => ({ heard: new Map<string, Set<(payload: unknown) => void>>() }));
vi.mock('#client/lib/auction-socket/connection.ts', () => ({
  onServerEvent: (event: string, handler: (payload: unknown) => void) => {
    const handlers = socket.heard.get(event) ?? new Set();
    socket.heard.set(event, handlers.add(handler));
    return () => handlers.delete(handler);
  },
  onConnected: (handler: () => void) => {
    const handlers = socket.heard.get('connect') ?? new Set();
    socket.heard.set('connect', handlers.add(handler));
    return () => handlers.delete(handler);
  },
}));
const say = (event: string, payload?: unknown) =>
  act(() => {
    for (const handler of socket.heard.get(event) ?? []) handler(payload);
  });

const LIST = 'GET /api/shop/user/messages';
const COUNT = 'GET /api/shop/user/unread-message-count';
const SETTINGS = 'GET /api/shop/user/notification-settings';

const message = (id: number, given: Partial<MessageView> = {}): MessageView => ({
  id,
  topic: 'applications',
  title: `Deposit held ${id}`,
  text: `Lot No. ${id}: a deposit is held.`,
  path: `/lot-view/${id}`,
  repeatsOwnAction: false,
  writtenAtMs: Date.UTC(2026, 10, 21, 8),
  readAtMs: null,
  ...given,
});
const listed = (...items: MessageView[]) => ({
  body: {
    items,
    total: items.length,
    unread: items.filter(({ readAtMs }) => readAtMs === null).length,
    page: 1,
    size: 20,
  },
});

beforeEach(async () => {
  socket.heard.clear();
  await startI18n();
  await switchLanguage('en');
  await loadNamespaces(['messages', 'alerts']);
  useSession.setState({ user: { name: 'A', user_name: 'a', percentage: 100 }, me: null, known: true });
});
afterEach(() => vi.unstubAllGlobals());

function page(answers: Answers, at = '/profile/messages') {
  const asked = serve(answers);
  show(
    <>
      <MessagesPage />
      <Toasts />
    </>,
    at,
  );
  return asked;
}

describe('the messages', () => {
  it('stand newest first with their words, and say which are unread', async () => {
    page({ [LIST]: listed(message(2), message(1, { readAtMs: 1 })) });
    const items = await screen.findAllByRole('listitem');
    expect(items).toHaveLength(2);
    expect(within(items[0]!).getByRole('link', { name: 'Deposit held 2' })).toHaveAttribute(
      'href',
      '/lot-view/2',
    );
    expect(within(items[0]!).getByText('unread')).toBeInTheDocument();
    expect(within(items[1]!).queryByText('unread')).toBeNull();
    expect(within(items[0]!).getByText('Lot No. 2: a deposit is held.')).toBeVisible();
  });

  it('are read and opened by one press', async () => {
    const asked = page({
      [LIST]: listed(message(2)),
      'POST /api/shop/user/messages/read/2': { body: message(2, { readAtMs: 5 }) },
    });
    await userEvent.click(await screen.findByRole('link', { name: 'Deposit held 2' }));
    expect(screen.getByTestId('address')).toHaveTextContent('/lot-view/2');
    await waitFor(() => expect(asked.some(({ path }) => path.endsWith('/read/2'))).toBe(true));
  });

  it('that lead nowhere are read by a press on their title', async () => {
    const asked = page({ [LIST]: listed(message(2, { path: null })) });
    await userEvent.click(await screen.findByRole('button', { name: 'Deposit held 2' }));
    await waitFor(() => expect(asked.some(({ path }) => path.endsWith('/read/2'))).toBe(true));
  });

  it('are all read up to the newest one on the screen', async () => {
    const asked = page({
      [LIST]: listed(message(7), message(3)),
      'POST /api/shop/user/messages/read-all': { body: { unread: 0 } },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Mark all as read' }));
    expect(await screen.findByText('All messages are marked as read.')).toBeVisible();
    expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({ upToId: 7 });
  });

  it('of the unread alone have an address of their own', async () => {
    const asked = page({ [LIST]: listed(message(2)) });
    await userEvent.click(await screen.findByRole('button', { name: /^Unread/ }));
    expect(screen.getByTestId('address')).toHaveTextContent('/profile/messages?state=unread');
    await waitFor(() => expect(asked.at(-1)?.search.get('state')).toBe('unread'));
  });

  it('say what to expect while there are none, and what failed when they cannot be read', async () => {
    page({ [LIST]: listed() });
    expect(await screen.findByText('No messages yet')).toBeVisible();
  });

  it('offer another try when they cannot be read', async () => {
    const answers: Answers = {
      [LIST]: { status: 503, body: { ERROR: { code: 'unavailable', message: 'Away.' } } },
    };
    page(answers);
    expect(await screen.findByText('Away.')).toBeVisible();
    answers[LIST] = listed(message(1));
    await userEvent.click(screen.getByRole('button', { name: /again/i }));
    expect(await screen.findByText('Deposit held 1')).toBeVisible();
  });

  it('appear by themselves', async () => {
    const answers: Answers = { [LIST]: listed(message(1)) };
    page(answers);
    await screen.findByText('Deposit held 1');
    answers[LIST] = listed(message(2), message(1));
    say(PERSON_UPDATE_EVENT, { kind: 'messages' });
    expect(await screen.findByText('Deposit held 2')).toBeVisible();
  });

  it('are requested again when the connection comes back', async () => {
    const answers: Answers = { [LIST]: listed(message(1)) };
    page(answers);
    await screen.findByText('Deposit held 1');
    answers[LIST] = listed(message(9), message(1));
    say('connect');
    expect(await screen.findByText('Deposit held 9')).toBeVisible();
  });
});

describe('the badge', () => {
  const badge = (answers: Answers, at = '/home') => {
    const asked = serve(answers);
    show(
      <>
        <MessagesBadge />
        <Toasts />
      </>,
      at,
    );
    return asked;
  };

  it('counts what is unread and leads to it', async () => {
    badge({ [COUNT]: { body: 3 } });
    const link = await screen.findByRole('link', { name: 'Messages: 3 unread messages' });
    expect(link).toHaveAttribute('href', '/profile/messages');
  });

  it('counts on and says what arrived, without a reload', async () => {
    const answers: Answers = { [COUNT]: { body: 0 }, [LIST]: listed(message(4)) };
    badge(answers);
    await screen.findByRole('link', { name: 'Messages' });
    await waitFor(() => expect(socket.heard.get(PERSON_UPDATE_EVENT)?.size).toBe(1));
    answers[COUNT] = { body: 1 };
    say(PERSON_UPDATE_EVENT, { kind: 'messages' });
    expect(await screen.findByRole('link', { name: 'Messages: 1 unread message' })).toBeVisible();
    expect(await screen.findByText('Lot No. 4: a deposit is held.')).toBeVisible();
  });

  it('says nothing of what only repeats the own action, and of what came with it what is new', async () => {
    const own = { repeatsOwnAction: true };
    const answers: Answers = { [COUNT]: { body: 0 }, [LIST]: listed(message(15, own), message(14, own)) };
    badge(answers);
    await screen.findByRole('link', { name: 'Messages' });
    await waitFor(() => expect(socket.heard.get(PERSON_UPDATE_EVENT)?.size).toBe(1));
    answers[COUNT] = { body: 2 };
    say(PERSON_UPDATE_EVENT, { kind: 'messages' });
    expect(await screen.findByRole('link', { name: 'Messages: 2 unread messages' })).toBeVisible();
    answers[COUNT] = { body: 4 };
    answers[LIST] = listed(message(17, own), message(16, { text: 'You did not win.' }));
    say(PERSON_UPDATE_EVENT, { kind: 'messages' });
    expect(await screen.findByText('You did not win.')).toBeVisible();
    expect(screen.queryByText(/No. 1[4-7]: a deposit is held/)).toBeNull();
  });

  it('covers the price of a room with nothing but what leads to another room', async () => {
    const other = { text: 'Lot No. 8: the auction begins in 5 minutes.', path: '/game-view/8' };
    const own = { text: 'Lot No. 7: the auction has begun.', path: '/game-view/7' };
    const answers: Answers = { [COUNT]: { body: 0 }, [LIST]: listed(message(22), message(21, own)) };
    badge(answers, '/game-view/7');
    await screen.findByRole('link', { name: 'Messages' });
    await waitFor(() => expect(socket.heard.get(PERSON_UPDATE_EVENT)?.size).toBe(1));
    answers[COUNT] = { body: 2 };
    say(PERSON_UPDATE_EVENT, { kind: 'messages' });
    expect(await screen.findByRole('link', { name: 'Messages: 2 unread messages' })).toBeVisible();
    answers[COUNT] = { body: 5 };
    answers[LIST] = listed(message(25), message(24, other), message(23, own));
    say(PERSON_UPDATE_EVENT, { kind: 'messages' });
    expect(await screen.findByText(other.text)).toBeVisible();
    expect(screen.queryByText(/a deposit is held|has begun/)).toBeNull();
  });

  it('takes several news of a moment for one, and has the balance shown again', async () => {
    const asked = serve({ [COUNT]: { body: 0 } });
    const { queries } = show(<MessagesBadge />, '/home');
    await screen.findByRole('link', { name: 'Messages' });
    queries.setQueryData(['balance'], 5);
    const before = asked.length;
    for (let i = 0; i < 5; i += 1) say(PERSON_UPDATE_EVENT, { kind: 'balance' });
    for (let i = 0; i < 5; i += 1) say(PERSON_UPDATE_EVENT, { kind: 'messages' });
    await waitFor(() => expect(queries.getQueryState(['balance'])?.isInvalidated).toBe(true));
    await waitFor(() => expect(asked.length).toBeGreaterThan(before));
    expect(asked.filter(({ path }) => path.endsWith('count')).length).toBeLessThanOrEqual(3);
  });

  it('neither asks nor listens for anybody who is not signed in', () => {
    useSession.setState({ user: null });
    const asked = badge({});
    expect(asked).toEqual([]);
    expect(screen.queryByRole('link')).toBeNull();
    expect(socket.heard.get(PERSON_UPDATE_EVENT)?.size ?? 0).toBe(0);
  });
});

describe('the choice of what reaches a person', () => {
  const choices = ['auctions', 'applications', 'money', 'account'].flatMap((topic) =>
    (['email', 'sms'] as const).map((channel) => ({
      topic,
      channel,
      wanted: channel === 'email',
      locked: topic === 'account' && channel === 'email',
    })),
  );
  const settings = { body: { choices, email: 'b•••@example.uz', phone: null } };
  const open = (answers: Answers) => {
    const asked = serve(answers);
    show(
      <>
        <NotificationSettings />
        <Toasts />
      </>,
    );
    return asked;
  };
  const bySms = () => screen.findByRole('switch', { name: 'Money: SMS' });

  it('shows every topic by every way, and where nothing can be sent yet', async () => {
    open({ [SETTINGS]: settings });
    expect(await screen.findAllByRole('switch')).toHaveLength(15);
    expect(screen.getByRole('switch', { name: 'Account and security: E-mail' })).toBeDisabled();
    expect(screen.getByText('b•••@example.uz')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Confirm it' })).toHaveAttribute('href', '/profile/my-data');
  });

  it('is saved as it is pressed', async () => {
    const stored = choices.map((each) =>
      each.topic === 'money' && each.channel === 'sms' ? { ...each, wanted: true } : each,
    );
    const asked = open({
      [SETTINGS]: settings,
      'PUT /api/shop/user/notification-settings': { body: { ...settings.body, choices: stored } },
    });
    await userEvent.click(await bySms());
    expect(await bySms()).toBeChecked();
    await waitFor(() =>
      expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({
        choices: [{ topic: 'money', channel: 'sms', wanted: true }],
      }),
    );
  });

  it('goes back when the server refuses it, in its words', async () => {
    open({
      [SETTINGS]: settings,
      'PUT /api/shop/user/notification-settings': {
        status: 503,
        body: { ERROR: { code: 'unavailable', message: 'Not now.' } },
      },
    });
    await userEvent.click(await bySms());
    expect(await screen.findByText('Not now.')).toBeVisible();
    expect(await bySms()).not.toBeChecked();
  });
});
