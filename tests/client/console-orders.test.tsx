import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { OrderPage } from '#client/features/console/orders/order-page.tsx';
import { OrdersQueue } from '#client/features/console/orders/orders-queue.tsx';
import { clearRemarks } from '#client/features/console/orders/remarks.ts';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { useSession } from '#client/lib/session.ts';
import { Toasts } from '#client/ui/toasts.tsx';
import { chooseShortcuts } from '#client/ui/use-shortcuts.ts';
import { serve, show, type Answers } from './page.tsx';
// Comes later in a browser; read ahead, so that no time limit waits for it.
import '#client/ui/dialog.tsx';

const NOW = Date.parse('2026-12-04T12:00:00+05:00');
const HOUR_MS = 3_600_000;
const LIST = 'GET /api/console/orders';
const ORDER = 'GET /api/console/orders/17';

const queued = {
  id: 17,
  status: 'sent',
  version: 4,
  title: { uz: 'Uchastka Chilonzorda', ru: 'Участок' },
  customer: { id: 'c', name: 'Aziz Karimov' },
  orderType: 'private',
  categoryId: 5,
  startPriceTiyin: 90_000_000_00,
  sentAtMs: NOW - 3 * HOUR_MS,
  claim: null,
  awaitsSecond: false,
  checks: { passed: 6, failed: 1 },
};
const other = { ...queued, id: 18, title: { uz: 'Ekskavator', ru: 'Экскаватор' } };
const queue = (items: unknown[] = [queued, other]) => ({
  body: {
    items,
    total: items.length,
    page: 1,
    size: 20,
    serverAtMs: NOW,
    service: { waiting: 2, oldestSentAtMs: NOW - 3 * HOUR_MS, medianMs: 40 * 60_000, decided: 5 },
  },
});
const order = {
  ...queued,
  claim: { by: 'Me', mine: true, untilMs: NOW + HOUR_MS },
  photoCount: 3,
  documentCount: 1,
  fields: {
    title: queued.title,
    startPriceTiyin: queued.startPriceTiyin,
    paymentWorkingDays: 5,
    stayDays: 'until-sold',
  },
  checkList: [
    { check: 'signature', passed: true, problems: [] },
    { check: 'fields', passed: false, problems: [{ field: 'phone', problem: 'phone' }] },
  ],
  duplicates: [{ orderId: 9, lotId: 42, title: 'Uchastka' }],
  remarks: [{ field: 'title', text: 'Say which district', answered: true }],
  flows: [
    {
      id: 1,
      atMs: NOW - 4 * HOUR_MS,
      event: 'create',
      from: null,
      to: 'created',
      by: 'customer',
      byName: null,
      why: null,
      reason: null,
      remarks: [],
    },
    {
      id: 3,
      atMs: NOW - 2 * HOUR_MS,
      event: 'close',
      from: 'approved',
      to: 'closed',
      by: 'system',
      byName: null,
      why: 'stay-over',
      reason: null,
      note: null,
      remarks: [],
    },
    {
      id: 2,
      atMs: NOW - 3 * HOUR_MS,
      event: 'send',
      from: 'created',
      to: 'sent',
      by: 'customer',
      byName: null,
      why: null,
      reason: null,
      remarks: [],
    },
  ],
  signedDocumentId: 7,
  needsSecond: false,
  firstApproval: null,
  customerAuthorised: false,
  lotId: null,
  may: ['release', 'approve', 'return', 'reject'],
};
const files = (items: unknown[]) => ({ body: { items, usedBytes: 0, limits: {}, scanned: false } });
const around: Answers = {
  [LIST]: queue(),
  'GET /api/shop/file/images': files([]),
  'GET /api/shop/file/documents': files([]),
};
const name = (en: string) => ({ uz: en, 'uz-Cyrl': en, ru: en, en });
/** One answer for each list of reasons. */
const REASONS = {
  body: [
    { id: 'incomplete', label: name('Documents are missing'), hidden: false },
    { id: 'encumbered', label: name('It is pledged'), hidden: false },
    { id: 'mood', label: name('No longer offered'), hidden: true },
  ],
};
const with_ = (answers: Answers): Answers => ({
  ...around,
  'GET /api/shop/dictionaries/get-dynamic-list': REASONS,
  ...answers,
});

const page = (
  <>
    <Routes>
      <Route path="/console/orders" element={<OrdersQueue />} />
      <Route path="/console/orders/17" element={<OrderPage key="17" orderId={17} preview={null} />} />
      <Route path="/console/orders/18" element={<h1>the next one</h1>} />
    </Routes>
    <Toasts />
  </>
);
const address = () => screen.getByTestId('address').textContent;
const press = (code: string, key = code.slice(-1).toLowerCase(), shiftKey = false) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { code, key, shiftKey });

