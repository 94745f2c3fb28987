import { expect, it } from 'vitest';
import { Rooms, type RoomHistory } from '#server/auction/live/rooms.ts';
import { termsHash } from '#server/auction/rules/canonical.ts';
import type { CommittedMessage } from '#server/auction/state/contract.ts';
import { practiceTerms } from '../fixtures/scripted-room.ts';
import { eventually } from '../fixtures/services.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

it('a raised epoch is heard even when more messages came than a room keeps while it is read', async () => {
  const terms = practiceTerms(1);
  const hash = termsHash(terms);
  const row = { lotId: 1, terms, epoch: 1, seq: 0, headHash: hash, phase: 'waiting' };
  let finishReading = (): void => undefined;
  let reads = 0;
  const history = {
    readLots: async () => [row],
    readHeads: async () => [row],
    readRoom: async () => ({ head: row, events: [], prices: [], autos: [] }),
    readEntries: async () => {
      reads += 1;
      // The first reading is the one during which everything arrives.
      if (reads === 1) await new Promise<void>((resolve) => (finishReading = resolve));
      return [];
    },
  };
  const rooms = new Rooms({
    history: history as unknown as RoomHistory,
    source: {
      readCommitted: () => new Promise(() => undefined),
      interruptReadCommitted: () => undefined,
      newestCommitted: async () => '0',
    },
    partitionOf: () => 0,
    log,
  });
  const room = await rooms.open(1);
  const empty: CommittedMessage = { type: 'entries', lotId: 1, epoch: 1, entries: [] };
  const epoch: CommittedMessage = { type: 'epoch', lotId: 1, epoch: 2, seq: 0, headHash: hash };
  row.seq = 1;
  const reading = rooms.refresh(room!);
  await eventually(() => reads === 1, 'the reading to begin');
  rooms.committedHere([epoch, ...Array.from({ length: 5_100 }, () => empty)]);
  finishReading();
  await reading;
  await eventually(() => room?.view.epoch === 2, 'the new epoch');
  expect(room?.pending).toEqual([]);
  void rooms.stop();
});

it('follows a partition only for a lot that exists, from its newest message, and before the room is read', async () => {
  const terms = practiceTerms(1);
  const head = { lotId: 1, terms, epoch: 1, seq: 0, headHash: termsHash(terms), phase: 'waiting' };
  const done: string[] = [];
  const history = {
    readLots: async (lotIds: number[]) => {
      done.push(`look up ${lotIds.join()}`);
      return lotIds.includes(1) ? [head] : [];
    },
    readRoom: async () => {
      done.push('read the room');
      return { head, events: [], prices: [], autos: [] };
    },
  };
  const rooms = new Rooms({
    history: history as unknown as RoomHistory,
    source: {
      newestCommitted: async (partition) => {
        done.push(`newest of ${partition}`);
        return '77-0';
      },
      readCommitted: (after) => {
        done.push(`read ${[...after].join(' ')}`);
        return new Promise(() => undefined);
      },
      interruptReadCommitted: () => undefined,
    },
    partitionOf: (lotId) => lotId % 8,
    log,
  });
  expect(await rooms.open(2)).toBeNull();
  expect(done).toEqual(['look up 2']);
  expect(await rooms.open(1)).not.toBeNull();
  expect(done.slice(1)).toEqual(['look up 1', 'newest of 1', 'read 1,77-0', 'read the room']);
  expect(await rooms.open(2)).toBeNull();
  expect(done).toHaveLength(5);
  void rooms.stop();
});
