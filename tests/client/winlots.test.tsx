import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AchievementsPage } from '#client/features/site/achievements/achievements-page.tsx';
import AfterSaleOfLot from '#client/entities/sale/after-sale-of-lot.tsx';
import { WinLotsPage } from '#client/features/cabinet/winlots/winlots-page.tsx';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { useSession } from '#client/lib/session.ts';
import { Toasts } from '#client/ui/toasts.tsx';
import { serve, show, type Answers } from './page.tsx';
import { winLot, winLots } from './sale-fixture.ts';
// Comes later in a browser; read ahead, so that no time limit waits for it.
import '#client/ui/dialog.tsx';

const LIST = 'GET /api/shop/winlot/list';
const PAY = 'POST /api/shop/winlot/pay-win-lot';
const REFUSE = 'POST /api/shop/winlot/refuse-win-lot';
const CLAIMS = 'GET /api/shop/winlot/claims';
const WAIVE = 'POST /api/shop/winlot/waive-claim';
const OPTIONS = 'GET /api/shop/payment/top-up/options';
const PROVIDERS = {
  body: {
    minTiyin: 100_000,
    maxTiyin: 50_000_000_000,
    providers: [
      { id: 'payme', name: 'Payme', logo: '/providers/payme.svg', pretend: true },
      { id: 'click', name: 'Click', logo: '/providers/click.svg', pretend: true },
    ],
  },
};

function open(answers: Answers, at = '/profile/winlots') {
  const asked = serve(answers);
  show(
    <>
      <WinLotsPage />
      <Toasts />
    </>,
    at,
  );
  return asked;
}

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
  await loadNamespaces(['cabinet', 'winlots', 'after-sale', 'applications', 'code-entry', 'payments']);
  useSession.setState({ user: null, me: null, known: true });
});

