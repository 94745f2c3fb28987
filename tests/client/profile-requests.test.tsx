import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { EditRequest, SessionView } from '#shared/api/cabinet/profile.ts';
import { RequestsTable } from '#client/features/console/edit-requests/requests-table.tsx';
import { EditRequests } from '#client/features/cabinet/profile/edit-requests.tsx';
import { SessionsList } from '#client/features/cabinet/profile/sessions-list.tsx';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { useSession } from '#client/lib/session.ts';
import { serve, show, type Answers } from './page.tsx';
// Comes later in a browser; read ahead, so that no time limit waits for it.
import '#client/ui/dialog.tsx';

const MINE = 'GET /api/shop/profile/edit-requests';
const PROFILE = {
  kind: 'natural',
  name: 'Aziza Karimova',
  pinfl: '30101900000105',
  stir: null,
  openRequest: null,
} as const;
const REQUEST: EditRequest = {
  id: 7,
  status: 'open',
  changes: { kind: null, name: 'Aziza Usmonova', nationalId: null },
  before: { kind: null, name: 'Aziza Karimova', nationalId: null },
  reason: 'married',
  createdAtMs: Date.UTC(2026, 10, 21),
  decidedAtMs: null,
  decisionReason: null,
  decisionCause: null,
};
const listOf = (...items: EditRequest[]) => ({
  body: { items, total: items.length, open: items.length, page: 1, size: 10 },
});

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
  await loadNamespaces(['staff']);
});

