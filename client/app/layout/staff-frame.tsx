import { Outlet } from 'react-router-dom';
import { AccountDialogs } from './account-dialogs.tsx';
import { ModeBanner } from './mode-banner.tsx';
import { useSessionWatch } from './use-session-watch.ts';

/** Around the console: what every page of the site has, without its header and footer. */
export function StaffFrame() {
  useSessionWatch();
  return (
    <>
      <ModeBanner />
      <Outlet />
      <AccountDialogs />
    </>
  );
}
