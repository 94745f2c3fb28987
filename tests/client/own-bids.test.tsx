import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { OwnBidsButton } from '#client/entities/application/own-bids-button.tsx';
import type { OwnAttempt } from '#shared/api/site/signed-records.ts';
import { REFUSAL_REASONS } from '#shared/auction/refusals.ts';
import { serve, show } from './page.tsx';
// Come when they are opened; read ahead, so that no time limit waits for them.
import '#client/entities/application/own-bids-dialog.tsx';
import '#client/ui/dialog.tsx';

const PATH = 'GET /api/shop/game-view/attempts/7';
const attempt = (more: Partial<OwnAttempt>): OwnAttempt => ({
  bidId: 'the-bid-0001',
  command: 'place',
  amountTiyin: 120_000,
  verdict: 'accepted',
  reason: null,
  atUs: 1_800_000_000_123_456,
  ...more,
});

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
});

async function open(attempts: OwnAttempt[], more: { counted?: number; more?: boolean } = {}) {
  const asked = serve({ [PATH]: { body: { attempts, more: false, counted: 0, ...more } } });
  show(<OwnBidsButton lotId={7}>My bids</OwnBidsButton>);
  expect(asked).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'My bids' }));
  return { dialog: await screen.findByRole('dialog', { name: 'My bids and receipts' }) };
}

describe('the list of one’s own bids', () => {
  it('has a receipt for each that was decided, refused ones too, and says why it was', async () => {
    const { dialog } = await open([
      attempt({ bidId: 'unknown-0001', verdict: 'unknown' }),
      attempt({ bidId: 'refused-0001', verdict: 'refused', reason: 'below-suggested' }),
      attempt({}),
    ]);
    const receipts = await within(dialog).findAllByRole('link', { name: /^Download the receipt of/ });
    expect(receipts.map((link) => link.getAttribute('href'))).toEqual([
      '/api/shop/game-view/receipt/7/refused-0001',
      '/api/shop/game-view/receipt/7/the-bid-0001',
    ]);
    expect(within(dialog).getByText('Refused: below the least price')).toBeVisible();
    expect(within(dialog).getByRole('link', { name: 'How to check' })).toHaveAttribute('href', '/verify');
  });

  it('has words for every reason', async () => {
    const { dialog } = await open(
      REFUSAL_REASONS.map((reason) => attempt({ bidId: `${reason}-0001`, verdict: 'refused', reason })),
    );
    await waitFor(() =>
      expect(within(dialog).getAllByText(/^Refused: /)).toHaveLength(REFUSAL_REASONS.length),
    );
    expect(within(dialog).queryByText(/bids\.reason/)).toBeNull();
  });

  it('says how many were only counted, and reads on from the last one', async () => {
    const { dialog } = await open([attempt({})], { counted: 12, more: true });
    expect(await within(dialog).findByText(/^12 more bids were refused/)).toBeVisible();
    const later = serve({
      [PATH]: { body: { attempts: [attempt({ bidId: 'the-bid-0000' })], more: false, counted: 12 } },
    });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Earlier bids' }));
    await waitFor(() => expect(within(dialog).getAllByRole('link', { name: /^Download/ })).toHaveLength(2));
    expect(later[0]?.search.get('beforeUs')).toBe('1800000000123456');
    expect(within(dialog).getAllByText(/more bids were refused/)).toHaveLength(1);
  });
});
