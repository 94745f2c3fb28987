import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Link } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AsOfNote } from '#client/app/console/as-of-note.tsx';
import { listenToAnswers } from '#client/app/console/staff-answers.ts';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { call } from '#client/lib/api-client.ts';
import { AS_OF_HEADER } from '#shared/api/contract.ts';
import { consoleDebts } from '#shared/api/console/debts.ts';
import { auctionFigures } from '#shared/api/console/figures.ts';
import { serve, show } from './page.tsx';

const EARLIER = '2026-11-30T11:40:05.000Z';
const LATER = '2026-11-30T11:40:07.000Z';

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
  await loadNamespaces(['staff']);
  listenToAnswers();
});
afterEach(() => vi.unstubAllGlobals());

const answer = (asOf?: string) => ({ body: {}, ...(asOf && { headers: { [AS_OF_HEADER]: asOf } }) });
const read = (debts?: string, figures?: string) =>
  act(async () => {
    serve({ 'GET /api/console/debts': answer(debts), 'GET /api/console/figures': answer(figures) });
    await call(consoleDebts);
    await call(auctionFigures, { query: { group: 'month' } });
  });
const instant = () => document.querySelector('main time')?.getAttribute('datetime') ?? null;

it('says as of when a page is, until all of it is true now; each page for itself', async () => {
  show(
    <main>
      <Link to="/console/orders">Orders</Link>
      <Link to="/console/debts">Debts</Link>
      <AsOfNote />
    </main>,
    '/console/debts',
  );
  expect(instant()).toBeNull();
  await read(LATER, EARLIER);
  expect(instant()).toBe(EARLIER);
  expect(screen.getByText(/^As of 30 November.*, 16:40:05: what has changed since then/)).toBeVisible();
  await userEvent.click(screen.getByRole('link', { name: 'Orders' }));
  expect(instant()).toBeNull();
  await userEvent.click(screen.getByRole('link', { name: 'Debts' }));
  expect(instant()).toBe(EARLIER);
  await read(LATER);
  expect(instant()).toBe(LATER);
  await read();
  expect(instant()).toBeNull();
});
