import { useTranslation } from 'react-i18next';
import { ApiError } from '#client/lib/api-error.ts';
import { currentPath, renewUrl } from '#client/lib/paths.ts';
import { ButtonAnchor } from '#client/ui/button-link.tsx';

/** The way to the sign-in site and back, where a decision asks for a password typed just now. */
export function SignInFirst({ error }: { error: unknown }) {
  const { t } = useTranslation('console-accounts');
  if (!(error instanceof ApiError) || error.code !== 'sign-in-again') return null;
  return (
    <p>
      <ButtonAnchor href={renewUrl(currentPath())}>{t('signInAgain')}</ButtonAnchor>
    </p>
  );
}
