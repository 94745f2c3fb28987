import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { whoAmI } from '#shared/api/site/auth.ts';
import { AccountDialogs } from '#client/app/layout/account-dialogs.tsx';
import { closeDialog, openDialog } from '#client/app/layout/shell-store.ts';
import SessionExpiredDialog from '#client/app/dialogs/session-expired-dialog.tsx';
import StaffOnly from '#client/app/guards/staff-only.tsx';
import { startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { readStoredUser, refreshSession, useSession } from '#client/lib/session.ts';
import {
  announceSessionExpired,
  dismissSessionExpired,
  useSessionExpiry,
} from '#client/lib/session-expired.ts';
import { serve, show, type Answers } from './page.tsx';

const USER = { name: 'Dilshod Namuna', user_name: '+998900000001', percentage: 60 };
const ME = {
  id: 'p-1',
  name: USER.name,
  userName: USER.user_name,
  kind: 'natural',
  language: 'uz',
  percentage: 60,
};

function signIn(): void {
  document.cookie = `savdo_user=${encodeURIComponent(JSON.stringify(USER))}; path=/`;
}

beforeEach(async () => {
  await startI18n();
  await switchLanguage('ru');
  useSession.setState({ user: null, me: null, known: true });
});

describe('the stored user', () => {
  it('is read from the readable cookie', () => {
    const cookies = `other=1; savdo_user=${encodeURIComponent(JSON.stringify(USER))}`;
    expect(readStoredUser(cookies)).toEqual(USER);
  });

  it('counts as signed out when the cookie is absent, cut or foreign', () => {
    expect(readStoredUser('other=1')).toBeNull();
    expect(readStoredUser('savdo_user=%7B%22name')).toBeNull();
    expect(readStoredUser('savdo_user=%7B%22name%22%3A1%7D')).toBeNull();
  });

  it('is the reason to ask the server who one is; without it nothing is asked', async () => {
    const asked = serve({ [`GET ${whoAmI.path}`]: { body: { ...ME, roles: ['buyer'] } } });
    await refreshSession();
    expect(asked).toHaveLength(0);
    signIn();
    await refreshSession();
    expect(asked.map((call) => call.path)).toEqual([whoAmI.path]);
    expect(useSession.getState()).toMatchObject({ user: USER, known: true, me: { roles: ['buyer'] } });
  });
});

describe('a person whose roles could not be read', () => {
  it.each([
    ['a failure', { status: 500, body: { ERROR: { code: 'internal', message: 'Внутренняя ошибка' } } }],
    ['something else in place of the answer', { body: { x: 1 } }],
  ])(
    'is not taken for somebody without them, and is let in once they are there: %s',
    async (_what, failing) => {
      vi.useFakeTimers({ shouldAdvanceTime: true });
      signIn();
      const answers: Answers = { [`GET ${whoAmI.path}`]: failing };
      serve(answers);
      await refreshSession();
      show(
        <Routes>
          <Route element={<StaffOnly />}>
            <Route path="/" element={<p>console</p>} />
          </Route>
        </Routes>,
      );
      expect(screen.getByRole('alert')).toHaveTextContent(/ошибка/);
      answers[`GET ${whoAmI.path}`] = { body: { ...ME, roles: ['operator'] } };
      await act(() => vi.advanceTimersByTimeAsync(16_000));
      expect(screen.getByText('console')).toBeVisible();
      vi.useRealTimers();
    },
  );
});

describe('the session-expired dialog', () => {
  it('forgets the stored user and goes home when confirmed', async () => {
    signIn();
    useSession.setState({ user: USER });
    announceSessionExpired();
    show(<SessionExpiredDialog />, '/lot-view/7');
    await userEvent.click(await screen.findByRole('button', { name: 'На главную' }));
    expect(document.cookie).not.toContain('savdo_user');
    expect(useSession.getState().user).toBeNull();
    expect(useSessionExpiry.getState().expired).toBe(false);
    expect(screen.getByTestId('address')).toHaveTextContent('/home');
  });

  it('offers above all to sign in and come back to the same page', async () => {
    show(<SessionExpiredDialog />, '/lot-view/7');
    const signIn = await screen.findByRole('link', { name: 'Войти и вернуться на эту страницу' });
    await waitFor(() => expect(signIn).toHaveFocus());
    expect(signIn).toHaveAttribute('href', expect.stringMatching(/^\/api\/shop\/auth\/login\?return=/));
  });

  it('is the only dialog: one that asks for the session is gone', async () => {
    signIn();
    useSession.setState({ user: USER });
    show(<AccountDialogs />, '/lot-view/7');
    act(() => openDialog('logout'));
    await screen.findByRole('dialog');
    act(() => announceSessionExpired());
    expect(await screen.findByRole('dialog', { name: 'Сеанс завершён' })).toBeVisible();
    await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1));
    act(() => closeDialog());
    act(() => dismissSessionExpired());
  });

  it('says why others ended the session, and offers no sign-in to an account that was shut', async () => {
    const asked = serve({
      [`GET ${whoAmI.path}`]: {
        status: 401,
        body: { ERROR: { code: 'account-disabled', message: 'Аккаунт закрыт.' } },
      },
    });
    show(<SessionExpiredDialog />, '/lot-view/7');
    expect(await screen.findByText('Аккаунт закрыт.')).toBeVisible();
    expect(screen.queryByRole('link')).toBeNull();
    expect(asked).toHaveLength(1);
  });

  it('only closes by its other button', async () => {
    signIn();
    useSession.setState({ user: USER });
    announceSessionExpired();
    show(<SessionExpiredDialog />, '/lot-view/7');
    await userEvent.click(await screen.findByRole('button', { name: 'Закрыть' }));
    expect(document.cookie).toContain('savdo_user');
    expect(useSession.getState().user).toEqual(USER);
    expect(useSessionExpiry.getState().expired).toBe(false);
    expect(screen.getByTestId('address')).toHaveTextContent('/lot-view/7');
  });
});

