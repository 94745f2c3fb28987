import { screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RecordPage } from '#client/features/console/records/record-page.tsx';
import { CONSOLE_DETAIL_ROUTES } from '#client/app/routes/console-details.ts';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { RECORD_KINDS } from '#shared/api/console/record-kinds.ts';
import { serve, show } from './page.tsx';

const PERSON = '01a21c13-e532-7182-8054-37a994b8cadf';
const record = (kind: string, number: string, more: object = {}) => ({
  kind,
  number,
  atMs: Date.parse('2026-12-04T10:04:20+05:00'),
  amountTiyin: null,
  state: 'x',
  title: null,
  note: null,
  lotId: null,
  ...more,
});
const page = (
  <Routes>
    <Route path="/console/records/:kind/:number" element={<RecordPage />} />
  </Routes>
);

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
  const route = CONSOLE_DETAIL_ROUTES.find(({ path }) => path.startsWith('/console/records/'))!;
  await loadNamespaces(route.texts);
});
afterEach(() => vi.unstubAllGlobals());

it('shows a record in words, the list in which it is acted upon, and leads to each related one', async () => {
  serve({
    'GET /api/console/records/settlement/12': {
      body: {
        record: record('settlement', '12', { state: 'overdue', amountTiyin: 5_000_00, lotId: 7 }),
        related: [
          record('person', PERSON, { state: 'active', note: 'Anna' }),
          record('lot', '7', { state: '6', title: { uz: 'Uy', ru: 'Дом', en: 'A house' } }),
          record('decision', '3', { state: 'open', note: 'payment-absence' }),
          record('incident', '4', { state: 'closed', note: 'Redis was away' }),
        ],
        more: ['staff-task'],
      },
    },
  });
  show(page, '/console/records/settlement/12');
  expect(await screen.findByRole('heading', { name: 'Payment of a lot № 12' })).toBeVisible();
  expect(screen.getByText('Payment overdue')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Open in its list' })).toHaveAttribute(
    'href',
    '/console/settlements?lot=7',
  );
  expect(screen.queryByRole('link', { name: 'Open its page' })).toBeNull();
  const table = within(screen.getByRole('table', { name: 'Related records' }));
  for (const [name, address] of [
    ['Anna', `person/${PERSON}`],
    ['Lot № 7', 'lot/7'],
    ['Decision of two № 3', 'decision/3'],
    ['Incident № 4', 'incident/4'],
  ] as const)
    expect(table.getByRole('link', { name })).toHaveAttribute('href', `/console/records/${address}`);
  for (const words of ['A house', 'No transfer came by the deadline', 'Redis was away', 'open'])
    expect(table.getAllByText(words)[0]).toBeVisible();
  expect(screen.getByText(/there are more of: cases/)).toBeVisible();
});

it('leads to the page of its own that a record has', async () => {
  serve({
    'GET /api/console/records/anomaly-flag/6': {
      body: { record: record('anomaly-flag', '6', { state: 'new', note: 'jump' }), related: [], more: [] },
    },
  });
  show(page, '/console/records/anomaly-flag/6');
  expect(await screen.findByText('A jump far above the suggestion')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Open its page' })).toHaveAttribute(
    'href',
    '/console/anomaly-flags/6',
  );
  expect(screen.getByText('Nothing is related')).toBeVisible();
});

it.each([
  ['unknown or hidden', '/console/records/refund/9', 404],
  ['of no kind', '/console/records/secret/9', 500],
])('a record %s is none', async (_, address, status) => {
  serve({ 'GET /api/console/records/refund/9': { status, body: { ERROR: { code: 'x', message: 'x' } } } });
  show(page, address);
  expect(await screen.findByRole('heading', { name: 'There is no such record' })).toBeVisible();
});

it('has words for every kind of record', async () => {
  for (const kind of RECORD_KINDS.filter((each) => each !== 'person')) {
    serve({
      [`GET /api/console/records/${kind}/9`]: {
        body: {
          record: record(kind, '9', { state: kind === 'lot' ? '1' : 'x' }),
          related: [],
          more: [kind],
        },
      },
    });
    const { unmount } = show(page, `/console/records/${kind}/9`);
    const title = await screen.findByRole('heading', { level: 1 });
    expect(title.textContent).toMatch(/ 9$/);
    expect(screen.getByText(/there are more of: [a-z -]+\.$/)).toBeVisible();
    unmount();
  }
});
