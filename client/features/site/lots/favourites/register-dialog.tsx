import { useTranslation } from 'react-i18next';
import { currentPath, loginUrl, registerUrl } from '#client/lib/paths.ts';
import { ButtonAnchor } from '#client/ui/button-link.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import css from './favourites.module.css';

/** Tells a visitor what an account is needed for; both ways come back to the page on screen. */
export default function RegisterDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['favourites', 'ui']);
  const here = currentPath();
  return (
    <Dialog title={t('register.title')} onClose={onClose}>
      <p className={css.dialogText}>{t('register.text')}</p>
      <div className={css.dialogActions}>
        <ButtonAnchor href={loginUrl(here)} variant="default" size="md">
          {t('ui:action.signIn')}
        </ButtonAnchor>
        <ButtonAnchor href={registerUrl(here)} size="md" data-autofocus>
          {t('ui:action.register')}
        </ButtonAnchor>
      </div>
    </Dialog>
  );
}