describe('the console', () => {
  const open = () =>
    show(
      <Routes>
        <Route element={<StaffOnly />}>
          <Route path="/console/rooms" element={<p>board of rooms</p>} />
        </Route>
      </Routes>,
      '/console/rooms',
    );
  const as = (roles: ('buyer' | 'operator' | 'auditor')[]) =>
    useSession.setState({
      user: USER,
      known: true,
      me: { ...ME, kind: 'natural', language: 'uz', roles },
    });

  it('offers a visitor to sign in and to come back', () => {
    open();
    expect(screen.queryByText('board of rooms')).toBeNull();
    expect(screen.getByRole('link', { name: 'Войти' })).toHaveAttribute(
      'href',
      '/api/shop/auth/login?return=%2Fconsole%2Frooms',
    );
  });

  it('tells a buyer that it is for staff', () => {
    as(['buyer']);
    open();
    expect(screen.queryByText('board of rooms')).toBeNull();
    expect(screen.getByText('Раздел для сотрудников')).toBeVisible();
  });

  it('lets somebody who trades and is offered a role choose one side, and opens for the choice', async () => {
    const me = {
      ...ME,
      kind: 'natural',
      language: 'uz',
      roles: ['buyer'],
      offeredRoles: ['operator'],
    } as const;
    useSession.setState({ user: USER, known: true, me: me as never });
    signIn();
    const staff = { body: { ...ME, roles: ['operator'] } };
    const asked = serve({ 'PUT /api/shop/auth/side': staff, [`GET ${whoAmI.path}`]: staff });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Стать сотрудником' }));
    expect(await screen.findByText('board of rooms')).toBeVisible();
    expect(asked[0]?.body).toEqual({ side: 'staff' });
  });

  it('opens for operators and auditors', () => {
    as(['operator']);
    const first = open();
    expect(screen.getByText('board of rooms')).toBeVisible();
    first.unmount();
    as(['auditor']);
    open();
    expect(screen.getByText('board of rooms')).toBeVisible();
  });

  it('shows neither itself nor a refusal while the roles are still being asked', () => {
    useSession.setState({ user: USER, me: null, known: false });
    open();
    expect(screen.queryByText('board of rooms')).toBeNull();
    expect(screen.queryByText('Раздел для сотрудников')).toBeNull();
  });
});
