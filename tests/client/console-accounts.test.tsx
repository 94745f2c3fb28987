import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { AccountPage } from '#client/features/console/accounts/account-page.tsx';
import { AccountsPage } from '#client/features/console/accounts/accounts-page.tsx';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { Toasts } from '#client/ui/toasts.tsx';
import type { Account, AccountChange } from '#shared/api/console/console-accounts.ts';
import { serve, show, type Answers } from './page.tsx';
// Comes later in a browser; read ahead, so that no time limit waits for it.
import '#client/ui/dialog.tsx';

const AT_MS = Date.parse('2026-11-23T10:00:00+05:00');
const ID = '0197a000-0000-7000-8000-000000000001';
const ONE = `GET /api/console/accounts/${ID}`;
const WAITING = 'GET /api/console/account-changes';

const change = (more: Partial<AccountChange> = {}): AccountChange => ({
  id: 5,
  person: { id: ID, name: 'Sinov Namunayev' },
  kind: 'give-role',
  role: 'operator',
  state: 'waiting',
  reason: 'New colleague',
  evidence: 'Order 12',
  decisionReason: null,
  askedBy: { id: 'p-2', name: 'Nodira' },
  askedAtMs: AT_MS,
  decidedBy: null,
  decidedAtMs: null,
  may: ['approve', 'refuse'],
  ...more,
});
const account = (more: Partial<Account> = {}): Account => ({
  id: ID,
  kind: 'natural',
  name: 'Sinov Namunayev',
  phone: '+998901112233',
  email: null,
  pinfl: '3••••••••••••5',
  stir: null,
  roles: ['buyer'],
  offeredRoles: [],
  disabled: false,
  signedInAtMs: AT_MS,
  phoneConfirmed: true,
  emailConfirmed: false,
  createdAtMs: AT_MS,
  erasedAtMs: null,
  staffProof: null,
  ofAge: null,
  signsInAt: 'site',
  barredUntil: '2027-01-31',
  takesPart: true,
  shutByTwo: false,
  awayFromRoom: false,
  changes: [],
  may: ['disable'],
  sessions: [
    {
      id: null,
      browser: 'Firefox',
      system: 'Linux',
      address: '203.0.113.9',
      startedAtMs: AT_MS,
      seenAtMs: AT_MS,
    },
  ],
  secondFactor: { app: true, passkeys: 1, codesLeft: 8 },
  actions: null,
  signIns: [{ action: 'sign-in', result: 'refused', reason: 'disabled', atMs: AT_MS }],
  ...more,
});
const listed = (items: AccountChange[]) => ({
  body: { items, waiting: items.length, total: items.length, page: 1, size: 20 },
});

function open(answers: Answers, at: string) {
  const asked = serve(answers);
  show(
    <>
      <Routes>
        <Route path="/console/accounts" element={<AccountsPage />} />
        <Route path="/console/accounts/:uuid" element={<AccountPage />} />
      </Routes>
      <Toasts />
    </>,
    at,
  );
  return asked;
}
const sentTo = (asked: ReturnType<typeof serve>, end: string) =>
  asked.filter(({ method, path }) => method === 'POST' && path.endsWith(end)).map(({ body }) => body);

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
  await loadNamespaces(['console-accounts', 'actions']);
});

