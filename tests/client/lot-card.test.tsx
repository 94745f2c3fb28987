import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import LotView from '#client/app/screens/lot-view.tsx';
import { startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { LOT_STATUS } from '#shared/lifecycles/lot-status.ts';
import { useSession } from '#client/lib/session.ts';
import { Toasts } from '#client/ui/toasts.tsx';
import { lot, text } from './lot-fixture.ts';
import { serve, show, type Answers } from './page.tsx';

/** Tabs come as chunks of their own. */
const TAB = 'GET /api/shop/lot-card/tab-details/7';
const details = { ...lot, title: text('Cobalt'), depositPercent: 5 };
const customer = {
  tab: 'customer',
  name: text('Namuna Mulk'),
  ownerType: 'legal',
  phone: '+998901234567',
  extraPhone: null,
  email: null,
  address: null,
};
const property = {
  tab: 'property',
  description: text('One owner.'),
  group: text('Transport'),
  category: text('Cars'),
  region: text('Tashkent'),
  area: text('Mirobod'),
  address: text('Amir Temur 1'),
  latitude: null,
  longitude: null,
  quantity: 2,
  unit: text('hectares'),
  propertyType: text('Immovable'),
  categoryType: text('Pledge'),
  tenure: { kind: 'rent', months: 6 },
  facts: [{ label: text('Mileage'), value: text('64 000 km') }],
};

const terms = {
  ...details,
  tab: 'lot',
  orderId: null,
  orderLots: 1,
  orderStatus: null,
  stayDays: null,
  firstPartBp: null,
  estimatedPriceTiyin: 4_000_000_00,
};

/** Nothing passed between people and the seller. */
const QUESTIONS = {
  'GET /api/shop/lot-card/questions/7': { body: { items: [], total: 0, page: 1, size: 5 } },
  'GET /api/shop/lot-card/viewings/7': { body: { items: [] } },
};

function open(at: string, answers: Answers = {}) {
  const asked = serve({
    'GET /api/shop/lot-card/details/7': { body: details },
    'GET /api/shop/game-view/base/7': {
      body: {
        lot: details,
        me: {
          role: 'visitor',
          number: null,
          status: 'none',
          needs: 'sign-in',
          depositHeldTiyin: null,
          cancelUntilMs: null,
        },
      },
    },
    'GET /api/shop/shop-lots/active-lot-list': { body: [] },
    'GET /api/shop/shop-lots/sub-lot-list/7': { body: { items: [], total: 0 } },
    'GET /api/shop/shop-lots/lot-list': { body: { items: [], total: 0, page: 1, size: 8 } },
    ...QUESTIONS,
    [TAB]: { body: property },
    ...answers,
  });
  show(
    <>
      <Routes>
        <Route path="/lot-view/:id" element={<LotView />} />
        <Route path="*" element={null} />
      </Routes>
      <Toasts />
    </>,
    at,
  );
  return asked;
}

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
  useSession.setState({ user: null, me: null, known: true });
});

