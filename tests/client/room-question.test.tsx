import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BidPanel } from '#client/features/site/room/bid-panel.tsx';
import { dismissIntent, offer } from '#client/features/site/room/bid-commands.ts';
import { DEAF_MS } from '#client/features/site/room/jump-question.tsx';
import { RoomReady } from '#client/features/site/room/room-ready.ts';
import { emptyRoom } from '#client/features/site/room/room-store.ts';
import type { BidAnswer } from '#shared/realtime/room.ts';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { me, room } from './room-fixtures.ts';
import { serve } from './page.tsx';
import { roomStore, showInRoom } from './room-place.tsx';

const PLACE = 'POST /api/shop/game-view/place';
const FAR = 160_00;
const HIGH = 120_00;

const refused = (reason: string, bidId: string): BidAnswer => ({
  verdict: 'refused',
  bidId,
  reason: reason as never,
  epoch: 1,
  seq: 3,
  atMs: 900_000,
  suggestedTiyin: 80_00,
  limitTiyin: 0,
  mostTiyin: 0,
  deadlineMs: 1_000_000,
  repeated: false,
});

beforeEach(async () => {
  await startI18n();
  await loadNamespaces(['room']);
  await switchLanguage('en');
  roomStore.setState({ ...emptyRoom, room: room({ me }) });
});
afterEach(() => {
  vi.useRealTimers();
});

/** The panel, with the question's own part loaded: it was there before a far offer could be typed. */
async function panel() {
  showInRoom(
    <RoomReady value>
      <BidPanel room={room({ me })} />
    </RoomReady>,
  );
  ask();
  await screen.findByTestId('question');
  act(() => dismissIntent(roomStore));
  expect(screen.queryByTestId('question')).toBeNull();
}
const ask = () => act(() => offer(roomStore, FAR));
const no = () => screen.getByRole('button', { name: 'No, change' });
const yes = () => screen.getByRole('button', { name: 'Yes, send' });
/** Enter on what has the focus, as a browser does it: a press that nothing prevented is a click. */
const enter = (repeat = false) => {
  const target = document.activeElement as HTMLElement;
  if (fireEvent.keyDown(target, { key: 'Enter', repeat })) fireEvent.click(target);
};

describe('the question before an offer far above the suggested price', () => {
  it('gives the focus of an answered question to the button it was about', async () => {
    await panel();
    ask();
    await waitFor(() => expect(no()).toHaveFocus());
    fireEvent.keyDown(document.activeElement as HTMLElement, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByTestId('question')).toBeNull());
    expect(screen.getByTestId('confirm')).toHaveFocus();
  });

  it('has the focus on its safe answer, and takes no Enter and no yes in its first moment', async () => {
    const asked = serve({});
    await panel();
    vi.useFakeTimers();
    ask();
    expect(no()).toHaveFocus();
    enter();
    expect(screen.getByTestId('question')).toBeInTheDocument();
    fireEvent.click(yes());
    await act(() => vi.advanceTimersByTimeAsync(DEAF_MS - 1));
    enter();
    fireEvent.click(yes());
    expect(roomStore.getState().intent.step).toBe('asking');
    expect(asked.filter(({ method }) => method === 'POST')).toEqual([]);
    await act(() => vi.advanceTimersByTimeAsync(1));
    // Still the same key, held down.
    enter(true);
    expect(screen.getByTestId('question')).toBeInTheDocument();
    enter();
    expect(screen.queryByTestId('question')).toBeNull();
  });

  it('keeps the button behind it out of reach until it is answered', async () => {
    await panel();
    expect(screen.getByTestId('confirm').closest('[inert]')).toBeNull();
    ask();
    expect(screen.getByTestId('confirm').closest('[inert]')).not.toBeNull();
    act(() => roomStore.setState({ intent: { step: 'idle' } }));
    expect(screen.getByTestId('confirm').closest('[inert]')).toBeNull();
  });

  it('sends a confirmed offer once it was answered with yes', async () => {
    const asked = serve({ [PLACE]: { body: refused('held', 'bid-00000001') } });
    await panel();
    vi.useFakeTimers();
    ask();
    await act(() => vi.advanceTimersByTimeAsync(DEAF_MS));
    fireEvent.click(yes());
    await act(() => vi.advanceTimersByTimeAsync(50));
    const placed = asked.filter(({ method }) => method === 'POST');
    expect(placed.map(({ body }) => body)).toMatchObject([{ amountTiyin: FAR, confirmed: true }]);
  });

  it('is asked when the server says that the offer is a jump, and a yes is a new offer', async () => {
    const answers = { [PLACE]: { body: refused('confirm-jump', 'bid-00000001') } };
    const asked = serve(answers);
    await panel();
    act(() => offer(roomStore, HIGH));
    // Fifty percent above what the server suggests, though not above what the page knew.
    expect(await screen.findByText(/50 %/)).toBeInTheDocument();
    answers[PLACE] = { body: refused('held', 'bid-00000002') };
    await waitFor(() => expect(yes()).toHaveAttribute('aria-disabled', 'false'));
    fireEvent.click(yes());
    await waitFor(() => expect(roomStore.getState().intent.step).toBe('refused'));
    const [first, second] = asked
      .filter(({ method }) => method === 'POST')
      .map(({ body }) => body as { bidId: string; amountTiyin: number; confirmed?: boolean });
    expect(first).not.toHaveProperty('confirmed');
    expect(second).toMatchObject({ amountTiyin: HIGH, confirmed: true });
    expect(second?.bidId).not.toBe(first?.bidId);
  });
});
