import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { SettlementsTable } from '#client/features/console/settlements/settlements-table.tsx';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { Toasts } from '#client/ui/toasts.tsx';
import type { StaffSettlement } from '#shared/api/cabinet/winlots.ts';
import { serve, show, type Answers } from './page.tsx';
import { inAll, winLot } from './sale-fixture.ts';
// Comes later in a browser; read ahead, so that no time limit waits for it.
import '#client/ui/dialog.tsx';

const LIST = 'GET /api/console/settlements';
const DUE_AT_MS = Date.parse('2026-11-25T18:00:00+05:00');

const settlement = (more: Partial<StaffSettlement> = {}): StaffSettlement => ({
  id: 3,
  lotId: 7,
  title: inAll('Chevrolet Cobalt'),
  lotStatus: 6,
  sale: 'hammer',
  buyer: { id: 'p-1', name: 'Anvar Namuna', number: 12 },
  priceTiyin: 60_000_000_00,
  depositTiyin: 3_000_000_00,
  paidTiyin: 0,
  state: 'awaiting',
  soldAtMs: DUE_AT_MS - 5 * 86_400_000,
  dueAtMs: DUE_AT_MS,
  graceUntilMs: null,
  defaultAtMs: DUE_AT_MS + 3_600_000,
  pausedAtMs: null,
  decidedAtMs: null,
  extension: null,
  parts: null,
  heldTiyin: 0,
  endable: false,
  cancellable: false,
  may: ['extend'],
  steps: winLot().steps,
  ...more,
});

function open(answers: Answers) {
  const asked = serve(answers);
  show(
    <>
      <SettlementsTable />
      <Toasts />
    </>,
    '/console/settlements',
  );
  return asked;
}
const listed = (items: StaffSettlement[]) => ({
  body: {
    items,
    open: items.length,
    sums: { priceTiyin: 0, paidTiyin: 0 },
    total: items.length,
    page: 1,
    size: 20,
  },
});

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
  await loadNamespaces(['console-settlements', 'after-sale']);
});

describe('payments for won lots, for staff', () => {
  it('of a purchase know no deposit and no participant', async () => {
    const bought = { depositTiyin: 2_000_000_00, paidTiyin: 500_000_00 };
    open({ [LIST]: listed([settlement({ sale: 'purchase', state: 'paid', may: [], ...bought })]) });
    expect(await screen.findByText('purchase 12')).toBeVisible();
    expect(screen.getByText(/^paid:/)).toHaveTextContent(/2\s500\s000\sUZS/);
  });

  it('do not say who won to a reader with a part in the lot', async () => {
    open({ [LIST]: listed([settlement({ buyer: null })]) });
    expect(await screen.findByText('Hidden: you have a part in this lot yourself')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Extend: № 7' }));
    expect(await screen.findByRole('dialog')).toHaveTextContent('Hidden: you have a part in this lot');
  });

  it('are asked a later deadline for, with a day after the present one and a reason', async () => {
    const asked = open({
      [LIST]: listed([settlement()]),
      'POST /api/console/settlements/3/extend': { body: settlement() },
    });
    expect(await screen.findByText('not lost before 25.11.2026 19:00')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Extend: № 7' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByRole('textbox', { name: 'New day' }), '25.11.2026');
    await userEvent.type(dialog.getByRole('textbox', { name: 'Reason' }), 'The bank was closed');
    await userEvent.click(dialog.getByRole('button', { name: 'Extend' }));
    expect(dialog.getByText('Enter a day after the present deadline')).toBeVisible();
    const day = dialog.getByRole('textbox', { name: 'New day' });
    await userEvent.clear(day);
    await userEvent.type(day, '27.11.2026');
    await userEvent.click(dialog.getByRole('button', { name: 'Extend' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { until: '2026-11-27', reason: 'The bank was closed' },
    ]);
  });

  it('are extended by a second person, who decides on the request that was shown', async () => {
    const extension = {
      id: 9,
      untilMs: DUE_AT_MS + 2 * 86_400_000,
      reason: 'The bank was closed',
      by: 'Olim Xodim',
      atMs: DUE_AT_MS - 86_400_000,
    };
    const asked = open({
      [LIST]: listed([settlement({ extension, may: ['approve-extension', 'reject-extension'] })]),
      'POST /api/console/settlements/3/extend/approve': {
        status: 409,
        body: { ERROR: { code: 'settlements.second-person', message: 'Another person has to approve.' } },
      },
    });
    expect(await screen.findByText(/^Olim Xodim asks for 27.11.2026 18:00/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Approve: № 7' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('from 25.11.2026 18:00 to 27.11.2026 18:00')).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Approve' }));
    expect(await dialog.findByText('Another person has to approve.')).toBeVisible();
    expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({ extensionId: 9 });
  });

  it('show nothing to do to who may only read', async () => {
    open({ [LIST]: listed([settlement({ may: [] })]) });
    expect(await screen.findByText('Anvar Namuna')).toBeVisible();
    expect(screen.queryByRole('button', { name: /№ 7/ })).toBeNull();
  });
});
