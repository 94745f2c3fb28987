import { Volume2, VolumeX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { toggleSound, useSound } from './sound.ts';
import css from './room-top-bar.module.css';

/** Sounds of new prices, off until they are wanted. */
export function SoundSwitch() {
  const { t } = useTranslation('room');
  const on = useSound((state) => state.on);
  return (
    <button
      type="button"
      className={css.iconButton}
      aria-pressed={on}
      aria-label={t('sound')}
      onClick={toggleSound}
    >
      {on ? <Volume2 size={18} aria-hidden /> : <VolumeX size={18} aria-hidden />}
    </button>
  );
}