describe('the card of a lot', () => {
  it('shows price, deposit and first step with their percents', async () => {
    open('/lot-view/7');
    expect(await screen.findByRole('heading', { level: 1, name: 'Cobalt' })).toBeVisible();
    const aside = screen.getByRole('complementary', { name: 'Price and taking part' });
    expect(aside).toHaveTextContent(/Deposit\s*2\s500\s000\sUZS \(5\s%\)/);
    expect(aside).toHaveTextContent(/First step\s*2\s500\s000\sUZS \(5\s%\)/);
  });

  describe('what was sold last', () => {
    const sold = (id: number, name: string, patch = {}) => ({
      ...lot,
      id,
      title: text(name),
      status: LOT_STATUS.soldAndPaid,
      room: { ...lot.room, phase: 'closed', count: 3, priceTiyin: 777_000_00 },
      ...patch,
    });
    const listed = (items: unknown[]) => ({
      'GET /api/shop/shop-lots/lot-list': { body: { items, total: items.length, page: 1, size: 12 } },
    });
    const others = [
      sold(7, 'Itself'),
      sold(9, 'Practice', { practice: true }),
      sold(10, 'Unpaid', { status: LOT_STATUS.paymentOverdue }),
    ];

    it('is named with the price, of the same category and region, and nothing that was not paid', async () => {
      const names = ['Nexia', 'Spark', 'Damas', 'Matiz', 'Tico'];
      const items = [...others, ...names.map((name, i) => sold(11 + i, name))];
      const asked = open('/lot-view/7', listed(items));
      const similar = within(
        await screen.findByRole('region', { name: 'Sold lately in this category and region' }),
      );
      expect(similar.getAllByRole('link').map((link) => link.textContent)).toEqual(names.slice(0, 4));
      expect(similar.getAllByText(/777\s000/)).toHaveLength(4);
      const { search } = asked.find(({ path }) => path.endsWith('/lot-list'))!;
      expect(search.get('category')).toBe(String(lot.categoryId));
      expect(search.get('region')).toBe(String(lot.regionId));
    });

    it('is not spoken of where fewer than three prices are known', async () => {
      const asked = open('/lot-view/7', listed([...others, sold(11, 'Nexia'), sold(12, 'Spark')]));
      await waitFor(() => expect(asked.some(({ path }) => path.endsWith('/lot-list'))).toBe(true));
      expect(await screen.findByText('64 000 km')).toBeVisible();
      expect(screen.queryByText(/Sold lately/)).toBeNull();
    });
  });

  it('has price and application before the tabs, for the keyboard too', async () => {
    open('/lot-view/7');
    const tabs = await screen.findByRole('tablist');
    const aside = screen.getByRole('complementary', { name: 'Price and taking part' });
    expect(aside.compareDocumentPosition(tabs)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('opens the property tab with its facts', async () => {
    open('/lot-view/7');
    expect(await screen.findByText('64 000 km')).toBeVisible();
    expect(screen.getByText('Rent for 6 months')).toBeVisible();
    for (const words of ['2 hectares', 'Immovable', 'Pledge']) expect(screen.getByText(words)).toBeVisible();
  });

  it('tells of a lease the price of a month beside the price of the whole term', async () => {
    open('/lot-view/7', {
      'GET /api/shop/lot-card/details/7': { body: { ...details, rent: { months: 7 } } },
    });
    expect(await screen.findByText(/^Rent: 7 months, 7\s142\s857\.14\sUZS a month$/)).toBeVisible();
  });

  it('says where the term of a lease is stated if no table says it', async () => {
    open('/lot-view/7?tab=lot', {
      'GET /api/shop/lot-card/details/7': { body: { ...details, rent: { months: null } } },
      [TAB]: { body: { ...terms, rent: { months: null } } },
    });
    await waitFor(() => expect(screen.getAllByText('Rent; the term is in the lot’s papers')).toHaveLength(2));
  });

  it('opens the tab of the address', async () => {
    open('/lot-view/7?tab=customer', { [TAB]: { body: customer } });
    expect(await screen.findByText('Namuna Mulk')).toBeVisible();
    expect(screen.getByRole('link', { name: '+998 90 123-45-67' })).toHaveAttribute(
      'href',
      'tel:+998901234567',
    );
  });

  it('names trade and order as the dictionaries do, and tells the start price in base amounts', async () => {
    open('/lot-view/7?tab=lot', {
      [TAB]: { body: terms },
      'GET /api/shop/dictionaries/order-methods': {
        body: [{ id: 1, code: 'auction', colour: null, name: text('Auction by steps') }],
      },
      'GET /api/shop/dictionaries/order-types': {
        body: [{ id: 2, code: terms.orderType, name: text('Property of its owner') }],
      },
      'GET /api/shop/common/mzp': { body: { amountTiyin: 41_200_000, validFrom: '2025-08-01' } },
    });
    expect(await screen.findByText('Auction by steps')).toBeVisible();
    expect(await screen.findByText('Property of its owner')).toBeVisible();
    expect(await screen.findByText(/^121\.35 BHM \(1 BHM is 412\s000\sUZS\)$/)).toBeVisible();
  });

  it('speaks of no deposit, steps or participants where there is no auction', async () => {
    open('/lot-view/7?tab=lot', { [TAB]: { body: { ...terms, tradeType: 'fixed-price' } } });
    const panel = await screen.findByRole('tabpanel');
    expect(
      await within(panel).findByText('In full, from the balance as the purchase is confirmed'),
    ).toBeVisible();
    expect(within(panel).getByText('Estimated price')).toBeVisible();
    for (const words of ['Deposit', 'First step', 'Start price', 'Payment deadline', 'Applications'])
      expect(within(panel).queryByText(words)).toBeNull();
    expect(within(panel).getByText('Price')).toBeVisible();
  });

  it('says how auto-bids lead where it is not by the least that leads', async () => {
    open('/lot-view/7?tab=lot', {
      [TAB]: { body: { ...terms, rules: { ...terms.rules, autoBid: 'aboveRunnerUp' } } },
    });
    expect(await screen.findByText(/^pays one step above the second highest maximum/)).toBeVisible();
    expect(screen.getByText('Auto-bid')).toBeVisible();
  });

  it('reads the history of the lot when it is opened, and says when it cannot be had', async () => {
    const FLOWS = '/api/shop/shop-lots/flows/7';
    const flow = { atMs: Date.UTC(2026, 8, 1, 5), from: 1, to: 10, by: 'customer', reason: 'Sold elsewhere' };
    const asked = open('/lot-view/7?tab=lot', {
      [TAB]: { body: terms },
      [`GET ${FLOWS}`]: { status: 400, body: { ERROR: { code: 'x', message: 'Not now' } } },
    });
    const button = await screen.findByRole('button', { name: 'History of the lot', expanded: false });
    expect(asked.some(({ path }) => path === FLOWS)).toBe(false);
    await userEvent.click(button);
    expect(await screen.findByText('The history of the lot could not be loaded')).toBeVisible();
    const again = { ...flow, from: 10, to: 14, atMs: flow.atMs + 60_000 };
    serve({ ...QUESTIONS, [`GET ${FLOWS}`]: { body: [flow, again] } });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    // One reason of two changes is said once, and as somebody's own words.
    const reason = await screen.findByText(/Sold elsewhere/);
    expect(reason).toHaveTextContent('Reason (in the words of the person who gave it): Sold elsewhere');
    expect(screen.getAllByText(/· Customer$/)).toHaveLength(2);
    await userEvent.click(button);
    expect(screen.queryByText(/Sold elsewhere/)).toBeNull();
  });

  it('keeps the open tab in the address, moved by keys too', async () => {
    open('/lot-view/7?tab=nonsense', { [TAB]: undefined });
    await userEvent.click(await screen.findByRole('tab', { name: 'Terms of the lot' }));
    expect(screen.getByTestId('address')).toHaveTextContent('/lot-view/7?tab=lot');
    await userEvent.keyboard('{Home}');
    expect(screen.getByTestId('address')).toHaveTextContent(/^\/lot-view\/7$/);
  });

  it('fails one tab alone, with a retry that works', async () => {
    const answers: Answers = {
      [TAB]: { status: 503, body: { ERROR: { code: 'busy', message: 'Try later.' } } },
    };
    open('/lot-view/7?tab=documents', answers);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Try later.');
    expect(screen.getByRole('heading', { level: 1, name: 'Cobalt' })).toBeVisible();
  });

  it('says that there is no such lot, and searches', async () => {
    open('/lot-view/7', {
      'GET /api/shop/lot-card/details/7': {
        status: 404,
        body: { ERROR: { code: 'not-found', message: '-' } },
      },
    });
    expect(await screen.findByRole('heading', { name: 'There is no such lot' })).toBeVisible();
    await userEvent.type(screen.getByRole('searchbox'), 'cobalt{Enter}');
    expect(screen.getByTestId('address')).toHaveTextContent('/lot-list?q=cobalt&i=0');
  });

  it.each(['0', '-1', '1e3', '99999999999999999999', "7'--", '%F0%9F%8F%A0'])(
    'asks the server nothing for the id %s',
    async (id) => {
      const asked = open(`/lot-view/${id}`);
      expect(await screen.findByRole('heading', { name: 'There is no such lot' })).toBeVisible();
      expect(asked.some((call) => call.path.includes('lot-card'))).toBe(false);
    },
  );

  it('copies the link where the browser has no share sheet, and says so when it may not', async () => {
    const user = userEvent.setup();
    open('/lot-view/7');
    await user.click(await screen.findByRole('button', { name: 'Share' }));
    expect(await screen.findByText('Link copied')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe('http://localhost:3000/lot-view/7');
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    await user.click(screen.getByRole('button', { name: 'Share' }));
    expect(await screen.findByText(/The link could not be copied/)).toBeVisible();
  });

  it('offers the calendar only before the auction, as a file of the lot', async () => {
    const waiting = { ...details, status: 1, room: { ...lot.room, phase: 'waiting' } };
    const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
    open('/lot-view/7', { 'GET /api/shop/lot-card/details/7': { body: waiting } });
    await userEvent.click(await screen.findByRole('button', { name: 'Add to calendar' }));
    const blob = made.mock.calls[0]![0] as Blob;
    expect(blob.type).toBe('text/calendar;charset=utf-8');
    expect(await blob.text()).toContain('SUMMARY:Auction: Cobalt');
  });

  it('lists other lots of the order and other auctions, and works without them', async () => {
    open('/lot-view/7', {
      'GET /api/shop/shop-lots/sub-lot-list/7': {
        body: { items: [{ ...details, id: 8, title: text('Matiz') }], total: 1 },
      },
    });
    const section = await screen.findByRole('region', { name: 'Other lots of this order' });
    expect(within(section).getByRole('link', { name: 'Matiz' })).toHaveAttribute('href', '/lot-view/8');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Other current auctions' })).toBeNull());
  });
});