beforeEach(async () => {
  await startI18n();
  await loadNamespaces([
    'console-orders',
    'customer-orders',
    'protests',
    'order',
    'order-actions',
    'order-problems',
    'card',
    'files',
  ]);
  await switchLanguage('en');
  chooseShortcuts(true);
  clearRemarks(17);
  useSession.setState({ me: { id: 's', name: 'Staff', roles: ['moderator'] } as never });
});

describe('the queue of orders', () => {
  it('says what waits for how long, what the rules found and who looks at it', async () => {
    const claimed = { ...other, claim: { by: 'Nodira', mine: false, untilMs: NOW + HOUR_MS } };
    serve(with_({ [LIST]: queue([queued, claimed]) }));
    show(page, '/console/orders');
    const row = within(await screen.findByRole('row', { name: /Uchastka Chilonzorda/ }));
    expect(screen.getByText('2 orders wait')).toBeVisible();
    expect(screen.getByText('the oldest for 3 hours')).toBeVisible();
    expect(screen.getByText('median of 7 days: 40 minutes')).toBeVisible();
    expect(row.getByText('3 hours')).toBeVisible();
    expect(row.getByText('Passed: 6')).toBeInTheDocument();
    expect(row.getByText('Failed: 1')).toBeInTheDocument();
    expect(row.getByText('free')).toBeVisible();
    expect(screen.getByText('Nodira until 13:00')).toBeVisible();
  });

  it('is chosen from by the address, which an order opened from it carries on', async () => {
    const asked = serve(around);
    show(page, '/console/orders?type=state&claim=free&category=x');
    const link = await screen.findByRole('link', { name: 'Uchastka Chilonzorda' });
    const { search } = asked.find(({ path }) => path === '/api/console/orders')!;
    expect(Object.fromEntries(search)).toEqual({ page: '1', size: '20', orderType: 'state', claim: 'free' });
    expect(link).toHaveAttribute('href', '/console/orders/17?type=state&claim=free&category=x');
  });

  it('is walked by j and k in every layout, and not while one types or has the letters turned off', async () => {
    serve(around);
    show(page, '/console/orders');
    const first = await screen.findByRole('link', { name: 'Uchastka Chilonzorda' });
    const second = screen.getByRole('link', { name: 'Ekskavator' });
    press('KeyJ', 'о');
    expect(first).toHaveFocus();
    press('KeyJ');
    expect(second).toHaveFocus();
    press('KeyK');
    expect(first).toHaveFocus();
    screen.getByLabelText('Number').focus();
    press('KeyJ');
    expect(screen.getByLabelText('Number')).toHaveFocus();
    first.focus();
    press('Slash', '?', true);
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Use single letters' }));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    first.focus();
    press('KeyJ');
    expect(first).toHaveFocus();
  });
});

