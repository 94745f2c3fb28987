import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { whoAmI } from '#shared/api/site/auth.ts';
import { call } from '#client/lib/api-client.ts';
import { ApiError } from '#client/lib/api-error.ts';
import { currentPath, loginUrl, paths } from '#client/lib/paths.ts';
import { removeStoredUser } from '#client/lib/session.ts';
import { dismissSessionExpired } from '#client/lib/session-expired.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import css from './dialogs.module.css';

/**
 * The server's sentence where others ended the session: a shut account, a deleted one, a password set with a code. Null: it ended by itself,
 * or there is no answer.
 */
function useWhyEnded(): { code: string; sentence: string } | null {
  const [why, setWhy] = useState<{ code: string; sentence: string } | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    call(whoAmI, { signal: leaving.signal }).catch((error: unknown) => {
      // Not retried: the dialog says that the session ended, which is true without the reason.
      if (leaving.signal.aborted || !(error instanceof ApiError)) return;
      if (error.status === 401 && error.code !== 'no-session' && error.message !== '')
        setWhy({ code: error.code, sentence: error.message });
    });
    return () => leaving.abort();
  }, []);
  return why;
}

/** Signing in leads nowhere. */
const WITHOUT_SIGN_IN: readonly (string | undefined)[] = [
  'account-disabled',
  'account-erased',
  'session-over.bids-on',
];

/** After a 401. Confirming forgets the stored user and goes home; closing changes nothing; signing in comes back here. */
export default function SessionExpiredDialog() {
  const { t } = useTranslation('layout');
  const navigate = useNavigate();
  const why = useWhyEnded();
  return (
    <ConfirmDialog
      opened
      title={t('sessionExpired.title')}
      confirm={t('sessionExpired.confirm')}
      cancel={t('sessionExpired.stay')}
      onConfirm={() => {
        removeStoredUser();
        dismissSessionExpired();
        void navigate(paths.home());
      }}
      onCancel={dismissSessionExpired}
    >
      <p role="status">{why?.sentence ?? t('sessionExpired.text')}</p>
      {WITHOUT_SIGN_IN.includes(why?.code) ? null : (
        <p className={css.signInAgain}>
          <a href={loginUrl(currentPath())}>{t('sessionExpired.signIn')}</a>
        </p>
      )}
    </ConfirmDialog>
  );
}
