import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, type RefObject } from 'react';
import { loadOlderPrices } from './http-room.ts';
import { PriceRows, ROW_PX } from './price-rows.tsx';
import { hasAllPrices } from './room-prices.ts';
import type { RoomState } from '#shared/realtime/client/room-state.ts';
import { useRoomStore } from './room-store.ts';

interface VirtualRowsProps {
  room: RoomState;
  /** What scrolls; it is there before its rows. */
  box: RefObject<HTMLElement | null>;
}

/** The rows on screen and some around them; older prices are fetched when the last one is reached. */
export default function VirtualRows({ room, box }: VirtualRowsProps) {
  const store = useRoomStore();
  const rows = useVirtualizer({
    count: room.prices.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
    getItemKey: (place) => room.prices[place]?.seq ?? place,
  });
  const places = rows.getVirtualItems().map(({ index }) => index);
  const lastShown = places.at(-1) ?? 0;
  const complete = hasAllPrices(room);
  useEffect(() => {
    if (!complete && room.prices.length > 0 && lastShown >= room.prices.length - 1)
      void loadOlderPrices(store);
  }, [complete, lastShown, room, store]);
  return <PriceRows room={room} places={places} />;
}
