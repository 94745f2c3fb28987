import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { Today } from '#client/app/console/today.tsx';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { useSession } from '#client/lib/session.ts';
import { Outlet, Route, Routes } from 'react-router-dom';
import { serve, show, type Answers } from './page.tsx';

const MONEY = 'GET /api/console/money-of-day';
const READY = {
  'GET /readyz': { body: { ready: true, problems: [], bids: { taken: true, problems: [] }, warnings: [] } },
};
const none = (kind: string) => ({ kind, count: 0, amountTiyin: 0 });

const today = (
  <Routes>
    <Route element={<Outlet context={[]} />}>
      <Route path="/console/today" element={<Today />} />
    </Route>
  </Routes>
);
const as = (role: string) => useSession.setState({ me: { roles: [role] } as never, known: true });

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
  await loadNamespaces(['staff', 'console']);
});

describe('the money of the day on the first page', () => {
  it('has what came in and what left, each with the list behind it', async () => {
    as('operator');
    serve({
      ...READY,
      [MONEY]: {
        body: {
          fromMs: Date.parse('2026-12-04T00:00:00+05:00'),
          in: [{ kind: 'top-up', count: 12, amountTiyin: 1_500_000_00 }, none('indemnity')],
          out: [
            { kind: 'refund', count: 1, amountTiyin: 200_000_00 },
            { kind: 'payout', count: 2, amountTiyin: 300_000_00 },
            none('lost'),
            none('reversal'),
          ],
        },
      },
    });
    show(today, '/console/today');
    const card = within(await screen.findByRole('region', { name: 'Money today' }));
    expect(await card.findByRole('link', { name: 'Top-ups and transfers (12)' })).toHaveAttribute(
      'href',
      '/console/payments?from=2026-12-04&to=2026-12-04&status=paid',
    );
    expect(card.getByRole('heading', { name: 'Left' }).parentElement).toHaveTextContent(/500.000/);
    expect(card.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Top-ups and transfers (12)',
      'Refunds (1)',
      'Payouts to sellers (2)',
    ]);
  });

  it('says that it could not be read, beside parts that could', async () => {
    as('operator');
    const answers: Answers = {
      ...READY,
      [MONEY]: { status: 500, body: { ERROR: { code: 'internal', message: 'No.' } } },
    };
    serve(answers);
    show(today, '/console/today');
    const card = within(screen.getByRole('region', { name: 'Money today' }));
    const retry = await card.findByRole('button', { name: 'Try again' });
    answers[MONEY] = { body: { fromMs: 0, in: [none('top-up')], out: [none('refund')] } };
    await userEvent.click(retry);
    expect(await card.findByRole('heading', { name: 'Came in' })).toBeVisible();
  });

  it('is not for a role that reads no payments', () => {
    as('moderator');
    const asked = serve(READY);
    show(today, '/console/today');
    expect(screen.queryByRole('region', { name: 'Money today' })).toBeNull();
    expect(asked.map(({ path }) => path)).not.toContain('/api/console/money-of-day');
  });
});
