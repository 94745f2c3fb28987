import { Info, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import css from './note.module.css';

/** A line above a list: what is the matter, and with `onClose` a way to put it away. */
export function Note({ children, onClose }: { children: ReactNode; onClose?: () => void }) {
  const { t } = useTranslation('ui');
  return (
    <div className={css.note} role="status">
      <Info size={18} aria-hidden />
      <p>{children}</p>
      {onClose ? (
        <button type="button" aria-label={t('action.close')} onClick={onClose}>
          <X size={18} aria-hidden />
        </button>
      ) : null}
    </div>
  );
}
