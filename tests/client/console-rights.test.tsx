import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { RightsPage } from '#client/features/console/rights/rights-page.tsx';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { STAFF_ROLES } from '#shared/api/contract.ts';
import { STAFF_RIGHTS } from '#shared/api/console/staff-rights.ts';
import { serve, show } from './page.tsx';

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
  await loadNamespaces(['console-rights']);
});

it('rights of staff are shown as the table has them, with what else they ask for', () => {
  serve({});
  show(<RightsPage />, '/console/rights');
  const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1);
  expect(rows).toHaveLength(Object.keys(STAFF_RIGHTS).length);
  Object.values(STAFF_RIGHTS).forEach((roles: readonly string[], at) => {
    // Each has words of its own: without them its key would be shown.
    expect(rows[at]).not.toHaveTextContent('right.');
    const cells = within(rows[at]!).getAllByRole('img');
    expect(cells.map((cell) => cell.getAttribute('aria-label'))).toEqual(
      STAFF_ROLES.map((role) => (roles.includes(role) ? 'yes' : 'no')),
    );
  });
  const payouts = rows[Object.keys(STAFF_RIGHTS).indexOf('decidePayouts')]!;
  expect(payouts).toHaveTextContent('two people');
  expect(payouts).not.toHaveTextContent('in some cases');
  expect(payouts).toHaveTextContent('needs a fresh sign-in');
});
