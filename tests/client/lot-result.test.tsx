import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Me } from '#shared/api/site/auth.ts';
import type { Role } from '#shared/api/contract.ts';
import type { LotResult, LotResultAnswer } from '#shared/api/site/lots.ts';
import { risePercent } from '#client/features/site/lots/result/outcome.tsx';
import { LotResultView } from '#client/features/site/lots/result/lot-result.tsx';
import { stepPath } from '#client/features/site/lots/result/price-steps.tsx';
import { startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { useSession } from '#client/lib/session.ts';
import { lot, text } from './lot-fixture.ts';
import { serve, show } from './page.tsx';

/** News of the person come by a socket, which these tests have none of. */
const result: LotResult = {
  outcome: 'sold',
  priceTiyin: 7_500_000_000,
  winnerNumber: 12,
  reserveNumber: 92,
  reservePriceTiyin: 7_250_000_000,
  participants: 3,
  confirmedPrices: 3,
  payUntilMs: Date.UTC(2026, 11, 1, 5),
  endedAtMs: Date.UTC(2026, 10, 21, 5),
};
const price = (seq: number, number: number, amountTiyin: number) => ({
  seq,
  number,
  amountTiyin,
  atMs: Date.UTC(2026, 10, 21, 4, seq),
  auto: seq === 6,
  extended: false,
});

/** The protocol of a sale to the reserve participant. */
const reserveSale = (protocolStatus: 'active' | 'cancelled'): Partial<LotResultAnswer> => ({
  protocolStatus,
  protocolCause: 'reserve',
  protocolSale: { buyerNumber: 92, priceTiyin: 7_250_000_000 },
});

/** Somebody signed in, by what the room says of them. */
interface Viewer {
  number: number | null;
  ownBestTiyin: number | null;
  depositHeldTiyin?: number;
  role?: Role;
  sells?: boolean;
}

function open(
  shown: LotResult | null,
  of: Partial<typeof lot> = {},
  protocolNumber: string | null = null,
  {
    word: protocolWord = null,
    viewer = null,
    more = {},
  }: { word?: string | null; viewer?: Viewer | null; more?: Partial<LotResultAnswer> } = {},
) {
  useSession.setState({
    me: null,
    user: viewer && { name: 'A', user_name: '1', percentage: 100 },
    known: true,
  });
  if (viewer?.role) useSession.setState({ me: { roles: [viewer.role] } as Me });
  const me = {
    role: 'bidder',
    status: viewer?.number ? 'admitted' : 'none',
    number: viewer?.number ?? null,
    depositHeldTiyin: viewer?.depositHeldTiyin ?? null,
    cancelUntilMs: null,
    needs: null,
  };
  const asked = serve({
    'GET /api/shop/game-view/base/7': {
      body: { lot, paymentWorkingDays: 3, result: shown, nextLotId: null, me, sells: viewer?.sells ?? false },
    },
    'GET /api/shop/shop-lots/result/7': {
      body: {
        lot: { ...lot, title: text('Cobalt'), ...of },
        result: shown,
        protocolNumber,
        protocolWord,
        ...more,
      },
    },
  });
  const answer = globalThis.fetch;
  // Two pages: the newest two prices, then the first one.
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const url = new URL(address, 'http://localhost');
    if (!url.pathname.endsWith('/entries/7')) return answer(address, init);
    const older = url.searchParams.get('before') === '6';
    const prices = older
      ? [price(5, 78, 7_000_000_000)]
      : [price(6, 92, 7_250_000_000), price(7, 12, 7_500_000_000)];
    return new Response(JSON.stringify({ prices, more: !older, ownBestTiyin: viewer?.ownBestTiyin ?? null }));
  });
  const { unmount } = show(<LotResultView lotId={7} notFound={<p>none</p>} />);
  return { asked, unmount };
}

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
});

