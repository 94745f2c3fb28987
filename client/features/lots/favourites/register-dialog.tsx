import { Button, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { currentPath, loginUrl, registerUrl } from '#client/lib/paths.ts';
import '#client/ui/overlay-styles.ts';
import css from './favourites.module.css';

/** Tells a visitor what an account is needed for; both ways come back to the page on screen. */
export default function RegisterDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['favourites', 'ui']);
  const here = currentPath();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('register.title')}
      closeButtonProps={{ 'aria-label': t('ui:action.close') }}
      centered
      radius="lg"
      padding="lg"
    >
      <p className={css.dialogText}>{t('register.text')}</p>
      <div className={css.dialogActions}>
        <Button component="a" href={loginUrl(here)} variant="default" size="md">
          {t('ui:action.signIn')}
        </Button>
        <Button component="a" href={registerUrl(here)} size="md" data-autofocus>
          {t('ui:action.register')}
        </Button>
      </div>
    </Modal>
  );
}
