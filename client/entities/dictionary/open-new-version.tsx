import { useTranslation } from 'react-i18next';
import { ApiError } from '#client/lib/api-error.ts';
import { Button } from '#client/ui/button.tsx';

interface OpenNewVersionProps {
  /** Of the save that was refused, if it was. */
  error: Error | null;
  /** Of the refusal after a concurrent change. */
  code: string;
  /** Puts the newest version into the form. */
  reload: () => void;
}

/** Beside a save that was refused because somebody else has saved meanwhile: what was typed stays until this is pressed. */
export function OpenNewVersion({ error, code, reload }: OpenNewVersionProps) {
  const { t } = useTranslation('content');
  if (!(error instanceof ApiError) || error.code !== code) return null;
  return (
    <Button variant="default" size="md" onClick={reload}>
      {t('reload')}
    </Button>
  );
}
