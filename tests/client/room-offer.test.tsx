import { readFileSync } from 'node:fs';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import AutoBidPanel from '#client/features/site/room/auto-bid-panel.tsx';
import { BidPanel } from '#client/features/site/room/bid-panel.tsx';
import { boundOf } from '#client/features/site/room/offer-bounds.ts';
import { RoomReady } from '#client/features/site/room/room-ready.ts';
import type { RoomState } from '#shared/realtime/client/room-state.ts';
import { emptyRoom, useRoom } from '#client/features/site/room/room-store.ts';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { head, me, price, room, snapshot } from './room-fixtures.ts';
import { serve } from './page.tsx';
import { roomStore, showInRoom } from './room-place.tsx';

const { rules } = snapshot();
const CAPPED = { ...rules, maxJump: { offer: 10, maximum: 100 } };
const LIMITED = { ...rules, limitPercent: 5, limitOffStep: true, limitFromPrice: 3 };

const SUGGESTED = 1_350_000_00;
const START = 1_000_000_00;
/** A room whose suggested price is 1 350 000. */
const at = (change: Partial<Parameters<typeof room>[0]> = {}, suggestedTiyin = SUGGESTED): RoomState =>
  room({
    me,
    practice: false,
    startPriceTiyin: START,
    head: head(9, { priceTiyin: suggestedTiyin - 50_000_00, count: 2, leaderNumber: 2, suggestedTiyin }),
    ...change,
  });

/** The panel as the room page draws it: with the room of the store. */
function Panel() {
  const state = useRoom((store) => store.room);
  return <RoomReady value>{state ? <BidPanel room={state} /> : null}</RoomReady>;
}
const becomes = (state: RoomState) => act(() => roomStore.setState({ room: state }));
function open(state: RoomState) {
  becomes(state);
  showInRoom(<Panel />);
}
const field = () => screen.getByTestId<HTMLInputElement>('offer-field');
const hint = () => document.querySelector('[data-testid="offer-hint"]');
const type = async (text: string) => {
  await waitFor(() => expect(field()).toBeEnabled());
  await userEvent.type(field(), text);
};

beforeEach(async () => {
  await startI18n();
  await loadNamespaces(['room']);
  await switchLanguage('en');
  roomStore.setState(emptyRoom);
});

describe('the auto-bid', () => {
  it.each([
    ['leastThatLeads', /the system offers the least that leads, up to it\.$/],
    ['aboveRunnerUp', /the system offers one step above the next highest maximum, up to yours\.$/],
  ] as const)('of a room with %s says what it will offer', async (autoBid, says) => {
    await loadNamespaces(['room-later']);
    showInRoom(<AutoBidPanel room={at({ rules: { ...rules, autoBid } })} />);
    expect(screen.getByText(says)).toBeVisible();
  });
});

describe('an offer typed with signs between thousands', () => {
  it.each(['1,400,000', '1.400.000', '1,400'])('as %s is no sum, and never a part of it', async (text) => {
    const asked = serve({});
    open(at());
    await type(text);
    expect(hint()).toHaveTextContent('This is not a sum');
    await userEvent.keyboard('{Enter}');
    expect(asked.filter(({ method }) => method === 'POST')).toEqual([]);
    await userEvent.clear(field());
    await userEvent.paste('1,400,000');
    expect(field().value).toBe('1 400 000');
  });
});

describe('an offer typed below the suggested price', () => {
  it('is said to be below the least offer, stays in its field, and is not sent', async () => {
    const asked = serve({});
    open(at());
    await type('1300000');
    expect(hint()).toHaveTextContent('Below the least offer, 1 350 000 UZS.');
    await userEvent.keyboard('{Enter}');
    expect(field().value).toBe('1 300 000');
    expect(screen.getByTestId('bid-status')).toHaveAttribute('data-kind', 'refused');
    expect(screen.getByTestId('bid-status')).toHaveTextContent('Below the least offer, 1 350 000 UZS.');
    expect(asked.filter(({ method }) => method === 'POST')).toEqual([]);
    // Changed, it is another sum: what was said of the first one is gone.
    await userEvent.type(field(), '0');
    expect(screen.getByTestId('bid-status')).not.toHaveAttribute('data-kind', 'refused');
  });

  it('is distinguished from one that the price has passed since', async () => {
    open(at());
    await type('1400000');
    expect(hint()).toHaveTextContent(/Any sum from the suggested price up/);
    becomes(at({}, SUGGESTED + 100_000_00));
    expect(hint()).toHaveTextContent('The price has moved: the least offer is now 1 450 000 UZS.');
    expect(field().value).toBe('1 400 000');
  });

  it('has the least offer one tap away', async () => {
    const asked = serve({});
    open(at());
    await type('1300000');
    await userEvent.click(screen.getByTestId('offer-passing'));
    await waitFor(() =>
      expect(asked.find(({ method }) => method === 'POST')?.body).toMatchObject({ amountTiyin: SUGGESTED }),
    );
  });
});

