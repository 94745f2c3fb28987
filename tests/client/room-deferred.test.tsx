import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { typedToTiyin } from '#client/features/site/room/offer-amount.ts';
import { PriceList } from '#client/features/site/room/price-list.tsx';
import { RoomReady, useRoomReady } from '#client/features/site/room/room-ready.ts';
import { RoomStoreContext } from '#client/features/site/room/room-store.ts';
import { SumField } from '#client/features/site/room/sum-field.tsx';
import { switchLanguage } from '#client/i18n/i18n.ts';
import { show } from './page.tsx';
import { head, price, room } from './room-fixtures.ts';
import { roomStore } from './room-place.tsx';

function Field() {
  const [digits, setDigits] = useState('');
  return (
    <>
      <SumField
        value={digits}
        onValue={setDigits}
        placeholder="100"
        aria-describedby="nothing"
        data-testid="field"
      />
      <button type="button" onClick={() => setDigits('')}>
        clear
      </button>
      <output data-testid="tiyin">{typedToTiyin(digits)}</output>
    </>
  );
}

const inRoom = (ready: boolean, children: ReactNode) => (
  <RoomStoreContext value={roomStore}>
    <RoomReady value={ready}>{children}</RoomReady>
  </RoomStoreContext>
);
const field = () => screen.getByTestId<HTMLInputElement>('field');

beforeEach(() => switchLanguage('en'));

describe('a sum field of the room', () => {
  it('waits in its place until the room is complete', () => {
    show(inRoom(false, <Field />));
    expect(field()).toBeDisabled();
    expect(field().placeholder).toBe('100');
  });

  it('groups what is typed and tells its digits', async () => {
    show(inRoom(true, <Field />));
    await waitFor(() => expect(field()).toBeEnabled());
    await userEvent.type(field(), '1150000,50');
    expect(field().value).toBe('1 150 000.50');
    expect(screen.getByTestId('tiyin').textContent).toBe('115000050');
    // A third decimal is not dropped: what is left would be another sum.
    await userEvent.type(field(), '7');
    expect(field().value).toBe('1 150 000.507');
    expect(screen.getByTestId('tiyin').textContent).toBe('');
    await userEvent.click(screen.getByText('clear'));
    expect(field().value).toBe('');
  });

  it.each([
    ['1 150 000,5', '1 150 000.50'],
    ['1,150,000', '1 150 000'],
    ['1150000.50', '1 150 000.50'],
  ])('reads the pasted sum %j as %j', async (pasted, shown) => {
    show(inRoom(true, <Field />));
    await waitFor(() => expect(field()).toBeEnabled());
    await userEvent.click(field());
    await userEvent.paste(pasted);
    expect(field().value).toBe(shown);
  });
});

describe('the list of confirmed prices', () => {
  it('shows the newest before its library is there, as high as all of them', () => {
    const prices = Array.from({ length: 50 }, (_, place) => price(50 - place));
    const full = { ...room(), prices, head: head(50, { count: 50 }) };
    show(inRoom(false, <PriceList room={full} />));
    const rows = screen.getAllByRole('listitem');
    expect(rows).toHaveLength(16);
    expect(rows[0]?.textContent).toMatch(/5.000/);
    expect(screen.getByRole('list').style.height).toBe('2000px');
  });
});

describe('what the room asks for later', () => {
  function Scene({ drawn }: { drawn: boolean }) {
    return <output data-testid="ready">{String(useRoomReady(drawn))}</output>;
  }
  const drawn = () => screen.getByTestId('ready').textContent;

  it('waits for the first state, and stays', async () => {
    const { rerender } = show(<Scene drawn={false} />);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(drawn()).toBe('false');
    rerender(<Scene drawn />);
    await waitFor(() => expect(drawn()).toBe('true'));
    rerender(<Scene drawn={false} />);
    expect(drawn()).toBe('true');
  });
});
