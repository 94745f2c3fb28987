import { screen, within, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BuyerProtocols, CustomerProtocols } from '#client/features/cabinet/protocols/own-protocols.tsx';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import type { OwnProtocol } from '#shared/api/cabinet/protocols.ts';
import { text } from './lot-fixture.ts';
import { serve, show, type Answers } from './page.tsx';

const BOUGHT = 'GET /api/shop/lot-protocols';
const SELLING = 'GET /api/shop/customer-protocols';

const protocol = (number: string, more: Partial<OwnProtocol> = {}): OwnProtocol => ({
  number,
  cause: 'hammer',
  status: 'active',
  date: '2026-11-20',
  cancelled: null,
  lot: { id: 5000007, number: '5000007', title: text('Cobalt') },
  priceTiyin: 7_500_000_00,
  bidderNumber: 17,
  word: 'ABCD-2345',
  fileUrl: `/api/shop/lot-protocols/file/${number}`,
  ...more,
});

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
  await loadNamespaces(['cabinet', 'protocols']);
});
afterEach(() => vi.unstubAllGlobals());

const page = (items: OwnProtocol[]) => ({ body: { items, total: items.length, page: 1, size: 20 } });

function bought(items: OwnProtocol[], more: Answers = {}, at = '/profile/qr-code-protocols') {
  const asked = serve({ [BOUGHT]: page(items), ...more });
  show(<BuyerProtocols />, at);
  return asked;
}

describe('protocols of a buyer', () => {
  it('say which lot was bought for how much, whether they are in force, and give the full copy', async () => {
    const cancelled = { atMs: Date.UTC(2026, 10, 25, 6), reason: 'defaulted' } as const;
    bought([protocol('P-2026-000002', { status: 'cancelled', cancelled }), protocol('P-2026-000001')]);
    const table = await screen.findByRole('table', { name: 'Protocols with QR codes' });
    await within(table).findByText('P-2026-000001');
    const [, undone, valid] = within(table).getAllByRole('row');
    expect(undone).toHaveTextContent(/Cancelled25\.11\.2026 11:00: the winner did not pay in time/);
    expect(valid).toHaveTextContent(
      /Lot no\. 5000007, CobaltSale at the auctionP-2026-00000120\.11\.2026.*participant 17In force/,
    );
    expect(valid).toHaveTextContent('7 500 000 UZS');
    expect(within(valid!).getByRole('link', { name: 'Full copy (PDF)' })).toHaveAttribute(
      'href',
      '/api/shop/lot-protocols/file/P-2026-000001',
    );
  });

  it('show the QR code with the check word, and lead to what others will see', async () => {
    bought([protocol('P-2026-000001')]);
    await userEvent.click(await screen.findByRole('button', { name: 'QR code' }));
    const dialog = await screen.findByRole('dialog', { name: 'Protocol P-2026-000001' });
    const pictureOf = (name: string) => within(dialog).getByRole('img', { name }).getAttribute('src');
    expect(pictureOf('QR code that opens the check of protocol P-2026-000001')).toBe(
      '/api/shop/lot-protocols/qr/P-2026-000001',
    );
    expect(pictureOf('Signed code of protocol P-2026-000001')).toBe(
      '/api/shop/lot-protocols/code/P-2026-000001',
    );
    expect(within(dialog).getByText('ABCD-2345')).toBeVisible();
    expect(within(dialog).getByRole('link', { name: 'Open the check' })).toHaveAttribute(
      'href',
      '/check-protocol?number=P-2026-000001&word=ABCD-2345',
    );
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('are asked for by the status in the address; one that does not exist asks for all', async () => {
    const asked = bought([protocol('P-1')], {}, '/profile/qr-code-protocols?status=cancelled');
    await screen.findByText('P-1');
    expect(asked.at(-1)?.search.get('status')).toBe('cancelled');
    await userEvent.selectOptions(screen.getByLabelText('Status'), 'active');
    await waitFor(() => expect(asked.at(-1)?.search.get('status')).toBe('active'));
  });

  it('lead to the auctions while there are none, and say when they cannot be read', async () => {
    bought([]);
    expect(await screen.findByText('No protocols yet')).toBeVisible();
    expect(screen.getByRole('link', { name: 'See the auctions' })).toHaveAttribute('href', '/lot-list');
    document.body.replaceChildren();
    bought([], { [BOUGHT]: { status: 503, body: { ERROR: { code: 'down', message: 'Not now.' } } } });
    expect(await screen.findByText('Not now.')).toBeVisible();
  });
});

it('a customer has minutes among them, without a price', async () => {
  const minutes = protocol('P-2026-000003', { cause: 'no-price', priceTiyin: null, bidderNumber: null });
  serve({ [SELLING]: page([minutes]) });
  show(<CustomerProtocols />, '/profile/customer-protocols');
  const row = (await screen.findByText('Minutes: no price was given')).closest('tr');
  expect(row).toHaveTextContent('—');
  expect(screen.getByRole('heading', { name: 'Protocols of my lots' })).toBeVisible();
});
