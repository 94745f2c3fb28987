import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { LOTS_NOW, navItems } from '#client/app/layout/nav-items.ts';
import { BottomBar } from '#client/app/layout/bottom-bar.tsx';
import { MainBar } from '#client/app/layout/main-bar.tsx';
import { MainLayout } from '#client/app/layout/main-layout.tsx';
import { loadPage } from '#client/app/layout/load-page.ts';
import { forgetReminder } from '#client/app/layout/profile-reminder.tsx';
import { closeDialog, closeMenu } from '#client/app/layout/shell-store.ts';
import { switchLanguage } from '#client/i18n/i18n.ts';
import { paths } from '#client/lib/paths.ts';
import { useSession } from '#client/lib/session.ts';
import { Toasts } from '#client/ui/toasts.tsx';
import { serve, show, type Answers } from './page.tsx';
// Comes later in a browser; read ahead, so that no time limit waits for it.
import '#client/ui/side-drawer.tsx';

vi.mock('#client/app/layout/load-page.ts', () => ({ loadPage: vi.fn<(address: string) => void>() }));
vi.mock('#client/lib/auction-socket/connection.ts', () => ({
  onServerEvent: () => () => undefined,
  onConnected: () => () => undefined,
}));

const USER = { name: 'Dilshod Namuna', user_name: '+998900000001', percentage: 100 };
const INFO = {
  supportPhone: '+998712000000',
  supportEmail: 'help@savdo.example',
  hours: { fromDay: 1, toDay: 5, opens: '09:00', closes: '18:00' },
  social: [{ network: 'telegram', url: 'https://t.example/savdo' }],
  testMode: true,
  twins: false,
  openToNetwork: false,
  banners: [],
  demo: false,
  languages: ['uz', 'ru', 'uz-Cyrl', 'en'],
  pickerLanguages: ['uz', 'ru'],
  office: null,
  newsUrl: null as string | null,
  appStoreUrl: null,
  playStoreUrl: null,
  mapTiles: null,
  loadTestsAllowed: false,
};
const ANSWERS: Answers = {
  'GET /api/shop/common/date': { body: '21.11.2026 10:20:30' },
  'GET /api/shop/site/info': { body: INFO },
  'GET /api/shop/common/get-visitors': { body: { month_count: 12_480, yesterday_count: 7, today_count: 3 } },
  'GET /api/shop/common/get-payment-list': {
    body: [{ id: 1, name: 'Paylov', url: 'https://pay.example/', logo: '/files/pay.svg' }],
  },
  'GET /api/shop/favourite-lots/list': { body: { ids: [5, 7, 9], items: [], total: 3, page: 1, size: 1 } },
  'GET /api/shop/user/balance': { body: 1_234_567.5 },
};

const layout = (
  <Routes>
    <Route element={<MainLayout />}>
      <Route path="*" element={<p>the screen</p>} />
    </Route>
  </Routes>
);
const plain = (text: string | null | undefined) => (text ?? '').replaceAll('\u00a0', ' ');
const signIn = (percentage = 100) =>
  useSession.setState({ user: { ...USER, percentage }, me: null, known: true });

beforeEach(async () => {
  await switchLanguage('en');
  useSession.setState({ user: null, me: null, known: true });
  closeMenu();
  closeDialog();
  forgetReminder();
  vi.mocked(loadPage).mockClear();
});

