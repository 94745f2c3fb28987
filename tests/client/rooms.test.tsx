import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import GameViews from '#client/app/screens/game-views.tsx';
import { readRooms } from '#client/app/screens/rooms-address.ts';
import { say, type RoomStoreApi } from '#client/features/site/room/room-store.ts';
import type { RoomState } from '#shared/realtime/client/room-state.ts';
import type { RoomHead } from '#shared/realtime/room.ts';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { lot } from './lot-fixture.ts';
import { head, me, price, room } from './room-fixtures.ts';
import { serve, show, type Answers, type Asked } from './page.tsx';
// Comes later in a browser; read ahead, so that no time limit waits for it.
import '#client/features/site/room/bidder-controls.tsx';

const joined = vi.hoisted(() => ({ stores: new Map<number, unknown>(), left: [] as number[] }));

vi.mock('#client/features/site/room/room-session.ts', () => ({
  openRoomSession: (store: RoomStoreApi) => {
    const { lotId } = store.getState();
    joined.stores.set(lotId, store);
    if (lotId === 404)
      store.setState({ status: { kind: 'refused', error: { code: 'not-found', message: '' } } });
    else if (lotId === 403)
      store.setState({ status: { kind: 'refused', error: { code: 'no-access', message: '' } } });
    else
      store.setState({
        status: { kind: 'ready' },
        room: room({
          me: { ...me, number: lotId + 100 },
          head: { ...head(3), lotId, suggestedTiyin: lotId * 100_00 },
        }),
      });
    return () => joined.left.push(lotId);
  },
}));

const PLACE = 'POST /api/shop/game-view/place';
const storeOf = (lotId: number) => joined.stores.get(lotId) as RoomStoreApi;
const details = (id: number): Answers => ({
  [`GET /api/shop/lot-card/details/${id}`]: { body: { ...lot, id, number: String(id) } },
});

function open(ids: string): Asked[] {
  const asked = serve({
    ...details(7),
    ...details(8),
    ...details(9),
    ...details(403),
    'GET /api/shop/shop-lots/active-lot-list': { body: [] },
  });
  show(<GameViews />, `/game-view?ids=${ids}`);
  return asked;
}
const column = (number: number) => screen.getByRole('region', { name: new RegExp(`^Lot ${number}\\b`) });

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
  await loadNamespaces(['room', 'room-later']);
  joined.stores.clear();
  joined.left.length = 0;
});

describe('the address of several rooms', () => {
  it.each([
    ['7,8,9', [7, 8, 9], [], []],
    ['7,7,8,7', [7, 8], [], []],
    [' 7 , 8 ,,', [7, 8], [], []],
    [
      '7,x,-8,0,08,1e3,7.5,99999999999999999',
      [7],
      [],
      ['x', '-8', '0', '08', '1e3', '7.5', '99999999999999999'],
    ],
    ['1,2,3,4,5,6', [1, 2, 3, 4], [5, 6], []],
    ['', [], [], []],
  ])('%j names lots once each, at most four, and says what is none', (text, lotIds, beyond, wrong) => {
    expect(readRooms(text)).toEqual({ lotIds, beyond, wrong });
  });
});

