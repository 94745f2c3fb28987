import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { PaymentDetails, PaymentView } from '#shared/api/cabinet/payments.ts';
import type { LotDetails } from '#shared/api/site/lots.ts';
import PaymentResult from '#client/features/cabinet/payments/payment-result.tsx';
import { PaymentsTable } from '#client/features/cabinet/payments/payments-table.tsx';
import { TopUpPage } from '#client/features/cabinet/top-up/top-up-page.tsx';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { paths } from '#client/lib/paths.ts';
import { lot, text } from './lot-fixture.ts';
import { serve, show, type Answers } from './page.tsx';
import { partSchedule, winLot, winLots } from './sale-fixture.ts';

const OPTIONS = {
  minTiyin: 100_000,
  maxTiyin: 50_000_000_000,
  providers: [
    { id: 'payme', name: 'Payme', logo: '/logos/payment/1.svg', pretend: true },
    { id: 'click', name: 'Click', logo: '/logos/payment/2.svg', pretend: false },
  ],
};
const START = 'POST /api/shop/payment/top-up';
const CHECKOUT = 'https://checkout.example/pay';

let gone: string[];
beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
  gone = [];
  vi.stubGlobal('location', { ...window.location, assign: (to: string) => gone.push(to) });
});

async function open(at = '/profile/top-up', answers: Answers = {}) {
  const all: Answers = {
    'GET /api/shop/payment/top-up/options': { body: OPTIONS },
    [START]: { body: { paymentId: 5, checkoutUrl: CHECKOUT } },
    ...answers,
  };
  const asked = serve(all);
  show(<TopUpPage />, at);
  await screen.findByRole('button', { name: 'Continue to payment' });
  return {
    answers: all,
    sent: () => asked.filter(({ method }) => method === 'POST').map(({ body }) => body),
  };
}
const sum = () => screen.getByLabelText('Sum, UZS');
const go = () => userEvent.click(screen.getByRole('button', { name: 'Continue to payment' }));

describe('topping up', () => {
  it('sends sum and provider and opens the provider’s page', async () => {
    const { sent } = await open();
    await userEvent.type(sum(), '250000.5');
    await userEvent.click(screen.getByRole('radio', { name: /Click/ }));
    await go();
    await waitFor(() => expect(gone).toEqual([CHECKOUT]));
    expect(sent()).toEqual([
      { provider: 'click', amountTiyin: 25_000_050, requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    ]);
  });

  it('says what is wrong with the sum and sends nothing', async () => {
    const { sent } = await open();
    await go();
    expect(screen.getByRole('alert')).toHaveTextContent('Enter the sum.');
    await userEvent.type(sum(), '999');
    expect(screen.getByRole('alert')).toHaveTextContent('The smallest sum is 1 000 UZS.');
    await userEvent.clear(sum());
    await userEvent.type(sum(), '500000001');
    expect(screen.getByRole('alert')).toHaveTextContent('At most 500 000 000 UZS can be added at once.');
    await go();
    expect(sent()).toEqual([]);
    expect(gone).toEqual([]);
  });

  it('takes a common sum by one press and says which stand-ins take no money', async () => {
    await open();
    await userEvent.click(screen.getByRole('button', { name: /^500.000$/ }));
    expect(sum()).toHaveValue('500\u00a0000');
    expect(screen.getAllByText('practice, no money is taken')).toHaveLength(1);
  });

  it('is filled with the sum that is missing, in whole UZS, and comes back to where it was missing', async () => {
    const { sent } = await open('/profile/top-up?amount=123456789&return=/lot-view/5');
    expect(screen.getByRole('note')).toHaveTextContent('1 234 568 UZS more is needed.');
    await go();
    await waitFor(() =>
      expect(sent()).toMatchObject([{ amountTiyin: 123_456_800, returnTo: '/lot-view/5' }]),
    );
  });

  it('leads nowhere else, whatever the address says', async () => {
    const { sent } = await open('/profile/top-up?amount=100000&return=//evil.example');
    await go();
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]).not.toHaveProperty('returnTo');
  });

  it('repeats the same payment after a failure, and makes a new one for another sum', async () => {
    const { answers, sent } = await open('/profile/top-up?amount=100000');
    answers[START] = { status: 503, body: { ERROR: { code: 'unavailable', message: 'Not now.' } } };
    await go();
    expect(await screen.findByText('Not now.')).toBeVisible();
    await go();
    await waitFor(() => expect(sent()).toHaveLength(2));
    await userEvent.type(sum(), '0');
    await go();
    await waitFor(() => expect(sent()).toHaveLength(3));
    const [first, second, third] = sent() as { requestId: string }[];
    expect(second!.requestId).toBe(first!.requestId);
    expect(third!.requestId).not.toBe(first!.requestId);
  });

  it('begins again when the payment of this intent has ended meanwhile', async () => {
    const { answers, sent } = await open('/profile/top-up?amount=100000');
    answers[START] = {
      status: 409,
      body: { ERROR: { code: 'payments.request-reused', message: 'Begun already.' } },
    };
    await go();
    await waitFor(() => expect(sent()).toHaveLength(2));
    const [first, second] = sent() as { requestId: string }[];
    expect(second!.requestId).not.toBe(first!.requestId);
  });

  it('says when no provider is set up', async () => {
    serve({ 'GET /api/shop/payment/top-up/options': { body: { ...OPTIONS, providers: [] } } });
    show(<TopUpPage />, '/profile/top-up');
    expect(await screen.findByText('No payment system is set up at the moment')).toBeVisible();
  });
});

