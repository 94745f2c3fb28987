import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { resumeInstant } from '#client/features/console/rooms/resume-time.tsx';
import { StaffTasks } from '#client/features/console/tasks/staff-tasks.tsx';
import { useSession } from '#client/lib/session.ts';
import { Toasts } from '#client/ui/toasts.tsx';
import { serve, show } from './page.tsx';
// Comes later in a browser; read ahead, so that no time limit waits for it.
import '#client/ui/dialog.tsx';

const NOW = Date.parse('2026-12-04T12:00:00+05:00');
const LIST = 'GET /api/console/tasks';
const DONE = 'POST /api/console/tasks/7/done';
const title = { uz: 'Ekskavator', ru: 'Экскаватор', 'uz-Cyrl': 'Экскаватор', en: 'Excavator' };
const task = {
  id: 7,
  kind: 'invite-reserve',
  lotId: 42,
  lotTitle: title,
  lotStatus: 5,
  bidderNumber: 3,
  priceTiyin: 90_000_00,
  reason: null,
  orderId: null,
  bankLineId: null,
  dueAtMs: NOW - 60_000,
  createdAtMs: NOW - 3_600_000,
  owner: null,
  done: null,
};
const listed = {
  body: { items: [task], total: 1, page: 1, size: 20, open: 1, overdue: 1, serverAtMs: NOW },
};
const as = (role: 'operator' | 'auditor') =>
  useSession.setState({ me: { id: 's', name: 'Staff', roles: [role] } as never });

beforeEach(async () => {
  await startI18n();
  await loadNamespaces(['staff', 'staff-tasks']);
  await switchLanguage('en');
});

describe('what needs a decision', () => {
  it('says what, about whom and until when, and that it is overdue; auditors only read', async () => {
    as('auditor');
    serve({ [LIST]: listed });
    show(<StaffTasks />, '/console/tasks');
    expect(await screen.findByText('Invite the reserve participant')).toBeVisible();
    expect(screen.getByText('Participant 3')).toBeVisible();
    expect(screen.getByText(/overdue$/)).toBeVisible();
    expect(screen.getByText('1 is overdue.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Applications' })).toHaveAttribute(
      'href',
      '/console/applications?lot=42',
    );
    expect(screen.queryByRole('button', { name: /^Done/ })).toBeNull();
  });

  it('can be about an order that has no lot', async () => {
    as('operator');
    const about = { orderId: 1_000_007, lotId: null, lotTitle: null, lotStatus: null };
    const ofOrder = { ...task, ...about, kind: 'publish-order', bidderNumber: null, priceTiyin: null };
    serve({ [LIST]: { body: { ...listed.body, items: [ofOrder] } } });
    show(<StaffTasks />, '/console/tasks');
    expect(await screen.findByText('Publish the order')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Order no. 1000007' })).toHaveAttribute(
      'href',
      '/console/orders/1000007',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Done: Publish the order, order no. 1000007' }));
    expect(within(await screen.findByRole('dialog')).getByText(/Order no. 1000007/)).toBeVisible();
  });

  it('is taken, handed over and commented on in one place', async () => {
    as('operator');
    const note = { id: 1, by: 'Anna', atMs: NOW, text: 'Called the seller' };
    const asked = serve({
      [LIST]: listed,
      'GET /api/console/tasks/7/notes': { body: [note] },
      'POST /api/console/tasks/7/notes': { body: [note, { ...note, id: 2, text: 'The seller agrees' }] },
      'GET /api/console/task-colleagues': { body: [{ id: 'b', name: 'Boris' }] },
      'POST /api/console/tasks/7/take': { body: { ...task, owner: { id: 's', name: 'Staff' } } },
      'POST /api/console/tasks/7/hand-over': { body: { ...task, owner: { id: 'b', name: 'Boris' } } },
    });
    show(<StaffTasks />, '/console/tasks');
    await userEvent.click(await screen.findByRole('button', { name: /^Case and comments/ }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('Called the seller')).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Take it' }));
    expect(await dialog.findByText('Staff')).toBeVisible();
    await userEvent.selectOptions(dialog.getByLabelText('Hand over to'), 'Boris');
    await userEvent.click(dialog.getByRole('button', { name: 'Hand over' }));
    await waitFor(() => expect(dialog.queryByText('Staff')).toBeNull());
    await userEvent.type(dialog.getByLabelText('Note'), 'The seller agrees');
    await userEvent.click(dialog.getByRole('button', { name: 'Write it down' }));
    expect(await dialog.findByText('The seller agrees')).toBeVisible();
    const sent = asked.filter(({ method }) => method === 'POST');
    expect(sent.map(({ path, body }) => [path.split('/').at(-1), body])).toEqual([
      ['take', undefined],
      ['hand-over', { to: 'b' }],
      ['notes', { text: 'The seller agrees' }],
    ]);
  });

  it('is not marked as done where only a decision ends it', async () => {
    as('operator');
    serve({ [LIST]: { body: { ...listed.body, items: [{ ...task, kind: 'end-claim' }] } } });
    show(<StaffTasks />, '/console/tasks');
    expect(await screen.findByText('End what a buyer has been owed for long')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Done/ })).toBeNull();
  });

  it('about a transfer leads to where its end is proposed', async () => {
    as('operator');
    const about = { kind: 'end-credit-claim', lotId: null, lotTitle: null, lotStatus: null, bankLineId: 17 };
    serve({ [LIST]: { body: { ...listed.body, items: [{ ...task, ...about }] } } });
    show(<StaffTasks />, '/console/tasks');
    const link = await screen.findByRole('link', { name: 'Line no. 17 of a statement' });
    expect(link).toHaveAttribute('href', '/console/decisions?propose=credit-claim-end');
    expect(screen.queryByRole('button', { name: /^Done/ })).toBeNull();
  });

  it('is done with a note of what was done', async () => {
    as('operator');
    const asked = serve({ [LIST]: listed, [DONE]: { body: { ...task, done: null } } });
    show(
      <>
        <StaffTasks />
        <Toasts />
      </>,
      '/console/tasks',
    );
    await userEvent.click(await screen.findByRole('button', { name: /^Done: Invite/ }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Done' }));
    expect(dialog.getByRole('alert')).toHaveTextContent('Write at least 5 characters');
    await userEvent.type(dialog.getByLabelText('What was done'), 'Called, answers tomorrow');
    await userEvent.click(dialog.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({ note: 'Called, answers tomorrow' });
  });
});

describe('the end of a pause', () => {
  const at = (day: string | null, time: string) => resumeInstant({ when: 'at', day, time }, NOW);

  it('is an instant in Tashkent a minute to thirty days ahead, or now', () => {
    expect(resumeInstant({ when: 'now', day: null, time: '' }, NOW)).toBeNull();
    expect(at('2026-12-07', '10:00')).toBe(Date.parse('2026-12-07T10:00:00+05:00'));
    expect(at('2026-12-04', '12:01')).toBe(NOW + 60_000);
    for (const wrong of [at(null, '10:00'), at('2026-12-07', '25:00'), at('2026-12-07', '')])
      expect(wrong).toBe('wrong');
    expect(at('2026-12-04', '12:00')).toBe('wrong');
    expect(at('2027-02-07', '10:00')).toBe('wrong');
  });
});
