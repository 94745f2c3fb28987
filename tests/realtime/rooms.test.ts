import { expect, it } from 'vitest';
import { Rooms, type RoomHistory } from '#server/auction/live/rooms.ts';
import { termsHash } from '#server/auction/rules/canonical.ts';
import type { CommittedMessage } from '#server/auction/state/contract.ts';
import { practiceTerms } from '../support/scripted-room.ts';
import { eventually } from '../support/services.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

it('a raised epoch is heard even when more messages came than a room keeps while it is read', async () => {
  const terms = practiceTerms(1);
  const row = { lotId: 1, terms, epoch: 1, seq: 0, termsHash: termsHash(terms) };
  let finishReading = (): void => undefined;
  let reads = 0;
  const history = {
    readLot: async () => row,
    readLots: async () => [row],
    readEntries: async () => {
      reads += 1;
      // The second reading is the one during which everything arrives.
      if (reads === 2) await new Promise<void>((resolve) => (finishReading = resolve));
      return [];
    },
  };
  const rooms = new Rooms({
    history: history as unknown as RoomHistory,
    source: { readCommitted: () => new Promise(() => undefined), interruptReadCommitted: () => undefined },
    partitionOf: () => 0,
    log,
  });
  const room = await rooms.open(1);
  const empty: CommittedMessage = { type: 'entries', lotId: 1, epoch: 1, entries: [] };
  const epoch: CommittedMessage = { type: 'epoch', lotId: 1, epoch: 2, seq: 0, headHash: '' };
  row.seq = 1;
  const reading = rooms.refresh(room!);
  await eventually(() => reads === 2, 'the reading to begin');
  rooms.committedHere([epoch, ...Array.from({ length: 5_100 }, () => empty)]);
  finishReading();
  await reading;
  await eventually(() => room?.view.epoch === 2, 'the new epoch');
  expect(room?.pending).toEqual([]);
  void rooms.stop();
});
