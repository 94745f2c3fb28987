import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { lotGameInfo } from '#shared/api/cabinet/trade-applications.ts';
import { call } from '#client/lib/api-client.ts';
import { fromSnapshot, type RoomState } from '#shared/realtime/client/room-state.ts';
import type { RoomStore } from './room-store.ts';

/**
 * The room as the server rendered it into the page, at most a few seconds ago and for a visitor: until this person has joined.
 * Null in a page that the browser renders, which fetches nothing of it. @param status of the room in this browser
 */
export function useRenderedRoom(lotId: number, status: RoomStore['status']['kind']): RoomState | null {
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: ['rendered-room', lotId],
    queryFn: () => call(lotGameInfo, { params: { lotId } }),
    enabled: typeof window === 'undefined',
  });
  // Its prices are not shown to who comes back to this room later.
  useEffect(() => () => queries.removeQueries({ queryKey: ['rendered-room'] }), [queries]);
  return status === 'loading' && data && 'snapshot' in data ? fromSnapshot(data.snapshot) : null;
}
