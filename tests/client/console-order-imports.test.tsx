import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { ImportPage } from '#client/features/console/order-imports/import-page.tsx';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { Toasts } from '#client/ui/toasts.tsx';
import type { ColumnsQuestion, OrderImport } from '#shared/api/cabinet/order-imports.ts';
import { serve, show } from './page.tsx';
import { inAll } from './sale-fixture.ts';

const COLUMNS = 'GET /api/console/order-imports/7/columns';
const SAVE = 'POST /api/console/order-imports/7/columns';

const asked: ColumnsQuestion = {
  columns: [
    { head: 'Inventar kodi', samples: ['A-1', 'A-2'], known: null },
    { head: 'title', samples: ['Quvurlar'], known: 'title' },
    { head: 'Summa', samples: ['100'], known: null },
    { head: 'Toifa', samples: ['cars'], known: 'category' },
    { head: '', samples: [], known: null },
  ],
  facts: [{ code: 'vin', label: inAll('VIN code') }],
};
const made = (more: Partial<OrderImport> = {}): OrderImport => ({
  id: 7,
  state: 'unmapped',
  organisation: { personId: 'p', name: 'Namuna MCHJ' },
  fileName: 'lots.csv',
  fileBytes: 10,
  readBytes: 0,
  problem: null,
  photos: null,
  columns: asked.columns.map(({ head, known }) => ({ head, known })),
  counts: { ready: 0, refused: 0, known: 0, ordered: 0, draft: 0, sent: 0 },
  uploadedBy: 'Xodim',
  uploadedAtMs: 0,
  startedBy: null,
  startedAtMs: null,
  endedAtMs: null,
  signedDocumentId: null,
  may: ['map-columns', 'cancel'],
  ...more,
});
const empty = { items: [], total: 0, page: 1, size: 20 };
function open(found: OrderImport, answers: Parameters<typeof serve>[0] = {}) {
  const calls = serve({
    'GET /api/console/order-imports/7': { body: found },
    'GET /api/console/order-imports/7/rows': { body: empty },
    [COLUMNS]: { body: asked },
    ...answers,
  });
  show(
    <>
      <ImportPage importId={7} Sign={() => null} signTitle="" />
      <Toasts />
    </>,
    '/console/order-imports/7',
  );
  return calls;
}
const posted = (calls: ReturnType<typeof serve>) => calls.filter(({ method }) => method === 'POST');

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
  await loadNamespaces(['console-order-imports', 'order-problems']);
});

it('asks what each column holds, beginning with what is recognised, and sends no answer that cannot be right', async () => {
  const calls = open(made(), { [SAVE]: { body: made({ state: 'reading', may: ['cancel'] }) } });
  const form = within(await screen.findByRole('form', { name: 'What the columns hold' }));
  expect(form.getByLabelText('title')).toHaveDisplayValue('Title (both languages)');
  expect(form.getByLabelText('Inventar kodi')).toHaveDisplayValue('Do not import');
  expect(form.getByLabelText('Inventar kodi')).toHaveAccessibleDescription('A-1 · A-2');
  expect(form.getByLabelText('Column 5 (no name)')).toHaveAccessibleDescription('Empty in the first rows');
  expect(form.getByRole('status')).toHaveTextContent('Still to choose: Lot number, Starting price.');

  const save = form.getByRole('button', { name: 'Save and read the file' });
  await userEvent.click(save);
  expect(form.getByRole('alert')).toHaveTextContent('Still to choose: Lot number, Starting price.');
  await userEvent.selectOptions(form.getByLabelText('Summa'), 'Starting price');
  await userEvent.selectOptions(form.getByLabelText('Inventar kodi'), 'Category');
  expect(form.getAllByText('This is chosen for another column too.')).toHaveLength(2);
  await userEvent.selectOptions(form.getByLabelText('Toifa'), 'Lot number');
  expect(form.queryByText('This is chosen for another column too.')).toBeNull();
  await userEvent.selectOptions(form.getByLabelText('Toifa'), 'Category');
  await userEvent.click(save);
  expect(posted(calls)).toEqual([]);
  await userEvent.selectOptions(form.getByLabelText('Inventar kodi'), 'Lot number');
  await userEvent.selectOptions(form.getByLabelText('Column 5 (no name)'), 'VIN code');
  await userEvent.click(save);
  expect(await screen.findByText('The file is being read')).toBeVisible();
  expect(posted(calls)[0]?.body).toEqual({
    columns: ['number', 'title', 'startPrice', 'category', 'fact:vin'],
  });
});

it('shows why an answer was refused, and what was chosen is not lost', async () => {
  open(made(), {
    [SAVE]: { status: 409, body: { ERROR: { code: 'order-imports.not-asked', message: 'Chosen already.' } } },
  });
  const form = within(await screen.findByRole('form', { name: 'What the columns hold' }));
  await userEvent.selectOptions(form.getByLabelText('Summa'), 'Starting price');
  await userEvent.selectOptions(form.getByLabelText('Inventar kodi'), 'Lot number');
  await userEvent.click(form.getByRole('button', { name: 'Save and read the file' }));
  expect(await form.findByText('Chosen already.')).toBeVisible();
  expect(form.getByLabelText('Summa')).toHaveDisplayValue('Starting price');
});

it('tells those who only read that staff choose, and names the columns that are known', async () => {
  const calls = open(made({ may: [] }));
  expect(await screen.findByText('Staff who import choose what the columns hold.')).toBeVisible();
  expect(screen.queryByRole('form')).toBeNull();
  await userEvent.click(screen.getByText('Recognised columns'));
  expect(screen.getByText('Title (both languages)')).toBeVisible();
  expect(calls.some(({ path }) => path.endsWith('/columns'))).toBe(false);
});

it('saves the refused rows as a file to be mended, where there are any', async () => {
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return 'blob:refused';
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
  const counts = { ready: 1, refused: 2, known: 0, ordered: 0, draft: 0, sent: 0 };
  open(made({ state: 'ready', may: [], counts }), {
    'GET /api/console/order-imports/7/refused-rows': {
      body: { fileName: 'lots-refused.csv', csv: 'number;refusal_reason' },
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Download the refused rows' }));
  await vi.waitFor(() => expect(saved).toHaveLength(1));
  expect(await saved[0]!.text()).toBe('number;refusal_reason');
  expect(screen.getByText(/Refused rows: 2\./)).toBeVisible();
});

it('offers no file where no row is refused', async () => {
  open(made({ state: 'ready', may: [] }));
  expect(await screen.findByText('No such rows')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Download the refused rows' })).toBeNull();
});
