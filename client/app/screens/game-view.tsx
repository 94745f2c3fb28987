import { useParams } from 'react-router-dom';
import { RoomPage } from '../../features/room/room-page.tsx';
import NotFound from './not-found.tsx';

/** /game-view/{id}: the auction room. */
export default function GameView() {
  const { id = '' } = useParams();
  const lotId = /^[1-9]\d{0,15}$/.test(id) ? Number(id) : null;
  if (lotId === null || !Number.isSafeInteger(lotId)) return <NotFound />;
  return <RoomPage key={lotId} lotId={lotId} />;
}
