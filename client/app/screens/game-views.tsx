import { Navigate, useSearchParams } from 'react-router-dom';
import { paths } from '#client/lib/paths.ts';
import { RoomsPage } from '../../features/site/room/rooms-page.tsx';
import { readRooms } from './rooms-address.ts';

/** /game-view?ids=1,2,3: several auction rooms side by side; of one there is the room itself. */
export default function GameViews() {
  const [query] = useSearchParams();
  const named = readRooms(query.get('ids'));
  const [only, ...others] = named.lotIds;
  if (only !== undefined && others.length === 0 && named.wrong.length === 0)
    return <Navigate to={paths.gameView(only)} replace />;
  return <RoomsPage {...named} />;
}
