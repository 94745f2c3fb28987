import { PriceChart } from './price-chart.tsx';
import { PriceList } from './price-list.tsx';
import type { RoomState } from './room-state.ts';

/** All confirmed prices, drawn and listed. */
export default function PriceHistory({ room }: { room: RoomState }) {
  return (
    <>
      <PriceChart room={room} />
      <PriceList room={room} />
    </>
  );
}
