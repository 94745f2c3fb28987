import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { OrderPages } from '#client/features/cabinet/customer-orders/pages/order-pages.tsx';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { useSession } from '#client/lib/session.ts';
import { Toasts } from '#client/ui/toasts.tsx';
import { fullOrder, orderRow } from './order-fixture.ts';
import { serve, show, type Answers } from './page.tsx';
// Comes later in a browser; read ahead, so that no time limit waits for it.
import '#client/ui/dialog.tsx';

const FULL = 'GET /api/shop/order/full-info/12';
const at = (page: string) => `/profile/orders/${page}/12`;

function open(page: string, answers: Answers) {
  const asked = serve(answers);
  show(
    <>
      <OrderPages />
      <Toasts />
    </>,
    at(page),
  );
  return asked;
}

const plain = (value: string) => value.replaceAll('\u00a0', ' ');

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
  await loadNamespaces([
    'cabinet',
    'card',
    'code-entry',
    'customer-orders',
    'files',
    'map',
    'order',
    'order-actions',
  ]);
  useSession.setState({ user: null, me: null, known: true });
});

describe('the pages of an order', () => {
  it('say what is sold and on which terms, and what is not filled in', async () => {
    open('order-info', { [FULL]: { body: fullOrder() } });
    expect(await screen.findByRole('heading', { level: 1, name: 'Hovli uy' })).toBeVisible();
    const value = (name: string) => screen.getByText(name).nextElementSibling;
    expect(plain(value('Start price')?.textContent ?? '')).toContain('120 000 000');
    expect(value('Estimated price')).toHaveTextContent('not filled in');
    expect(value('Term of the lease')).toHaveTextContent('12 months');
    expect(plain(value('Per month')?.textContent ?? '')).toContain('10 000 000');
    expect(plain(value('Payment by parts')?.textContent ?? '')).toBe('6 months, first part 30.5 %');
    expect(value('Stay in trade')).toHaveTextContent('until sold');
    expect(value('Overtime')).toHaveTextContent('none');
    expect(screen.getByRole('link', { current: 'page' })).toHaveTextContent('Order');
    expect(screen.getByRole('listitem', { current: 'step' })).toHaveTextContent('Being prepared');
  });

  it('show the property in the languages it was written in', async () => {
    open('property-info', { [FULL]: { body: fullOrder() } });
    expect(await screen.findByText('Keng hovli')).toHaveAttribute('lang', 'uz');
    expect(screen.getByText('ул. Садовая, 4')).toHaveAttribute('lang', 'ru');
    expect(screen.getByText('120 m²')).toBeVisible();
    expect(screen.getByText('Uylar', { exact: false })).toBeVisible();
  });

  it('lead from each remark to the step where it is answered', async () => {
    open('order-info', {
      [FULL]: {
        body: fullOrder({
          order: orderRow({ status: 'returned', openRemarks: 1 }),
          remarks: [
            { field: 'startPriceTiyin', text: 'The price is too low', answered: false },
            { field: 'photos', text: 'Show the yard', answered: true },
          ],
        }),
      },
    });
    const remarks = within(await screen.findByRole('region', { name: '1 remark to answer' }));
    expect(remarks.getByRole('link', { name: 'Start price' })).toHaveAttribute(
      'href',
      '/order-create?order=12&step=thing',
    );
    expect(remarks.getByText('The price is too low')).toBeVisible();
    expect(remarks.getAllByText('Answered')).toHaveLength(1);
    expect(screen.getByRole('link', { name: 'Mend and send' })).toBeVisible();
  });

  it('say that an order is not there, for a wrong number too', async () => {
    open('order-info', {});
    expect(await screen.findByText('There is no such order')).toBeVisible();
    expect(screen.getByRole('link', { name: 'My orders' })).toHaveAttribute('href', '/profile/orders');
  });

  it('can be asked for again when they could not be loaded', async () => {
    open('order-info', { [FULL]: { status: 503, body: { ERROR: { code: 'x', message: 'Not now.' } } } });
    expect(await screen.findByText('Not now.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });

  it('show the files of an order, and who may read each document', async () => {
    const stored = { uploadId: crypto.randomUUID(), sizeBytes: 2_048, createdAtMs: 1_763_700_000_000 };
    open('property-documents', {
      [FULL]: { body: fullOrder() },
      'GET /api/shop/file/documents': {
        body: {
          items: [
            { ...stored, id: 1, name: 'report.pdf', type: 'application/pdf', url: '/f/1', isPublic: true },
            { ...stored, id: 2, name: 'deed.pdf', type: 'application/pdf', url: '/f/2', isPublic: false },
          ],
          usedBytes: 4_096,
          limits: {},
        },
      },
    });
    expect(await screen.findByRole('link', { name: 'report.pdf' })).toHaveAttribute('href', '/f/1');
    expect(screen.getByText('Everybody may read it')).toBeVisible();
    expect(screen.getByText('For you, staff and applicants')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Change the documents' })).toHaveAttribute(
      'href',
      '/order-create?order=12&step=documents',
    );
  });

  it('tell who changed the order, when, from what to what and why, the newest first', async () => {
    open('order-flows', {
      [FULL]: { body: fullOrder() },
      'GET /api/shop/order/flows/12': {
        body: {
          items: [
            {
              atMs: 1_000,
              by: 'customer',
              from: null,
              to: 'created',
              note: null,
              why: null,
              reason: null,
              remarks: [],
            },
            {
              atMs: Date.parse('2026-11-21T10:04:31+05:00'),
              by: 'staff',
              from: 'sent',
              to: 'returned',
              note: null,
              why: 'See the remarks',
              reason: {
                code: 'incomplete',
                name: { uz: '', 'uz-Cyrl': '', ru: '', en: 'Something is missing' },
              },
              remarks: [{ field: 'title', text: 'Name the street', answered: false }],
            },
          ],
        },
      },
    });
    const history = await screen.findByRole('region', { name: 'History' });
    const [newest, oldest] = within(history)
      .getAllByRole('listitem')
      .filter((item) => item.querySelector('time'));
    expect(newest).toHaveTextContent(/10:04:31.*staff/);
    expect(newest).toHaveTextContent(/Sent for checking.*Returned for correction/);
    expect(newest).toHaveTextContent(/Something is missing.*See the remarks/);
    expect(newest).toHaveTextContent('Name the street');
    expect(oldest).toHaveTextContent(/you.*begun.*Being written/);
  });

  it('tell in words of the reader why the platform moved an order', async () => {
    const step = { by: 'system', from: 'on-trade', to: 'traded', note: null, reason: null, remarks: [] };
    open('order-flows', {
      [FULL]: { body: fullOrder() },
      'GET /api/shop/order/flows/12': {
        body: {
          items: [
            { ...step, atMs: 1_000, why: 'price-not-confirmed' },
            { ...step, atMs: 2_000, why: 'result-cancelled' },
          ],
        },
      },
    });
    const history = await screen.findByRole('region', { name: 'History' });
    expect(history).toHaveTextContent(/result of the sale was cancelled.*price was not confirmed/);
    expect(history).not.toHaveTextContent(/price-not-confirmed|result-cancelled/);
  });
});

describe('other requisites', () => {
  const SEND = 'POST /api/shop/order/update-bank-info/send-code';
  const SAVE = 'POST /api/shop/order/update-bank-info';
  const BASE: Answers = {
    [FULL]: { body: fullOrder() },
    'GET /api/shop/profile': { body: { name: 'Aziza Karimova' } },
    'GET /api/shop/gateway/uzcard-cards': { body: { offered: true, sandboxCode: null, items: [] } },
    'GET /api/shop/dictionaries/bank': { body: [] },
    [SEND]: {
      body: {
        resendAfterMs: 60_000,
        expiresAfterMs: 300_000,
        to: { phone: '+998 90 ••• 45 67', email: null },
      },
    },
  };
  const begin = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Change the requisites' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(await dialog.findByRole('button', { name: 'Send a code' }));
    return dialog;
  };

  it('need a fresh sign-in, which comes back to them', async () => {
    open('requisites', {
      ...BASE,
      [SEND]: { status: 403, body: { ERROR: { code: 'sign-in-again', message: '' } } },
    });
    const dialog = await begin();
    const again = await dialog.findByRole('link', { name: 'Sign in again' });
    const address = new URL(again.getAttribute('href') ?? '', 'http://site');
    expect(address.searchParams.get('return')).toBe('/profile/orders/requisites/12?change=1');
    expect(address.searchParams.get('renew')).toBe('1');
  });

  it('are saved with a code, in the customer’s own name', async () => {
    const asked = open('requisites', { ...BASE, [SAVE]: { body: { version: 4 } } });
    const dialog = await begin();
    expect(await dialog.findByText('Aziza Karimova')).toBeVisible();
    await userEvent.clear(dialog.getByLabelText('Bank code (MFO)'));
    await userEvent.type(dialog.getByLabelText('Bank code (MFO)'), '00014');
    await userEvent.type(dialog.getByLabelText('Confirmation code'), '123456');
    expect(await screen.findByText('The requisites were changed.')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked.find(({ path }) => path.endsWith('/update-bank-info'))?.body).toEqual({
      orderId: 12,
      version: 3,
      code: '123456',
      requisites: {
        kind: 'account',
        bankName: 'Namuna bank',
        account: '20208000900123456001',
        mfo: '00014',
        holderName: 'Aziza Karimova',
      },
    });
  });

  it('can be typed with a code that was sent before, and say why it was not taken', async () => {
    open('requisites', {
      ...BASE,
      [SEND]: { status: 429, body: { ERROR: { code: 'codes.wait', message: 'Wait.' } } },
      [SAVE]: { status: 422, body: { ERROR: { code: 'codes.wrong', message: 'The code is wrong.' } } },
    });
    const dialog = await begin();
    expect(await dialog.findByText(/A code was sent shortly before/)).toBeVisible();
    await userEvent.type(dialog.getByLabelText('Confirmation code'), '123456');
    expect(await dialog.findByText('The code is wrong.')).toBeVisible();
    expect(dialog.getByLabelText('Confirmation code')).toHaveValue('');
  });

  it('that are wrong are not sent: each field says why', async () => {
    const asked = open('requisites', BASE);
    const dialog = await begin();
    await userEvent.clear(await dialog.findByLabelText('Bank account'));
    await userEvent.type(dialog.getByLabelText('Confirmation code'), '123456');
    expect(await dialog.findByText('Correct the marked fields first.')).toBeVisible();
    expect(dialog.getByText('The account has 20 digits.')).toBeVisible();
    expect(asked.some(({ path }) => path.endsWith('/update-bank-info'))).toBe(false);
  });

  it('are not offered once the money is on its way', async () => {
    const { requisites } = fullOrder();
    open('requisites', { [FULL]: { body: fullOrder({ requisites: { ...requisites, changeable: false } }) } });
    expect(await screen.findByText('They can no longer be changed here.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Change the requisites' })).toBeNull();
  });
});
