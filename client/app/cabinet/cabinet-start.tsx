import { Navigate } from 'react-router-dom';
import { paths } from '#client/lib/paths.ts';
import { CABINET_SCREENS } from './cabinet-screens.ts';

/** /profile opens the cabinet's first page. */
export function CabinetStart() {
  const first = CABINET_SCREENS.find(({ screen }) => screen !== null);
  return <Navigate to={first ? paths.profile(first.path) : paths.home()} replace />;
}