describe('one order', () => {
  it('shows what was written, what is wrong and what was remarked at its field, and similar ones as links', async () => {
    serve(with_({ [ORDER]: { body: order } }));
    const { container } = show(page, '/console/orders/17');
    expect(await screen.findByText('the time on trade is over')).toBeVisible();
    await screen.findByRole('heading', { level: 1, name: 'Uchastka Chilonzorda' });
    const line = (field: string) =>
      within(container.querySelector<HTMLElement>(`[data-field="${field}"]`) ?? container);
    expect(line('title').getByText('Участок')).toBeVisible();
    expect(line('title').getByText(/Say which district/)).toHaveTextContent('(mended)');
    expect(line('startPriceTiyin').getByText(/90.000.000 UZS/)).toBeVisible();
    expect(line('stayDays').getByText('until it is sold')).toBeVisible();
    expect(line('phone').getByText('not given')).toBeVisible();
    const checks = within(screen.getByRole('heading', { name: 'Checks by the rules' }).parentElement!);
    expect(checks.getAllByRole('listitem')[0]).toHaveTextContent(/failed/);
    expect(checks.getAllByRole('listitem')[1]).toHaveTextContent(/passed/);
    expect(screen.getByRole('link', { name: 'Order No. 9' })).toHaveAttribute('href', '/console/orders/9');
    expect(screen.getByRole('link', { name: 'Lot No. 42' })).toHaveAttribute('href', '/lot-view/42');
  });

  it('warns who opens its documents where uploads are not scanned', async () => {
    const paper = {
      id: 5,
      uploadId: crypto.randomUUID(),
      name: 'deed.pdf',
      sizeBytes: 2048,
      createdAtMs: NOW,
      type: 'application/pdf',
      url: '/api/shop/file/document/5',
      isPublic: false,
    };
    serve(with_({ [ORDER]: { body: order }, 'GET /api/shop/file/documents': files([paper]) }));
    show(page, '/console/orders/17');
    expect(await screen.findByRole('link', { name: 'deed.pdf' })).toBeVisible();
    expect(screen.getByText(/not scanned for malware/)).toBeVisible();
  });

  it('is returned with remarks written at the fields, never without one, and the next one comes', async () => {
    const asked = serve(
      with_({ [ORDER]: { body: order }, 'POST /api/console/orders/17/return': { body: { version: 5 } } }),
    );
    show(page, '/console/orders/17?type=private');
    const button = await screen.findByRole('button', { name: 'Return' });
    expect(button).toBeDisabled();
    press('KeyR');
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Write a remark: Start price' }));
    await userEvent.type(screen.getByLabelText('Remark: Start price'), ' Above the estimate ');
    await userEvent.click(screen.getByRole('button', { name: 'Write a remark: Photos' }));
    (document.activeElement as HTMLElement).blur();
    press('KeyR');
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Above the estimate')).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Return' }));
    expect(dialog.getByRole('alert')).toHaveTextContent('Choose a reason');
    await userEvent.selectOptions(dialog.getByLabelText('Reason'), 'Documents are missing');
    await userEvent.click(dialog.getByRole('button', { name: 'Return' }));
    await waitFor(() => expect(address()).toBe('/console/orders/18?type=private'));
    expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({
      version: 4,
      reason: 'incomplete',
      remarks: [{ field: 'startPriceTiyin', text: 'Above the estimate' }],
    });
    expect(await screen.findByText('Order No. 17 is returned.')).toBeVisible();
  });

  it('keeps remarks that are being written when one looks at another order', async () => {
    serve(with_({ [ORDER]: { body: order } }));
    const first = show(page, '/console/orders/17');
    await userEvent.click(await screen.findByRole('button', { name: 'Write a remark: Name' }));
    await userEvent.type(screen.getByLabelText('Remark: Name'), 'Too short');
    first.unmount();
    show(page, '/console/orders/17');
    expect(await screen.findByLabelText('Remark: Name')).toHaveValue('Too short');
  });

  it('says that it was taken back meanwhile, and is read again', async () => {
    const answers = with_({
      [ORDER]: { body: order },
      'POST /api/console/orders/17/approve': {
        status: 409,
        body: { ERROR: { code: 'console-orders.not-waiting', message: 'The customer took it back.' } },
      },
    });
    serve(answers);
    show(page, '/console/orders/17');
    await screen.findByRole('button', { name: 'Approve' });
    press('KeyA');
    const dialog = within(await screen.findByRole('dialog'));
    answers[ORDER] = { body: { ...order, status: 'created', version: 5, may: [] } };
    await userEvent.click(dialog.getByRole('button', { name: 'Approve' }));
    expect(await screen.findByText('The customer took it back.')).toBeVisible();
    await waitFor(() => expect(screen.getByText(/changed while you looked/)).toBeInTheDocument());
  });

  it('that changed under the eyes of a moderator is not decided before that was seen', async () => {
    const answers = with_({ [ORDER]: { body: order } });
    const asked = serve({
      ...answers,
      'POST /api/console/orders/17/approve': { body: { verdict: 'awaits-second', version: 7 } },
      get [ORDER]() {
        return answers[ORDER];
      },
    });
    const { queries } = show(page, '/console/orders/17');
    await screen.findByRole('button', { name: 'Approve' });
    answers[ORDER] = { body: { ...order, version: 6 } };
    await queries.invalidateQueries();
    await screen.findByText(/changed while you looked/);
    expect(screen.getByRole('button', { name: 'Approve' })).toBeDisabled();
    press('KeyA');
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Seen' }));
    press('KeyA');
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Approve' }));
    expect(await screen.findByText('Order No. 17 waits for another moderator.')).toBeVisible();
    expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({ version: 6 });
  });

  it('is turned down with a reason of the list and words', async () => {
    const asked = serve(
      with_({ [ORDER]: { body: order }, 'POST /api/console/orders/17/reject': { body: { version: 5 } } }),
    );
    show(page, '/console/orders/17');
    await screen.findByRole('button', { name: 'Reject' });
    press('KeyX');
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Reject' }));
    expect(dialog.getAllByRole('alert')).toHaveLength(2);
    await userEvent.selectOptions(dialog.getByLabelText('Reason'), 'It is pledged');
    expect(dialog.queryByRole('option', { name: 'No longer offered' })).toBeNull();
    await userEvent.type(dialog.getByLabelText('Words for the customer'), 'Pledged to a bank');
    await userEvent.click(dialog.getByRole('button', { name: 'Reject' }));
    await waitFor(() =>
      expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({
        version: 4,
        reason: 'encumbered',
        text: 'Pledged to a bank',
      }),
    );
  });

  it('approved by oneself waits for another person, and one looked at by a colleague offers nothing', async () => {
    const firstApproval = { by: 'Me', mine: true, atMs: NOW };
    const answers = with_({
      [ORDER]: { body: { ...order, awaitsSecond: true, needsSecond: true, firstApproval, may: ['release'] } },
    });
    serve(answers);
    const first = show(page, '/console/orders/17');
    expect(await screen.findByText(/You have approved it/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
    first.unmount();
    const claim = { by: 'Nodira', mine: false, untilMs: NOW + HOUR_MS };
    answers[ORDER] = { body: { ...order, claim, may: [] } };
    show(page, '/console/orders/17');
    expect(await screen.findByText('Nodira until 13:00')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Take for review' })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Write a remark/ })).toBeNull();
  });

  it('claimed by a colleague a moment earlier says so and shows who has it', async () => {
    const answers = with_({
      [ORDER]: { body: { ...order, claim: null, may: ['claim'] } },
      'POST /api/console/orders/17/claim': {
        status: 409,
        body: { ERROR: { code: 'console-orders.claimed', message: 'Nodira looks at it.' } },
      },
    });
    serve(answers);
    show(page, '/console/orders/17');
    await screen.findByRole('button', { name: 'Take for review' });
    answers[ORDER] = { body: { ...order, claim: { by: 'Nodira', mine: false, untilMs: NOW }, may: [] } };
    press('KeyC');
    expect(await screen.findByText('Nodira looks at it.')).toBeVisible();
    expect(await screen.findByText('Nodira until 12:00')).toBeVisible();
  });
});

describe('an early start', () => {
  it('is allowed with a reason before trade, where the customer chooses when it begins', async () => {
    const answers = with_({
      [ORDER]: { body: { ...order, earlyStart: { allowed: false } } },
      'POST /api/console/orders/17/allow-early-start': { body: { allowed: true, changed: true } },
    });
    const asked = serve(answers);
    show(page, '/console/orders/17');
    await userEvent.click(await screen.findByRole('button', { name: 'Allow an early start' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Allow an early start' }));
    expect(asked.some(({ method }) => method === 'POST')).toBe(false);
    await userEvent.type(dialog.getByLabelText('Reason'), 'Agreed by phone');
    answers[ORDER] = { body: { ...order, earlyStart: { allowed: true } } };
    await userEvent.click(dialog.getByRole('button', { name: 'Allow an early start' }));
    expect(await screen.findByRole('button', { name: 'Withdraw the early start' })).toBeVisible();
    expect(screen.getByText('Trade may begin two hours after publication')).toBeVisible();
    expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({
      allowed: true,
      reason: 'Agreed by phone',
    });
  });
});

describe('sellers of state property', () => {
  it('are marked with a reason, found by an order of theirs', async () => {
    const PERSON = '0b7f4a52-6f4b-4a57-9a43-3f2d7a3c9a11';
    const asked = serve(
      with_({
        'GET /api/console/authorised-sellers': { body: { items: [], total: 0, page: 1, size: 100 } },
        [ORDER]: { body: { ...order, customer: { id: PERSON, name: 'Ijro savdo' } } },
        [`POST /api/console/authorised-sellers/${PERSON}`]: { body: { authorised: true, changed: true } },
      }),
    );
    show(page, '/console/orders');
    await userEvent.click(await screen.findByRole('button', { name: 'Sellers of state property' }));
    await userEvent.type(await screen.findByLabelText('Number of any order of the customer'), '17');
    await userEvent.click(await screen.findByRole('button', { name: 'Authorise' }));
    const dialog = within(await screen.findByRole('dialog', { name: /Authorise to sell/ }));
    await userEvent.click(dialog.getByRole('button', { name: 'Authorise' }));
    expect(dialog.getByRole('alert')).toHaveTextContent('Write at least 3 characters.');
    await userEvent.type(dialog.getByLabelText('Reason'), 'Contract 12 of the bureau');
    await userEvent.click(dialog.getByRole('button', { name: 'Authorise' }));
    expect(await screen.findByText('Ijro savdo may sell state property now.')).toBeVisible();
    expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({
      authorised: true,
      reason: 'Contract 12 of the bureau',
    });
  });
});
