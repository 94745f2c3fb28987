import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { consoleRooms, type BoardRoom } from '#shared/api/console/console-rooms.ts';
import { withChanges, type RoomChanges } from '#shared/realtime/room-changes.ts';
import { call } from '#client/lib/api-client.ts';
import { watchRooms } from '#client/lib/auction-socket/room-changes.ts';

/** Without a connection the whole board is loaded this often. */
const REFRESH_MS = 2_000;
/** With one, changes come by themselves: loading the whole board makes good what a node saw differently. */
const WHOLE_MS = 60_000;

const KEY = ['console-rooms'];

type Board = Awaited<ReturnType<typeof load>>;

const load = () => call(consoleRooms);

const RANK: Record<BoardRoom['phase'], number> = { running: 0, paused: 0, waiting: 1, closed: 2 };

/** Rooms that run or are paused, then those that open next, then the closed ones, last first. */
function inOrder(rooms: BoardRoom[]): BoardRoom[] {
  const eventMs = ({ phase, opensAtMs, deadlineMs }: BoardRoom) =>
    phase === 'waiting' ? opensAtMs : phase === 'closed' ? -deadlineMs : deadlineMs;
  return rooms.sort((a, b) => RANK[a.phase] - RANK[b.phase] || eventMs(a) - eventMs(b) || a.lotId - b.lotId);
}

/** The board of rooms, at most two seconds old. */
export function useRooms() {
  const queries = useQueryClient();
  const [watching, setWatching] = useState(false);
  /** Changes that came while the whole board was being loaded: it may be older than they are. */
  const meanwhile = useRef<RoomChanges[] | null>(null);

  useEffect(() => {
    const apply = (changes: RoomChanges) => {
      meanwhile.current?.push(changes);
      const board = queries.getQueryData<Board>(KEY);
      const rooms = board && withChanges(board.rooms, changes);
      if (rooms) queries.setQueryData<Board>(KEY, { ...board, rooms: inOrder(rooms) });
      else if (board && !meanwhile.current) void queries.invalidateQueries({ queryKey: KEY });
    };
    return watchRooms({
      watching: () => {
        setWatching(true);
        void queries.invalidateQueries({ queryKey: KEY });
      },
      lost: () => setWatching(false),
      changed: apply,
    });
  }, [queries]);

  return useQuery({
    queryKey: KEY,
    queryFn: async () => {
      const changes: RoomChanges[] = (meanwhile.current = []);
      try {
        const board = await load();
        let rooms: BoardRoom[] = board.rooms;
        for (const change of changes) rooms = withChanges(rooms, change) ?? rooms;
        return { ...board, rooms };
      } finally {
        if (meanwhile.current === changes) meanwhile.current = null;
      }
    },
    refetchInterval: watching ? WHOLE_MS : REFRESH_MS,
  });
}
