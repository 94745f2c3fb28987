import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { useErrorText } from './error-state.tsx';
import css from './failed-part.module.css';

/** A part of a page that was not read: which one, why, and a retry, in one line. Without it the part would look empty. */
export function FailedPart({ name, error, onRetry }: { name: string; error: unknown; onRetry: () => void }) {
  const { t } = useTranslation('ui');
  const errorText = useErrorText();
  return (
    <div className={css.part} role="alert">
      <p>
        <strong>{name}</strong> {errorText(error)}
      </p>
      <Button size="sm" variant="default" onClick={onRetry}>
        {t('error.retry')}
      </Button>
    </div>
  );
}
