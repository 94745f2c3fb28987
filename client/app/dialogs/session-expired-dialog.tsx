import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { whoAmI } from '#shared/api/site/auth.ts';
import { call } from '#client/lib/api-client.ts';
import { ApiError } from '#client/lib/api-error.ts';
import { currentPath, loginUrl, paths } from '#client/lib/paths.ts';
import { removeStoredUser } from '#client/lib/session.ts';
import { dismissSessionExpired } from '#client/lib/session-expired.ts';
import { ButtonAnchor } from '#client/ui/button-link.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import layout from '#client/ui/layout.module.css';
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

/** After a 401. Signing in comes back here; going home forgets the stored user; closing changes nothing. */
export default function SessionExpiredDialog() {
  const { t } = useTranslation('layout');
  const navigate = useNavigate();
  const why = useWhyEnded();
  const maySignIn = !WITHOUT_SIGN_IN.includes(why?.code);
  const goHome = () => {
    removeStoredUser();
    dismissSessionExpired();
    void navigate(paths.home());
  };
  return (
    <Dialog title={t('sessionExpired.title')} closeButton={false} onClose={dismissSessionExpired}>
      <div className={layout.stack4}>
        <p role="status">{why?.sentence ?? t('sessionExpired.text')}</p>
        {maySignIn ? (
          <ButtonAnchor href={loginUrl(currentPath())} size="lg" fullWidth data-autofocus>
            {t('sessionExpired.signIn')}
          </ButtonAnchor>
        ) : null}
        <div className={css.actions}>
          <Button variant="default" size="md" onClick={dismissSessionExpired}>
            {t('sessionExpired.stay')}
          </Button>
          <Button variant={maySignIn ? 'default' : 'filled'} size="md" onClick={goHome}>
            {t('sessionExpired.confirm')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
