import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { dismissSessionExpired, useSessionExpiry } from '#client/lib/session-expired.ts';
import { useSession } from '#client/lib/session.ts';
import { lazyDialog } from '#client/ui/lazy-dialog.tsx';
import { DIALOG_PARAMETER } from '../dialogs/dialog-address.ts';
import { closeDialog, openDialog, useShell } from './shell-store.ts';

const LogoutDialog = lazyDialog(() => import('../dialogs/logout-dialog.tsx'));
const ChangePasswordDialog = lazyDialog(() => import('../dialogs/change-password-dialog.tsx'), ['account']);
const SessionExpiredDialog = lazyDialog(() => import('../dialogs/session-expired-dialog.tsx'));

/** The dialogs of the shell; each one's code and texts come when it is first opened. */
export function AccountDialogs() {
  const dialog = useShell((state) => state.dialog);
  const expired = useSessionExpiry((state) => state.expired);
  useDialogFromAddress();
  // One at a time: what the others ask for needs the session that has ended.
  if (expired) return <SessionExpiredDialog onFailure={dismissSessionExpired} />;
  return (
    <>
      {dialog === 'logout' ? <LogoutDialog onClose={closeDialog} /> : null}
      {dialog === 'change-password' ? <ChangePasswordDialog onClose={closeDialog} /> : null}
    </>
  );
}

/** Someone who signed in again for the sake of the password comes back to its dialog. */
function useDialogFromAddress(): void {
  const [search, setSearch] = useSearchParams();
  const signedIn = useSession((state) => state.user !== null);
  const asked = search.get(DIALOG_PARAMETER);
  useEffect(() => {
    if (asked === null) return;
    if (asked === 'change-password' && signedIn) openDialog(asked);
    setSearch(
      (before) => {
        before.delete(DIALOG_PARAMETER);
        return before;
      },
      { replace: true },
    );
  }, [asked, signedIn, setSearch]);
}
