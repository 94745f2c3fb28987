import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TransactionsTable } from '#client/features/cabinet/transactions/transactions-table.tsx';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import type { TransactionView } from '#shared/api/cabinet/wallet.ts';
import { serve, show, type Answers } from './page.tsx';

const LIST = 'GET /api/shop/user/transactions';
const MONEY = 'GET /api/shop/user/money';
const row = (id: number, given: Partial<TransactionView>): TransactionView => ({
  id,
  atMs: 1_763_712_000_000,
  kind: 'top-up',
  type: 'income',
  amountTiyin: 10_000_00,
  status: 'done',
  about: { kind: 'payment', id: '11' },
  fromHeld: false,
  balanceTiyin: 10_000_00,
  heldTiyin: 0,
  ...given,
});

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
  await loadNamespaces(['transactions']);
});
afterEach(() => vi.unstubAllGlobals());

function page(answers: Answers = {}, at = '/profile/transactions') {
  const items = [
    row(3, {
      kind: 'capture',
      type: 'outgoing',
      fromHeld: true,
      about: { kind: 'lot', id: '5000017' },
      balanceTiyin: 6_000_50,
    }),
    row(2, {
      kind: 'hold',
      type: 'held',
      about: { kind: 'lot', id: '5000017' },
      balanceTiyin: 6_000_50,
      heldTiyin: 3_999_50,
    }),
    row(1, {}),
  ];
  const asked = serve({
    [LIST]: { body: { items, total: 41, page: 1, size: 20 } },
    [MONEY]: {
      body: {
        availableTiyin: 6_000_50,
        heldTiyin: 4_000_00,
        held: [{ id: 2, amountTiyin: 4_000_00, about: { kind: 'lot', id: '5000017' }, heldAtMs: 1 }],
      },
    },
    ...answers,
  });
  show(<TransactionsTable />, at);
  return asked;
}

describe('the movements of my money', () => {
  it('say what happened, to which lot or payment, and what could be spent after it', async () => {
    page();
    const table = await screen.findByRole('table', { name: 'Transactions' });
    await within(table).findByText('Top-up');
    const [, captured, held, paid] = within(table).getAllByRole('row');
    expect(captured).toHaveTextContent(
      /Deposit counted towards the price.*Outgoingfrom the held sum−10 000 UZS6 000.50 UZSheld: 0 UZS/,
    );
    expect(held).toHaveTextContent(/Deposit heldLot № 5000017.*Hold10 000 UZS6 000.50 UZSheld: 3 999.50 UZS/);
    expect(paid).toHaveTextContent(/Top-upPayment 11.*Income\+10 000 UZS10 000 UZSheld: 0 UZS/);
    expect(within(held!).getByRole('link', { name: 'Lot № 5000017' })).toHaveAttribute(
      'href',
      '/lot-view/5000017',
    );
  });

  it('stand below what is available and held, and what it is held for', async () => {
    page();
    expect(await screen.findByText('What is held for')).toBeInTheDocument();
    const held = screen.getByText('Held', { selector: 'dt' }).parentElement!;
    expect(held).toHaveTextContent('4 000 UZS');
    await userEvent.click(screen.getByText('What is held for'));
    expect(screen.getAllByRole('link', { name: 'Lot № 5000017' })[0]).toBeVisible();
  });

  it('are filtered by type, kind and day, in the address and in the files', async () => {
    const asked = page({}, '/profile/transactions?page=2');
    await screen.findByText('Top-up', { selector: 'span' });
    await userEvent.selectOptions(screen.getByLabelText('Type'), 'outgoing');
    await userEvent.selectOptions(screen.getByLabelText('Operation'), 'hold');
    await waitFor(() =>
      expect(screen.getByTestId('address')).toHaveTextContent(
        '/profile/transactions?type=outgoing&kind=hold',
      ),
    );
    await waitFor(() => {
      const { search } = asked.findLast(({ path }) => path.endsWith('/transactions'))!;
      expect(Object.fromEntries(search)).toEqual({ page: '1', size: '20', type: 'outgoing', kind: 'hold' });
    });
    const file = screen.getByRole('link', { name: /CSV/ });
    expect(file.getAttribute('href')).toMatch(/export\/transactions\?type=outgoing&kind=hold&format=csv/);
  });

  it('lead to the top-up where there are none', async () => {
    page({ [LIST]: { body: { items: [], total: 0, page: 1, size: 20 } } });
    expect(await screen.findByText('No movements yet')).toBeVisible();
    expect(screen.getAllByRole('link', { name: 'Top up' })[0]).toHaveAttribute('href', '/profile/top-up');
    expect(screen.queryByLabelText('Operation')).toBeNull();
    expect(screen.queryByRole('link', { name: /CSV/ })).toBeNull();
  });

  it('keep their filters where only these leave nothing', async () => {
    page({ [LIST]: { body: { items: [], total: 0, page: 1, size: 20 } } }, '/profile/transactions?kind=hold');
    expect(await screen.findByText('Nothing found')).toBeVisible();
    expect(screen.getByLabelText('Operation')).toHaveValue('hold');
  });
});
