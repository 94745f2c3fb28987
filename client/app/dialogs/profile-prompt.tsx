import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#client/lib/paths.ts';
import { Button } from '#client/ui/button.tsx';
import { ButtonLink } from '#client/ui/button-link.tsx';
import css from './dialogs.module.css';

interface ProfilePromptProps {
  /** How much of the profile is filled in, 0–99. */
  percentage: number;
  onClose: () => void;
}

/** "Complete your profile": now or another time. It is at the edge of the page and takes neither the keyboard nor the screen. */
export default function ProfilePrompt({ percentage, onClose }: ProfilePromptProps) {
  const { t } = useTranslation('account');
  useEffect(() => {
    const escape = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) onClose();
    };
    document.addEventListener('keydown', escape);
    return () => document.removeEventListener('keydown', escape);
  }, [onClose]);
  return (
    <aside className={css.prompt} aria-labelledby="profile-prompt">
      <h2 id="profile-prompt">{t('profile.title')}</h2>
      <div className={css.bar} aria-hidden>
        <span style={{ width: `${percentage}%` }} />
      </div>
      <p>{t('profile.text', { percentage })}</p>
      <div className={css.actions}>
        <Button variant="default" onClick={onClose}>
          {t('profile.later')}
        </Button>
        <ButtonLink to={paths.profile('my-data')} onClick={onClose}>
          {t('profile.now')}
        </ButtonLink>
      </div>
    </aside>
  );
}