describe('a won lot', () => {
  it('is paid from the balance in one press, a double press as one intent', async () => {
    const answers: Answers = { [LIST]: winLots([winLot()]) };
    const asked = open(answers);
    const card = within(await screen.findByRole('article', { name: 'Chevrolet Cobalt' }));
    expect(card.getByText('Awaiting payment')).toBeVisible();
    expect(card.getByRole('timer')).toBeVisible();
    const paid = winLot({ state: 'paid', canPay: false, canRefuse: false, paidTiyin: 57_000_000_00 });
    answers[PAY] = { body: { verdict: 'paid', already: false, winLot: paid } };
    answers[LIST] = winLots([paid]);
    const press = card.getByRole('button', { name: /^Pay 57\s000\s000\sUZS$/ });
    await userEvent.dblClick(press);
    expect(await screen.findByText(/The lot is paid\./)).toBeVisible();
    expect(await card.findByText(/Paid in full/)).toBeVisible();
    const sent = asked.filter(({ path }) => path.endsWith('pay-win-lot'));
    // A second press before the answer repeats the first one: the server takes it as the same.
    const [body] = sent.map((each) => each.body);
    expect(body).toEqual({ lotId: 7, requestId: expect.stringMatching(/^[\da-f-]{36}$/) });
    for (const each of sent) expect(each.body).toEqual(body);
  });

  it('goes to a provider for exactly what the balance lacks', async () => {
    const assign = vi.fn<(url: string) => void>();
    vi.stubGlobal('location', { ...window.location, assign });
    const short = winLot({ balanceTiyin: 7_000_000_00, missingTiyin: 50_000_000_00 });
    const asked = open({
      [LIST]: winLots([short]),
      [OPTIONS]: PROVIDERS,
      [PAY]: {
        body: {
          verdict: 'short',
          missingTiyin: 50_000_000_00,
          checkout: { paymentId: 4, checkoutUrl: 'https://pay.example/4', amountTiyin: 50_000_000_00 },
          winLot: short,
        },
      },
    });
    await userEvent.click(await screen.findByRole('radio', { name: /Click/ }));
    await userEvent.click(screen.getByRole('button', { name: /^Pay 50\s000\s000\sUZS$/ }));
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.example/4'));
    expect(asked.at(-1)?.body).toMatchObject({ lotId: 7, provider: 'click' });
    vi.unstubAllGlobals();
  });

  it('says until when it can still be paid after the deadline', async () => {
    const now = Date.now();
    const late = winLot({ state: 'overdue', dueAtMs: now - 60_000, graceUntilMs: now + 86_400_000 });
    open({ [LIST]: winLots([late]) });
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('The time for payment ended');
    expect(alert).toHaveTextContent('You can still pay by');
    expect(screen.getByText('Payment overdue')).toBeVisible();
  });

  it('is refused with a code after what it costs has been shown', async () => {
    const lot = winLot({ refusalCost: { forfeitTiyin: 3_000_000_00, barredMonths: 2 } });
    const answers: Answers = {
      [LIST]: winLots([lot]),
      [REFUSE]: {
        body: {
          verdict: 'sent',
          cost: lot.refusalCost,
          resendAfterMs: 60_000,
          expiresAtMs: Date.now() + 300_000,
          to: { phone: '+998 90 •••-••-67', email: null },
        },
      },
    };
    const asked = open(answers);
    await userEvent.click(await screen.findByRole('button', { name: 'Refuse the lot' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Refuse the lot' }));
    expect(dialog.getByText(/the deposit of 3.000.000.UZS is not returned/)).toBeVisible();
    expect(dialog.getByText('you are barred from every auction for 2 months;')).toBeVisible();
    expect(asked.filter(({ method }) => method === 'POST')).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Send a code' }));
    const first = await dialog.findAllByRole('textbox');
    const over = winLot({ state: 'refused', canPay: false, canAccept: false, canRefuse: false });
    answers[REFUSE] = {
      body: { verdict: 'refused', already: false, cost: lot.refusalCost, winLot: over },
    };
    answers[LIST] = winLots([over]);
    await userEvent.type(first[0] as HTMLElement, '123456');
    expect(await screen.findByText('You have refused the lot.')).toBeVisible();
    expect(asked.filter(({ method }) => method === 'POST').at(-1)?.body).toEqual({
      lotId: 7,
      code: '123456',
    });
    expect(await screen.findByText(/You refused this lot/)).toBeVisible();
  });

  it('can be paid through a bank, each line of the order to copy and the paper to print', async () => {
    const order = {
      recipient: 'Savdo AJ',
      stir: '301234567',
      bank: 'Namuna bank',
      account: '20208000123456789012',
      mfo: '00444',
      purpose: 'Lot 5000007, P-7',
      amountTiyin: 57_000_000_00,
    };
    open({ [LIST]: winLots([winLot({ bankOrder: order })]) });
    const person = userEvent.setup();
    const write = vi.spyOn(navigator.clipboard, 'writeText');
    await person.click(await screen.findByRole('button', { name: 'Pay through a bank' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Payment order' }));
    await person.click(dialog.getByRole('button', { name: 'Copy: Sum' }));
    await person.click(dialog.getByRole('button', { name: 'Copy: Purpose of payment' }));
    expect(write.mock.calls.map(([text]) => text)).toEqual(['57000000', 'Lot 5000007, P-7']);
    expect(dialog.getByRole('link', { name: 'Open the PDF and print' })).toHaveAttribute(
      'href',
      '/api/shop/winlot/bank-order/7',
    );
  });

  it('shows one lot by its address, and the others again', async () => {
    const asked = open({ [LIST]: winLots([winLot()]) }, '/profile/winlots?lot=7');
    await screen.findByRole('article');
    const lists = () => asked.filter(({ path }) => path === '/api/shop/winlot/list');
    expect(lists()[0]?.search.get('lotId')).toBe('7');
    await userEvent.click(screen.getByRole('button', { name: 'All lots' }));
    await waitFor(() => expect(lists().at(-1)?.search.has('lotId')).toBe(false));
  });
});

describe('achievements', () => {
  it('have the same steps for the buyer as for the seller, and the way to pay', async () => {
    serve({
      [LIST]: winLots([
        winLot(),
        winLot({ settlementId: 2, lotId: 8, state: 'defaulted', canPay: false, decidedAtMs: Date.now() }),
      ]),
    });
    show(<AchievementsPage />, '/profile/achievements');
    const [first, second] = await screen.findAllByRole('article');
    const steps = within(within(first as HTMLElement).getByRole('list', { name: 'Steps after the sale' }));
    expect(steps.getByText('Buyer pays').closest('li')).toHaveAttribute('aria-current', 'step');
    expect(steps.getByText(/· you$/)).toBeVisible();
    expect(within(first as HTMLElement).getByRole('link', { name: 'Pay' })).toHaveAttribute(
      'href',
      '/profile/winlots?lot=7',
    );
    expect(within(second as HTMLElement).getAllByText('the sale was lost')).toHaveLength(4);
    expect(within(second as HTMLElement).queryByRole('link', { name: 'Pay' })).toBeNull();
  });
});

describe('what a buyer is owed for a cancelled purchase', () => {
  const owed = (waivedAtMs: number | null) => ({
    body: {
      items: [
        {
          id: 5,
          lotId: 7,
          title: { uz: 'Cobalt', 'uz-Cyrl': 'Cobalt', ru: 'Cobalt', en: 'Cobalt' },
          amountTiyin: 57_000_000_00,
          createdAtMs: Date.now(),
          ended: null,
          endedAtMs: null,
          waivedAtMs,
        },
      ],
      owedTiyin: 57_000_000_00,
    },
  });
  const place = async () =>
    within(await screen.findByRole('region', { name: /^You are owed 57\s000\s000\sUZS$/ }));
  const waivers = (asked: ReturnType<typeof serve>) =>
    asked.filter(({ path }) => path.endsWith('/waive-claim')).map(({ body }) => body);

  it('is waived after a question, and taken back at once', async () => {
    const answers: Answers = { [LIST]: winLots([]), [CLAIMS]: owed(null) };
    const asked = open(answers);
    const shown = await place();
    await userEvent.click(shown.getByRole('button', { name: 'Waive it' }));
    const question = async () =>
      within(await screen.findByRole('dialog', { name: 'Waive what you are owed?' }));
    await userEvent.click((await question()).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(waivers(asked)).toEqual([]);

    await userEvent.click(shown.getByRole('button', { name: 'Waive it' }));
    answers[WAIVE] = { body: { waives: true } };
    answers[CLAIMS] = owed(Date.now());
    await userEvent.click((await question()).getByRole('button', { name: 'Waive it' }));
    expect(await shown.findByText(/You have said that you waive it/)).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

    answers[WAIVE] = { body: { waives: false } };
    answers[CLAIMS] = owed(null);
    await userEvent.click(shown.getByRole('button', { name: 'Take that back' }));
    expect(await shown.findByRole('button', { name: 'Waive it' })).toBeVisible();
    expect(waivers(asked)).toEqual([
      { claimId: 5, waives: true },
      { claimId: 5, waives: false },
    ]);
  });

  it('is asked for again where it has ended meanwhile, and the reason is said', async () => {
    const answers: Answers = { [LIST]: winLots([]), [CLAIMS]: owed(null) };
    open(answers);
    await userEvent.click((await place()).getByRole('button', { name: 'Waive it' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Waive what you are owed?' }));
    answers[WAIVE] = { status: 404, body: { ERROR: { code: 'not-found', message: 'It has ended.' } } };
    answers[CLAIMS] = { body: { items: [], owedTiyin: 0 } };
    await userEvent.click(dialog.getByRole('button', { name: 'Waive it' }));
    expect(await screen.findByText('It has ended.')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('region', { name: /^You are owed/ })).toBeNull());
  });
});

describe('the seller', () => {
  it('sees the steps of a sale at the lot of the order, with the same times', async () => {
    const { steps } = winLot();
    serve({
      'GET /api/shop/winlot/after-sale/7': {
        body: { lotId: 7, sale: 'hammer', state: 'awaiting', priceTiyin: 60_000_000_00, steps },
      },
    });
    show(<AfterSaleOfLot lotId={7} reader="seller" />);
    const list = within(await screen.findByRole('list', { name: 'Steps after the sale' }));
    expect(list.getByText(/· the buyer$/)).toBeVisible();
    expect(list.getByText('you')).toBeVisible();
    expect(screen.getByText('Awaiting payment')).toBeVisible();
  });

  it('sees nothing where there was no sale', async () => {
    const asked = serve({});
    const { container } = show(<AfterSaleOfLot lotId={7} reader="seller" />);
    await waitFor(() => expect(asked).toHaveLength(1));
    await waitFor(() => expect(container.querySelector('section')).toBeNull());
  });
});
