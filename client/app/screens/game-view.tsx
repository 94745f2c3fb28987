import { useParams } from 'react-router-dom';
import { RoomPage } from '../../features/site/room/room-page.tsx';
import { lazyScreen } from '#client/lib/lazy-screen.ts';
import { readLotId } from './lot-id.ts';

/** The card's own: a missing lot is described in the same words everywhere. */
const NoSuchLot = lazyScreen(
  async () => ({ default: (await import('#client/features/site/lots/card/no-such-lot.tsx')).NoSuchLot }),
  ['card', 'favourites'],
);

/** /game-view/{id}: the auction room. */
export default function GameView() {
  const lotId = readLotId(useParams().id);
  return lotId === null ? <NoSuchLot /> : <RoomPage key={lotId} lotId={lotId} notFound={<NoSuchLot />} />;
}