describe('topping up for an auction', () => {
  /** Money has to cover 5 % of a price; the deposit of 2.5 million carries to the start of 50 million. */
  const limited: LotDetails = {
    ...lot,
    rules: { ...lot.rules, limitFromPrice: 3, limitPercent: 5, limitOffStep: true },
  };
  const AT = '/profile/top-up?lot=7&amount=250000000&return=/lot-view/7';
  const come = (money: { availableTiyin: number; heldForLot?: number }, shown: LotDetails = limited) => {
    const { availableTiyin, heldForLot = 0 } = money;
    const hold = (id: string, amountTiyin: number) => ({
      id: 1,
      amountTiyin,
      about: { kind: 'lot', id },
      heldAtMs: 0,
    });
    return open(AT, {
      'GET /api/shop/lot-card/details/7': { body: shown },
      'GET /api/shop/user/money': {
        body: {
          availableTiyin,
          heldTiyin: heldForLot,
          held: [hold('7', heldForLot), hold('8', 900_000_000)],
        },
      },
    });
  };
  const price = () => screen.getByLabelText('Highest price, UZS');
  const says = (part: string) =>
    expect(
      screen
        .getAllByRole('status')
        .map((status) => status.textContent)
        .join(' '),
    ).toContain(part.replaceAll(/(\d) (?=\d|UZS)/g, '$1\u00a0'));
  const chips = () =>
    within(screen.getByRole('group', { name: 'Prices to choose from' }))
      .getAllByRole('button')
      .map((chip) => chip.textContent.replaceAll('\u00a0', ' '));

  it('asks how high one wants to go, and fills in nothing for the person', async () => {
    const { sent } = await come({ availableTiyin: 0 });
    expect(screen.getByRole('heading', { name: 'How high do you want to go?' })).toBeVisible();
    expect(sum()).toHaveValue('');
    await go();
    expect(screen.getByRole('alert')).toHaveTextContent('Say how high you want to go');
    expect(sent()).toEqual([]);
  });

  it('labels each choice with the price it carries to, and takes the sum for it by one press', async () => {
    const { sent } = await come({ availableTiyin: 0 });
    expect(chips()).toEqual([
      'up to 50 000 000 UZSadd 2 500 000 UZS',
      'up to 63 000 000 UZSadd 3 150 000 UZS',
      'up to 75 000 000 UZSadd 3 750 000 UZS',
      'up to 100 000 000 UZSadd 5 000 000 UZS',
    ]);
    await userEvent.click(screen.getByRole('button', { name: /^up to 75/ }));
    expect(sum()).toHaveValue('3\u00a0750\u00a0000');
    says('With this sum you can offer up to 75 000 000 UZS.');
    await go();
    await waitFor(() =>
      expect(sent()).toMatchObject([{ amountTiyin: 375_000_000, returnTo: '/lot-view/7' }]),
    );
  });

  it('counts what is free and what is held for this lot, and nothing that is held for another', async () => {
    await come({ availableTiyin: 50_000_000, heldForLot: 250_000_000 });
    await userEvent.type(price(), '80000000');
    expect(sum()).toHaveValue('1\u00a0000\u00a0000');
    await userEvent.clear(price());
    await userEvent.type(price(), '60000000');
    expect(sum()).toHaveValue('');
    says('Your money already carries you to 60 000 000 UZS.');
    expect(screen.getByRole('link', { name: 'Back to the lot' })).toHaveAttribute('href', '/lot-view/7');
  });

  it('says how high a sum of one’s own carries, or that the deposit is not covered', async () => {
    await come({ availableTiyin: 0 });
    await userEvent.type(sum(), '4000000');
    says('With this sum you can offer up to 80 000 000 UZS.');
    await userEvent.clear(sum());
    await userEvent.type(sum(), '1000000');
    says('does not cover the deposit of 2 500 000 UZS yet');
  });

  it('offers no price that others have passed already', async () => {
    await come(
      { availableTiyin: 0 },
      { ...limited, room: { ...limited.room, priceTiyin: 9_000_000_000, count: 3 } },
    );
    expect(chips()[0]).toBe('up to 99 000 000 UZSadd 4 950 000 UZS');
  });

  it('asks for the missing deposit only where money limits no offer, or the lot is not known', async () => {
    await come({ availableTiyin: 0 }, lot);
    expect(screen.queryByRole('heading', { name: 'How high do you want to go?' })).toBeNull();
    expect(sum()).toHaveValue('2\u00a0500\u00a0000');
  });
});

