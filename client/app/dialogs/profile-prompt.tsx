import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import css from './dialogs.module.css';

interface ProfilePromptProps {
  /** How much of the profile is filled in, 0–99. */
  percentage: number;
  /** Where it is completed; null while there is no such screen, and then only "later" is offered. */
  address: string | null;
  onClose: () => void;
}

/** "Complete your profile": later or now. It stands at the edge of the page and takes neither the keyboard nor the screen. */
export default function ProfilePrompt({ percentage, address, onClose }: ProfilePromptProps) {
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
      <p>{t(address ? 'profile.text' : 'profile.textLater', { percentage })}</p>
      <div className={css.actions}>
        <Button variant="default" onClick={onClose}>
          {t('profile.later')}
        </Button>
        {address ? (
          <Button component={Link} to={address} onClick={onClose}>
            {t('profile.now')}
          </Button>
        ) : null}
      </div>
    </aside>
  );
}
