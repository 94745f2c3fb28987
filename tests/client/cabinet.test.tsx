import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import CabinetLayout from '#client/app/cabinet/cabinet-layout.tsx';
import { CABINET_SCREENS } from '#client/app/cabinet/cabinet-screens.ts';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { useSession } from '#client/lib/session.ts';
import { serve, show, type Answers } from './page.tsx';

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
  serve(answers);
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

  it('never shows a wrong nought: a balance that cannot be read is asked for again', async () => {
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

  it.each([
    ['a buyer', ['buyer']],
    ['a customer', ['customer']],
  ])('lists the pages of %s, and marks the open one', (_, roles) => {
    person(roles);
    open();
    const [menu] = screen.getAllByRole('navigation', { name: 'Cabinet sections' });
    const links = within(menu as HTMLElement).getAllByRole('link');
    const pages = CABINET_SCREENS.filter(
      (page) => page.screen !== null && (!page.roles || page.roles.some((role) => roles.includes(role))),
    );
    expect(links.map((link) => link.getAttribute('href')).sort()).toEqual(
      pages.map(({ path }) => `/profile/${path}`).sort(),
    );
    expect(within(menu as HTMLElement).getByRole('link', { current: 'page' })).toHaveTextContent(
      'System actions',
    );
  });
});

function plain(text: string): string {
  return text.replaceAll('\u00a0', ' ');
}