const payment = (change: Partial<PaymentDetails>): PaymentDetails => ({
  id: 5,
  receiptNumber: null,
  provider: 'payme',
  providerName: 'Payme',
  amountTiyin: 10_000_000,
  status: 'created',
  cause: null,
  createdAtMs: 1_786_000_000_000,
  paidAtMs: null,
  endedAtMs: null,
  returnTo: null,
  checkoutUrl: null,
  ...change,
});

const SALES = 'GET /api/shop/winlot/list';

describe('coming back from paying', () => {
  const come = (change: Partial<PaymentDetails>, sales: Answers[string] = winLots([])) => {
    const answers: Answers = {
      'GET /api/shop/user/payments/5': { body: payment(change) },
      [SALES]: sales,
    };
    serve(answers);
    show(<PaymentResult paymentId={5} />, '/redirecting?payment=5');
    return answers;
  };

  it('says that the money is there, with the receipt and the way on', async () => {
    come({ status: 'paid', receiptNumber: 'R-2026-5', returnTo: '/lot-view/7' });
    expect(await screen.findByRole('heading', { name: 'Your balance has been topped up' })).toBeVisible();
    expect(screen.getByText('100 000 UZS')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', '/lot-view/7');
    expect(screen.getByRole('link', { name: 'Download the receipt' })).toHaveAttribute(
      'href',
      '/api/shop/user/payments/5/receipt',
    );
  });

  it('waits while the provider’s word is on its way, and shows it when it comes', async () => {
    const answers = come({ status: 'pending' });
    expect(await screen.findByRole('heading', { name: 'Checking the payment…' })).toBeVisible();
    answers['GET /api/shop/user/payments/5'] = { body: payment({ status: 'paid', receiptNumber: 'R' }) };
    await screen.findByRole('heading', { name: 'Your balance has been topped up' });
  });

  it('says after a while that nothing was paid, and leads back to the same checkout', async () => {
    come({ checkoutUrl: CHECKOUT });
    await screen.findByRole('heading', { name: 'The payment did not go through' });
    expect(screen.getByRole('link', { name: 'Go on paying' })).toHaveAttribute('href', CHECKOUT);
    expect(screen.getByRole('link', { name: 'Top up another way' })).toHaveAttribute(
      'href',
      '/profile/top-up?amount=10000000',
    );
  });

  it.each([
    ['cancelled', 'declined', 'The payment was cancelled'],
    ['failed', 'expired', 'The payment has expired'],
    ['refunded', 'returned', 'The payment was returned'],
  ] as const)('says that it is %s', async (status, cause, title) => {
    come({ status, cause });
    expect(await screen.findByRole('heading', { name: title })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Download the receipt' })).toBeNull();
  });

  it('says nothing of a balance while it is not known what was paid for', async () => {
    come(
      { status: 'paid', receiptNumber: 'R-2026-5' },
      { status: 503, body: { ERROR: { code: 'unavailable', message: 'Away.' } } },
    );
    expect(await screen.findByText('Away.')).toBeVisible();
    expect(screen.queryByText('Your balance has been topped up')).toBeNull();
  });

  it('shows a failure with a retry, never a wrong word about money', async () => {
    serve({
      'GET /api/shop/user/payments/5': {
        status: 503,
        body: { ERROR: { code: 'unavailable', message: 'Away.' } },
      },
    });
    show(<PaymentResult paymentId={5} />, '/redirecting?payment=5');
    expect(await screen.findByText('Away.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});

describe('coming back from paying for a won lot', () => {
  const come = async (change: Parameters<typeof winLot>[0], paid: Partial<PaymentDetails> = {}) => {
    await loadNamespaces(['after-sale']);
    const answers: Answers = {
      'GET /api/shop/user/payments/5': {
        body: payment({
          status: 'paid',
          amountTiyin: 57_000_000_00,
          receiptNumber: 'R-2026-5',
          returnTo: '/profile/winlots?lot=7',
          ...paid,
        }),
      },
      [SALES]: winLots([winLot(change)]),
      'GET /api/shop/lot-card/details/7': {
        body: {
          ...lot,
          region: text('Toshkent shahri'),
          address: text('Chilonzor, 5'),
          customer: {
            ...lot.customer,
            name: text('Namuna MChJ'),
            phone: '+998901112233',
            email: 'sotuv@example.uz',
          },
        },
      },
    };
    const asked = serve(answers);
    show(<PaymentResult paymentId={5} />, '/redirecting?payment=5');
    return { answers, asked };
  };
  const PAID = { state: 'paid', canPay: false, paidTiyin: 57_000_000_00 } as const;

  it('says what is bought, that it is paid in full, by which protocol, and who hands it over where', async () => {
    const { asked } = await come(PAID);
    expect(await screen.findByRole('heading', { name: 'Bought: the price is paid in full' })).toBeVisible();
    expect(screen.queryByText(/topped up|on your balance/)).toBeNull();
    expect(screen.getByText('Chevrolet Cobalt')).toBeVisible();
    expect(screen.getByText(/^60\s000\s000\sUZS$/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Protocol P-7' })).toHaveAttribute(
      'href',
      '/check-protocol?number=P-7&word=olma',
    );
    const pickUp = within(await screen.findByRole('region', { name: 'Collecting the property' }));
    expect(pickUp.getByText('Namuna MChJ')).toBeVisible();
    expect(pickUp.getByText('Toshkent shahri, Chilonzor, 5')).toBeVisible();
    expect(pickUp.getByRole('link', { name: /90 111/ })).toHaveAttribute('href', 'tel:+998901112233');
    expect(pickUp.getByText(/Passport or ID card and protocol P-7/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'My purchase and its next steps' })).toHaveAttribute(
      'href',
      '/profile/winlots?lot=7',
    );
    const sale = asked.find(({ path }) => path === '/api/shop/winlot/list');
    expect(sale?.search.get('paymentId')).toBe('5');
  });

  it('waits until the lot is paid for, and then says so', async () => {
    const { answers } = await come({ missingTiyin: 0 });
    await screen.findByRole('heading', { name: 'The money has arrived, the lot is being paid for…' });
    answers[SALES] = winLots([winLot(PAID)]);
    await screen.findByRole('heading', { name: 'Bought: the price is paid in full' });
  });

  it('says what is left of a price that is paid by parts', async () => {
    await come({ state: 'part-paid', parts: partSchedule({ paid: 1 }) });
    await screen.findByRole('heading', { name: 'A part of the price is paid' });
    expect(screen.getByText(/45\s000\s000\sUZS of the price is left/)).toBeVisible();
    expect(await screen.findByText(/once the price is paid in full/)).toBeVisible();
  });

  it('says that the money is on the balance when the sale was lost meanwhile', async () => {
    await come({ state: 'defaulted', canPay: false });
    await screen.findByRole('heading', { name: 'The lot is not paid: this sale is over' });
    expect(screen.getByText(/57\s000\s000\sUZS is on your balance/)).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Collecting the property' })).toBeNull();
  });

  it('leads back to paying for the lot when the payment came to nothing', async () => {
    await come({}, { status: 'cancelled', cause: 'declined', receiptNumber: null });
    await screen.findByRole('heading', { name: 'The payment was cancelled' });
    expect(screen.getByRole('link', { name: 'Pay another way' })).toHaveAttribute(
      'href',
      '/profile/winlots?lot=7',
    );
  });
});

describe('my payments', () => {
  it('show the one payment a movement of money leads to, and the way to all of them', async () => {
    const asked = serve({
      'GET /api/shop/payment/top-up/options': { body: OPTIONS },
      'GET /api/shop/user/payments/7': { body: { ...payment({}), id: 7, receiptNumber: 'R-2026-7' } },
    });
    show(<PaymentsTable />, paths.payment(7));
    expect(await screen.findByText('R-2026-7')).toBeVisible();
    expect(screen.getAllByRole('row')).toHaveLength(2);
    expect(screen.getByRole('link', { name: 'All payments' })).toHaveAttribute('href', '/profile/payments');
    expect(asked.some(({ path }) => path === '/api/shop/user/payments')).toBe(false);
  });

  it('show status, cause and receipt of each', async () => {
    const { returnTo: _r, checkoutUrl: _c, ...plain } = payment({});
    const items: PaymentView[] = [
      { ...plain, id: 7, status: 'paid', receiptNumber: 'R-2026-7', paidAtMs: 1_786_000_100_000 },
      { ...plain, id: 6, status: 'cancelled', cause: 'declined', endedAtMs: 1_786_000_100_000 },
    ];
    serve({
      'GET /api/shop/payment/top-up/options': { body: OPTIONS },
      'GET /api/shop/user/payments': { body: { items, total: 2, page: 1, size: 20 } },
    });
    show(<PaymentsTable />, '/profile/payments?status=paid');
    await screen.findByText('R-2026-7');
    const rows = screen.getAllByRole('row');
    expect(within(rows[1]!).getByText('R-2026-7')).toBeVisible();
    expect(within(rows[1]!).getByText('Paid')).toBeVisible();
    expect(within(rows[1]!).getByRole('link', { name: 'Download receipt R-2026-7 (PDF)' })).toHaveAttribute(
      'href',
      '/api/shop/user/payments/7/receipt',
    );
    expect(within(rows[2]!).getByText('Card declined')).toBeVisible();
    expect(screen.getByRole('link', { name: /Excel/ })).toHaveAttribute(
      'href',
      expect.stringContaining('/api/shop/export/payments?status=paid&format=xlsx'),
    );
  });
});