describe('the header', () => {
  it('shows the server time of Tashkent and how to reach the operator', async () => {
    serve(ANSWERS);
    show(layout, '/home');
    expect(await screen.findByText(/^21\.11\.2026 10:20:3\d$/)).toBeVisible();
    const strip = screen.getAllByRole('banner')[0] as HTMLElement;
    expect(await within(strip).findByRole('link', { name: /help@savdo\.example/ })).toHaveAttribute(
      'href',
      'mailto:help@savdo.example',
    );
    expect(within(strip).getByRole('link', { name: /200/ })).toHaveAttribute('href', 'tel:+998712000000');
  });

  it('tells once that the server time could not be read, and asks again until it is', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      const date = 'GET /api/shop/common/date';
      const answers: Answers = {
        ...ANSWERS,
        [date]: { status: 400, body: { ERROR: { code: 'internal', message: 'The clock is away' } } },
      };
      const asked = serve(answers);
      const dates = () => asked.filter(({ path }) => path.endsWith('/date')).length;
      show(
        <>
          {layout}
          <Toasts />
        </>,
        '/home',
      );
      await screen.findByText('The clock is away');
      await act(() => vi.advanceTimersByTimeAsync(15_000));
      await waitFor(() => expect(dates()).toBe(2));
      answers[date] = ANSWERS[date];
      await act(() => vi.advanceTimersByTimeAsync(15_000));
      expect(await screen.findByText(/^21\.11\.2026 10:2/)).toBeVisible();
      await act(() => vi.advanceTimersByTimeAsync(40_000));
      expect(dates()).toBe(3);
      expect(screen.queryByText(/×/)).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });

  it('opens the lots found, and empties the search box', async () => {
    serve(ANSWERS);
    show(layout, '/home');
    const box = screen.getByRole<HTMLInputElement>('searchbox');
    await userEvent.type(box, 'gʻishtli uy{Enter}');
    const address = new URL(screen.getByTestId('address').textContent ?? '', 'http://localhost');
    expect(address.pathname).toBe('/lot-list');
    expect(address.searchParams.get('q')).toBe('gʻishtli uy');
    expect(address.searchParams.get('i')).toBe('0');
    expect(screen.queryByRole('searchbox')).toBeNull();
  });

  it('offers a visitor to register and to sign in, and no favourites', () => {
    serve(ANSWERS);
    show(<MainBar />, '/home?x=1');
    expect(screen.getByRole('link', { name: 'Register' })).toHaveAttribute(
      'href',
      '/api/shop/auth/login?return=%2Fhome%3Fx%3D1&register=1',
    );
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute(
      'href',
      '/api/shop/auth/login?return=%2Fhome%3Fx%3D1',
    );
    expect(screen.queryByRole('link', { name: /Favourites/ })).toBeNull();
  });

  it('counts the favourites of a signed-in person', async () => {
    signIn();
    serve(ANSWERS);
    show(<MainBar />, '/home');
    expect(await screen.findByRole('link', { name: /3 lots.*Favourites/ })).toHaveAttribute(
      'href',
      '/favourites',
    );
  });
});

describe('the menu', () => {
  it('has auctions, six help pages, two checks, contact and news; news of another site where one is named', async () => {
    serve(ANSWERS);
    show(<MainBar />, '/home');
    const menu = within(screen.getByRole('navigation', { name: 'Main menu' }));
    await userEvent.click(menu.getByRole('button', { name: 'Help' }));
    const help = menu.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(help.filter((href) => href?.startsWith('/info/'))).toHaveLength(6);
    await userEvent.click(menu.getByRole('button', { name: 'More' }));
    expect(menu.getByRole('link', { name: 'Check a protocol' })).toHaveAttribute('href', '/check-protocol');
    expect(menu.getByRole('link', { name: /dishonest/ })).toHaveAttribute('href', '/check-black-list');
    expect(menu.getByRole('link', { name: 'Auctions' })).toHaveAttribute('href', '/lot-list?i=4');
    expect(menu.getByRole('link', { name: 'Contact' })).toHaveAttribute('href', '/contact');
    expect(menu.getByRole('link', { name: 'News' })).toHaveAttribute('href', '/news');
    const withNews = navItems(null, { ...INFO, newsUrl: 'https://news.example/' } as never);
    expect(withNews.find((item) => item.key === 'news')).toMatchObject({ link: { outside: true } });
  });

  it('loads the list of lots again when it is already open', async () => {
    serve(ANSWERS);
    show(<MainBar />, '/home');
    await userEvent.click(screen.getByRole('link', { name: 'Auctions' }));
    expect(screen.getByTestId('address')).toHaveTextContent('/lot-list?i=4');
    expect(loadPage).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('link', { name: 'Auctions' }));
    expect(loadPage).toHaveBeenCalledWith(LOTS_NOW);
  });

  it('closes by Escape and gives the keyboard back to its button', async () => {
    serve(ANSWERS);
    show(<MainBar />, '/home');
    const button = screen.getByRole('button', { name: 'Help' });
    await userEvent.click(button);
    expect(button).toHaveAttribute('aria-expanded', 'true');
    await userEvent.keyboard('{Escape}');
    expect(button).toHaveAttribute('aria-expanded', 'false');
    expect(button).toHaveFocus();
  });
});

