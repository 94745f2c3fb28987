import { ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ContactChannel } from '#shared/api/profile.ts';
import { paths, renewUrl } from '#client/lib/paths.ts';
import { Button } from '#client/ui/button.tsx';
import { ButtonAnchor } from '#client/ui/button-link.tsx';
import css from './profile.module.css';

/** Of `?change=phone`: which change the page opens with. */
export const CHANGE_PARAMETER = 'change';

/** Another phone is another login: the password is asked once more, and the page comes back with the change open. */
export function SignInAgain({ change, onClose }: { change: ContactChannel; onClose: () => void }) {
  const { t } = useTranslation('profile');
  const back = `${paths.profile('my-data')}?${CHANGE_PARAMETER}=${change}`;
  return (
    <div className={css.again} role="alert">
      <ShieldCheck size={22} aria-hidden />
      <p>{t('again.text')}</p>
      <div className={css.buttons}>
        <ButtonAnchor href={renewUrl(back)}>{t('again.go')}</ButtonAnchor>
        <Button variant="subtle" onClick={onClose}>
          {t('ui:action.cancel')}
        </Button>
      </div>
    </div>
  );
}
