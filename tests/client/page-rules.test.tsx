import { globSync, readFileSync } from 'node:fs';
import { act, fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Link, Outlet, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SignedInOnly } from '#client/app/guards/signed-in-only.tsx';
import ToTop from '#client/app/layout/to-top.tsx';
import { AppRoutes } from '#client/app/router.tsx';
import { useScrollRules } from '#client/app/use-scroll-rules.ts';
import { startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { setColorTheme } from '#client/lib/color-theme.ts';
import { useSession } from '#client/lib/session.ts';
import { PartBoundary } from '#client/ui/part-boundary.tsx';
import { notify, Toasts } from '#client/ui/toasts.tsx';
import { serve, show } from './page.tsx';

vi.mock('#client/app/screens/home.tsx', () => ({ default: () => <p>the home screen</p> }));
vi.mock('#client/lib/auction-socket/connection.ts', () => ({
  onServerEvent: () => () => undefined,
  onConnected: () => () => undefined,
}));

beforeEach(() => switchLanguage('en'));

describe('addresses', () => {
  it('the root leads home', async () => {
    serve({});
    show(<AppRoutes />, '/');
    expect(await screen.findByText('the home screen')).toBeVisible();
    expect(screen.getByTestId('address')).toHaveTextContent('/home');
  });

  it('an unknown one is said to be unknown, with ways on', async () => {
    serve({});
    show(<AppRoutes />, '/no-such-page');
    expect(await screen.findByText('There is no such page')).toBeVisible();
    expect(screen.getByTestId('address')).toHaveTextContent('/no-such-page');
  });

  it('of an order to preview offer a visitor the sign-in and the way back here', async () => {
    serve({});
    useSession.setState({ user: null, me: null, known: true });
    window.history.replaceState(null, '', '/order-preview/7');
    show(<AppRoutes />, '/order-preview/7');
    expect(await screen.findByRole('heading', { name: 'This order cannot be shown' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute(
      'href',
      '/api/shop/auth/login?return=%2Forder-preview%2F7',
    );
    expect(screen.queryByRole('contentinfo')).toBeNull();
    window.history.replaceState(null, '', '/');
  });

  it('of the profile send a visitor without a stored user to the root', () => {
    const routes = (
      <Routes>
        <Route path="/" element={<p>the root</p>} />
        <Route element={<SignedInOnly />}>
          <Route path="/profile/*" element={<p>the cabinet</p>} />
        </Route>
      </Routes>
    );
    useSession.setState({ user: null, me: null, known: true });
    const page = show(routes, '/profile/messages');
    expect(screen.getByText('the root')).toBeVisible();
    page.unmount();
    useSession.setState({ user: { name: 'A', user_name: 'a', percentage: 0 }, me: null, known: true });
    show(routes, '/profile/messages');
    expect(screen.getByText('the cabinet')).toBeVisible();
  });
});

describe('entering a screen', () => {
  const scrolls = vi.fn<(...place: unknown[]) => void>();
  beforeEach(() => {
    scrolls.mockClear();
    window.scrollTo = scrolls;
  });

  function Frame() {
    useScrollRules();
    return <Outlet />;
  }
  const places = [
    '/contact',
    '/lot-list?page=2',
    '/lot-list?page=3',
    '/profile/messages',
    '/profile/orders/lots/4',
  ];
  const pages = (
    <>
      {places.map((to) => (
        <Link key={to} to={to}>
          {to}
        </Link>
      ))}
      <Routes>
        <Route element={<Frame />}>
          <Route path="*" element={<p>screen</p>} />
        </Route>
      </Routes>
    </>
  );
  const go = async (to: string) => {
    scrolls.mockClear();
    await userEvent.click(screen.getByRole('link', { name: to }));
    return scrolls.mock.calls.length > 0;
  };

  it('scrolls to the top, except within the lot list, the profile and its orders', async () => {
    show(pages, '/home');
    expect(await go('/contact')).toBe(true);
    expect(await go('/lot-list?page=2')).toBe(true);
    expect(await go('/lot-list?page=3')).toBe(false);
    expect(await go('/profile/messages')).toBe(true);
    expect(await go('/profile/orders/lots/4')).toBe(false);
    expect(await go('/contact')).toBe(true);
  });

  it('offers the way back to the top once one is far from it', async () => {
    show(
      <>
        <main id="content" tabIndex={-1} />
        <ToTop />
      </>,
    );
    expect(screen.queryByRole('button')).toBeNull();
    act(() => {
      Object.defineProperty(window, 'scrollY', { value: 2_000, configurable: true });
      fireEvent.scroll(window);
    });
    await userEvent.click(screen.getByRole('button', { name: 'Back to top' }));
    expect(scrolls).toHaveBeenCalledWith(expect.objectContaining({ top: 0 }));
    expect(screen.getByRole('main')).toHaveFocus();
    Object.defineProperty(window, 'scrollY', { value: 0, configurable: true });
  });
});

describe('local storage', () => {
  afterEach(() => setColorTheme('light'));

  it('is touched in one place only', () => {
    const users = globSync('client/{app,features,i18n,lib,theme,ui}/**/*.{ts,tsx}').filter((file) =>
      /\blocalStorage\b/.test(readFileSync(file, 'utf8')),
    );
    expect(users).toEqual(['client/i18n/storage.ts']);
  });

  it('holds language, theme, the choice of shortcuts, unsent edits of orders, the answer about alerts, and nothing else', async () => {
    localStorage.clear();
    await startI18n();
    await switchLanguage('ru');
    setColorTheme('dark');
    expect(Object.keys(localStorage).sort()).toEqual(['savdo.language', 'savdo.theme']);
    const keys = globSync('client/{app,features,i18n,lib,theme,ui}/**/*.{ts,tsx}').filter((file) =>
      /\bwriteStored\(/.test(readFileSync(file, 'utf8')),
    );
    expect(keys.sort()).toEqual([
      'client/features/cabinet/orders/draft/unsent.ts',
      'client/features/site/room/outbid-question.tsx',
      'client/i18n/i18n.ts',
      'client/i18n/storage.ts',
      'client/lib/color-theme.ts',
      'client/ui/use-shortcuts.ts',
    ]);
  });
});

describe('messages', () => {
  it('are of four kinds, and the same one again only counts', async () => {
    show(<Toasts />);
    act(() => {
      for (const kind of ['success', 'error', 'warning', 'info'] as const) notify(kind, `a ${kind}`);
      notify('warning', 'a warning');
    });
    for (const kind of ['success', 'error', 'warning', 'info'])
      expect(screen.getByText(new RegExp(`^a ${kind}`)).closest('[data-kind]')).toHaveAttribute(
        'data-kind',
        kind,
      );
    expect(screen.getAllByText(/^a warning/)).toHaveLength(1);
    expect(screen.getByText('×2')).toBeVisible();
  });

  it('go by themselves, but not while they are pointed at', () => {
    vi.useFakeTimers();
    try {
      show(<Toasts />);
      act(() => notify('info', 'a long sentence'));
      const message = screen.getByText('a long sentence');
      fireEvent.mouseOver(message);
      act(() => void vi.advanceTimersByTime(60_000));
      expect(message).toBeVisible();
      fireEvent.mouseOut(message, { relatedTarget: document.body });
      act(() => void vi.advanceTimersByTime(8_000));
      expect(screen.queryByText('a long sentence')).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });

  it('show what the server wrote as text, never as markup', () => {
    show(<Toasts />);
    act(() => notify('error', 'no <b>date</b> now'));
    expect(screen.getByText('no <b>date</b> now')).toBeVisible();
  });

  it('tell that a dialog could not be loaded, and the page stays', () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const Broken = () => {
      throw new Error('lost');
    };
    show(
      <>
        <PartBoundary>
          <Broken />
        </PartBoundary>
        <p>the page</p>
        <Toasts />
      </>,
    );
    expect(screen.getByText(/could not be opened/)).toBeVisible();
    expect(screen.getByText('the page')).toBeVisible();
  });
});
