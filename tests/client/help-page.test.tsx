import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import InfoPage from '#client/app/screens/info.tsx';
import { startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { HELP_PAGES, type HelpPage } from '#shared/api/pages.ts';
import { HELP_TEXTS } from '#shared/i18n/pages/help-pages.ts';
import { serve, show } from './page.tsx';

const PATH = 'GET /api/shop/dictionaries/page-content';
const answer = (page: HelpPage['page'], language: 'uz' | 'ru' = 'uz'): HelpPage => ({
  page,
  ...HELP_TEXTS[language][page],
});

const open = (at: string) =>
  show(
    <Routes>
      <Route path="/info/:page" element={<InfoPage />} />
      <Route path="*" element={<p>elsewhere</p>} />
    </Routes>,
    at,
  );

beforeEach(async () => {
  await startI18n();
  await switchLanguage('uz');
});

describe('a help page', () => {
  it('shows its text, names the tab and asks in the language of the page', async () => {
    await switchLanguage('ru');
    const asked = serve({ [PATH]: { body: answer('bid-lot', 'ru') } });
    open('/info/bid-lot');
    expect(await screen.findByRole('heading', { level: 1, name: 'Как предлагать цену' })).toBeVisible();
    expect(document.title).toBe('Как предлагать цену · Savdo');
    expect(asked[0]?.search.toString()).toBe('page=bid-lot&lang=ru');
    const [table] = screen.getAllByRole('table') as [HTMLElement, ...HTMLElement[]];
    expect(within(table).getAllByRole('columnheader')).toHaveLength(3);
    expect(within(table).getAllByRole('rowheader')).toHaveLength(3);
    expect(screen.getByRole('note')).toHaveTextContent('отозвать нельзя');
  });

  it('lists its parts with links to them', async () => {
    serve({ [PATH]: { body: answer('participating') } });
    open('/info/participating');
    const contents = await screen.findByRole('navigation', { name: 'Bu sahifada' });
    const links = within(contents).getAllByRole('link');
    const headings = screen
      .getAllByRole('heading', { level: 2 })
      .filter((heading) => heading.id.startsWith('part-'));
    expect(links.map((link) => link.textContent)).toEqual(headings.map((heading) => heading.textContent));
    for (const [at, link] of links.entries())
      expect(link).toHaveAttribute('href', `/info/participating#${headings[at]?.id}`);
  });

  it('leads to the page before, the page after, and all others', async () => {
    serve({ [PATH]: { body: answer('refund-money') } });
    open('/info/refund-money');
    const around = screen.getByRole('navigation', { name: 'Boshqa yordam sahifalari' });
    expect(
      within(around)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['/info/deposite-adjunction', '/info/bid-lot']);
    const all = screen.getByRole('navigation', { name: 'Yordam sahifalari' });
    expect(
      within(all)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(HELP_PAGES.map((page) => `/info/${page}`));
    expect(within(all).getByRole('link', { current: 'page' })).toHaveAttribute('href', '/info/refund-money');
    await userEvent.click(within(around).getByRole('link', { name: /Narx taklif qilish/ }));
    expect(screen.getByTestId('address')).toHaveTextContent('/info/bid-lot');
  });

  it('says what failed and tries again', async () => {
    const answers = { [PATH]: { status: 400, body: { ERROR: { code: 'x', message: 'Buzildi' } } } as object };
    serve(answers as never);
    open('/info/bid-lot');
    expect(await screen.findByRole('alert')).toHaveTextContent('Buzildi');
    expect(screen.getByRole('heading', { level: 1, name: 'Narx taklif qilish' })).toBeVisible();
    (answers as Record<string, unknown>)[PATH] = { body: answer('bid-lot') };
    await userEvent.click(screen.getByRole('button', { name: 'Qayta urinish' }));
    await waitFor(() => expect(screen.getByRole('article')).toBeVisible());
  });

  it.each(['nothing', 'BID-LOT', '__proto__', 'bid-lot%2Fmore'])('named %s is no page', async (name) => {
    const asked = serve({});
    open(`/info/${name}`);
    expect(await screen.findByText('Bunday sahifa yoʻq')).toBeVisible();
    expect(asked.some((call) => call.path.endsWith('page-content'))).toBe(false);
  });
});
