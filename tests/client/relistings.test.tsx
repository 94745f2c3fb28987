import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { RepeatsTable } from '#client/features/console/relistings/relistings-table.tsx';
import { RepeatPlan } from '#client/features/cabinet/customer-orders/pages/relisting-plan.tsx';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { Toasts } from '#client/ui/toasts.tsx';
import type { StaffRepeat } from '#shared/api/console/relistings.ts';
import { orderRow } from './order-fixture.ts';
import { serve, show } from './page.tsx';
import { inAll } from './sale-fixture.ts';
// Comes later in a browser; read ahead, so that no time limit waits for it.
import '#client/ui/dialog.tsx';

const AT_MS = Date.parse('2026-11-25T10:00:00+05:00');
const repeat = (more: Partial<StaffRepeat> = {}): StaffRepeat => ({
  lotId: 7,
  state: 'planned',
  ground: 'stay',
  round: 2,
  cutBp: 750,
  startPriceTiyin: 46_250_000_00,
  publishAtMs: AT_MS,
  obstacle: null,
  reason: null,
  stoppedBy: null,
  repeatLotId: null,
  orderId: 1_000_001,
  title: inAll('Chevrolet Cobalt'),
  lotStatus: 9,
  plannedAtMs: AT_MS - 1,
  customer: { id: 'p-2', name: 'Sotuvchi Namuna' },
  ...more,
});

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
  await loadNamespaces(['console-repeats', 'console-decisions', 'order-actions', 'customer-orders', 'order']);
});

describe('repeats', () => {
  it('are listed for staff, who propose to stop one with a reason', async () => {
    const items = [repeat(), repeat({ lotId: 8, state: 'blocked', obstacle: 'protest' })];
    const asked = serve({
      'GET /api/console/repeats': { body: { items, open: 2, total: 2, page: 1, size: 20 } },
      'POST /api/console/decisions/propose': { body: { id: 3 } },
    });
    show(
      <>
        <RepeatsTable />
        <Toasts />
      </>,
      '/console/repeats',
    );
    expect(await screen.findByText(/participant’s protest is not decided/)).toBeVisible();
    const user = userEvent.setup();
    await user.click(screen.getAllByRole('button', { name: /^Stop: №/ })[0]!);
    const dialog = await screen.findByRole('dialog');
    await user.type(screen.getByRole('textbox', { name: /Reason/ }), 'Sold elsewhere');
    await user.click(within(dialog).getByRole('button', { name: 'Propose' }));
    await waitFor(() =>
      expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({
        kind: 'stop-repeat',
        payload: { lotId: 7 },
        reason: 'Sold elsewhere',
        document: null,
      }),
    );
  });

  it('are shown to the customer with their date and price, and can be stopped', () => {
    serve({});
    const wishes = { repeat: false, stopRepeats: true, cut: null };
    show(<RepeatPlan order={orderRow()} plan={repeat()} wishes={wishes} />, '/profile/orders/lots/1');
    const plan = screen.getByTestId('repeat-plan');
    expect(plan).toHaveTextContent('Round 2 is planned');
    expect(plan).toHaveTextContent(/7\.5\s%\sof the first price lower/);
    expect(screen.getByRole('button', { name: 'Stop the repeats' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Put on trade again' })).toBeNull();
  });
});
