import { Navigate, Outlet } from 'react-router-dom';
import { useSession } from '#client/lib/session.ts';

/** The profile's guard: a visitor without a stored user is sent to the root of the site. The server enforces it. */
export function SignedInOnly() {
  const signedIn = useSession((state) => state.user !== null);
  return signedIn ? <Outlet /> : <Navigate to="/" replace />;
}
