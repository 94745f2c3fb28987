import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { RoomTopBar } from '#client/features/site/room/room-top-bar.tsx';
import { emptyRoom } from '#client/features/site/room/room-store.ts';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { useConnection } from '#client/lib/auction-socket/connection.ts';
import { lot } from './lot-fixture.ts';
import { me, room } from './room-fixtures.ts';
import { roomStore, showInRoom } from './room-place.tsx';

// A file that replaces a module runs apart: no socket of another test changes the state of the connection shown here.
vi.mock('#client/lib/auction-socket/connection.ts', (original) => original());

beforeEach(async () => {
  await startI18n();
  await loadNamespaces(['room', 'room-later']);
  await switchLanguage('uz');
  roomStore.setState({ ...emptyRoom, room: room({ me: { ...me, number: 82 } }) });
  useConnection.setState({ status: 'online', lostAtMs: null, lastAnswerMs: 42 });
});

describe('the bar above the room', () => {
  it('names what one bids on beside the own number, with the way to its card', () => {
    showInRoom(<RoomTopBar lot={{ ...lot, number: '5000001' }} awaited={false} />);
    const line = screen.getByTestId('lot-line');
    expect(line).toHaveTextContent('5000001-lotChevrolet Cobalt');
    expect(line).toHaveAttribute('href', '/lot-view/7');
    expect(line.nextElementSibling).toHaveTextContent('№ 82');
  });

  it('says what its numbers and its sign of the connection mean on a tap, and takes it back', async () => {
    showInRoom(<RoomTopBar lot={lot} awaited={false} />);
    expect(screen.queryByTestId('room-facts-details')).toBeNull();
    await userEvent.click(screen.getByTestId('room-facts'));
    const details = await screen.findByTestId('room-facts-details');
    expect(details).toHaveTextContent('3 ta ariza beruvchi');
    expect(details).toHaveTextContent(/Server bilan ulanish.*server/);
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByTestId('room-facts-details')).toBeNull();
    await userEvent.click(screen.getByTestId('room-facts'));
    await screen.findByTestId('room-facts-details');
    await userEvent.click(document.body);
    expect(screen.queryByTestId('room-facts-details')).toBeNull();
  });
});
