import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { RoomSheet } from '#client/features/site/room/room-sheet.tsx';
import { emptyRoom } from '#client/features/site/room/room-store.ts';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { head, me, price, room } from './room-fixtures.ts';
import { roomStore, showInRoom } from './room-place.tsx';
// Comes later in a browser; read ahead, so that no time limit waits for it.
import '#client/features/site/room/bidder-controls.tsx';

const state = {
  ...room({ me: { ...me, auto: { maximumTiyin: 2_000_000_00, asleep: false } } }),
  head: head(1, { priceTiyin: 1_150_000_00, count: 1 }),
  prices: [price(1)],
};

beforeEach(async () => {
  await startI18n();
  await loadNamespaces(['room']);
  await switchLanguage('en');
  roomStore.setState({ ...emptyRoom, room: state });
});

it('shows price, time, status and auto-bid in the sheet, its handle first', async () => {
  showInRoom(<RoomSheet room={state} lot={undefined} onControlsRendered={() => undefined} />);
  const sheet = screen.getByRole('complementary');
  expect(await within(sheet).findByTestId('bid-status')).toBeInTheDocument();
  expect(within(sheet).getByTestId('sheet-price')).toHaveTextContent('Last offer1 150 000 UZS');
  expect(within(sheet).getByTestId('countdown')).toBeInTheDocument();
  expect(within(sheet).getByTestId('auto-line')).toHaveTextContent('Auto-bid: up to 2 000 000 UZS');
  const handle = within(sheet).getAllByRole('button')[0] as HTMLElement;
  expect(handle).toHaveAttribute('aria-expanded', 'false');
  expect(sheet.firstElementChild).toBe(handle);
  expect(sheet).toHaveAttribute('data-room-sheet', 'closed');
  await userEvent.click(handle);
  expect(sheet).toHaveAttribute('data-room-sheet', 'open');
});

it('says of an auto-bid that it is used up or paused, not that it still acts', async () => {
  const outbid = {
    ...state,
    head: head(2, { priceTiyin: 2_050_000_00, suggestedTiyin: 2_100_000_00, count: 2 }),
  };
  const { unmount } = showInRoom(
    <RoomSheet room={outbid} lot={undefined} onControlsRendered={() => undefined} />,
  );
  const line = await screen.findByTestId('auto-line');
  expect(line).toHaveTextContent('Auto-bid used up at 2 000 000 UZS');
  expect(line).toHaveAttribute('data-doing', 'exhausted');
  unmount();
  const asleep = { ...state, me: { ...state.me, auto: { maximumTiyin: 2_000_000_00, asleep: true } } };
  showInRoom(<RoomSheet room={asleep} lot={undefined} onControlsRendered={() => undefined} />);
  expect(await screen.findByTestId('auto-line')).toHaveTextContent('Auto-bid up to 2 000 000 UZS is paused');
});
