import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { FlagPage, FlagsTable } from '#client/features/console/anomaly-flags/pages.ts';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { useSession } from '#client/lib/session.ts';
import { serve, show, type Answers } from './page.tsx';

const RAISED = Date.parse('2026-11-27T10:00:00+05:00');
const ONE = 'GET /api/console/anomaly-flags/7';
const ME = '11111111-1111-4111-8111-111111111111';
const BORIS = '22222222-2222-4222-8222-222222222222';
const inAll = (text: string) => ({ uz: text, ru: text, 'uz-Cyrl': text, en: text });

const listed = {
  id: 7,
  sign: 'pair',
  state: 'new',
  score: 88,
  facts: { meetings: 5, driven: 4, auctions: 6, share: 67 },
  lotId: 17,
  lotTitle: inAll('Chevrolet Cobalt'),
  owner: null,
  raisedAtMs: RAISED,
  changedAtMs: RAISED,
};
const flag = {
  ...listed,
  evidence: [
    {
      lotId: 16,
      lotTitle: inAll('Isuzu'),
      person: { id: 'p-1', name: 'Ali Valiyev' },
      facts: { offers: 3, drove: 2, won: 0 },
    },
    {
      lotId: 16,
      lotTitle: inAll('Isuzu'),
      person: { id: 'p-2', name: 'Vali Aliyev' },
      facts: { offers: 4, won: 1, bestTiyin: 1_500_000_00 },
    },
  ],
  steps: [
    { step: 'raised', by: null, text: null, atMs: RAISED },
    { step: 'dismissed', by: 'Anna', text: 'They are brothers.', atMs: RAISED + 1 },
    { step: 'reopened', by: null, text: null, atMs: RAISED + 2 },
  ],
};
const answers: Answers = {
  'GET /api/console/anomaly-flags': { body: { items: [listed], total: 1, page: 1, size: 20 } },
  [ONE]: { body: flag },
  'GET /api/console/anomaly-flags/8': {
    status: 403,
    body: { ERROR: { code: 'conflict-of-interest', message: 'You have a part in it.' } },
  },
  'GET /api/console/task-colleagues': {
    body: [
      { id: ME, name: 'Staff' },
      { id: BORIS, name: 'Boris' },
    ],
  },
  'POST /api/console/anomaly-flags/7/owner': { body: { ...flag, owner: { id: BORIS, name: 'Boris' } } },
  'POST /api/console/anomaly-flags/7/dismiss': { body: { ...flag, state: 'dismissed' } },
};

function open(address = '/console/anomaly-flags/7', role = 'operator') {
  useSession.setState({ me: { id: ME, name: 'Staff', roles: [role] } as never });
  const asked = serve(answers);
  show(
    <Routes>
      <Route path="/console/anomaly-flags" element={<FlagsTable />} />
      <Route path="/console/anomaly-flags/:id" element={<FlagPage />} />
    </Routes>,
    address,
  );
  return asked;
}

beforeEach(async () => {
  localStorage.clear();
  await startI18n();
  await loadNamespaces(['console-flags', 'staff']);
  await switchLanguage('en');
});

describe('flags of auctions', () => {
  it('are listed with what was seen in words, and lead to their page and their room', async () => {
    open('/console/anomaly-flags');
    const link = await screen.findByRole('link', { name: 'A pair that drives prices up' });
    expect(link.getAttribute('href')).toBe('/console/anomaly-flags/7');
    expect(screen.getByText(/Flags: 1/)).toBeVisible();
    expect(screen.getByText(/both offered: 5\. In 4 of them .* 67 % of all auctions \(6\)/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Chevrolet Cobalt' }).getAttribute('href')).toBe(
      '/console/rooms/17',
    );
  });

  it('show rows of evidence that lead to lots and people, and what staff made of them', async () => {
    open();
    const person = await screen.findByRole('link', { name: 'Vali Aliyev' });
    expect(person.getAttribute('href')).toBe('/console/accounts/p-2');
    const row = person.closest('li')!;
    expect(within(row).getByRole('link', { name: 'Isuzu' }).getAttribute('href')).toBe('/console/rooms/16');
    expect(within(row).getByText(/^Won · Offers: 4 · Best offer: 1.500.000/)).toBeVisible();
    expect(within(row).getByText('Lot no. 16')).toBeVisible();
    expect(screen.getByText('Offers: 3 · Topped by the winner: 2')).toBeVisible();
    expect(screen.getByText('They are brothers.')).toBeVisible();
    expect(screen.getByText(/not a proof/)).toBeVisible();
  });

  it('are dismissed with a reason of some length', async () => {
    const asked = open();
    await userEvent.click(await screen.findByRole('button', { name: 'Dismiss' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByRole('textbox'), 'No');
    await userEvent.click(dialog.getByRole('button', { name: 'Dismiss' }));
    expect(await dialog.findByText('Write at least 5 letters.')).toBeVisible();
    await userEvent.type(dialog.getByRole('textbox'), ', neighbours');
    await userEvent.click(dialog.getByRole('button', { name: 'Dismiss' }));
    await waitFor(() =>
      expect(asked.find(({ path }) => path.endsWith('/dismiss'))?.body).toEqual({ reason: 'No, neighbours' }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('are taken, and handed over to a colleague', async () => {
    const asked = open();
    await userEvent.click(await screen.findByRole('button', { name: 'Take' }));
    const sent = () => asked.filter(({ path }) => path.endsWith('/owner')).map(({ body }) => body);
    await waitFor(() => expect(sent()).toEqual([{ ownerId: ME }]));
    await userEvent.selectOptions(screen.getByLabelText('Colleague'), 'Boris');
    await userEvent.click(screen.getByRole('button', { name: 'Hand over' }));
    await waitFor(() => expect(sent()).toEqual([{ ownerId: ME }, { ownerId: BORIS }]));
  });

  it('are read by auditors, who change nothing', async () => {
    open('/console/anomaly-flags/7', 'auditor');
    await screen.findByText('They are brothers.');
    for (const name of ['Dismiss', 'Escalate', 'Look at it', 'Take'])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });

  it('about an auction of the reader are not shown', async () => {
    open('/console/anomaly-flags/8');
    expect(await screen.findByText('There is no such flag')).toBeVisible();
  });
});
