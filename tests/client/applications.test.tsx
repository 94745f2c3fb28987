import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ApplicationRow } from '#shared/api/cabinet/user-order.ts';
import { startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { loadNamespaces } from '#client/i18n/i18n.ts';
import { ApplicationsTable } from '#client/features/cabinet/applications/applications-table.tsx';
import { ConsoleApplications } from '#client/features/cabinet/applications/console-applications.tsx';
import { MyAuctions } from '#client/features/cabinet/applications/my-auctions.tsx';
import { useSession } from '#client/lib/session.ts';
import { Toasts } from '#client/ui/toasts.tsx';
import { serve, show } from './page.tsx';
// Comes later in a browser; read ahead, so that no time limit waits for it.
import '#client/ui/dialog.tsx';

const HOUR_MS = 3_600_000;
const inAll = (text: string) => ({ uz: text, ru: text, 'uz-Cyrl': text, en: text });

const row = (more: Partial<ApplicationRow> = {}): ApplicationRow => ({
  id: 1,
  lotId: 7,
  lotNumber: '5000007',
  title: inAll('Chevrolet Cobalt'),
  photo: null,
  lotStatus: 1,
  practice: false,
  startPriceTiyin: 50_000_000_00,
  priceTiyin: null,
  opensAtMs: Date.now() + 2 * HOUR_MS,
  deadlineMs: Date.now() + 3 * HOUR_MS,
  applicationsUntilMs: Date.now() + 2 * HOUR_MS,
  status: 'accepted',
  number: 12,
  leading: false,
  depositTiyin: 2_500_000_00,
  deposit: 'held',
  appliedAtMs: Date.parse('2026-11-20T09:15:00+05:00'),
  endedAtMs: null,
  cancelUntilMs: Date.now() + HOUR_MS,
  ...more,
});

const MINE = 'GET /api/shop/cabinet/my-application';
const answer = (items: unknown[]) => ({
  body: { items, total: items.length, page: 1, size: 20, serverAtMs: Date.now() },
});

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
  await loadNamespaces(['applications', 'cabinet', 'staff']);
  useSession.setState({ user: null, me: null, known: true });
});

