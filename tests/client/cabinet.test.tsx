import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import CabinetLayout from '#client/app/cabinet/cabinet-layout.tsx';
import { CABINET_ROUTES } from '#client/app/routes/cabinet.ts';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { useSession } from '#client/lib/session.ts';
import { orderRow, tradingOrder } from './order-fixture.ts';
import { serve, show, type Answers } from './page.tsx';
import { inAll, winLot, winLots } from './sale-fixture.ts';

const BALANCE = 'GET /api/shop/user/balance';
const ANSWERS: Answers = {
  [BALANCE]: { body: 1500.5 },
  'GET /api/shop/user/game-cnt': { body: { count: 2, running: 1 } },
};
const person = (roles: string[], percentage = 100) => {
  useSession.setState({
    user: { name: 'Anvar Namuna', user_name: '+998901234567', percentage },
    me: { roles } as never,
    known: true,
  });
};

function open(answers = ANSWERS) {
  const asked = serve(answers);
  showCabinet();
  return asked;
}

function showCabinet() {
  show(
    <Routes>
      <Route path="/profile" element={<CabinetLayout />}>
        <Route path="*" element={<p>the open page</p>} />
      </Route>
    </Routes>,
    '/profile/actions',
  );
}

beforeEach(async () => {
  await startI18n();
  await loadNamespaces(['cabinet']);
  await switchLanguage('en');
});

describe('the cabinet', () => {
  it('shows who one is, what one can spend and what is running, beside the open page', async () => {
    person(['buyer', 'customer']);
    open();
    const overview = within(screen.getByRole('region', { name: 'Anvar Namuna' }));
    expect(overview.getByText('Buyer, Customer')).toBeVisible();
    expect(await overview.findByText('1 500.50', { exact: false, normalizer: plain })).toBeVisible();
    expect(await overview.findByText('2')).toBeVisible();
    expect(overview.queryByRole('progressbar')).toBeNull();
    expect(screen.getByText('the open page')).toBeVisible();
  });

  it('says how complete the profile is until it is', () => {
    person(['buyer'], 57);
    open();
    expect(screen.getByRole('progressbar', { name: 'Profile complete' })).toHaveAttribute('value', '57');
  });

  it('never shows a wrong zero: a balance that cannot be read is asked for again', async () => {
    person(['buyer']);
    const answers: Answers = {
      ...ANSWERS,
      [BALANCE]: { status: 503, body: { ERROR: { code: 'x', message: '' } } },
    };
    open(answers);
    expect(await screen.findByText('unavailable now')).toBeVisible();
    answers[BALANCE] = { body: 7 };
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('7', { exact: false, selector: '[data-size]' })).toBeVisible();
  });

  it('says what customers wait for: remarks to answer, orders that are checked, lots on trade', async () => {
    person(['customer']);
    const none = { items: [], total: 0, page: 1, size: 1 };
    const waiting: Record<string, object> = {
      returned: { ...none, items: [orderRow({ status: 'returned', openRemarks: 2 })], total: 1 },
      'on-trade': { ...none, items: [tradingOrder()], total: 3 },
      'awaiting-payment': { ...none, items: [{ ...tradingOrder(), status: 'awaiting-payment' }], total: 1 },
    };
    serve(ANSWERS);
    const answered = globalThis.fetch;
    vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
      const url = new URL(address, 'http://localhost');
      if (!url.pathname.endsWith('/order/list')) return answered(address, init);
      return Response.json(waiting[url.searchParams.get('status') ?? ''] ?? none);
    });
    showCabinet();
    const now = within(await screen.findByRole('list', { name: 'Your orders now' }));
    expect(await now.findByRole('link', { name: 'Returned for correction: 1' })).toHaveAttribute(
      'href',
      '/profile/orders/order-info/12',
    );
    expect(now.getByText('remarks: 2')).toBeVisible();
    expect(await now.findByRole('link', { name: 'On trade now: 3' })).toHaveAttribute(
      'href',
      '/profile/orders?status=on-trade',
    );
    expect(await now.findByRole('link', { name: /Awaiting the buyer/ })).toHaveAttribute(
      'href',
      '/profile/orders/lots/12',
    );
    expect(now.getByText(/^price: 60.000.000.UZS$/)).toBeVisible();
    expect(now.queryByText(/Being checked/)).toBeNull();
  });

  it('says what a buyer has to pay by when, and counts it in the menu', async () => {
    person(['buyer']);
    const late = { settlementId: 2, lotId: 8, title: inAll('Hovli'), dueAtMs: Date.now() - 60_000 };
    open({ ...ANSWERS, 'GET /api/shop/winlot/list': winLots([winLot(), winLot(late)], 4) });
    const paying = within(await screen.findByRole('list', { name: 'Lots to be paid' }));
    expect(paying.getByRole('link', { name: /^Pay 57.000.000.UZS: Chevrolet Cobalt$/ })).toHaveAttribute(
      'href',
      '/profile/winlots?lot=7',
    );
    expect(paying.getByText(/^by /)).toBeVisible();
    expect(paying.getByText(/^the time ended/)).toBeVisible();
    expect(paying.getByRole('link', { name: '2 more lots' })).toHaveAttribute('href', '/profile/winlots');
    expect(screen.getByLabelText('4 lots to be paid')).toHaveTextContent('4');
  });

  it('asks nothing about orders for who only buys', async () => {
    person(['buyer']);
    const asked = open();
    await screen.findByText('2');
    expect(asked.some(({ path }) => path.endsWith('/order/list'))).toBe(false);
  });

  it.each([
    ['a buyer', ['buyer']],
    ['a customer', ['customer']],
  ])('lists the pages of %s, and marks the open one', (_, roles) => {
    person(roles);
    open();
    const [menu] = screen.getAllByRole('navigation', { name: 'Cabinet sections' });
    const links = within(menu as HTMLElement).getAllByRole('link');
    const pages = CABINET_ROUTES.filter(
      ({ access }) => access === 'signed-in' || access.some((role) => roles.includes(role)),
    );
    const create = roles.includes('customer') ? ['/order-create'] : [];
    expect(links.map((link) => link.getAttribute('href')).sort()).toEqual(
      [...pages.map(({ path }) => path), ...create].sort(),
    );
    expect(within(menu as HTMLElement).getByRole('link', { current: 'page' })).toHaveTextContent(
      'System actions',
    );
  });
});

function plain(text: string): string {
  return text.replaceAll('\u00a0', ' ');
}