describe('requests to change data', () => {
  it('are sent with what differs and why, and nothing else', async () => {
    const ask = 'POST /api/shop/profile/edit-requests';
    const answers: Answers = {
      'GET /api/shop/profile': { body: PROFILE },
      [MINE]: listOf(),
      [ask]: { body: REQUEST },
    };
    const asked = serve(answers);
    show(<EditRequests />);
    expect(await screen.findByText('No requests')).toBeVisible();
    await userEvent.click(await screen.findByRole('button', { name: 'New request' }));
    expect(screen.getByRole('button', { name: 'Send the request' })).toBeDisabled();
    const name = screen.getByLabelText('Full name');
    await userEvent.clear(name);
    await userEvent.type(name, 'Aziza 1');
    await userEvent.click(screen.getByRole('button', { name: 'Send the request' }));
    expect(await screen.findByText(/a character that names do not have/)).toBeVisible();
    expect(screen.getByText('The reason needs at least 5 characters.')).toBeVisible();
    await userEvent.clear(name);
    await userEvent.type(name, 'Aziza Usmonova');
    await userEvent.type(screen.getByLabelText('Reason'), 'married last month');
    answers[MINE] = listOf(REQUEST);
    answers['GET /api/shop/profile'] = { body: { ...PROFILE, openRequest: REQUEST } };
    await userEvent.click(screen.getByRole('button', { name: 'Send the request' }));
    expect(await screen.findByText('Aziza Usmonova')).toBeVisible();
    expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({
      name: 'Aziza Usmonova',
      reason: 'married last month',
    });
    expect(screen.queryByRole('button', { name: 'New request' })).toBeNull();
  });

  it('ask for the other number when the kind of person changes', async () => {
    serve({ 'GET /api/shop/profile': { body: PROFILE }, [MINE]: listOf() });
    show(<EditRequests />);
    await userEvent.click(await screen.findByRole('button', { name: 'New request' }));
    await userEvent.selectOptions(screen.getByLabelText('Kind of person'), 'legal');
    expect(screen.getByLabelText('Tax number (STIR)')).toBeVisible();
    expect(screen.getByLabelText('Name of the organisation')).toBeVisible();
  });

  it('are taken back while they are open', async () => {
    const withdraw = 'POST /api/shop/profile/edit-requests/7/withdraw';
    const answers: Answers = {
      'GET /api/shop/profile': { body: { ...PROFILE, openRequest: REQUEST } },
      [MINE]: listOf(REQUEST),
      [withdraw]: { body: { ...REQUEST, status: 'withdrawn' } },
    };
    serve(answers);
    show(<EditRequests />);
    const button = await screen.findByRole('button', { name: 'Take back' });
    answers[MINE] = listOf({ ...REQUEST, status: 'withdrawn' });
    await userEvent.click(button);
    expect(await screen.findByText('taken back')).toBeVisible();
  });

  it('are decided by staff: a refusal needs its reason, one’s own is left to another', async () => {
    const refuse = 'POST /api/console/edit-requests/7/refuse';
    const person = { id: 'p', name: 'Aziza Karimova', phone: '+998 90 •••-••-67' };
    const row = { ...REQUEST, person, decidedBy: null, own: false };
    useSession.setState({ me: { roles: ['moderator'] } as never });
    const asked = serve({
      'GET /api/console/edit-requests': listOf(row, { ...row, id: 8, own: true } as EditRequest),
      [refuse]: { body: { ...row, status: 'refused' } },
      'GET /api/shop/dictionaries/get-dynamic-list': {
        body: [
          { id: 'no-document', label: { uz: '', 'uz-Cyrl': '', ru: '', en: 'No paper' }, hidden: false },
        ],
      },
    });
    show(<RequestsTable />);
    expect(await screen.findByText('Somebody else of the staff decides your own request.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Refuse' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Refuse' }));
    expect(await dialog.findByText('The reason needs at least 5 characters.')).toBeVisible();
    expect(dialog.getByText('Choose a reason', { selector: 'p' })).toBeVisible();
    await userEvent.selectOptions(dialog.getByLabelText('Reason'), 'No paper');
    await userEvent.type(dialog.getByLabelText('Reason of the refusal'), 'no document');
    await userEvent.click(dialog.getByRole('button', { name: 'Refuse' }));
    await waitFor(() =>
      expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({
        cause: 'no-document',
        reason: 'no document',
      }),
    );
  });

  it('that change the number are proposed to a second person with the paper that was seen', async () => {
    const propose = 'POST /api/console/decisions/propose';
    const changes = { kind: null, name: null, nationalId: '30101990000014' };
    const person = { id: 'p', name: 'Aziza Karimova', phone: null };
    const row = { ...REQUEST, changes, before: changes, person, decidedBy: null, own: false };
    useSession.setState({ me: { roles: ['operator'] } as never });
    const asked = serve({
      'GET /api/console/edit-requests': listOf(row),
      [propose]: { body: {} },
    });
    show(<RequestsTable />);
    await userEvent.click(await screen.findByRole('button', { name: 'Propose to a second person' }));
    const dialog = within(await screen.findByRole('dialog'));
    const send = dialog.getByRole('button', { name: 'Propose to a second person' });
    await userEvent.click(send);
    expect(await dialog.findByText('Name the paper')).toBeVisible();
    await userEvent.type(dialog.getByLabelText('Number and date of the paper'), 'Passport AA 1');
    await userEvent.click(send);
    await waitFor(() =>
      expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({
        kind: 'correct-number',
        payload: { requestId: 7 },
        reason: '№ 7. married',
        document: 'Passport AA 1',
      }),
    );
  });

  it('are looked at by auditors, who have no buttons', async () => {
    useSession.setState({ me: { roles: ['auditor'] } as never });
    const person = { id: 'p', name: 'Aziza Karimova', phone: null };
    serve({
      'GET /api/console/edit-requests': listOf({
        ...REQUEST,
        person,
        decidedBy: null,
        own: false,
      } as EditRequest),
    });
    show(<RequestsTable />);
    expect(await screen.findByText('married')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
  });
});

describe('sessions', () => {
  const session = (id: string, given: Partial<SessionView> = {}): SessionView => ({
    id: id.repeat(64),
    browser: 'Chrome',
    system: 'Android',
    address: '192.0.2.7',
    startedAtMs: Date.UTC(2026, 10, 20),
    seenAtMs: Date.UTC(2026, 10, 21),
    current: false,
    ...given,
  });

  it('are ended one by one after a question, and the list is read again', async () => {
    const answers: Answers = {
      'GET /api/shop/profile/sessions': {
        body: [session('a', { current: true, system: 'Windows' }), session('b')],
      },
      [`POST /api/shop/profile/sessions/${'b'.repeat(64)}/end`]: { body: { ended: 1 } },
    };
    serve(answers);
    show(<SessionsList />);
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out: Chrome, Android' }));
    answers['GET /api/shop/profile/sessions'] = {
      body: [session('a', { current: true, system: 'Windows' })],
    };
    await userEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Sign out' }),
    );
    await waitFor(() => expect(screen.queryByText('Chrome, Android')).toBeNull());
    expect(screen.getByText('this session')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Sign out everywhere else' })).toBeDisabled();
  });

  it('are all ended but this one', async () => {
    const asked = serve({
      'GET /api/shop/profile/sessions': { body: [session('a', { current: true }), session('b')] },
      'POST /api/shop/profile/sessions/end': { body: { ended: 1 } },
    });
    show(<SessionsList />);
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }));
    await userEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Sign out' }),
    );
    await waitFor(() =>
      expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({ keepThis: true }),
    );
  });
});
