import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { lotDetails, type LotDetails } from '#shared/api/site/lots.ts';
import { call } from '../../../lib/api-client.ts';
import { untilItPasses } from '../../../lib/recover.ts';
import type { RoomState } from '#shared/realtime/client/room-state.ts';

const NEXT_ROUND_POLL_MS = 4_000;
/** A result may be cancelled after the close: an open page learns it within this time. */
const AFTERWARDS_POLL_MS = 60_000;

/** The lot of a room as its card has it. @param room null until it is joined */
export function useRoomLot(lotId: number, room: RoomState | null): UseQueryResult<LotDetails> {
  const closed = room?.head.phase === 'closed';
  const awaitsNext = closed && room.practice;
  return useQuery({
    queryKey: ['lot-details', lotId],
    queryFn: () => call(lotDetails, { params: { id: lotId } }),
    // Named: parts that load later read them of a result that was given to them before.
    notifyOnChangeProps: ['data', 'status'],
    // The next round of a practice room is published soon after the hammer.
    refetchInterval: (query) => {
      const { state } = query;
      if (state.status === 'error') return untilItPasses(query);
      if (awaitsNext && !state.data?.nextLotId) return NEXT_ROUND_POLL_MS;
      return closed ? AFTERWARDS_POLL_MS : false;
    },
  });
}
