import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { ClaimPage } from '#client/features/console/number-claims/claim-page.tsx';
import { IdentityCard } from '#client/features/cabinet/profile/identity-card.tsx';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { Toasts } from '#client/ui/toasts.tsx';
import type { ClaimAccount, MyClaim, NumberClaim } from '#shared/api/cabinet/number-claims.ts';
import type { Profile } from '#shared/api/cabinet/profile.ts';
import { serve, show } from './page.tsx';
// Come later in a browser; read ahead, so that no time limit waits for them.
import '#client/features/cabinet/profile/claim-dialog.tsx';
import '#client/ui/dialog.tsx';

const AT_MS = Date.parse('2026-11-23T10:00:00+05:00');
const PINFL = '30101900000105';
const MINE = 'GET /api/shop/profile/number-claims';
const ONE = 'GET /api/console/number-claims/7';
const STATEMENT = 'It is in my passport, I never registered before';

const myClaim = (more: Partial<MyClaim> = {}): MyClaim => ({
  id: 7,
  field: 'pinfl',
  number: PINFL,
  statement: STATEMENT,
  state: 'draft',
  reason: null,
  createdAtMs: AT_MS,
  decidedAtMs: null,
  ...more,
});
const account = (more: Partial<ClaimAccount>): ClaimAccount => ({
  id: 'p-1',
  kind: 'natural',
  name: 'Aziza Karimova',
  phone: '+998901112233',
  phoneConfirmed: true,
  email: null,
  emailConfirmed: false,
  certified: false,
  disabled: false,
  createdAtMs: AT_MS,
  signedInAtMs: null,
  ties: [],
  ...more,
});
const claim = (more: Partial<NumberClaim> = {}): NumberClaim => ({
  id: 7,
  field: 'pinfl',
  numberMasked: '**********0105',
  number: PINFL,
  state: 'open',
  claimant: { id: 'p-1', name: 'Aziza Karimova' },
  submittedAtMs: AT_MS,
  statement: STATEMENT,
  proposedBy: null,
  decidedBy: null,
  decidedAtMs: null,
  reason: null,
  barredUntil: null,
  evidence: [],
  claimantAccount: account({}),
  history: [],
  may: ['propose', 'reject'],
  holders: [account({ id: 'p-2', name: 'Begona Odam', ties: ['money', 'order'] })],
  ...more,
});
const bodies = (asked: ReturnType<typeof serve>, end: string) =>
  asked.filter(({ method, path }) => method !== 'GET' && path.endsWith(end)).map(({ body }) => body);

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
  await loadNamespaces(['profile', 'console-number-claims', 'files', 'staff']);
});

describe('a number that another account has', () => {
  it('leads to a case, and earlier ones are shown with their answers', async () => {
    const answers = {
      [MINE]: { body: { items: [myClaim({ id: 6, state: 'rejected', reason: 'Another photo' })] } },
      'PUT /api/shop/profile/national-id': {
        status: 409,
        body: { ERROR: { code: 'profile.taken', message: 'This number belongs to another account.' } },
      },
      'POST /api/shop/profile/number-claims': { body: myClaim() },
      'GET /api/shop/file/documents': { body: { items: [], usedBytes: 0 } },
    };
    const asked = serve(answers);
    const profile = { kind: 'natural', name: 'Aziza Karimova', pinfl: null, stir: null, since: AT_MS };
    show(<IdentityCard profile={{ ...profile, openRequest: null } as Profile} />, '/');
    expect(await screen.findByText('Another photo')).toBeVisible();
    await userEvent.type(screen.getByLabelText('PINFL'), PINFL);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await userEvent.click(await screen.findByRole('button', { name: /^It is my number/ }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByRole('textbox'), 'mine');
    await userEvent.click(dialog.getByRole('button', { name: 'Next: documents' }));
    expect(await dialog.findByText('At least 20 characters')).toBeVisible();
    await userEvent.clear(dialog.getByRole('textbox'));
    await userEvent.type(dialog.getByRole('textbox'), STATEMENT);
    await userEvent.click(dialog.getByRole('button', { name: 'Next: documents' }));
    await waitFor(() =>
      expect(bodies(asked, '/number-claims')).toEqual([{ number: PINFL, statement: STATEMENT }]),
    );
    expect(await screen.findByRole('button', { name: 'Send to staff' })).toBeVisible();
    // The press in the dialog is none of the form behind it.
    expect(bodies(asked, '/national-id')).toHaveLength(1);
  });
});

describe('a claim, for staff', () => {
  it('says what stops it, and what the server answered to a decision', async () => {
    const asked = serve({
      [ONE]: { body: claim() },
      'POST /api/console/number-claims/7/propose': {
        status: 409,
        body: { ERROR: { code: 'number-claims.tied', message: 'Something is unfinished.' } },
      },
    });
    show(
      <>
        <Routes>
          <Route path="/console/number-claims/:id" element={<ClaimPage />} />
        </Routes>
        <Toasts />
      </>,
      '/console/number-claims/7',
    );
    const holder = within(await screen.findByRole('region', { name: 'The number is in this account now' }));
    expect(holder.getByText('money on the balance, open order')).toBeVisible();
    expect(holder.getByText(/cannot be granted until/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Propose to grant' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByRole('textbox'), 'The passport was checked');
    await userEvent.click(dialog.getByRole('button', { name: 'Propose' }));
    expect(await dialog.findByText('Something is unfinished.')).toBeVisible();
    expect(bodies(asked, '/propose')).toEqual([{ reason: 'The passport was checked' }]);
  });
});
