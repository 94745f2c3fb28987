import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { SettleDialog } from '#client/features/console/payments/settle-dialog.tsx';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import type { PaymentMismatch } from '#shared/api/cabinet/payments.ts';
import { serve, show } from './page.tsx';
// Comes later in a browser; read ahead, so that no time limit waits for it.
import '#client/ui/dialog.tsx';

const MISMATCH: PaymentMismatch = {
  id: 4,
  provider: 'click',
  kind: 'missing-here',
  providerNumber: '17',
  paymentId: null,
  ours: null,
  theirs: { amountTiyin: 3_000_000_000_00, state: 'paid' },
  seenAtMs: 1,
  lastSeenAtMs: 1,
  times: 1,
  settled: null,
};

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
  await loadNamespaces(['console-decisions', 'console-payments', 'payments']);
});

it('a difference above the limit of one person is proposed to a second one', async () => {
  const asked = serve({
    'POST /api/console/payments/mismatches/4/settle': {
      status: 409,
      body: {
        ERROR: { code: 'payments.two-persons', message: 'Above the limit: propose it.', requestId: 'r' },
      },
    },
    'POST /api/console/decisions/propose': { body: { id: 31 } },
  });
  show(<SettleDialog mismatch={MISMATCH} onClose={() => undefined} />, '/console/payments');
  const first = within(await screen.findByRole('dialog'));
  await userEvent.type(first.getByRole('textbox'), 'Click gives it back');
  await userEvent.click(first.getByRole('button', { name: 'Settle' }));
  const second = within(await screen.findByRole('dialog', { name: 'Note what was done about a difference' }));
  expect(second.getByText(/Above the limit/)).toBeVisible();
  await userEvent.type(second.getByLabelText(/^Reason/), 'Click gives it back');
  await userEvent.click(second.getByRole('button', { name: 'Propose' }));
  await waitFor(() =>
    expect(asked.findLast(({ method }) => method === 'POST')?.body).toEqual({
      kind: 'note-difference',
      payload: { mismatchId: 4 },
      reason: 'Click gives it back',
      document: null,
    }),
  );
});