describe('the menu of a signed-in person', () => {
  it('shows name and balance, and leads to each place of the roles one has', async () => {
    signIn();
    serve(ANSWERS);
    show(<MainBar />, '/home');
    await userEvent.click(screen.getByRole('button', { name: USER.name }));
    expect(plain((await screen.findByText(/1.234.567/)).textContent)).toBe('1 234 567.50 UZS');
    expect(screen.getByRole('button', { name: 'Change password' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Log out' })).toBeVisible();
    const leads = () =>
      screen
        .getAllByRole('link')
        .map((link) => link.getAttribute('href'))
        // The bell beside it comes by itself, a moment later.
        .filter((to) => to?.startsWith('/profile') && to !== paths.profile('messages'));
    expect(leads()).toEqual(['/profile/top-up', '/profile/refunding', '/profile']);
    act(() => useSession.setState({ me: { roles: ['buyer'] } as never }));
    expect(leads()).toContain('/profile/applications');
  });

  it('says that the balance is unavailable, never zero, and asks again on request', async () => {
    signIn();
    const answers: Answers = { ...ANSWERS, 'GET /api/shop/user/balance': { status: 503, body: {} } };
    serve(answers);
    show(<MainBar />, '/home');
    await userEvent.click(screen.getByRole('button', { name: USER.name }));
    expect(await screen.findByText(/balance is unavailable/)).toBeVisible();
    expect(screen.queryByText(/\b0.UZS/)).toBeNull();
    answers['GET /api/shop/user/balance'] = { body: 10 };
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(plain((await screen.findByText(/^10/)).textContent)).toBe('10 UZS');
  });
});

describe('the bottom bar', () => {
  it('leads home, to categories, to favourites and to the person', async () => {
    serve(ANSWERS);
    show(<BottomBar />, '/categories');
    const targets = screen.getAllByRole('link').map((link) => link.getAttribute('href')?.split('?')[0]);
    expect(targets).toEqual(['/home', '/categories', '/favourites', '/api/shop/auth/login']);
    expect(screen.getByRole('link', { name: 'Categories' })).toHaveAttribute('aria-current', 'page');
  });

  it('opens the menu of the signed-in person, which closes with the next screen', async () => {
    signIn();
    serve(ANSWERS);
    show(layout, '/home');
    const tabs = within(screen.getByRole('navigation', { name: 'Bottom menu' }));
    await userEvent.click(tabs.getByRole('button', { name: 'Dilshod' }));
    const drawer = within(await screen.findByRole('dialog'));
    expect(drawer.getByText(USER.name)).toBeInTheDocument();
    await userEvent.click(drawer.getByRole('button', { name: 'Help' }));
    await userEvent.click(drawer.getByRole('link', { name: 'Offering a price' }));
    expect(screen.getByTestId('address')).toHaveTextContent('/info/bid-lot');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('the footer', () => {
  it('shows visitors, providers, help, checks, social pages, hours and the year', async () => {
    serve(ANSWERS);
    show(layout, '/home');
    const footer = within(screen.getByRole('contentinfo'));
    expect(plain((await footer.findByText(/12.480/)).textContent)).toBe('12 480');
    expect(footer.getByText('7')).toBeVisible();
    expect(await footer.findByRole('link', { name: /^Paylov/ })).toHaveAttribute(
      'href',
      'https://pay.example/',
    );
    expect(
      footer.getAllByRole('link').filter((link) => link.getAttribute('href')?.startsWith('/info/')),
    ).toHaveLength(6);
    expect(footer.getByRole('link', { name: 'Check a protocol' })).toBeVisible();
    expect(footer.getByRole('link', { name: /Telegram/ })).toHaveAttribute('href', 'https://t.example/savdo');
    expect(footer.getByText('Mon–Fri, 09:00–18:00')).toBeVisible();
    expect(footer.getByText(/© 2026 Savdo/)).toBeVisible();
  });

  it('leaves out what could not be asked, without a word', async () => {
    const asked = serve({ 'GET /api/shop/common/date': ANSWERS['GET /api/shop/common/date'] });
    show(layout, '/home');
    await waitFor(() =>
      expect(asked.map((call) => call.path)).toEqual(
        expect.arrayContaining(['/api/shop/common/get-visitors', '/api/shop/common/get-payment-list']),
      ),
    );
    const footer = within(screen.getByRole('contentinfo'));
    expect(footer.queryByRole('link', { name: /^Paylov/ })).toBeNull();
    expect(footer.queryByText('Yesterday')).toBeNull();
    expect(screen.queryByText(/no such call/)).toBeNull();
  });

  it('folds its sections on small windows', async () => {
    const wide = window.matchMedia;
    window.matchMedia = (query) => ({ ...wide(query), matches: query.includes('max-width: 800px') });
    try {
      serve(ANSWERS);
      show(layout, '/home');
      const footer = within(screen.getByRole('contentinfo'));
      const fold = footer.getByRole('button', { name: 'Help' });
      expect(footer.queryByRole('link', { name: 'Taking part' })).toBeNull();
      await userEvent.click(fold);
      expect(fold).toHaveAttribute('aria-expanded', 'true');
      expect(footer.getByRole('link', { name: 'Taking part' })).toBeVisible();
    } finally {
      window.matchMedia = wide;
    }
  });
});

describe('inside the mobile app', () => {
  it('shows the screen alone for as long as the tab lives', () => {
    serve(ANSWERS);
    window.history.replaceState(null, '', '/home?mobile=1');
    const first = show(layout, '/home?mobile=1');
    expect(screen.queryByRole('banner')).toBeNull();
    expect(screen.queryByRole('contentinfo')).toBeNull();
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(screen.getByText('the screen')).toBeVisible();
    first.unmount();
    window.history.replaceState(null, '', '/lot-list');
    show(layout, '/lot-list');
    expect(screen.queryByRole('contentinfo')).toBeNull();
    sessionStorage.clear();
    window.history.replaceState(null, '', '/');
  });
});

describe('the reminder of an incomplete profile', () => {
  it('comes once per load, offers "later" or "now"', async () => {
    signIn(29);
    serve(ANSWERS);
    const first = show(layout, '/home');
    const prompt = within(await screen.findByRole('complementary', { name: 'Complete your profile' }));
    expect(prompt.getByText(/29 % complete/)).toBeVisible();
    expect(prompt.getByRole('link', { name: 'Complete it now' })).toHaveAttribute('href', '/profile/my-data');
    await userEvent.click(prompt.getByRole('button', { name: 'Later' }));
    expect(screen.queryByRole('complementary')).toBeNull();
    first.unmount();
    show(layout, '/contact');
    expect(screen.queryByRole('complementary')).toBeNull();
  });

  it.each([
    ['a complete profile', 100, '/home'],
    ['a running auction', 29, paths.gameView(3)],
    ['the card of a lot', 29, paths.lotView(3)],
    ['the result of a lot', 29, paths.lotResult(3)],
    ['the console', 29, paths.console('rooms')],
  ])('does not come for %s', async (_, percentage, at) => {
    signIn(percentage);
    serve(ANSWERS);
    show(layout, at);
    // Its code and texts would have come with the footer's counts.
    await screen.findByText(/12.480/);
    expect(screen.queryByRole('complementary')).toBeNull();
  });
});
