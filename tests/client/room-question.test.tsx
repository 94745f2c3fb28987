import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { BidPanel } from '#client/features/room/bid-panel.tsx';
import { RoomStands } from '#client/features/room/room-stands.ts';
import { emptyRoom, useRoom } from '#client/features/room/room-store.ts';
import { loadNamespaces, startI18n } from '#client/i18n/i18n.ts';
import { me, room } from './room-fixtures.ts';
import { show } from './page.tsx';

beforeEach(async () => {
  await startI18n();
  await loadNamespaces(['room']);
  useRoom.setState({ lotId: 7, ...emptyRoom });
});

it('gives the focus of an answered question to the button it was about', async () => {
  show(
    <RoomStands value>
      <BidPanel room={room({ me })} />
    </RoomStands>,
  );
  act(() => useRoom.setState({ intent: { step: 'asking', amountTiyin: 1_000_00, overBasisPoints: 90_000 } }));
  const question = screen.getByTestId('question');
  await waitFor(() => expect(question).toContainElement(document.activeElement as HTMLElement));
  fireEvent.keyDown(document.activeElement as HTMLElement, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByTestId('question')).toBeNull());
  expect(screen.getByTestId('confirm')).toHaveFocus();
});