describe('the result of a lot', () => {
  it('says the outcome in words, the price and the rise', async () => {
    open(result);
    expect(await screen.findByRole('heading', { name: 'Sold' })).toBeVisible();
    expect(screen.getByText(/Against the start price: \+50/)).toBeVisible();
    expect(screen.getByText('Participant 12')).toBeVisible();
  });

  it('lists every confirmed price with time and participant, page after page', async () => {
    open(result);
    expect(await screen.findByText('09:07:00')).toBeVisible();
    expect(
      screen
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.textContent),
    ).toEqual([expect.stringMatching(/^09:07:0012/), expect.stringMatching(/^09:06:0092auto/)]);
    await userEvent.click(screen.getByRole('button', { name: 'Show earlier ones' }));
    expect(await screen.findByText('09:05:00')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show earlier ones' })).toBeNull();
  });

  it('says what happens next, and that a practice room obliges no one', async () => {
    open(result, { practice: true });
    expect(await screen.findByText(/practice/i, { selector: 'section p' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Check the protocol' })).toBeNull();
  });

  it.each([
    { role: 'operator', asks: true },
    { role: 'customer', asks: false },
  ] as const)('shows the steps since a sale to staff: $role $asks', async ({ role, asks }) => {
    const viewer = { number: null, ownBestTiyin: null, role };
    const { asked } = open(result, { practice: false }, null, { viewer });
    expect(await screen.findByText('09:07:00')).toBeVisible();
    const steps = '/api/shop/winlot/after-sale/7';
    const base = '/api/shop/game-view/base/7';
    await waitFor(() => expect(asked.map(({ path }) => path)).toContain(asks ? steps : base));
    expect(asked.some(({ path }) => path === steps)).toBe(asks);
  });

  it.each([true, false])('shows the steps since a sale to a customer who sells it: %s', async (sells) => {
    const viewer = { number: null, ownBestTiyin: null, role: 'customer', sells } as const;
    const { asked } = open(result, { practice: false }, null, { viewer });
    expect(await screen.findByText('09:07:00')).toBeVisible();
    const paths = () => asked.map(({ path }) => path);
    const [steps, base] = ['/api/shop/winlot/after-sale/7', '/api/shop/game-view/base/7'];
    await waitFor(() => expect(paths()).toContain(sells ? steps : base));
    expect(paths().includes(steps)).toBe(sells);
  });

  it('leads from a sale to its protocol', async () => {
    open(result, { practice: false }, 'P-2026-000012');
    expect(await screen.findByRole('link', { name: 'Check protocol P-2026-000012' })).toHaveAttribute(
      'href',
      '/check-protocol?number=P-2026-000012',
    );
  });

  it('leads the winner to the paper of the protocol, with its check word', async () => {
    open(result, { practice: false }, 'P-2026-000012', { word: 'ABCD-2345' });
    expect(await screen.findByRole('link', { name: 'Check protocol P-2026-000012' })).toHaveAttribute(
      'href',
      '/check-protocol?number=P-2026-000012&word=ABCD-2345',
    );
  });

  it('says that the protocol was cancelled, and gives its parties the full copy', async () => {
    const more = {
      protocolStatus: 'cancelled',
      protocolCause: 'hammer',
      protocolFileUrl: '/full.pdf',
    } as const;
    open(result, { practice: false }, 'P-2026-000012', { word: 'ABCD-2345', more });
    expect(await screen.findByRole('link', { name: 'Protocol P-2026-000012 (cancelled)' })).toHaveAttribute(
      'href',
      '/check-protocol?number=P-2026-000012&word=ABCD-2345',
    );
    expect(screen.getByRole('link', { name: 'Full copy of the protocol (PDF)' })).toHaveAttribute(
      'href',
      '/full.pdf',
    );
  });

  it('leads from an auction that was not held to its minutes, and to nothing while there are none', async () => {
    const notHeld = { ...result, outcome: 'not-held', priceTiyin: null, winnerNumber: null } as const;
    const more = { protocolStatus: 'active', protocolCause: 'not-held', protocolFileUrl: null } as const;
    const { unmount } = open(notHeld, { practice: false }, 'P-2026-000013', { more });
    expect(await screen.findByRole('link', { name: 'Check minutes P-2026-000013' })).toBeVisible();
    expect(screen.queryByRole('link', { name: /PDF/ })).toBeNull();
    unmount();
    open(notHeld, { practice: false });
    expect(await screen.findByRole('heading', { name: 'The auction was not held' })).toBeVisible();
    expect(screen.queryByRole('link', { name: /protocol|minutes/i })).toBeNull();
  });

  it('tells a result that was cancelled later as cancelled, and asks no one to pay', async () => {
    open(result, { practice: false, status: 16 });
    expect(await screen.findByRole('heading', { name: 'The result was cancelled' })).toBeVisible();
    expect(screen.getByText(/winner has nothing to pay/)).toBeVisible();
    expect(screen.queryByText('Payment due')).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Sold' })).toBeNull();
  });

  it('names who bought after the winner did not, for how much, and nothing the room’s winner has to pay', async () => {
    const more = reserveSale('active');
    open(result, { practice: false, status: 6 }, 'P-2026-000014', { more });
    expect(await screen.findByRole('heading', { name: 'Sold' })).toBeVisible();
    const price = screen.getByText('Price of the sale').parentElement;
    expect(price).toHaveTextContent(/72.500.000/);
    expect(screen.getByText('Buyer').nextElementSibling).toHaveTextContent('Participant 92');
    expect(screen.getByText('Winner').nextElementSibling).toHaveTextContent('Participant 12');
    expect(screen.queryByText('Payment was due by')).toBeNull();
    expect(screen.queryByText('Payment due')).toBeNull();
    expect(screen.getByText(/agreed to this price/)).toBeVisible();
  });

  it('says of a sale that was lost that the price was not confirmed, also when it was the reserve’s', async () => {
    const { unmount } = open(result, { practice: false, status: 13 });
    expect(await screen.findByRole('heading', { name: 'The price was not confirmed' })).toBeVisible();
    unmount();
    const more = reserveSale('cancelled');
    open({ ...result, outcome: 'not-held', winnerNumber: null }, { status: 13 }, 'P-2026-000014', { more });
    expect(await screen.findByRole('heading', { name: 'The price was not confirmed' })).toBeVisible();
    expect(screen.queryByText('Price of the sale')).toBeNull();
  });

  it('says the same where the only participant did not take the lot, also once it is archived', async () => {
    const alone = { ...result, priceTiyin: null, winnerNumber: null };
    for (const [outcome, status] of [
      ['not-held', 13],
      ['price-not-confirmed', 14],
    ] as const) {
      const { unmount } = open({ ...alone, outcome }, { practice: false, status });
      expect(await screen.findByRole('heading', { name: 'The price was not confirmed' })).toBeVisible();
      unmount();
    }
  });

  it('says that the lot is offered to somebody else, and that it is paid', async () => {
    const { unmount } = open(result, { practice: false, status: 12 });
    expect(await screen.findByRole('heading', { name: 'Offered to a participant' })).toBeVisible();
    expect(screen.getByText(/reserve participant.*one working day to answer/)).toBeVisible();
    unmount();
    const alone = { ...result, outcome: 'not-held', priceTiyin: null, winnerNumber: null } as const;
    const sole = open(alone, { practice: false, status: 12 });
    expect(await screen.findByText(/only participant.*one working day to answer/)).toBeVisible();
    sole.unmount();
    open(result, { practice: false, status: 7 });
    expect(await screen.findByText(/paid in full/)).toBeVisible();
    expect(screen.queryByText(/^Payment (due|was due by)$/)).toBeNull();
  });

  it.each([
    [17, /being paid by parts/],
    [15, /time to pay is over/],
  ] as const)('says of a sale in status %i what is true of it', async (status, words) => {
    open(result, { practice: false, status });
    expect(await screen.findByText(words)).toBeVisible();
  });

  it('waits for a result that is not there yet', async () => {
    open(null);
    expect(await screen.findByText(/no result yet|Not closed|result/i, { selector: 'h2' })).toBeVisible();
  });

  it('measures the rise in whole tiyin', () => {
    expect(risePercent(42_000_000_000, 83_280_000_000)).toBe(98.2);
    expect(risePercent(5_000, 4_000)).toBe(-20);
    expect(risePercent(0, 10)).toBe(0);
  });

  it('draws a price as holding until the next one', () => {
    const path = stepPath([
      { atMs: 0, tiyin: 0 },
      { atMs: 50, tiyin: 100 },
      { atMs: 100, tiyin: 200 },
    ]);
    expect(path).toBe('M0 114H300V60H600V6');
  });
});

describe('when the winner has to pay', () => {
  it('is shown as what is coming, and as what is past once it is', async () => {
    const { unmount } = open({ ...result, payUntilMs: Date.UTC(2099, 11, 1, 5) });
    expect(await screen.findByText('Payment due')).toBeVisible();
    unmount();
    open({ ...result, payUntilMs: Date.UTC(2024, 11, 1, 5) });
    expect(await screen.findByText('Payment was due by')).toBeVisible();
  });
});

describe('the result of a lot, for somebody who took part', () => {
  it('says plainly that one did not win, with the own best offer and where the deposit is', async () => {
    open(result, {}, null, { viewer: { number: 92, ownBestTiyin: 7_250_000_000 } });
    const mine = await screen.findByRole('note');
    expect(mine).toHaveTextContent('You did not win');
    expect(mine).toHaveTextContent(/Your best offer: 72.500.000/);
    expect(mine).toHaveTextContent('Your deposit is back on your balance.');
  });

  it('does not claim a deposit is back that is still held', async () => {
    open(result, {}, null, { viewer: { number: 92, ownBestTiyin: null, depositHeldTiyin: 5 } });
    const mine = await screen.findByRole('note');
    // Who offered nothing did not lose.
    expect(mine).not.toHaveTextContent('You did not win');
    expect(mine).toHaveTextContent(/^The lot went to another participant/);
    expect(mine).toHaveTextContent('You offered no price in this auction.');
    expect(mine).toHaveTextContent('Your deposit is being returned to your balance.');
  });

  it('tells the winner so', async () => {
    open(result, {}, null, { viewer: { number: 12, ownBestTiyin: 7_500_000_000 } });
    expect(await screen.findByRole('note')).toHaveTextContent(/^You won/);
  });

  it('tells the buyer of an offer so, and the winner whose sale was lost what became of it', async () => {
    const more = reserveSale('active');
    const lotOf = { status: 6, practice: false } as const;
    const buyer = { number: 92, ownBestTiyin: 7_250_000_000 };
    const { unmount } = open(result, lotOf, 'P-1', { viewer: buyer, more });
    expect(await screen.findByRole('note')).toHaveTextContent(/^The lot is sold to you/);
    expect(screen.getByRole('link', { name: 'Pay for the lot' })).toBeVisible();
    unmount();
    open(result, lotOf, 'P-1', { viewer: { number: 12, ownBestTiyin: 7_500_000_000 }, more });
    const mine = await screen.findByRole('note');
    expect(mine).toHaveTextContent(/^You won, but the lot was not sold to you/);
    expect(mine).not.toHaveTextContent('deposit is back');
    expect(screen.queryByRole('link', { name: 'Pay for the lot' })).toBeNull();
  });

  it('leads the winner to paying while the price is due', async () => {
    const viewer = { number: 12, ownBestTiyin: 7_500_000_000 };
    const { unmount } = open(result, { status: 6, practice: false }, null, { viewer });
    expect(await screen.findByRole('link', { name: 'Pay for the lot' })).toHaveAttribute(
      'href',
      '/profile/winlots?lot=7',
    );
    unmount();
    open(result, { status: 7, practice: false }, null, { viewer });
    expect(await screen.findByRole('note')).toHaveTextContent(/^You won/);
    expect(screen.queryByRole('link', { name: 'Pay for the lot' })).toBeNull();
  });

  it('says nothing of the kind to who did not take part, nor of a result that was cancelled', async () => {
    const { unmount } = open(result, {}, null, { viewer: { number: null, ownBestTiyin: null } });
    expect(await screen.findByText('Participant 12')).toBeVisible();
    expect(screen.queryByRole('note')).toBeNull();
    unmount();
    open(result, { status: 16 }, null, { viewer: { number: 92, ownBestTiyin: 7_250_000_000 } });
    expect(await screen.findByText('Participant 12')).toBeVisible();
    expect(screen.queryByText('You did not win')).toBeNull();
  });
});
