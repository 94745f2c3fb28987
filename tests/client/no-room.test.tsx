import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { RoomPage } from '#client/features/site/room/room-page.tsx';
import type { RoomStoreApi } from '#client/features/site/room/room-store.ts';
import { i18n, loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import type { LotDetails } from '#shared/api/site/lots.ts';
import { lot } from './lot-fixture.ts';
import { serve, show } from './page.tsx';

vi.mock('#client/features/site/room/room-session.ts', () => ({
  openRoomSession: (store: RoomStoreApi) => {
    store.setState({ status: { kind: 'refused', error: { code: 'not-found', message: '' } } });
    return () => undefined;
  },
}));

const DETAILS = 'GET /api/shop/lot-card/details/7';

beforeEach(async () => {
  await startI18n();
  await switchLanguage('ru');
  await loadNamespaces(['room', 'room-later']);
});

const RESULT: LotDetails['result'] = {
  outcome: 'sold',
  priceTiyin: 5_000_000_000,
  winnerNumber: 3,
  reserveNumber: null,
  reservePriceTiyin: null,
  participants: 2,
  confirmedPrices: 1,
  payUntilMs: null,
  endedAtMs: 2,
};

it.each([
  [
    'tells when a room opens that is not there yet',
    { opensAtMs: Date.now() + 3_600_000 },
    'notYet',
    '/lot-view/7',
  ],
  ['speaks of a start that has passed as passed', {}, 'late', '/lot-view/7'],
  ['sends to the card of a lot without bidding', { tradeType: 'fixed-price' }, 'fixedPrice', '/lot-view/7'],
  ['sends to the result of an auction that is over', { result: RESULT }, 'over', '/lot-result/7'],
] as const)('%s', async (_name, change, kind, link) => {
  serve({ [DETAILS]: { body: { ...lot, ...change } } });
  show(<RoomPage lotId={7} notFound="none" />);
  expect(await screen.findByRole('heading')).toHaveTextContent(i18n.t(`room-later:noRoom.${kind}.title`));
  expect(screen.getAllByRole('link')[0]).toHaveAttribute('href', link);
});

it('says that there is no such lot only when there is none', async () => {
  serve({ [DETAILS]: { status: 404, body: { ERROR: { code: 'lot-not-found', message: 'x' } } } });
  show(<RoomPage lotId={7} notFound={<p>no such lot</p>} />);
  expect(await screen.findByText('no such lot')).toBeVisible();
});
