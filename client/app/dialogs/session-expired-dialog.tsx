import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { currentPath, loginUrl, paths } from '#client/lib/paths.ts';
import { removeStoredUser } from '#client/lib/session.ts';
import { dismissSessionExpired } from '#client/lib/session-expired.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import css from './dialogs.module.css';

/** After a 401. Confirming forgets the stored user and goes home; closing changes nothing; signing in comes back here. */
export default function SessionExpiredDialog() {
  const { t } = useTranslation('layout');
  const navigate = useNavigate();
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
      <p>{t('sessionExpired.text')}</p>
      <p className={css.signInAgain}>
        <a href={loginUrl(currentPath())}>{t('sessionExpired.signIn')}</a>
      </p>
    </ConfirmDialog>
  );
}