describe('several rooms side by side', () => {
  it('sends a press to its own room alone, and shows the answer there alone', async () => {
    const asked = open('7,8');
    const confirm = await within(column(8)).findByTestId('confirm');
    expect(confirm).toHaveAccessibleName(/^Confirm 800\sUZS, Lot 8$/);
    expect(within(column(7)).getByTestId('confirm')).toHaveAccessibleName(/^Confirm 700\sUZS, Lot 7$/);
    await userEvent.click(confirm);
    await waitFor(() => expect(storeOf(8).getState().intent.step).not.toBe('idle'));
    expect(storeOf(7).getState().intent.step).toBe('idle');
    const placed = asked.filter(({ method, path }) => `${method} ${path}` === PLACE);
    expect(placed.map(({ body }) => body)).toEqual([
      expect.objectContaining({ lotId: 8, amountTiyin: 800_00 }),
    ]);
    // While that one is open, the other is still ready.
    await userEvent.click(within(column(7)).getByTestId('confirm'));
    await waitFor(() => expect(storeOf(7).getState().intent.step).not.toBe('idle'));
  });

  it('asks about a far offer in its own room, while the other stays in reach', async () => {
    open('7,8');
    await within(column(8)).findByTestId('confirm');
    act(() =>
      storeOf(8).setState({ intent: { step: 'asking', amountTiyin: 2_000_00, overBasisPoints: 15_000 } }),
    );
    expect(await within(column(8)).findByRole('alertdialog')).toBeInTheDocument();
    expect(within(column(7)).queryByRole('alertdialog')).toBeNull();
    expect(within(column(7)).getByTestId('confirm').closest('[inert]')).toBeNull();
  });

  it('says of which lot it speaks, and has no name twice', async () => {
    open('7,8');
    await within(column(8)).findByTestId('confirm');
    act(() => say(storeOf(8), 'polite', 'Lot 8. New price'));
    expect(within(column(8)).getByTestId('say-polite')).toHaveTextContent('Lot 8. New price');
    act(() =>
      storeOf(8).setState(({ room: state }) => ({
        room: state && { ...state, head: { ...state.head, seq: 4, phase: 'paused' } },
      })),
    );
    expect(within(column(8)).getByTestId('say-assertive')).toHaveTextContent(/^Lot 8\. /);
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('says of a room that is not there or not open to this person so, beside those that are', async () => {
    open('7,403,404');
    expect(await within(column(7)).findByTestId('confirm')).toBeVisible();
    expect(await within(column(403)).findByText('You have no right to enter this auction')).toBeVisible();
    expect(await within(column(404)).findByText('There is no lot 404.')).toBeVisible();
  });

  it('lets one room go, and keeps the others as they are', async () => {
    open('7,8,9');
    await within(column(8)).findByTestId('confirm');
    const other = storeOf(7);
    await userEvent.click(screen.getByRole('link', { name: 'Take the room of lot 8 off this page' }));
    expect(screen.getByTestId('address')).toHaveTextContent('/game-view?ids=7,9');
    expect(joined.left).toEqual([8]);
    expect(storeOf(7)).toBe(other);
  });

  it('names what it leaves out, with the way to it', async () => {
    open('7,8,9,403,5,6,x');
    expect(await screen.findByText('Not a lot number, left out: x.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open the other 2' })).toHaveAttribute(
      'href',
      '/game-view?ids=5,6',
    );
    expect(screen.getAllByTestId('room-column')).toHaveLength(4);
  });

  it('tells in the tab of the room that needs the person most, and at once', async () => {
    const { title: before } = document;
    open('7,8');
    await within(column(8)).findByTestId('confirm');
    const change = (lotId: number, more: Partial<RoomState>, moreHead: Partial<RoomHead> = {}) =>
      act(() =>
        storeOf(lotId).setState(({ room: state }) => ({
          room: state && { ...state, ...more, head: { ...state.head, ...moreHead } },
        })),
      );
    const inAnHour = Date.now() + 3_590_000;
    change(7, {}, { deadlineMs: inAnHour - 600_000, priceTiyin: 700_00 });
    change(8, {}, { deadlineMs: inAnHour, priceTiyin: 800_00 });
    expect(document.title).toMatch(/^49:\d\d · 700\sUZS · Lot 7$/);
    // Somebody passes this person's price in the other room.
    change(8, { prices: [price(5, 2), price(4, 108)] }, { priceTiyin: 900_00 });
    expect(document.title).toMatch(/^You were outbid · 59:\d\d · 900\sUZS · Lot 8$/);
    // Answered: they lead, and the room that ends first is told of again.
    change(8, { me: { ...me, number: 108, leading: true } }, { priceTiyin: 950_00 });
    expect(document.title).toMatch(/^49:\d\d · 700\sUZS · Lot 7$/);
    // One that is over calls for nothing.
    change(7, { prices: [price(5, 2), price(4, 107)] }, { phase: 'closed', outcome: 'sold' });
    expect(document.title).toMatch(/^59:\d\d · 950\sUZS · Lot 8$/);
    cleanup();
    expect(document.title).toBe(before);
  });

  it('is the room itself for one lot', async () => {
    open('7,7');
    await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/game-view/7'));
  });

  it('leads to rooms when the address names none', async () => {
    open('');
    expect(await screen.findByRole('heading', { level: 1, name: 'No room is named' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'My auctions' })).toHaveAttribute('href', '/profile/my-auctions');
  });
});