describe('accounts, for staff', () => {
  it('are found by something whole, which is no part of an address', async () => {
    const asked = open(
      { [WAITING]: listed([]), 'POST /api/console/accounts/find': { body: { items: [account()] } } },
      '/console/accounts',
    );
    await userEvent.type(screen.getByRole('searchbox'), ' 90 111 22 33 {Enter}');
    const found = within(await screen.findByRole('table', { name: 'Accounts found' }));
    expect(found.getByText('+998 90 111-22-33')).toBeVisible();
    expect(found.getByRole('link', { name: 'Sinov Namunayev' })).toHaveAttribute(
      'href',
      `/console/accounts/${ID}`,
    );
    expect(sentTo(asked, '/find')).toEqual([{ find: '90 111 22 33' }]);
    expect(screen.getByTestId('address')).toHaveTextContent(/^\/console\/accounts$/);
  });

  it('that were erased say so with the day, and nothing about a way in', async () => {
    const erased = { erasedAtMs: AT_MS, signsInAt: 'erased', disabled: true, secondFactor: null, may: [] };
    open({ [ONE]: { body: account({ ...erased, phone: null }) } }, `/console/accounts/${ID}`);
    expect(await screen.findByText(/the data of this account were deleted on 23\.11\.2026/)).toBeVisible();
    expect(screen.queryByText('erased')).toBeNull();
  });

  it('whose number does not contain the day of birth are of age by a document and two persons', async () => {
    await loadNamespaces(['console-decisions']);
    const asked = open(
      {
        [ONE]: { body: account({ ofAge: { shown: false, mayPropose: true } }) },
        'POST /api/console/decisions/propose': { body: { id: 8 } },
      },
      `/console/accounts/${ID}`,
    );
    expect(await screen.findByText(/no document was seen: cannot trade/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Record that a person is of age' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByLabelText('Reason'), 'Shown at the desk');
    await userEvent.type(dialog.getByLabelText('Document'), 'Passport of 12.03.2020');
    await userEvent.click(dialog.getByRole('button', { name: 'Propose' }));
    expect(await screen.findByText('Decision 8 waits for a second person.')).toBeVisible();
    expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({
      kind: 'of-age',
      payload: { personId: ID },
      reason: 'Shown at the desk',
      document: 'Passport of 12.03.2020',
    });
  });

  it('are shut with a reason and the evidence, after what follows was read', async () => {
    const asked = open(
      {
        [ONE]: { body: account() },
        [`POST /api/console/accounts/${ID}/disable`]: { body: account({ disabled: true, may: ['enable'] }) },
      },
      `/console/accounts/${ID}`,
    );
    expect(await screen.findByText('until 31.01.2027', { exact: false })).toBeVisible();
    expect(screen.getByText('Firefox, Linux')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Close the account' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/bids on until a second member/)).toBeVisible();
    expect(dialog.getByText(/something that is not finished/)).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Close the account' }));
    expect(dialog.getByText('At least 5 characters')).toBeVisible();
    expect(sentTo(asked, '/disable')).toEqual([]);
    await userEvent.type(dialog.getByRole('textbox', { name: 'Reason' }), 'False documents ');
    await userEvent.type(dialog.getByRole('textbox', { name: 'Evidence' }), 'Letter 17');
    await userEvent.click(dialog.getByRole('button', { name: 'Close the account' }));
    expect(await screen.findByText('The account is closed, its sessions have ended.')).toBeVisible();
    expect(sentTo(asked, '/disable')).toEqual([{ reason: 'False documents', evidence: 'Letter 17' }]);
    expect(screen.getByRole('button', { name: 'Open again' })).toBeVisible();
  });

  it('of bidders in a running room who are signed in nowhere are shut by two', async () => {
    open(
      {
        [ONE]: { body: account({ awayFromRoom: true }) },
        [`POST /api/console/accounts/${ID}/disable`]: { body: account({ awayFromRoom: true, may: [] }) },
      },
      `/console/accounts/${ID}`,
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Close the account' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/no way back into it/)).toBeVisible();
    expect(dialog.getByText(/when a second person, an administrator, approves/)).toBeVisible();
    await userEvent.type(dialog.getByRole('textbox', { name: 'Reason' }), 'False documents');
    await userEvent.type(dialog.getByRole('textbox', { name: 'Evidence' }), 'Letter 17');
    await userEvent.click(dialog.getByRole('button', { name: 'Ask for it' }));
    expect(
      await screen.findByText('Recorded. A second person, an administrator, has to approve it.'),
    ).toBeVisible();
  });

  it('of staff get a role when a second person approves, who has just signed in', async () => {
    const asked = open(
      {
        [WAITING]: listed([change()]),
        'POST /api/console/account-changes/5/approve': {
          status: 403,
          body: { ERROR: { code: 'sign-in-again', message: 'Please sign in again first' } },
        },
      },
      '/console/accounts',
    );
    expect(await screen.findByText('Give the role: operator')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Approve' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Approve' }));
    expect(await dialog.findByRole('link', { name: 'Sign in' })).toHaveAttribute(
      'href',
      expect.stringContaining('renew=1'),
    );
    expect(sentTo(asked, '/approve')).toEqual([{}]);
  });

  it('of staff show what they did last and how they sign in; a session is ended with a reason', async () => {
    const [session] = account().sessions;
    const done = {
      type: 'refund',
      action: 'approved',
      result: 'done',
      reason: 'refund:7',
      atMs: AT_MS,
    } as const;
    const asked = open(
      {
        [ONE]: {
          body: account({ actions: [done], may: ['end-sessions'], sessions: [{ ...session!, id: 'abc' }] }),
        },
        [`POST /api/console/accounts/${ID}/end-sessions`]: { body: account({ sessions: [], may: [] }) },
      },
      `/console/accounts/${ID}`,
    );
    expect(await screen.findByText('code app · passkeys: 1 · recovery codes: 8')).toBeVisible();
    expect(screen.getByText('Refund approved')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'End' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'End one session' }));
    expect(sentTo(asked, '/end-sessions')).toEqual([]);
    await userEvent.type(dialog.getByRole('textbox', { name: 'Reason' }), 'A lost laptop');
    await userEvent.click(dialog.getByRole('button', { name: 'End one session' }));
    expect(await screen.findByText('The sessions have ended.')).toBeVisible();
    expect(sentTo(asked, '/end-sessions')).toEqual([{ session: 'abc', reason: 'A lost laptop' }]);
  });

  it('of an unknown id are said to be none', async () => {
    open({}, `/console/accounts/${ID}`);
    expect(await screen.findByText('No such account')).toBeVisible();
  });
});
