import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ListsPage } from '#client/features/console/lists/lists-page.tsx';
import { CONTENT_ROUTES } from '#client/app/routes/console-content.ts';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { useSession } from '#client/lib/session.ts';
import type { ConsoleList } from '#shared/api/console/console-lists.ts';
import { serve, show } from './page.tsx';
import { inAll } from './sale-fixture.ts';

const CAUSES: ConsoleList = {
  name: 'bar-causes',
  version: 4,
  free: false,
  entries: [
    { code: 'unpaid', name: inAll('not paid'), hidden: false },
    { code: 'court', name: inAll('decided by a court'), hidden: false },
  ],
  changes: [],
};
const SAVE = 'PUT /api/console/lists/bar-causes';

function open(role: 'operator' | 'auditor') {
  useSession.setState({ me: { roles: [role] } as never });
  const asked = serve({
    'GET /api/console/lists': { body: [CAUSES] },
    [SAVE]: { body: { ...CAUSES, version: 5 } },
  });
  show(<ListsPage />, '/console/lists?list=bar-causes');
  return asked;
}

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
  await loadNamespaces(CONTENT_ROUTES.find(({ path }) => path === '/console/lists')!.texts);
});
afterEach(() => vi.unstubAllGlobals());

it('renames a cause of bars, and offers to add or hide none', async () => {
  const asked = open('operator');
  const [first] = await screen.findAllByRole('textbox', { name: /English/ });
  expect(screen.getByRole('option', { name: 'Causes of bars from auctions', selected: true })).toBeVisible();
  expect(screen.getByText(/may be renamed and moved, but not added to, hidden or deleted/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Add an entry' })).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
  await userEvent.clear(first!);
  await userEvent.type(first!, 'the price was not paid');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const sent = await waitFor(() => asked.find(({ method }) => method === 'PUT')!.body);
  expect(sent).toMatchObject({
    version: 4,
    entries: [
      { code: 'unpaid', name: { en: 'the price was not paid', ru: 'not paid' }, hidden: false },
      { code: 'court', name: { en: 'decided by a court' }, hidden: false },
    ],
  });
});

it('shows them to who may only read, without a way to change them', async () => {
  open('auditor');
  const fields = await screen.findAllByRole('textbox', { name: /English/ });
  expect(fields).toHaveLength(2);
  for (const field of fields) expect(field).toHaveAttribute('readonly');
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});
