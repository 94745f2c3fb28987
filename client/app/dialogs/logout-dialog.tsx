import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#client/lib/paths.ts';
import { endSession, removeStoredUser } from '#client/lib/session.ts';
import { ApiError } from '#client/lib/api-error.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { useErrorText } from '#client/ui/error-state.tsx';
import { notify } from '#client/ui/toasts.tsx';

/** "Do you want to log out?" Yes ends the session here and at the sign-in site, which comes back to /home. */
export default function LogoutDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['layout', 'ui']);
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);

  const leave = async () => {
    setBusy(true);
    try {
      window.location.assign(await endSession());
    } catch (error) {
      // Not retried by itself. Without a session there is nothing to end; otherwise the reason is shown and the person may try again.
      if (error instanceof ApiError && error.status === 401) {
        removeStoredUser();
        window.location.assign(paths.home());
        return;
      }
      notify('error', errorText(error));
      setBusy(false);
    }
  };

  return (
    <ConfirmDialog
      opened
      title={t('logout.title')}
      confirm={t('ui:action.yes')}
      cancel={t('ui:action.no')}
      busy={busy}
      onConfirm={() => void leave()}
      onCancel={onClose}
    >
      {t('logout.text')}
    </ConfirmDialog>
  );
}