describe('an offer while one leads', () => {
  it('is prepared in its field, which says when it can be sent, and the button is not grey', async () => {
    await loadNamespaces(['room-later']);
    open(at({ me: { ...me, leading: true } }));
    await type('1400000');
    expect(hint()).toHaveTextContent(
      'You lead. A sum can be prepared now: it can be sent once you are outbid.',
    );
    expect(field().value).toBe('1 400 000');
    expect(screen.getByTestId('confirm')).toHaveAttribute('data-leads', 'true');
    becomes(at());
    expect(hint()).not.toHaveTextContent('You lead.');
    expect(screen.getByTestId('confirm')).toHaveTextContent('Offer 1 400 000 UZS');
  });
});

describe('an offer beyond what passes', () => {
  it('names the most that passes, one tap away', async () => {
    open(at({ rules: CAPPED }));
    await type('90000000');
    expect(hint()).toHaveTextContent('2 700 000 UZS is the most that passes now.');
    await userEvent.click(screen.getByTestId('offer-passing'));
    // Twice the suggested price: the one question comes first.
    expect(roomStore.getState().intent).toMatchObject({ step: 'asking', amountTiyin: 2 * SUGGESTED });
    expect(field().value).toBe('90 000 000');
  });

  it('names the limit where one applies, and the way to a higher one where nothing passes', async () => {
    const limited = at({ rules: LIMITED, me: { ...me, limitTiyin: 1_400_000_00 } });
    open(limited);
    expect(screen.getByTestId('reach')).toHaveTextContent('Your balance carries you to 1 400 000 UZS.');
    await type('1500000');
    expect(hint()).toHaveTextContent('This is above your limit of 1 400 000 UZS.');
    expect(screen.getByTestId('offer-passing')).toHaveTextContent('Offer 1 400 000 UZS');
    becomes(at({ rules: LIMITED, me: { ...me, limitTiyin: 1_200_000_00 } }));
    expect(screen.queryByTestId('offer-passing')).toBeNull();
    expect(screen.getByRole('link', { name: 'Top up' })).toHaveAttribute(
      'href',
      expect.stringContaining('/profile/top-up'),
    );
  });

  it('follows the order of the server: limit before cap', () => {
    const both = at({
      rules: { ...CAPPED, ...LIMITED, maxJump: CAPPED.maxJump },
      me: { ...me, limitTiyin: 2_000_000_00 },
    });
    expect(boundOf(both, 90_000_000_00)).toEqual({
      reason: 'limit-exceeded',
      limitTiyin: 2_000_000_00,
      passesTiyin: 2_000_000_00,
    });
    expect(boundOf(both, 2_000_000_00)).toBeNull();
  });
});

describe('how far the balance carries', () => {
  const limited = { rules: LIMITED, me: { ...me, limitTiyin: 1_400_000_00 } };
  const inClosedSheet = () => screen.queryByTestId('reach-in-closed-sheet');

  it('is under the field, and in the status for the closed sheet of a phone', () => {
    open(at(limited));
    expect(screen.getByTestId('reach')).toHaveTextContent('Your balance carries you to 1 400 000 UZS.');
    expect(inClosedSheet()).toHaveTextContent('Your balance carries you to 1 400 000 UZS.');
    expect(screen.getByTestId('bid-status')).toContainElement(inClosedSheet());
    expect(screen.getByTestId('bid-status')).toHaveTextContent('You have not offered a price yet.');
    becomes(at({ practice: true }));
    expect(inClosedSheet()).toHaveTextContent('Practice room: no money is needed.');
  });

  it('makes way in the status for what became of an offer', () => {
    open(at({ ...limited, prices: [price(9, 2), price(8, 1)] }));
    expect(screen.getByTestId('bid-status')).toHaveAttribute('data-kind', 'outbid');
    expect(inClosedSheet()).toBeNull();
    expect(screen.getByTestId('reach')).toBeInTheDocument();
  });

  it('is seen in one of the two places only', () => {
    const closedOnPhone = (file: string) =>
      /@media \(max-width: 800px\) \{\n((?: {2}.*\n)*)\}/
        .exec(readFileSync(`client/features/site/room/${file}.module.css`, 'utf8'))?.[1]
        ?.split('}')
        .filter((rule) => rule.includes("[data-room-sheet='closed']"))
        .map((rule) => rule.replaceAll(/\s+/g, ' ').trim());
    expect(closedOnPhone('bid-panel')?.[0]).toMatch(/\.reach\) \{ display: none;/);
    expect(closedOnPhone('bid-status')).toEqual([
      ":global([data-room-sheet='closed']) .reach { display: inline;",
      ":global([data-room-sheet='closed']) .notYet:has(+ .reach) { display: none;",
    ]);
    const status = readFileSync('client/features/site/room/bid-status.module.css', 'utf8');
    expect(status).toMatch(/\n\.reach \{\n {2}display: none;/);
  });
});

it('speaks of no limit where none applies', () => {
  open(at({ me: { ...me, limitTiyin: 1_400_000_00 } }));
  expect(screen.queryByTestId('reach')).toBeNull();
  expect(screen.queryByTestId('reach-in-closed-sheet')).toBeNull();
  expect(document.body).not.toHaveTextContent('Your balance carries you');
});

it('says no "you offer" under a button that offers nothing', () => {
  const consequence = /You offer/;
  open(at());
  expect(document.body).toHaveTextContent(consequence);
  becomes(at({ head: head(0, { phase: 'waiting', suggestedTiyin: START }) }));
  expect(screen.getByTestId('confirm')).toBeDisabled();
  expect(document.body).not.toHaveTextContent(consequence);
});
