import { ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths, renewUrl } from '#client/lib/paths.ts';
import { Button } from '#client/ui/button.tsx';
import { ButtonAnchor } from '#client/ui/button-link.tsx';
import css from './profile.module.css';

/** Of `?change=phone`: which change the page opens with. */
export const CHANGE_PARAMETER = 'change';

interface SignInAgainProps {
  /** Why the password is asked for once more. */
  text: string;
  /** Of my data: the part, or the change, with which the page comes back. */
  place: `#${string}` | `?${string}`;
  onClose?: () => void;
}

/** The password is asked for once more, and the page comes back to where it was left. */
export function SignInAgain({ text, place, onClose }: SignInAgainProps) {
  const { t } = useTranslation('profile');
  return (
    <div className={css.again} role="alert">
      <ShieldCheck size={22} aria-hidden />
      <p>{text}</p>
      <div className={css.buttons}>
        <ButtonAnchor href={renewUrl(`${paths.profile('my-data')}${place}`)}>{t('again.go')}</ButtonAnchor>
        {onClose ? (
          <Button variant="subtle" onClick={onClose}>
            {t('ui:action.cancel')}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