describe('my applications', () => {
  it('show what became of each and of its deposit, and what can be done now', async () => {
    serve({
      [MINE]: answer([
        row(),
        row({ id: 2, status: 'cancelled', deposit: 'released', cancelUntilMs: null }),
        row({ id: 3, status: 'not-won', deposit: 'released', lotStatus: 5, cancelUntilMs: null }),
        row({ id: 4, lotStatus: 4, cancelUntilMs: null }),
      ]),
    });
    show(<ApplicationsTable />, '/profile/applications');
    const table = await screen.findByRole('table', { name: 'Trade applications' });
    await within(table).findAllByText('held');
    const rows = within(table).getAllByRole('row').slice(1);
    expect(rows).toHaveLength(4);
    const at = (i: number) => within(rows[i] as HTMLElement);
    expect(at(0).getByText('Accepted')).toBeVisible();
    expect(at(0).getByText('held')).toBeVisible();
    expect(at(0).getByRole('button', { name: 'Cancel' })).toBeVisible();
    expect(at(1).getByRole('button', { name: 'Apply again' })).toBeVisible();
    expect(at(2).getByText('Not won')).toBeVisible();
    expect(at(2).getByRole('link', { name: 'Result' })).toHaveAttribute('href', '/lot-result/7');
    expect(at(3).getByRole('link', { name: 'To the room' })).toHaveAttribute('href', '/game-view/7');
  });

  it('ask for what is chosen, and nothing the server does not know', async () => {
    const asked = serve({ [MINE]: answer([row()]) });
    show(<ApplicationsTable />, '/profile/applications?status=nonsense&lot=5000007&page=2');
    await screen.findByRole('table', { name: 'Trade applications' });
    const first = asked.find(({ path }) => path.endsWith('my-application'));
    expect(Object.fromEntries(first?.search ?? [])).toEqual({ page: '2', size: '20', lot: '5000007' });
    await userEvent.selectOptions(screen.getByLabelText('Status'), 'won');
    expect(await screen.findByTestId('address')).toHaveTextContent('status=won');
  });

  it('say that there are none and lead to the lots', async () => {
    serve({ [MINE]: answer([]) });
    show(<ApplicationsTable />, '/profile/applications');
    expect(await screen.findByText('No applications yet')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to the lots' })).toBeVisible();
  });

  it('offer to ask again when they could not be loaded', async () => {
    serve({});
    show(<ApplicationsTable />, '/profile/applications');
    expect(await screen.findByRole('button', { name: /again/i })).toBeVisible();
  });

  it('apply again from the cabinet with a code of the cabinet', async () => {
    const asked = serve({
      [MINE]: answer([row({ status: 'cancelled', deposit: 'released', cancelUntilMs: null })]),
      'POST /api/shop/cabinet/send-code-for-create-user-order': {
        body: { verdict: 'wait', resendAfterMs: 30_000 },
      },
    });
    show(<ApplicationsTable />, '/profile/applications');
    await userEvent.click(await screen.findByRole('button', { name: 'Apply again' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Send a code' }));
    expect(await screen.findByText(/A code was sent shortly before/)).toBeVisible();
    expect(asked.some(({ path }) => path.endsWith('send-code-for-create-user-order'))).toBe(true);
  });
});

describe('my auctions', () => {
  it('show price, time and who leads, and lead into the room', async () => {
    const asked = serve({
      [MINE]: answer([
        row({ lotStatus: 4, priceTiyin: 60_000_000_00, leading: true, opensAtMs: Date.now() - HOUR_MS }),
      ]),
    });
    show(<MyAuctions />, '/profile/my-auctions');
    expect(await screen.findByText('You are leading')).toBeVisible();
    expect(screen.getByText('Price now')).toBeVisible();
    expect(screen.getByText(/Participant 12/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'To the room' })).toHaveAttribute('href', '/game-view/7');
    expect(asked[0]?.search.get('state')).toBe('current');
  });

  it('say that there are none', async () => {
    serve({ [MINE]: answer([]) });
    show(<MyAuctions />, '/profile/my-auctions');
    expect(await screen.findByText('You are not taking part in any auction now')).toBeVisible();
  });
});

describe('applications of everybody', () => {
  const CONSOLE = 'GET /api/console/applications';
  const REVOKE = 'POST /api/console/applications/1/revoke-request';
  const REQUESTED = { body: { verdict: 'requested', already: false, requestId: 5, expiresAtMs: Date.now() } };
  const staffs = (more: object = {}) => {
    const { photo: _photo, cancelUntilMs: _until, ...shown } = row();
    const item = { ...shown, person: { id: 'p', name: 'Anvar Namuna' }, limitTiyin: null };
    return {
      body: {
        items: [{ ...item, revokedBecause: null, mayRevoke: true, ...more }],
        total: 1,
        page: 1,
        size: 25,
      },
    };
  };
  const as = (role: 'operator' | 'auditor') =>
    useSession.setState({ me: { id: 's', name: 'Staff', roles: [role] } as never });

  it('show staff whose it is, its deposit, its limit and why it was revoked; auditors only read', async () => {
    as('auditor');
    serve({ [CONSOLE]: staffs({ status: 'rejected', revokedBecause: 'Under another’s name' }) });
    show(<ConsoleApplications />, '/console/applications');
    expect(await screen.findByText('Anvar Namuna')).toBeVisible();
    expect(screen.getByText('none')).toBeVisible();
    expect(screen.getByText('Under another’s name')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Revoke/ })).toBeNull();
  });

  it('are revoked for a reason by a second person, with nothing asked about the lot', async () => {
    as('operator');
    const asked = serve({ [CONSOLE]: staffs(), [REVOKE]: REQUESTED });
    show(
      <>
        <ConsoleApplications />
        <Toasts />
      </>,
      '/console/applications',
    );
    await userEvent.click(
      await screen.findByRole('button', { name: 'Revoke: Participant 12, Anvar Namuna' }),
    );
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Send the request' }));
    expect(dialog.getByRole('alert')).toHaveTextContent('Give a reason of at least 5 characters');
    expect(dialog.queryByRole('radio')).toBeNull();
    await userEvent.type(dialog.getByLabelText('Reason'), 'Under another’s name');
    await userEvent.click(dialog.getByRole('button', { name: 'Send the request' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText(/Request sent: another member of staff/)).toBeVisible();
    expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({
      reason: 'Under another’s name',
      lot: 'continue',
    });
  });

  it('of who is shown to lead are asked about together with what becomes of the lot', async () => {
    as('operator');
    const asked = serve({ [CONSOLE]: staffs({ leading: true }), [REVOKE]: REQUESTED });
    show(<ConsoleApplications />, '/console/applications');
    await userEvent.click(await screen.findByRole('button', { name: /^Revoke/ }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getAllByRole('radio')).toHaveLength(3);
    expect(dialog.getByText('This participant leads: two members of staff revoke the right.')).toBeVisible();
    await userEvent.type(dialog.getByLabelText('Reason'), 'Under another’s name');
    await userEvent.click(dialog.getByRole('radio', { name: /put on trade again/ }));
    await userEvent.click(dialog.getByRole('button', { name: 'Send the request' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked.find(({ method }) => method === 'POST')?.body).toMatchObject({ lot: 'repeat' });
  });

  it('stay in the dialog with the words for it when they are not revoked', async () => {
    as('operator');
    serve({ [CONSOLE]: staffs(), [REVOKE]: { body: { verdict: 'refused', reason: 'over' } } });
    show(<ConsoleApplications />, '/console/applications');
    await userEvent.click(await screen.findByRole('button', { name: /^Revoke/ }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByLabelText('Reason'), 'Under another’s name');
    await userEvent.click(dialog.getByRole('button', { name: 'Send the request' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('The auction has ended.');
  });
});
