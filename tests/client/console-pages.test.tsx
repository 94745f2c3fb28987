import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { ForRoles } from '#client/app/console/not-yours.tsx';
import { CONSOLE_ROUTES } from '#client/app/routes/console.ts';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { useSession } from '#client/lib/session.ts';
import type { Me } from '#shared/api/site/auth.ts';
import { show } from './page.tsx';

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
  await loadNamespaces(['staff']);
});

const accessTo = (page: string) => CONSOLE_ROUTES.find((route) => route.page === page)!.access;
const as = (role: string) => useSession.setState({ me: { roles: [role] } as unknown as Me, known: true });

it('a page that a role does not see says so, instead of that it could not be loaded', () => {
  as('moderator');
  show(<ForRoles access={accessTo('payouts')}>payouts</ForRoles>);
  expect(screen.getByRole('heading', { name: 'Your role does not see this' })).toBeVisible();
  expect(screen.queryByText('payouts')).toBeNull();
  expect(screen.getByRole('link', { name: 'To my pages' })).toHaveAttribute('href', '/console');
});

it('a page that a role sees is shown', () => {
  as('administrator');
  show(<ForRoles access={accessTo('payouts')}>payouts</ForRoles>);
  expect(screen.getByText('payouts')).toBeVisible();
});
